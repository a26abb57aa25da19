package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Where one family may be found, as last looked, and what came of looking there. */
final class FamilyPlaces {
  /**
   * URLs of a family that are used at a time; of more, its own before those that only pull requests
   * name, of these those where something is sought, and of these the ones that were not tried for
   * longest: each has its turn.
   */
  static final int PLACES_MAX = 100;

  /** How long a URL is left alone that sent something wrong: it costs much to find out. */
  static final Duration MISBEHAVED_TIME = Duration.ofMinutes(10);

  private SortedMap<CloneUrl, SortedSet<Oid>> places = Collections.emptySortedMap();
  private SortedSet<CloneUrl> offered = Collections.emptySortedSet();
  private final TreeMap<CloneUrl, UrlTry> tries = new TreeMap<>();
  private final TreeMap<CloneUrl, Long> leftAloneUntilNanos = new TreeMap<>();

  /** The number of the last try of each URL that is named, used at this time or not. */
  private final TreeMap<CloneUrl, Long> turns = new TreeMap<>();

  private long lastTurn;
  private Optional<CloneUrl> lastSuccess = Optional.empty();

  /** A look is under way. */
  private boolean isLooking;

  /** What it will say is out of date already. */
  private boolean isLookStale;

  /** Whether the last look was asked for after the last event came. */
  private boolean coversNews;

  boolean isLooking() {
    return isLooking;
  }

  /** Somebody wants to know; returns whether it has to be asked now. */
  boolean ask() {
    if (isLooking) {
      isLookStale = true;
      return false;
    }
    isLooking = true;
    isLookStale = false;
    coversNews = true;
    return true;
  }

  /**
   * An answer came; returns whether conclusions may be drawn from it. One that is out of date is
   * still better than what was known before.
   */
  boolean answered(Quarry quarry) {
    if (!isLooking) {
      return false;
    }
    put(quarry);
    isLooking = false;
    return !isLookStale;
  }

  /** No answer will come; returns whether one was awaited. What was known before stays. */
  boolean failed() {
    boolean wasLooking = isLooking;
    isLooking = false;
    isLookStale = false;
    return wasLooking;
  }

  /** Returns whether somebody wanted to know while a look was under way; asking settles that. */
  boolean isAskedAgain() {
    return isLookStale;
  }

  /** An event came: a look that is under way may not know of it. */
  void news() {
    coversNews = false;
  }

  boolean coversNews() {
    return coversNews;
  }

  private void put(Quarry quarry) {
    offered = quarry.offered();
    places = quarry.places().size() <= PLACES_MAX ? quarry.places() : most(quarry.places());
    turns.keySet().retainAll(quarry.places().keySet());
    tries.keySet().retainAll(places.keySet());
    leftAloneUntilNanos.keySet().retainAll(places.keySet());
  }

  private SortedMap<CloneUrl, SortedSet<Oid>> most(SortedMap<CloneUrl, SortedSet<Oid>> places) {
    SortedMap<CloneUrl, SortedSet<Oid>> most = new TreeMap<>();
    places.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<CloneUrl, SortedSet<Oid>> place) -> isOffered(place.getKey()))
                .thenComparing(place -> place.getValue().isEmpty())
                .thenComparing(place -> !lastSuccess.equals(Optional.of(place.getKey())))
                .thenComparing(place -> turns.getOrDefault(place.getKey(), 0L))
                .thenComparing(Map.Entry::getKey))
        .limit(PLACES_MAX)
        .forEach(place -> most.put(place.getKey(), place.getValue()));
    return most;
  }

  boolean isMissingNothing() {
    return places.values().stream().allMatch(SortedSet::isEmpty);
  }

  /**
   * Returns all URLs: the family's own before those that only pull requests name; of each the last
   * successful one first, the others sorted.
   */
  List<CloneUrl> inOrder() {
    return places.keySet().stream()
        .sorted(
            Comparator.comparing(this::isOffered)
                .thenComparing(url -> !lastSuccess.equals(Optional.of(url)))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** Returns whether only pull requests name a URL. */
  boolean isOffered(CloneUrl url) {
    return offered.contains(url);
  }

  SortedSet<Oid> soughtAt(CloneUrl url) {
    return places.getOrDefault(url, Collections.emptySortedSet());
  }

  void tried(CloneUrl url, PassOutcome outcome, Now now) {
    if (places.containsKey(url) && !(outcome instanceof PassOutcome.Cancelled)) {
      tries.put(url, UrlTry.of(outcome, now));
      turns.put(url, ++lastTurn);
    }
    if (outcome instanceof PassOutcome.Misbehaved) {
      leftAloneUntilNanos.put(url, now.after(MISBEHAVED_TIME));
    }
    if (outcome instanceof PassOutcome.Brought(var ids) && !ids.isEmpty()) {
      lastSuccess = Optional.of(url);
    }
  }

  boolean isLeftAlone(CloneUrl url, Now now) {
    return now.nanos() < leftAloneUntilNanos.getOrDefault(url, Long.MIN_VALUE);
  }

  SortedMap<CloneUrl, UrlTry> tries() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(tries));
  }
}
