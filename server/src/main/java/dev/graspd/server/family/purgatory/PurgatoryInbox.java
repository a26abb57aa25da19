package dev.graspd.server.family.purgatory;

import dev.graspd.core.purgatory.Input;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Where inputs of purgatory go: to the machine that runs here. If another server runs it, they are
 * dropped: that server follows the same log, and a take-over reads the rows. Thread-safe.
 */
public final class PurgatoryInbox {
  private volatile Optional<BlockingQueue<Input>> mailbox = Optional.empty();

  /** Gives the machine an input; returns false if it runs elsewhere. Never waits. */
  public boolean tell(Input input) {
    return mailbox.filter(one -> one.add(input)).isPresent();
  }

  /** Returns a new mailbox, which gets all inputs from now on. */
  public BlockingQueue<Input> open() {
    BlockingQueue<Input> opened = new LinkedBlockingQueue<>();
    mailbox = Optional.of(opened);
    return opened;
  }

  /** From now on the machine runs elsewhere. */
  public void close() {
    mailbox = Optional.empty();
  }
}
