package dev.graspd.sim.hunt;

import dev.graspd.core.hunt.HostFault;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HostAddress;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** A git host: what it has, how it behaves, and a record of what it was asked. */
final class SimHost {
  /** After so long we give up on a host that does not answer. */
  static final Duration GIVEN_UP = Duration.ofMinutes(15);

  /** What comes of a pass, and when. */
  record Answer(Duration delay, PassOutcome outcome) {}

  final Domain domain;

  /** Several names may be at one. */
  final HostAddress address;

  final DomainLimits limits;
  Manner manner = Manner.GOOD;

  /** Requests of this life of ours in the last minute. */
  final Deque<Long> askedNanos = new ArrayDeque<>();

  int inFlight;
  long pausedUntilNanos = Long.MIN_VALUE;
  long leftAloneUntilNanos = Long.MIN_VALUE;
  private final String root;
  private final SortedMap<CloneUrl, SortedSet<Oid>> repositories = new TreeMap<>();
  private int asked;

  SimHost(String name, String address, DomainLimits limits) {
    this.root = "https://" + name + ".example.org/";
    this.domain = new Domain(name + ".example.org");
    this.address = new HostAddress(address);
    this.limits = limits;
  }

  CloneUrl urlOf(Identifier family, int mirror) {
    return CloneUrl.parse(root + family.text() + (mirror == 0 ? "" : "-mirror") + ".git")
        .orElseThrow();
  }

  /** Where somebody offers changes to a family; there may be many such places. */
  CloneUrl forkOf(Identifier family, int number) {
    return CloneUrl.parse(root + family.text() + "-fork" + number + ".git").orElseThrow();
  }

  SortedSet<Oid> objects(CloneUrl url) {
    return repositories.computeIfAbsent(url, _ -> new TreeSet<>());
  }

  /** We are new and remember nothing of what we asked. */
  void forgetUs() {
    askedNanos.clear();
    inFlight = 0;
    pausedUntilNanos = Long.MIN_VALUE;
    leftAloneUntilNanos = Long.MIN_VALUE;
  }

  Answer ask(CloneUrl url, SortedSet<Oid> wanted, RandomGenerator random) {
    asked++;
    Duration quick = Duration.ofMillis(random.nextLong(50, 3_000));
    return switch (manner) {
      case GOOD -> new Answer(quick, give(url, wanted));
      case ABSENT -> new Answer(quick, new PassOutcome.Nothing("404"));
      case SLOW -> new Answer(Duration.ofSeconds(random.nextLong(30, 600)), give(url, wanted));
      case PARTIAL -> new Answer(quick, give(url, some(wanted, random)));
      case WRONG -> new Answer(quick, new PassOutcome.Misbehaved("wrong pack"));
      case REFUSING -> new Answer(quick, new PassOutcome.Unreachable("refused"));
      case FLAPPING ->
          new Answer(
              quick, asked % 2 == 0 ? give(url, wanted) : new PassOutcome.Unreachable("cut off"));
      case REDIRECTING ->
          new Answer(
              quick.multipliedBy(2),
              random.nextBoolean()
                  ? give(url, wanted)
                  : new PassOutcome.Unreachable("redirected in circles"));
      case BUSY -> new Answer(quick, new PassOutcome.Throttled(Optional.empty()));
      case BUSY_SAYING_HOW_LONG ->
          new Answer(quick, new PassOutcome.Throttled(Optional.of(rest(random))));
      case HANGING -> new Answer(GIVEN_UP, new PassOutcome.Unreachable("timed out"));
      case NAMELESS ->
          new Answer(quick, new PassOutcome.Hopeless(HostFault.NO_SUCH_NAME, "no such name"));
    };
  }

  private static Duration rest(RandomGenerator random) {
    return random.nextInt(8) == 0
        ? Duration.ofDays(random.nextLong(400))
        : Duration.ofSeconds(random.nextLong(120));
  }

  private PassOutcome give(CloneUrl url, SortedSet<Oid> wanted) {
    SortedSet<Oid> has = new TreeSet<>(wanted);
    has.retainAll(objects(url));
    return has.isEmpty() ? new PassOutcome.Nothing("none of it") : new PassOutcome.Brought(has);
  }

  private static SortedSet<Oid> some(SortedSet<Oid> all, RandomGenerator random) {
    SortedSet<Oid> some = new TreeSet<>(all);
    some.removeIf(_ -> random.nextBoolean());
    return some;
  }
}
