package dev.graspd.server.family.purgatory;

import dev.graspd.core.machine.Now;
import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Purgatory;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.base.WorkerThread;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the purgatory machine on its own thread: gives it its inputs, wakes it in time, and performs
 * its actions.
 */
public final class PurgatoryHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PurgatoryHost.class);

  /** After a crash held events wait at most this much longer. */
  private static final Duration UPTIME_SAVED_EVERY = Duration.ofSeconds(10);

  /** Performs the machine's actions; called on the host's thread, must not wait. */
  interface Effects {
    /** Lets a lapsed event wait again for its full time. */
    void revive(Ticket ticket);

    void lapse(Ticket ticket, long memoryEndsNanos);

    void forget(Ticket ticket);

    /** Stores how long servers have been running. */
    void saveUptime();
  }

  private final Purgatory machine = new Purgatory();
  private final UptimeClock clock;
  private final BlockingQueue<Input> mailbox;
  private final WorkerThread thread = WorkerThread.repeating("purgatory", LOG, this::step);
  private final Effects effects;
  private long savedNanos;

  public PurgatoryHost(UptimeClock clock, BlockingQueue<Input> mailbox, Effects effects) {
    this.clock = clock;
    this.mailbox = mailbox;
    this.savedNanos = clock.nanos();
    this.effects = effects;
  }

  public void start() {
    thread.start();
  }

  /** Gives the machine an input. Never waits. */
  public void tell(Input input) {
    mailbox.add(input);
  }

  private void step() throws InterruptedException {
    Input input = next();
    Now now = clock.now();
    perform(machine.on(input, now));
    saveUptimeIfDue(now);
  }

  private Input next() throws InterruptedException {
    OptionalLong wake = machine.nextWakeNanos();
    long untilSave = clock.realNanosUntil(savedNanos + UPTIME_SAVED_EVERY.toNanos()) + 1;
    long wait =
        wake.isPresent()
            ? Math.min(untilSave, clock.realNanosUntil(wake.getAsLong()) + 1)
            : untilSave;
    Input input = mailbox.poll(wait, TimeUnit.NANOSECONDS);
    return input == null ? new Input.Woken() : input;
  }

  private void perform(List<Action> actions) {
    for (Action action : actions) {
      switch (action) {
        case Action.Save(var ticket, var phase, var deadline) -> {
          // A first wait is written together with its event.
          switch (phase) {
            case WAITING -> effects.revive(ticket);
            case REMEMBERED -> effects.lapse(ticket, deadline);
          }
        }
        case Action.Lapse _ -> {}
        case Action.Forget(var ticket) -> effects.forget(ticket);
      }
    }
  }

  private void saveUptimeIfDue(Now now) {
    if (now.nanos() - savedNanos >= UPTIME_SAVED_EVERY.toNanos()) {
      savedNanos = now.nanos();
      if (machine.nextWakeNanos().isPresent()) {
        effects.saveUptime();
      }
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
