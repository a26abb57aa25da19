package dev.graspd.server.peers;

import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.server.base.Signal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Requests of the sync machine to {@link LogFollower} to read from the store, in order. Each relay
 * has one request at a time, and each input that the follower tells leads to at most one more, so
 * the bound on inputs bounds these too. Thread-safe.
 */
public final class ReadRequests {
  private final Queue<SyncAction.Read> waiting = new ConcurrentLinkedQueue<>();
  private final Signal signal = new Signal();

  /** Adds a request and wakes the reader. Never blocks. */
  void add(SyncAction.Read request) {
    waiting.add(request);
    signal.give();
  }

  SyncAction.@Nullable Read next() {
    return waiting.poll();
  }

  /** Wakes the reader, also for new records of the log. */
  Signal signal() {
    return signal;
  }
}
