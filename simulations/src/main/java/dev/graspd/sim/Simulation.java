package dev.graspd.sim;

import dev.graspd.core.machine.Machine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a machine in a world, decided by its seed alone. First everything goes wrong that may;
 * then nothing more happens, and all must come to its end. A failure names the seed and tells the
 * last steps.
 *
 * @param <I> what the machine is told
 * @param <A> what it wants done
 */
public final class Simulation<I, A> {
  private static final Duration QUIET_MAX = Duration.ofDays(60);
  private static final Duration LATE_MAX = Duration.ofHours(3);

  /** How long something is under way inside the server at most. */
  public static final Duration DELAY_MAX = Duration.ofSeconds(5);

  private static final int TOLD_LAST = 12;
  private static final int YEARS_JUMPED_MAX = 3;

  private sealed interface Step<I, A> {
    record Outside<I, A>() implements Step<I, A> {}

    record Mail<I, A>(int start, I input) implements Step<I, A> {}

    record Wake<I, A>(int start, long wantedNanos) implements Step<I, A> {}

    record Effect<I, A>(int start, A action) implements Step<I, A> {}
  }

  private record Line(long uptimeNanos, Object what, Object more) {
    @Override
    public String toString() {
      return Duration.ofNanos(uptimeNanos) + " " + what + " -> " + more;
    }
  }

  private final long seed;
  private final World<I, A> world;
  private final Faults faults;
  private final RandomGenerator random;
  private final VirtualClock clock = new VirtualClock();
  private final Agenda<Step<I, A>> agenda = new Agenda<>();
  private final ArrayDeque<Line> last = new ArrayDeque<>();
  private final Stage<I> stage = new OwnStage();
  private Machine<I, A> machine;
  private int start = 1;
  private int crashes;
  private int onTheirWay;
  private long wakeNanos = Long.MAX_VALUE;
  private long excusedUntilReal = -1;
  private long mailUntil;
  private long effectsUntil;
  private long fingerprint;
  private boolean faultsOn = true;

  private final class OwnStage implements Stage<I> {
    @Override
    public RandomGenerator random() {
      return random;
    }

    @Override
    public Moment moment() {
      return now();
    }

    @Override
    public void tell(I input) {
      mailUntil = Math.max(mailUntil, clock.realNanos() + delay());
      add(mailUntil, new Step.Mail<>(start, input));
    }

    @Override
    public void written() {
      clock.written();
    }
  }

  public Simulation(long seed, Faults faults, World<I, A> world) {
    this.seed = seed;
    this.world = world;
    this.faults = faults;
    this.random = new SplittableRandom(seed);
    this.machine = world.start();
  }

  /**
   * Runs until so many things have happened and everything has ended. Returns a number that two
   * runs share only if all of their steps came at the same times.
   */
  public long run(int happenings) {
    try {
      agenda.add(0, new Step.Outside<>());
      for (int happened = 0; happened < happenings; ) {
        if (step() instanceof Step.Outside) {
          happened++;
        }
      }
      calmDown();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n  " + lastLines(), e);
    }
    return fingerprint;
  }

  private String lastLines() {
    return last.stream().map(Line::toString).collect(Collectors.joining("\n  "));
  }

  private void calmDown() {
    faultsOn = false;
    if (excusedUntilReal > clock.realNanos()) {
      wakeNanos = Long.MAX_VALUE;
      scheduleWake();
    }
    long until = clock.realNanos() + QUIET_MAX.toNanos();
    while (clock.realNanos() < until && step() != null) {}
    world.checkEnd();
  }

  private @Nullable Step<I, A> step() {
    var entry = agenda.next();
    if (entry.isEmpty()) {
      return null;
    }
    clock.moveTo(entry.get().atNanos());
    Step<I, A> step = entry.get().what();
    switch (step) {
      case Step.Outside() -> outside();
      case Step.Mail(var of, var input) -> {
        if (of == start) {
          onTheirWay--;
          deliver(input);
        }
      }
      case Step.Wake(var of, var wanted) -> {
        if (of == start && wanted == wakeNanos) {
          wakeNanos = Long.MAX_VALUE;
          deliver(world.woken());
        }
      }
      case Step.Effect(var of, var action) -> {
        if (of == start) {
          onTheirWay--;
          note("done", action);
          world.perform(action, stage);
        }
      }
    }
    world.check(onTheirWay == 0, now());
    return step;
  }

  private void outside() {
    if (!faultsOn) {
      return;
    }
    if (chance(faults.restarts())) {
      restart(random.nextBoolean());
    } else if (chance(faults.calendarJumps())) {
      long years = Duration.ofDays(365L * YEARS_JUMPED_MAX).toSeconds();
      clock.jumpCalendar(random.nextLong(-years, years));
      note("calendar", "jumps");
      deliver(world.woken());
    } else {
      world.happen(stage);
    }
    agenda.add(clock.realNanos() + gap().toNanos(), new Step.Outside<>());
  }

  /** Mostly minutes, sometimes a burst, sometimes days. */
  private Duration gap() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> Duration.ofMillis(random.nextLong(2_000));
      case 2 -> Duration.ofHours(random.nextLong(72));
      case 3 -> Duration.ofMinutes(30).minusMillis(random.nextLong(3_000));
      default -> Duration.ofSeconds(random.nextLong(1_200));
    };
  }

  private void restart(boolean crash) {
    long lost = crash ? random.nextLong(faults.uptimeLost().toNanos() + 1) : 0;
    long down = Duration.ofSeconds(random.nextLong(1, Duration.ofDays(2).toSeconds())).toNanos();
    clock.restart(lost, down, faults.countsDowntime());
    note(crash ? "crash" : "stop", Duration.ofNanos(down));
    crashes += crash ? 1 : 0;
    start++;
    onTheirWay = 0;
    wakeNanos = Long.MAX_VALUE;
    excusedUntilReal = -1;
    mailUntil = 0;
    effectsUntil = 0;
    machine = world.start();
    world.restored().forEach(this::deliver);
    deliver(world.woken());
  }

  private void deliver(I input) {
    Moment moment = now();
    List<A> actions = machine.on(input, moment.now());
    note(input, actions);
    world.said(input, actions, moment);
    for (A action : actions) {
      effectsUntil = Math.max(effectsUntil, clock.realNanos() + delay());
      add(effectsUntil, new Step.Effect<>(start, action));
    }
    scheduleWake();
  }

  private void scheduleWake() {
    OptionalLong wanted = machine.nextWakeNanos();
    if (wanted.isEmpty() || wanted.getAsLong() == wakeNanos) {
      return;
    }
    wakeNanos = wanted.getAsLong();
    long at = clock.realOf(wakeNanos);
    if (chance(faults.lateWakes())) {
      at += random.nextLong(LATE_MAX.toNanos());
      excusedUntilReal = Math.max(excusedUntilReal, at);
    }
    agenda.add(at, new Step.Wake<>(start, wakeNanos));
  }

  private void add(long at, Step<I, A> step) {
    onTheirWay++;
    agenda.add(at, step);
  }

  private long delay() {
    return faultsOn && random.nextInt(4) == 0
        ? random.nextLong(DELAY_MAX.toNanos())
        : random.nextLong(Duration.ofMillis(5).toNanos());
  }

  private boolean chance(int ofThousand) {
    return faultsOn && random.nextInt(1_000) < ofThousand;
  }

  private Moment now() {
    boolean excused = clock.realNanos() <= excusedUntilReal;
    return new Moment(clock.now(), clock.aliveNanos(), crashes, start, excused);
  }

  /** Text is made only of the last lines, and only for a failure. */
  private void note(Object what, Object more) {
    fingerprint = fingerprint * 31 + clock.realNanos();
    last.add(new Line(clock.uptimeNanos(), what, more));
    if (last.size() > TOLD_LAST) {
      last.remove();
    }
  }
}
