package dev.graspd.sim.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntMachine;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.sim.Trace;
import dev.graspd.sim.sync.Time;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Our hunt, our disk, and the git hosts of the world. Everything is decided by the seed. Every step
 * is checked.
 */
final class HuntWorld {
  static final Duration LIFE = Duration.ofMinutes(30);

  /** Much shorter than the default, so that a run does not consist of waiting. */
  static final Duration NAUGHTY = Duration.ofHours(2);

  private static final int ADDRESSES = 2;

  private static final Duration LATE_MAX = Duration.ofSeconds(20);

  final RandomGenerator random;
  final Time time = new Time();
  final SortedMap<Domain, SimHost> hosts = new TreeMap<>();
  final SortedMap<Identifier, SimFamily> families = new TreeMap<>();

  /** When each URL was last passed over for a family. */
  final SortedMap<Identifier, SortedMap<CloneUrl, Long>> passedNanos = new TreeMap<>();

  private final Mutation mutation;
  final Trace trace = new Trace();
  private final TreeMap<Long, HuntAction.Begin> passes = new TreeMap<>();
  private final int fetchesMax;
  private Checks checks;
  private HuntMachine machine;
  private boolean isCalm;
  private long life;
  private long mailNanos;
  private long wakeNanos = Long.MAX_VALUE;

  HuntWorld(long seed, Mutation mutation, boolean isCalm) {
    this.random = new SplittableRandom(seed);
    this.mutation = mutation;
    this.isCalm = isCalm;
    this.fetchesMax = isCalm ? HuntSettings.DEFAULT.fetchesMax() : random.nextInt(1, 9);
    for (String name : List.of("alpha", "beta", "gamma")) {
      String address = name.equals("gamma") ? "192.0.2.2" : "192.0.2.1";
      DomainLimits limits =
          isCalm
              ? DomainLimits.DEFAULT
              : new DomainLimits(random.nextInt(1, 6), random.nextInt(3, 31));
      SimHost host = new SimHost(name, address, limits);
      hosts.put(host.domain, host);
    }
    this.machine = newMachine();
    this.checks = new Checks(this, fetchesMax);
  }

  private HuntMachine newMachine() {
    SortedMap<Domain, DomainLimits> overrides = new TreeMap<>();
    hosts.values().forEach(host -> overrides.put(host.domain, host.limits));
    HuntSettings settings = new HuntSettings(DomainLimits.DEFAULT, overrides, fetchesMax, NAUGHTY);
    return new HuntMachine(mutation.settings(settings), new SplittableRandom(random.nextLong()));
  }

  HuntMachine machine() {
    return machine;
  }

  SimHost host(CloneUrl url) {
    return hosts.get(url.domain());
  }

  /** Our process dies and starts again: only the disk is left. */
  void restart() {
    note("we are restarted");
    life++;
    passes.clear();
    hosts.values().forEach(SimHost::forgetUs);
    wakeNanos = Long.MAX_VALUE;
    machine = newMachine();
    checks = new Checks(this, fetchesMax);
    for (SimFamily family : families.values()) {
      if (family.isHosted) {
        tell(new HuntInput.Hosted(family.name));
      }
      if (!family.held.isEmpty()) {
        tell(new HuntInput.Waits(family.name, Urgency.RESTORED));
      }
    }
  }

  /** Nothing goes wrong from now on. */
  void calm() {
    isCalm = true;
    hosts.values().forEach(host -> host.manner = Manner.GOOD);
  }

  // ---- our server

  /** Events and pushes change the disk first; the hunt is told soon, and in order. */
  void post(HuntInput input) {
    long delay = Duration.ofMillis(random.nextLong(isCalm ? 5 : 200)).toNanos();
    mailNanos = Math.max(mailNanos, time.nanos() + delay);
    inThisLife(mailNanos, () -> tell(input));
  }

  void hold(SimFamily family, SimFamily.Held event, Urgency urgency) {
    family.held.put(event.number(), event);
    post(new HuntInput.Waits(family.name, urgency));
    time.at(event.untilNanos(), () -> expire(family, event));
  }

  private void expire(SimFamily family, SimFamily.Held event) {
    if (family.held.remove(event.number(), event)) {
      family.remembered.put(event.number(), event);
      settleIfNothingWaits(family);
    }
  }

  /** Objects have come, by a push or a fetch. */
  void take(SimFamily family, SortedSet<Oid> objects) {
    boolean waited = !family.held.isEmpty();
    family.take(objects);
    if (waited) {
      settleIfNothingWaits(family);
    }
  }

  private void settleIfNothingWaits(SimFamily family) {
    if (family.held.isEmpty()) {
      post(new HuntInput.Settled(family.name));
    }
  }

  private SortedSet<Oid> revive(SimFamily family, SortedSet<Oid> advertised) {
    SortedSet<Oid> ids = new TreeSet<>();
    for (SimFamily.Held event : List.copyOf(family.remembered.values())) {
      SortedSet<Oid> found = family.missing(event);
      found.retainAll(advertised);
      if (!found.isEmpty()) {
        ids.addAll(found);
        family.remembered.remove(event.number());
        hold(
            family,
            new SimFamily.Held(
                event.number(), event.wanted(), event.places(), time.nanos() + LIFE.toNanos()),
            Urgency.SYNCED);
      }
    }
    return ids;
  }

  // ---- the machine

  private void inThisLife(long atNanos, Runnable what) {
    long in = life;
    time.at(
        atNanos,
        () -> {
          if (in == life) {
            what.run();
          }
        });
  }

  void tell(HuntInput input) {
    if (!(input instanceof HuntInput.Woken)) {
      note(input);
    }
    checks.told(input);
    for (HuntInput one : mutation.told(input)) {
      List<HuntAction> actions = machine.on(one, mutation.now(time.now()));
      for (HuntAction action : actions) {
        mutation.said(action).forEach(this::perform);
      }
    }
    checkMemory();
    schedule();
  }

  private void checkMemory() {
    int max = families.size() + hosts.size() + ADDRESSES;
    if (machine.remembered() > max) {
      assertThat(machine.remembered()).as("remembered").isLessThanOrEqualTo(max);
    }
  }

  private void schedule() {
    OptionalLong wake = machine.nextWakeNanos();
    if (wake.isPresent() && wake.getAsLong() != wakeNanos) {
      wakeNanos = wake.getAsLong();
      long wanted = wakeNanos;
      long late = !isCalm && random.nextInt(20) == 0 ? random.nextLong(LATE_MAX.toNanos()) : 0;
      inThisLife(
          wanted + late + mutation.wakesLateNanos(),
          () -> {
            if (wanted == wakeNanos) {
              wakeNanos = Long.MAX_VALUE;
              tell(new HuntInput.Woken());
            }
          });
    }
  }

  private void perform(HuntAction action) {
    note(action);
    checks.said(action);
    switch (action) {
      case HuntAction.Look(var name) -> {
        long delay = Duration.ofMillis(random.nextLong(1, isCalm ? 20 : 1_000)).toNanos();
        boolean fails = !isCalm && random.nextInt(30) == 0;
        inThisLife(
            time.nanos() + delay,
            () ->
                post(
                    fails
                        ? new HuntInput.LookFailed(name)
                        : new HuntInput.Looked(families.get(name).missingData())));
      }
      case HuntAction.Begin begin -> begin(begin);
      case HuntAction.Cancel(var pass) ->
          inThisLife(
              time.nanos() + Duration.ofMillis(random.nextLong(1, 500)).toNanos(),
              () -> end(pass, new PassOutcome.Cancelled()));
      case HuntAction.MayDial(var pass) -> dial(pass);
      case HuntAction.MayNotDial(var pass) -> end(pass, new PassOutcome.Crowded(false));
      case HuntAction.Note _ -> {}
    }
  }

  private void begin(HuntAction.Begin begin) {
    passes.put(begin.pass(), begin);
    passedNanos
        .computeIfAbsent(begin.family(), _ -> new TreeMap<>())
        .put(begin.url(), time.nanos());
    SimHost host = host(begin.url());
    post(new HuntInput.Dialling(begin.pass(), host.domain, host.address));
  }

  private void dial(long pass) {
    HuntAction.Begin begin = passes.get(pass);
    if (begin != null) {
      SimHost.Answer answer = host(begin.url()).ask(begin.url(), begin.wanted(), random);
      inThisLife(time.nanos() + answer.delay().toNanos(), () -> arrive(begin, answer.outcome()));
    }
  }

  private void arrive(HuntAction.Begin begin, PassOutcome outcome) {
    if (!passes.containsKey(begin.pass())) {
      return;
    }
    boolean isOurFault = !isCalm && random.nextInt(50) == 0;
    end(begin.pass(), isOurFault ? new PassOutcome.Hindered("disk") : landed(begin, outcome));
  }

  private PassOutcome landed(HuntAction.Begin begin, PassOutcome outcome) {
    SimFamily family = families.get(begin.family());
    if (outcome instanceof PassOutcome.Brought(var objects)) {
      take(family, objects);
    } else if (begin.purpose() == Purpose.COMPARE && outcome instanceof PassOutcome.Nothing) {
      SortedSet<Oid> behind = revive(family, host(begin.url()).objects(begin.url()));
      return behind.isEmpty() ? outcome : new PassOutcome.Behind(behind);
    }
    return outcome;
  }

  private void end(long pass, PassOutcome outcome) {
    if (passes.remove(pass) != null) {
      post(new HuntInput.Ended(pass, outcome));
    }
  }

  // ---- the story of a run

  void note(Object what) {
    trace.note(time.nanos(), "", "", what);
  }

  void pass(Duration duration) {
    long until = time.nanos() + duration.toNanos();
    while (time.step(until)) {}
    time.moveTo(until);
  }
}
