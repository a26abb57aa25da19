package dev.graspd.server.gate;

import dev.graspd.core.machine.Now;
import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Purgatory;
import dev.graspd.core.purgatory.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the purgatory machine on a thread of its own: tells it what came and went, wakes it when it
 * wants, and has done what it says.
 */
final class PurgatoryHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PurgatoryHost.class);

  /** After a crash at most so much life is given back. */
  private static final Duration UPTIME_SAVED_EVERY = Duration.ofSeconds(10);

  /** What the machine's actions are done by; called on the host's thread, must not wait. */
  interface Effects {
    /** Lets what is only remembered wait again, for its full time. */
    void revive(Ticket ticket);

    void lapse(Ticket ticket, long memoryEndsNanos);

    void forget(Ticket ticket);

    /** Writes down how long servers have been running. */
    void saveUptime();
  }

  private final Purgatory machine = new Purgatory();
  private final UptimeClock clock;
  private final BlockingQueue<Input> mailbox;
  private final Thread thread;
  private final Effects effects;
  private volatile boolean closed;
  private long savedNanos;

  PurgatoryHost(UptimeClock clock, BlockingQueue<Input> mailbox, Effects effects) {
    this.clock = clock;
    this.mailbox = mailbox;
    this.savedNanos = clock.nanos();
    this.effects = effects;
    this.thread = Thread.ofPlatform().daemon().name("purgatory").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Tells the machine something. Never waits. */
  void tell(Input input) {
    mailbox.add(input);
  }

  private void run() {
    while (!closed) {
      try {
        Input input = next();
        Now now = clock.now();
        perform(machine.on(input, now));
        saveUptimeIfDue(now);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("purgatory failed and goes on", e);
      }
    }
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
          // What begins to wait is written together with its event: here it only begins again.
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
    closed = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
