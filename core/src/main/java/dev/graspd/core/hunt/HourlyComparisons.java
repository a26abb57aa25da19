package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Compares every hosted family with its clone URLs, every 50 ± 5 min (GRASP-02: hourly). The first
 * comparisons are spread over time, so that a start does not ask one host for everything at once.
 */
final class HourlyComparisons {
  static final Duration INTERVAL = Duration.ofMinutes(50);
  static final Duration JITTER = Duration.ofMinutes(5);

  /** A family without a comparison for this long is overdue. */
  static final Duration OVERDUE = Duration.ofHours(1);

  /** Lookups of families for comparisons at a time. */
  static final int LOOKS_MAX = 32;

  private static final class Comparison {
    boolean isLooking;
    long begunNanos;

    /** The domains where it waits for a turn, or has one. */
    final SortedSet<Domain> queuedAt = new TreeSet<>();
  }

  private final HuntState shared;
  private final RandomGenerator random;
  private final Map<Identifier, Comparison> hosted = new HashMap<>();
  private final DueList due = new DueList();

  /** When each family was last compared, or became hosted. */
  private final DueList compared = new DueList();

  private int looking;

  HourlyComparisons(HuntState shared, RandomGenerator random) {
    this.shared = shared;
    this.random = random;
  }

  // ---- facts

  void hosted(Identifier family, Now now) {
    if (hosted.putIfAbsent(family, new Comparison()) == null) {
      compared.put(family, now.nanos());
      due.put(family, now.nanos() + random.nextLong(INTERVAL.toNanos()));
    }
  }

  void dropped(Identifier family, Now now) {
    @Nullable Comparison comparison = hosted.remove(family);
    if (comparison == null) {
      return;
    }
    looking -= comparison.isLooking ? 1 : 0;
    due.remove(family);
    compared.remove(family);
    for (Domain domain : comparison.queuedAt) {
      DomainLine line = shared.domains.line(domain, now);
      line.comparisons.remove(family);
      shared.domains.refresh(line, now);
    }
    shared.cancel(family, Purpose.COMPARE);
  }

  /** The places of a family were looked up. */
  void looked(Identifier family, boolean isHosted, Now now) {
    @Nullable Comparison comparison = hosted.get(family);
    if (comparison == null || !comparison.isLooking) {
      return;
    }
    comparison.isLooking = false;
    looking--;
    if (isHosted) {
      shared.placesOf(family).inOrder().stream()
          .filter(url -> isCompared(url, family) && shared.isUsable(url, family, now))
          .forEach(url -> queueAt(url.domain(), family, comparison, now));
    }
    finishIfDone(family, comparison, now);
  }

  /** The places of a family could not be looked up: it is due again soon. */
  void lookFailed(Identifier family, Now now) {
    @Nullable Comparison comparison = hosted.get(family);
    if (comparison != null && comparison.isLooking) {
      comparison.isLooking = false;
      looking--;
      due.put(family, now.after(BackOff.MAX));
    }
  }

  private void queueAt(Domain domain, Identifier family, Comparison comparison, Now now) {
    DomainLine line = shared.domains.line(domain, now);
    line.comparisons.add(family);
    comparison.queuedAt.add(domain);
    shared.domains.refresh(line, now);
  }

  private void finishIfDone(Identifier family, Comparison comparison, Now now) {
    if (comparison.queuedAt.isEmpty()) {
      compared.put(family, now.nanos());
      due.put(family, Math.max(now.nanos(), comparison.begunNanos + interval()));
    }
  }

  private long interval() {
    long jitter = JITTER.toNanos();
    return INTERVAL.toNanos() + random.nextLong(-jitter, jitter + 1);
  }

  /** A pass is over. */
  void passed(RunningPasses.Pass pass, PassOutcome outcome, Now now) {
    DomainLine line = shared.domains.line(pass.url().domain(), now);
    if (outcome.isTried()) {
      line.comparisons.markTried(pass.family(), pass.id(), pass.url());
    }
    line.comparisons.end(pass.family(), pass.id());
    if (line.comparisons.contains(pass.family()) && nextAt(pass.family(), line, now).isEmpty()) {
      leave(pass.family(), line, now);
    }
  }

  private Optional<CloneUrl> nextAt(Identifier family, DomainLine line, Now now) {
    Set<CloneUrl> tried = line.comparisons.tried(family);
    return shared.firstAt(
        line.domain, family, url -> isCompared(url, family) && !tried.contains(url), now);
  }

  /**
   * A place that only a pull request names is no copy of the family: we compare it for that pull
   * request only, unless a hunt is looking there. If too many such places are visited now, we skip
   * it until the next time.
   */
  private boolean isCompared(CloneUrl url, Identifier family) {
    FamilyPlaces places = shared.placesOf(family);
    return !places.isOffered(url)
        || (places.soughtAt(url).isEmpty() && shared.passes.hasRoomForOffered());
  }

  private void leave(Identifier family, DomainLine line, Now now) {
    line.comparisons.remove(family);
    @Nullable Comparison comparison = hosted.get(family);
    if (comparison != null && comparison.queuedAt.remove(line.domain)) {
      finishIfDone(family, comparison, now);
    }
  }

  // ---- conclusions

  /** Begins the comparisons that are due. */
  void beginDue(Now now) {
    while (looking < LOOKS_MAX) {
      Optional<Identifier> family = due.takeDue(now);
      if (family.isEmpty()) {
        return;
      }
      @Nullable Comparison comparison = hosted.get(family.get());
      if (comparison != null) {
        comparison.isLooking = true;
        comparison.begunNanos = now.nanos();
        looking++;
        shared.ask(family.get());
      }
    }
  }

  /** Gives a turn to the next family at a domain with room, if it has a URL left there. */
  void turn(DomainLine line, Now now) {
    Identifier family = line.comparisons.next();
    Optional<CloneUrl> url = nextAt(family, line, now);
    if (url.isPresent()) {
      line.comparisons.begin(
          family, shared.begin(family, url.get(), RunningPasses.Path.COMPARISON, now));
    } else {
      leave(family, line, now);
    }
    shared.domains.refresh(line, now);
  }

  OptionalLong nextWakeNanos() {
    return looking < LOOKS_MAX ? due.firstNanos() : OptionalLong.empty();
  }

  boolean knows(Identifier family) {
    return hosted.containsKey(family);
  }

  int overdue(Now now) {
    return compared.countBefore(now.nanos() - OVERDUE.toNanos());
  }
}
