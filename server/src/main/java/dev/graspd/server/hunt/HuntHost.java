package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntMachine;
import dev.graspd.core.hunt.HuntSettings;
import dev.graspd.core.hunt.HuntTotals;
import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.gate.HuntListener;
import dev.graspd.server.gate.Hunting;
import dev.graspd.server.gate.UptimeClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the machine of the hunt on a thread of its own: tells it what families mean for it, wakes it
 * when it wants, and has done what it says. Nothing that this thread does waits.
 */
public final class HuntHost implements HuntListener, HuntReadings, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HuntHost.class);

  /** News of families that may wait; with more of them, all families are told anew. */
  static final int NEWS_MAX = 10_000;

  /** Looks at families at a time; they read files. */
  private static final int LOOKS_MAX = 8;

  private static final Duration SLEEP_MAX = Duration.ofMinutes(1);
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  private record Letter(HuntInput input, boolean isNews) {}

  /** Only the hunt's thread changes it; whoever uses it holds its lock, for one step only. */
  private final HuntMachine machine;

  private final UptimeClock clock;
  private final Hunting hunting;
  private final PassThreads passes;
  private final HuntLog log;

  /** Bounded: news by a count of their own, answers by the questions that the machine asks. */
  private final LinkedBlockingQueue<Letter> mailbox = new LinkedBlockingQueue<>();

  private final Semaphore newsRoom = new Semaphore(NEWS_MAX);
  private final Semaphore lookRoom = new Semaphore(LOOKS_MAX);
  private final ExecutorService looks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("hunt-look-", 0).factory());
  private final Thread thread = Thread.ofPlatform().daemon().name("hunt").unstarted(this::run);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean newsMissed;
  private volatile boolean closed;

  public HuntHost(
      HuntSettings settings,
      UptimeClock clock,
      RandomGenerator random,
      Hunting hunting,
      Passes passes,
      HuntMetrics metrics) {
    this.machine = new HuntMachine(settings, random);
    this.clock = clock;
    this.hunting = hunting;
    this.log = new HuntLog(metrics);
    this.passes = new PassThreads(passes, settings.fetchesMax(), this::answer, this::ended);
  }

  /** Begins with all that waits and all that is hosted. */
  public void start() {
    newsMissed = true;
    thread.start();
  }

  // ---- what families mean, told by the gate

  @Override
  public void waits(Identifier family, Urgency urgency) {
    tell(new HuntInput.Waits(family, urgency));
  }

  @Override
  public void settled(Identifier family) {
    tell(new HuntInput.Settled(family));
  }

  @Override
  public void hosted(Identifier family) {
    tell(new HuntInput.Hosted(family));
  }

  @Override
  public void dropped(Identifier family) {
    tell(new HuntInput.Dropped(family));
  }

  /** What ends a hunt may be missed: whoever looks at the family finds out. */
  private void tell(HuntInput news) {
    if (newsRoom.tryAcquire()) {
      mailbox.add(new Letter(news, true));
    } else {
      newsMissed = true;
    }
  }

  private void answer(HuntInput answer) {
    mailbox.add(new Letter(answer, false));
  }

  // ---- what people may read

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

  private void run() {
    while (!closed) {
      try {
        if (newsMissed) {
          newsMissed = false;
          tellAll();
        }
        HuntInput input = next();
        take(input);
        if (input instanceof HuntInput.Stop) {
          stopped.countDown();
        }
      } catch (InterruptedException e) {
        break;
      } catch (RuntimeException e) {
        LOG.error("the hunt failed and goes on", e);
      }
    }
  }

  private void tellAll() {
    hunting.waiting().forEach(family -> take(new HuntInput.Waits(family, Urgency.RESTORED)));
    hunting.hosted().forEach(family -> take(new HuntInput.Hosted(family)));
  }

  private void take(HuntInput input) {
    List<HuntAction> actions;
    synchronized (machine) {
      actions = machine.on(input, clock.now());
    }
    actions.forEach(this::perform);
  }

  private HuntInput next() throws InterruptedException {
    @Nullable Letter letter = mailbox.poll(sleepNanos(), TimeUnit.NANOSECONDS);
    if (letter == null) {
      return new HuntInput.Woken();
    }
    if (letter.isNews()) {
      newsRoom.release();
    }
    return letter.input();
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
      case HuntAction.Look(var family) -> look(family);
      case HuntAction.Begin begin -> passes.begin(begin);
      case HuntAction.MayDial(var pass) -> passes.mayDial(pass, true);
      case HuntAction.MayNotDial(var pass) -> passes.mayDial(pass, false);
      case HuntAction.Cancel(var pass) -> passes.cancel(pass);
      case HuntAction.Note(var note) -> log.note(note);
    }
  }

  private void look(Identifier family) {
    try {
      looks.execute(() -> {
        lookRoom.acquireUninterruptibly();
        try {
          looked(family);
        } finally {
          lookRoom.release();
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("nobody looks at {} any more", family, e);
    }
  }

  /** Every look is answered, also one that fails. */
  private void looked(Identifier family) {
    HuntInput answer = new HuntInput.LookFailed(family);
    try {
      answer = new HuntInput.Looked(hunting.quarry(family));
    } catch (RuntimeException e) {
      LOG.error("what {} lacks cannot be told", family, e);
    } finally {
      answer(answer);
    }
  }

  private void ended(HuntAction.Begin pass, PassOutcome outcome) {
    log.ended(pass, outcome, clock.now());
    answer(new HuntInput.Ended(pass.pass(), outcome));
  }

  // ---- the end

  /** Begins nothing any more and calls off what is under way; {@link #close} waits for it. */
  public void stop() {
    answer(new HuntInput.Stop());
  }

  /** Waits for the passes: what they have in quarantine is gone then. */
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
    closed = true;
    thread.interrupt();
    passes.close();
    looks.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
