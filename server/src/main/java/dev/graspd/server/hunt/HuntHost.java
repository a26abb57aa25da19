package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntMachine;
import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.hunt.Hunting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the machine of the hunt on its own thread: passes on news of families, wakes the machine,
 * and carries out its actions. This thread never blocks.
 */
public final class HuntHost implements HuntReadings, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HuntHost.class);

  /** Lookups of families at a time; they read files. */
  private static final int LOOKUPS_MAX = 8;

  private static final Duration SLEEP_MAX = Duration.ofMinutes(1);
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  /** Only the hunt's thread changes it; every access holds its lock, for one step only. */
  private final HuntMachine machine;

  private final UptimeClock clock;
  private final Hunting hunting;
  private final PassThreads passes;
  private final HuntLog log;
  private final HuntInbox inbox = new HuntInbox();
  private final Semaphore lookupPlaces = new Semaphore(LOOKUPS_MAX);
  private final ExecutorService lookups =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("hunt-look-", 0).factory());
  private final WorkerThread thread = WorkerThread.repeating("hunt", LOG, this::step);
  private final Signal searching = new Signal();
  private final WorkerThread search = WorkerThread.repeating("hunt-search", LOG, this::search);
  private final CountDownLatch stopped = new CountDownLatch(1);

  public HuntHost(
      HuntSettings settings,
      UptimeClock clock,
      RandomGenerator random,
      Hunting hunting,
      PassRunner passes,
      HuntMetrics metrics) {
    this.machine = new HuntMachine(settings, random);
    this.clock = clock;
    this.hunting = hunting;
    this.log = new HuntLog(metrics);
    this.passes = new PassThreads(passes, settings.fetchesMax(), inbox::answer, this::ended);
  }

  /** Starts with all held events; the families to compare come as they are found. */
  public void start() {
    inbox.dropNews();
    thread.start();
    search.start();
  }

  private void search() throws InterruptedException {
    searching.await();
    try {
      hunting.findHosted();
    } catch (RuntimeException e) {
      LOG.error("not all families are compared with other servers until the next start", e);
    }
  }

  /** Returns where news of families go. */
  public HuntListener listener() {
    return new HuntListener() {
      @Override
      public void waits(Identifier family, Urgency urgency) {
        inbox.tell(new HuntInput.Waits(family, urgency));
      }

      @Override
      public void settled(Identifier family) {
        inbox.tell(new HuntInput.Settled(family));
      }

      @Override
      public void hosted(Identifier family) {
        inbox.tell(new HuntInput.Hosted(family));
      }

      @Override
      public void dropped(Identifier family) {
        inbox.tell(new HuntInput.Dropped(family));
      }

      @Override
      public Optional<Boolean> isHosted(Identifier family) {
        if (!inbox.isQuiet()) {
          return Optional.empty();
        }
        synchronized (machine) {
          return Optional.of(machine.isHosted(family));
        }
      }

      @Override
      public void awaitRoom() throws InterruptedException {
        inbox.awaitRoom();
      }
    };
  }

  // ---- for people

  @Override
  public Optional<HuntView> view(Identifier family) {
    synchronized (machine) {
      return Optional.of(machine.view(family));
    }
  }

  @Override
  public Optional<HuntTotals> totals() {
    synchronized (machine) {
      return Optional.of(machine.totals(clock.now()));
    }
  }

  @Override
  public Now now() {
    return clock.now();
  }

  // ---- on the hunt's thread

  private void step() throws InterruptedException {
    if (inbox.takeMissedNews()) {
      tellAll();
    }
    HuntInput input = inbox.next(sleepNanos());
    take(input);
    if (input instanceof HuntInput.Stop) {
      stopped.countDown();
    }
  }

  private void tellAll() {
    hunting.waiting().forEach(family -> take(new HuntInput.Waits(family, Urgency.RESTORED)));
    searching.give();
  }

  private void take(HuntInput input) {
    List<HuntAction> actions;
    synchronized (machine) {
      actions = machine.on(input, clock.now());
    }
    actions.forEach(this::perform);
  }

  private long sleepNanos() {
    synchronized (machine) {
      return machine.nextWakeNanos().stream()
          .map(nanos -> clock.realNanosUntil(nanos) + 1)
          .map(nanos -> Math.min(nanos, SLEEP_MAX.toNanos()))
          .findFirst()
          .orElse(SLEEP_MAX.toNanos());
    }
  }

  private void perform(HuntAction action) {
    switch (action) {
      case HuntAction.Look(var family) -> submitLookup(family);
      case HuntAction.Begin begin -> passes.begin(begin);
      case HuntAction.MayDial(var pass) -> passes.mayDial(pass, true);
      case HuntAction.MayNotDial(var pass) -> passes.mayDial(pass, false);
      case HuntAction.Cancel(var pass) -> passes.cancel(pass);
      case HuntAction.Note(var note) -> log.note(note);
    }
  }

  private void submitLookup(Identifier family) {
    try {
      lookups.execute(() -> {
        lookupPlaces.acquireUninterruptibly();
        try {
          lookUp(family);
        } finally {
          lookupPlaces.release();
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("the lookup of {} was skipped: its threads have ended", family, e);
    }
  }

  /** Every lookup gets an answer, also a failed one. */
  private void lookUp(Identifier family) {
    HuntInput answer = new HuntInput.LookFailed(family);
    try {
      answer = new HuntInput.Looked(hunting.missingData(family));
    } catch (RuntimeException e) {
      LOG.error("the missing objects of {} could not be looked up", family, e);
    } finally {
      inbox.answer(answer);
    }
  }

  private void ended(HuntAction.Begin pass, PassOutcome outcome) {
    log.ended(pass, outcome, clock.now());
    inbox.answer(new HuntInput.Ended(pass.pass(), outcome));
  }

  // ---- the end

  /** Begins nothing new and cancels all passes; {@link #close} waits for them. */
  public void stop() {
    inbox.answer(new HuntInput.Stop());
  }

  /** Waits for the passes, which clear their quarantine. */
  @Override
  public void close() {
    boolean interrupted = false;
    try {
      if (thread.isAlive()) {
        stop();
        boolean _ = stopped.await(STOP_MAX.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    search.close();
    thread.close();
    passes.close();
    lookups.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
