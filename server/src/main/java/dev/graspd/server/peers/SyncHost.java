package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.relays.DialFailure;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncMachine;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.peers.link.Call;
import dev.graspd.server.peers.link.FairMailbox;
import dev.graspd.server.peers.link.Links;
import dev.graspd.server.peers.status.SyncLog;
import dev.graspd.server.peers.status.SyncWatch;
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
 * Runs the sync machine on its own thread: passes on inputs from the log and the connections, wakes
 * the machine, and carries out its actions. No action blocks.
 */
public final class SyncHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SyncHost.class);

  /** The most inputs from the log that may wait; then the reader of the log waits. */
  private static final int LOG_INPUTS_MAX = 1_024;

  /** How long we wait for connections to close. */
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(6);

  private final SyncMachine machine;
  private final SyncClock clock;
  private final SyncSettings settings;
  private final Links links;
  private final Switchboard switchboard;
  private final ReadRequests reads;
  private final SyncLog log;
  private final SyncWatch watch;
  private final FairMailbox<SyncInput> mailbox = new FairMailbox<>();
  private final FairMailbox<SyncInput>.Sender ofLog = mailbox.sender(LOG_INPUTS_MAX, () -> {});
  private final FairMailbox<SyncInput>.Sender ofServer = mailbox.sender(1, () -> {});
  private final WorkerThread thread =
      WorkerThread.repeating("sync", LOG, this::step, this::logRemaining);

  /** All calls that have not ended, including those that are no longer current. */
  private final Set<Call> unended = new HashSet<>();

  private final CountDownLatch stopped = new CountDownLatch(1);

  public SyncHost(
      SyncSettings settings,
      SyncClock clock,
      RandomGenerator random,
      Links links,
      Switchboard switchboard,
      ReadRequests reads,
      SyncLog log,
      SyncWatch watch) {
    this.settings = settings;
    this.clock = clock;
    this.links = links;
    this.switchboard = switchboard;
    this.reads = reads;
    this.log = log;
    this.watch = watch;
    this.machine = new SyncMachine(settings, random, clock.now());
  }

  public LogFollower.Mailbox ofLog() {
    return ofLog::put;
  }

  public void start() {
    thread.start();
  }

  // ---- on the sync thread

  private void step() throws InterruptedException {
    SyncInput input = next();
    Now now = clock.now();
    tell(input);
    machine.on(input, now).forEach(this::perform);
    if (input instanceof SyncInput.Stop) {
      stopped.countDown();
    }
    watch.refresh(machine, now);
  }

  /** Logs the last disconnects, too. */
  private void logRemaining() throws InterruptedException {
    SyncInput left = mailbox.take(0);
    while (left != null) {
      tell(left);
      left = mailbox.take(0);
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

  /** Logs connections and disconnects, also those that the machine caused. */
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
      case SyncAction.Read read -> reads.add(read);
      case SyncAction.Note(var relay, var note) -> log.note(relay, note);
    }
  }

  private void dial(SyncAction.Dial dial) {
    NamedBy namedBy =
        settings.bootstrap().contains(dial.relay()) ? NamedBy.OPERATOR : NamedBy.STRANGER;
    switch (Target.parse(dial.relay().text(), namedBy)) {
      case Target.Parsed.Valid(var target) -> {
        Call call = links.call(dial, target, mailbox, this::over);
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

  /** Stops dialling and closes all connections; {@link #close} waits for it. */
  public void stop() {
    ofServer.add(new SyncInput.Stop());
  }

  /** Waits a limited time for connections to close. */
  @Override
  public void close() {
    try {
      if (thread.isAlive()) {
        stop();
        awaitGoodbyes();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.close();
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
        LOG.info("{} relays did not close their connections in time", unended.size());
      }
    }
  }
}
