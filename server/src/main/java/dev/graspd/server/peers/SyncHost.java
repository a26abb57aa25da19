package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.DialFailure;
import dev.graspd.core.sync.SyncAction;
import dev.graspd.core.sync.SyncInput;
import dev.graspd.core.sync.SyncMachine;
import dev.graspd.core.sync.SyncSettings;
import dev.graspd.server.egress.NamedBy;
import dev.graspd.server.egress.Target;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the sync machine on a thread of its own: tells it what the log and the connections say,
 * wakes it when it wants, and has done what it says. Nothing that it does waits.
 */
public final class SyncHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SyncHost.class);

  /** What the log has brought and the machine has not taken yet; the log's reader waits then. */
  private static final int LOG_INPUTS_MAX = 1_024;

  /** Connections that were said goodbye to are waited for so long. */
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(6);

  private final SyncMachine machine;
  private final SyncClock clock;
  private final SyncSettings settings;
  private final Call.Ways ways;
  private final Switchboard switchboard;
  private final SyncLog log;
  private final SyncWatch watch;
  private final FairMailbox<SyncInput> mailbox = new FairMailbox<>();
  private final FairMailbox<SyncInput>.Sender ofLog = mailbox.sender(LOG_INPUTS_MAX, () -> {});
  private final FairMailbox<SyncInput>.Sender ofServer = mailbox.sender(1, () -> {});
  private final Thread thread = Thread.ofPlatform().daemon().name("sync").unstarted(this::run);

  /** All that have not come to their end, those included that do not count any more. */
  private final Set<Call> unended = new HashSet<>();

  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean closed;

  public SyncHost(
      SyncSettings settings,
      SyncClock clock,
      RandomGenerator random,
      Links links,
      Switchboard switchboard,
      SyncLog log,
      SyncWatch watch) {
    this.settings = settings;
    this.clock = clock;
    this.ways = links.ways();
    this.switchboard = switchboard;
    this.log = log;
    this.watch = watch;
    this.machine = new SyncMachine(settings, random, clock.now());
  }

  /** Returns where the reader of the log puts what it finds. */
  public LogFollower.Mailbox ofLog() {
    return ofLog::put;
  }

  public void start() {
    thread.start();
  }

  // ---- on the sync thread

  private void run() {
    while (!closed) {
      try {
        SyncInput input = next();
        Now now = clock.now();
        tell(input);
        machine.on(input, now).forEach(this::perform);
        if (input instanceof SyncInput.Stop) {
          stopped.countDown();
        }
        watch.refresh(machine, now);
      } catch (InterruptedException e) {
        break;
      } catch (RuntimeException e) {
        LOG.error("sync failed and goes on", e);
      }
    }
    tellTheRest();
  }

  /** The last goodbyes have come, and operators should read them too. */
  private void tellTheRest() {
    boolean _ = Thread.interrupted();
    try {
      SyncInput left = mailbox.take(0);
      while (left != null) {
        tell(left);
        left = mailbox.take(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SyncInput next() throws InterruptedException {
    OptionalLong wake = machine.nextWakeNanos();
    long wait =
        wake.isPresent()
            ? Math.min(SyncWatch.EVERY.toNanos(), clock.realNanosUntil(wake.getAsLong()) + 1)
            : SyncWatch.EVERY.toNanos();
    SyncInput input = mailbox.take(wait);
    return input == null ? new SyncInput.Woken() : input;
  }

  /** Operators read which connections come and go, also those that the machine ended itself. */
  private void tell(SyncInput input) {
    switch (input) {
      case SyncInput.Connected(var relay, _) -> log.connected(relay);
      case SyncInput.DialFailed(var relay, _, _, _) -> log.notConnected(relay);
      case SyncInput.Disconnected(var relay, _, var why) -> log.disconnected(relay, why);
      default -> {}
    }
  }

  private void perform(SyncAction action) {
    switch (action) {
      case SyncAction.Dial dial -> dial(dial);
      case SyncAction.HangUp(var relay, var epoch, var why) -> {
        Call call = switchboard.find(relay, epoch);
        if (call != null) {
          switchboard.end(call);
          call.hangUp(why);
        }
      }
      case SyncAction.Tell(var relay, var epoch, var input) -> {
        Call call = switchboard.find(relay, epoch);
        if (call != null) {
          call.tell(input);
        }
      }
      case SyncAction.Note(var relay, var note) -> log.note(relay, note);
    }
  }

  private void dial(SyncAction.Dial dial) {
    NamedBy namedBy =
        settings.bootstrap().contains(dial.relay()) ? NamedBy.OPERATOR : NamedBy.STRANGER;
    switch (Target.parse(dial.relay().text(), namedBy)) {
      case Target.Parsed.Valid(var target) -> {
        Call call = new Call(dial, target, ways, mailbox, this::over);
        switchboard.begin(call);
        synchronized (unended) {
          unended.add(call);
        }
        call.start();
      }
      case Target.Parsed.Invalid(var why) ->
          ofServer.add(
              new SyncInput.DialFailed(dial.relay(), dial.epoch(), DialFailure.DENIED, why));
    }
  }

  // ---- the end

  private void over(Call call) {
    synchronized (unended) {
      unended.remove(call);
      unended.notifyAll();
    }
  }

  /** Dials nobody any more and says goodbye to all; {@link #close} waits for it. */
  public void stop() {
    ofServer.add(new SyncInput.Stop());
  }

  /** Waits for the goodbyes, not for long. */
  @Override
  public void close() {
    boolean interrupted = false;
    try {
      if (thread.isAlive()) {
        stop();
        awaitGoodbyes();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    closed = true;
    thread.interrupt();
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

  private void awaitGoodbyes() throws InterruptedException {
    long end = System.nanoTime() + GOODBYE_MAX.toNanos();
    boolean told = stopped.await(GOODBYE_MAX.toNanos(), TimeUnit.NANOSECONDS);
    synchronized (unended) {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      while (told && !unended.isEmpty() && left > 0) {
        unended.wait(left);
        left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      }
      if (!unended.isEmpty()) {
        LOG.info("{} relays did not answer our goodbye", unended.size());
      }
    }
  }
}
