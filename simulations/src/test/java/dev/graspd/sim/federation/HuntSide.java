package dev.graspd.sim.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntMachine;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The hunt of one server: the real machine, with the other servers as git hosts. */
final class HuntSide {
  private static final Duration GIVEN_UP = Duration.ofMinutes(15);
  private static final Duration WINDOW = Duration.ofMinutes(1);

  /** So narrow that a few repositories reach them. */
  static final DomainLimits LIMITS = new DomainLimits(1, 6);

  /** A server is asked singly for so many of the ids that its refs reach but do not name. */
  private static final int SINGLES_MAX = 2;

  private final Node node;
  private final Federation world;
  private final Mutation mutation;
  private final SortedMap<Long, HuntAction.Begin> passes = new TreeMap<>();
  private final SortedMap<Domain, Deque<Long>> askedNanos = new TreeMap<>();
  private HuntMachine machine;
  private long postedNanos;
  private long wakeNanos = Long.MAX_VALUE;

  HuntSide(Node node, Federation world, Mutation mutation) {
    this.node = node;
    this.world = world;
    this.mutation = mutation;
    this.machine = newMachine();
  }

  private HuntMachine newMachine() {
    HuntSettings usual = HuntSettings.DEFAULT;
    HuntSettings settings =
        new HuntSettings(
            mutation.limits(LIMITS), usual.overrides(), usual.fetchesMax(), usual.naughty());
    return new HuntMachine(settings, new SplittableRandom(world.random.nextLong()));
  }

  /** The process starts: only what the disk says is known. */
  void start(SortedSet<Identifier> hosted, SortedSet<Identifier> waiting) {
    machine = newMachine();
    passes.clear();
    askedNanos.clear();
    wakeNanos = Long.MAX_VALUE;
    hosted.forEach(family -> tell(new HuntInput.Hosted(family)));
    waiting.forEach(family -> tell(new HuntInput.Waits(family, Urgency.RESTORED)));
  }

  /** The disk has changed; the machine is told soon, and in order. */
  void post(HuntInput input) {
    long now = world.time.nanos();
    Duration delay = Duration.ofMillis(world.random.nextLong(5));
    postedNanos = Math.max(postedNanos, now + delay.toNanos());
    node.inThisLife(Duration.ofNanos(postedNanos - now), () -> tell(input));
  }

  private void tell(HuntInput told) {
    mutation
        .hunt(told)
        .ifPresent(input -> {
          if (!(input instanceof HuntInput.Woken)) {
            world.note(node, "hunt <-", input);
          }
          machine.on(input, node.now()).forEach(this::perform);
        });
    OptionalLong wake = machine.nextWakeNanos();
    if (wake.isPresent() && wake.getAsLong() != wakeNanos) {
      wakeNanos = wake.getAsLong();
      long at = wakeNanos;
      node.inThisLife(
          Duration.ofNanos(Math.max(0, at - world.time.nanos())),
          () -> {
            if (at == wakeNanos) {
              wakeNanos = Long.MAX_VALUE;
              tell(new HuntInput.Woken());
            }
          });
    }
  }

  private void perform(HuntAction action) {
    world.note(node, "hunt ->", action);
    switch (action) {
      case HuntAction.Look(var family) ->
          node.inThisLife(
              Duration.ofMillis(world.random.nextLong(1, 20)),
              () -> tell(new HuntInput.Looked(node.gate.missingData(family))));
      case HuntAction.Begin begin -> begin(begin);
      case HuntAction.Cancel(var pass) ->
          node.inThisLife(
              Duration.ofMillis(world.random.nextLong(1, 500)),
              () -> end(pass, new PassOutcome.Cancelled()));
      case HuntAction.MayDial _, HuntAction.MayNotDial _, HuntAction.Note _ -> {}
    }
  }

  private void begin(HuntAction.Begin begin) {
    passes.put(begin.pass(), begin);
    checkLimits(begin.url().domain());
    Federation.Place place = world.place(begin.url());
    boolean lost = world.isLost(node, place.node());
    Duration delay =
        lost
            ? Duration.ofMillis(world.random.nextLong(30_000, GIVEN_UP.toMillis()))
            : Duration.ofMillis(world.random.nextLong(50, 3_000));
    node.inThisLife(
        delay,
        () -> {
          if (passes.containsKey(begin.pass())) {
            end(
                begin.pass(),
                lost || !world.isReachable(node, place.node())
                    ? new PassOutcome.Unreachable("no answer")
                    : answer(begin, place));
          }
        });
  }

  private void checkLimits(Domain domain) {
    long now = world.time.nanos();
    Deque<Long> asked = askedNanos.computeIfAbsent(domain, _ -> new ArrayDeque<>());
    asked.add(now);
    while (asked.getFirst() + WINDOW.toNanos() <= now) {
      asked.removeFirst();
    }
    long running =
        passes.values().stream().filter(pass -> pass.url().domain().equals(domain)).count();
    if (running > LIMITS.concurrent() || asked.size() > LIMITS.perMinute()) {
      assertThat(running + " at a time, " + asked.size() + " within 60 s")
          .as("%s asks %s too much", node, domain)
          .isNull();
    }
  }

  private PassOutcome answer(HuntAction.Begin begin, Federation.Place place) {
    SortedSet<Oid> advertised = place.node().gate.advertised(place.repository());
    if (begin.purpose() == Purpose.COMPARE) {
      return node.gate.compare(begin.family(), advertised);
    }
    SortedSet<Oid> got = new TreeSet<>(begin.wanted());
    got.retainAll(advertised);
    SortedSet<Oid> reached = world.commits.reachedFrom(advertised);
    Stream<Oid> singly =
        begin.wanted().stream().filter(id -> reached.contains(id) && !advertised.contains(id));
    singly.limit(SINGLES_MAX).forEach(got::add);
    return got.isEmpty()
        ? new PassOutcome.Nothing("has none of it")
        : node.gate.land(begin.family(), got);
  }

  private void end(long pass, PassOutcome outcome) {
    if (passes.remove(pass) != null) {
      post(new HuntInput.Ended(pass, outcome));
    }
  }
}
