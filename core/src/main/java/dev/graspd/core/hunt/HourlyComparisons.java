package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
 *
 * <p>A hosted family has a small row. Its clone URLs are looked up when its comparison begins, and
 * only so many comparisons are at work at a time: of families whose domain has enough to do, the
 * domain keeps a list, and their URLs are looked up again when it is their turn. So memory grows
 * with what is at work, and one domain does not keep the others waiting.
 */
final class HourlyComparisons {
  static final Duration INTERVAL = Duration.ofMinutes(50);
  static final Duration JITTER = Duration.ofMinutes(5);

  /** A family without a comparison for this long is overdue. */
  static final Duration OVERDUE = Duration.ofHours(1);

  /** Lookups of families for comparisons at a time. */
  static final int LOOKS_MAX = 32;

  /** Families that wait for a turn at one domain with their URLs in memory. */
  static final int QUEUED_MAX = 64;

  /** Families at work at all domains. */
  static final int WORKING_MAX = 10_000;

  /** The row of a hosted family. */
  private static final class Row {
    private final Identifier family;
    private long dueNanos;

    /** When it was last compared, or became hosted. */
    private long comparedNanos;

    /** What is left to do of the comparison that has begun; null if none has. */
    private @Nullable Comparison comparison;

    Row(Identifier family, long comparedNanos) {
      this.family = family;
      this.comparedNanos = comparedNanos;
    }

    long dueNanos() {
      return dueNanos;
    }

    Identifier family() {
      return family;
    }
  }

  private static final class Comparison {
    private final long begunNanos;
    private boolean isLooking = true;

    /** Whether the first lookup is still to come, which says where there is anything to do. */
    private boolean isNew = true;

    /** The domains where it waits for a turn, or has one. */
    private final SortedSet<Domain> queuedAt = new TreeSet<>();

    /** The domains that had enough to do. */
    private final SortedSet<Domain> postponedAt = new TreeSet<>();

    /** Those of them that have room again. */
    private final SortedSet<Domain> recalledBy = new TreeSet<>();

    Comparison(long begunNanos) {
      this.begunNanos = begunNanos;
    }

    boolean isWorking() {
      return isLooking || !queuedAt.isEmpty();
    }

    boolean isDone() {
      return !isWorking() && postponedAt.isEmpty();
    }
  }

  private final HuntState shared;
  private final RandomGenerator random;
  private final Map<Identifier, Row> hosted = new HashMap<>();

  /** The rows whose comparison has not begun. */
  private final SortedSet<Row> due =
      new TreeSet<>(Comparator.comparingLong(Row::dueNanos).thenComparing(Row::family));

  /** The families at work. */
  private final Set<Identifier> working = new HashSet<>();

  /** Domains with postponed families that may have room. */
  private final Set<Domain> recalling = new LinkedHashSet<>();

  private int looking;

  HourlyComparisons(HuntState shared, RandomGenerator random) {
    this.shared = shared;
    this.random = random;
  }

  // ---- facts

  void hosted(Identifier family, Now now) {
    if (!hosted.containsKey(family)) {
      Row row = new Row(family, now.nanos());
      hosted.put(family, row);
      plan(row, now.nanos() + random.nextLong(INTERVAL.toNanos()));
    }
  }

  private void plan(Row row, long nanos) {
    row.comparison = null;
    row.dueNanos = nanos;
    due.add(row);
    working.remove(row.family);
  }

  void dropped(Identifier family, Now now) {
    @Nullable Row row = hosted.remove(family);
    if (row == null) {
      return;
    }
    due.remove(row);
    working.remove(family);
    if (row.comparison != null) {
      end(family, row.comparison, now);
    }
    shared.cancel(family, Purpose.COMPARE);
  }

  private void end(Identifier family, Comparison comparison, Now now) {
    looking -= comparison.isLooking ? 1 : 0;
    for (Domain domain : comparison.queuedAt) {
      DomainLine line = shared.domains.line(domain, now);
      line.comparisons.remove(family);
      shared.domains.refresh(line, now);
      recalling.add(domain);
    }
    for (Domain domain : comparison.postponedAt) {
      shared.domains.line(domain, now).postponed.remove(family);
    }
    comparison.recalledBy.forEach(domain -> shared.domains.line(domain, now).recalled--);
  }

  /** The places of a family were looked up. */
  void looked(Identifier family, boolean isHosted, Now now) {
    @Nullable Row row = hosted.get(family);
    if (row == null || row.comparison == null || !row.comparison.isLooking) {
      return;
    }
    Comparison comparison = row.comparison;
    SortedSet<Domain> domains =
        isHosted ? domainsToCompare(family, now) : Collections.emptySortedSet();
    SortedSet<Domain> recalledBy = lookEnded(comparison, now);
    for (Domain domain : domains) {
      if (recalledBy.contains(domain)) {
        queueAt(domain, family, comparison, now);
      } else if (comparison.isNew) {
        queueOrPostpone(domain, family, comparison, now);
      }
    }
    comparison.isNew = false;
    concluded(row, comparison, now);
  }

  private SortedSet<Domain> domainsToCompare(Identifier family, Now now) {
    SortedSet<Domain> domains = new TreeSet<>();
    for (CloneUrl url : shared.placesOf(family).inOrder()) {
      if (isCompared(url, family) && shared.isUsable(url, family, now)) {
        domains.add(url.domain());
      }
    }
    return domains;
  }

  /** Returns the domains that wait for this lookup. */
  private SortedSet<Domain> lookEnded(Comparison comparison, Now now) {
    comparison.isLooking = false;
    looking--;
    SortedSet<Domain> recalledBy = new TreeSet<>(comparison.recalledBy);
    comparison.recalledBy.clear();
    for (Domain domain : recalledBy) {
      shared.domains.line(domain, now).recalled--;
      recalling.add(domain);
    }
    return recalledBy;
  }

  /**
   * The places of a family could not be looked up: it is due again soon, or goes on at the domains
   * where it waits.
   */
  void lookFailed(Identifier family, Now now) {
    @Nullable Row row = hosted.get(family);
    if (row == null || row.comparison == null || !row.comparison.isLooking) {
      return;
    }
    Comparison comparison = row.comparison;
    SortedSet<Domain> _ = lookEnded(comparison, now);
    if (comparison.isDone()) {
      plan(row, now.after(BackOff.MAX));
    } else {
      concluded(row, comparison, now);
    }
  }

  private void queueOrPostpone(Domain domain, Identifier family, Comparison comparison, Now now) {
    DomainLine line = shared.domains.line(domain, now);
    if (hasRoom(line)) {
      queueAt(domain, family, comparison, now);
    } else {
      line.postponed.add(family);
      // Many families wait: one object for the domain of all of them.
      comparison.postponedAt.add(line.domain);
    }
  }

  private static boolean hasRoom(DomainLine line) {
    return line.comparisons.size() + line.recalled < QUEUED_MAX;
  }

  private void queueAt(Domain domain, Identifier family, Comparison comparison, Now now) {
    DomainLine line = shared.domains.line(domain, now);
    line.comparisons.add(family);
    comparison.queuedAt.add(line.domain);
    shared.domains.refresh(line, now);
  }

  private void concluded(Row row, Comparison comparison, Now now) {
    if (comparison.isDone()) {
      row.comparedNanos = now.nanos();
      plan(row, Math.max(now.nanos(), comparison.begunNanos + interval()));
    } else if (!comparison.isWorking()) {
      working.remove(row.family);
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
    recalling.add(line.domain);
    @Nullable Row row = hosted.get(family);
    if (row != null && row.comparison != null && row.comparison.queuedAt.remove(line.domain)) {
      concluded(row, row.comparison, now);
    }
  }

  // ---- conclusions

  /** Begins the comparisons that are due; those that domains have postponed go first. */
  void beginDue(Now now) {
    recall(now);
    while (hasRoomForMore() && !due.isEmpty() && due.first().dueNanos <= now.nanos()) {
      Row row = due.first();
      due.remove(row);
      row.comparison = new Comparison(now.nanos());
      look(row.family);
    }
  }

  private boolean hasRoomForMore() {
    return looking < LOOKS_MAX && working.size() < WORKING_MAX;
  }

  private void look(Identifier family) {
    looking++;
    working.add(family);
    shared.ask(family);
  }

  private void recall(Now now) {
    while (hasRoomForMore() && !recalling.isEmpty()) {
      Domain domain = recalling.iterator().next();
      DomainLine line = shared.domains.line(domain, now);
      if (line.postponed.isEmpty() || !hasRoom(line)) {
        recalling.remove(domain);
      } else {
        recall(line.postponed.removeFirst(), line);
      }
    }
  }

  private void recall(Identifier family, DomainLine line) {
    @Nullable Row row = hosted.get(family);
    if (row == null || row.comparison == null) {
      return;
    }
    Comparison comparison = row.comparison;
    comparison.postponedAt.remove(line.domain);
    comparison.recalledBy.add(line.domain);
    line.recalled++;
    if (!comparison.isLooking) {
      comparison.isLooking = true;
      look(family);
    }
  }

  /**
   * Gives a turn to the next family at a domain with room, if it has a URL left there; returns the
   * family.
   */
  Identifier turn(DomainLine line, Now now) {
    Identifier family = line.comparisons.next();
    Optional<CloneUrl> url = nextAt(family, line, now);
    if (url.isPresent()) {
      line.comparisons.begin(
          family, shared.begin(family, url.get(), RunningPasses.Path.COMPARISON, now));
    } else {
      leave(family, line, now);
    }
    shared.domains.refresh(line, now);
    return family;
  }

  OptionalLong nextWakeNanos() {
    return hasRoomForMore() && !due.isEmpty()
        ? OptionalLong.of(due.first().dueNanos)
        : OptionalLong.empty();
  }

  boolean knows(Identifier family) {
    return hosted.containsKey(family);
  }

  /** Returns whether a comparison needs the URLs of a family now. */
  boolean isWorkingOn(Identifier family) {
    return working.contains(family);
  }

  int overdue(Now now) {
    long before = now.nanos() - OVERDUE.toNanos();
    return (int) hosted.values().stream().filter(row -> row.comparedNanos < before).count();
  }
}
