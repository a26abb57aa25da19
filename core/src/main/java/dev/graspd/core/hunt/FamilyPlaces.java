package dev.graspd.core.hunt;

import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
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
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The clone URLs of one family from the last lookup, and the results of the last passes there. */
final class FamilyPlaces {
  /**
   * The most URLs of a family used at a time. If there are more: its own before those that only
   * pull requests name, then those that may have something missing, then those not tried for
   * longest, so that each has its turn.
   */
  static final int PLACES_MAX = 100;

  /** How long we avoid a URL that sent bad data, which is expensive to detect. */
  static final Duration MISBEHAVED_TIME = Duration.ofMinutes(10);

  /** A family with empty maps. */
  private static final int FAMILY_BYTES = 8 * HeapBytes.ENTRY;

  /** A URL without its text, with its domain, in the maps that have it. */
  private static final int URL_BYTES = 5 * HeapBytes.ENTRY + 4 * HeapBytes.OBJECT;

  private final Identifier family;
  private final CopyLooks looks;
  private SortedMap<CloneUrl, SortedSet<Oid>> places = Collections.emptySortedMap();
  private SortedSet<CloneUrl> offered = Collections.emptySortedSet();
  private final TreeMap<CloneUrl, UrlTry> tries = new TreeMap<>();

  /** The URLs that were compared; the looks there may be forgotten by now. */
  private final TreeSet<CloneUrl> compared = new TreeSet<>();

  private final TreeMap<CloneUrl, Long> leftAloneUntilNanos = new TreeMap<>();

  /** The number of the last try of each known URL, used now or not. */
  private final TreeMap<CloneUrl, Long> turns = new TreeMap<>();

  private long lastTurn;
  private Optional<CloneUrl> lastSuccess = Optional.empty();

  /** A lookup is under way. */
  private boolean isLooking;

  /** Its answer is out of date already. */
  private boolean isLookStale;

  /** Whether the last lookup began after the last event arrived. */
  private boolean coversNews;

  /**
   * Knows no places yet.
   *
   * @param looks of all families
   */
  FamilyPlaces(Identifier family, CopyLooks looks) {
    this.family = family;
    this.looks = looks;
  }

  boolean isLooking() {
    return isLooking;
  }

  /** A lookup is needed; returns whether to start one now. */
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
   * An answer arrived; returns whether it is current. An outdated answer still replaces the older
   * one.
   */
  boolean answered(MissingData missing) {
    if (!isLooking) {
      return false;
    }
    put(missing);
    isLooking = false;
    return !isLookStale;
  }

  /** The lookup failed; returns whether one was under way. The earlier answer stays. */
  boolean failed() {
    boolean wasLooking = isLooking;
    isLooking = false;
    isLookStale = false;
    return wasLooking;
  }

  /** Returns whether another lookup was requested meanwhile, and clears that request. */
  boolean isAskedAgain() {
    return isLookStale;
  }

  /** An event arrived: a lookup that is under way may not include it. */
  void news() {
    coversNews = false;
  }

  boolean coversNews() {
    return coversNews;
  }

  private void put(MissingData missing) {
    offered = missing.offered();
    places = missing.places().size() <= PLACES_MAX ? missing.places() : most(missing.places());
    turns.keySet().retainAll(missing.places().keySet());
    forget(url -> !places.containsKey(url));
    leftAloneUntilNanos.keySet().retainAll(places.keySet());
  }

  /** The family is not at work any more: its places are looked up when it is again. */
  void rest() {
    places = Collections.emptySortedMap();
    offered = Collections.emptySortedSet();
  }

  /** Returns about how much heap the results of all passes take. */
  long heapBytes() {
    long bytes = FAMILY_BYTES + HeapBytes.of(family.text());
    for (CloneUrl url : turns.keySet()) {
      bytes += URL_BYTES + HeapBytes.of(url.text());
    }
    for (UrlTry last : tries.values()) {
      bytes += HeapBytes.ENTRY + 2L * HeapBytes.OBJECT + HeapBytes.of(last.why());
    }
    return bytes;
  }

  /** Forgets the results of all passes. */
  void forget() {
    forget(_ -> true);
  }

  private void forget(Predicate<CloneUrl> isForgotten) {
    for (CloneUrl url : compared.stream().filter(isForgotten).toList()) {
      looks.remove(place(url));
      compared.remove(url);
    }
    for (CloneUrl url : tries.keySet().stream().filter(isForgotten).toList()) {
      looks.addFailed(-failures(url));
      tries.remove(url);
    }
  }

  private CopyLooks.Place place(CloneUrl url) {
    return new CopyLooks.Place(family, url);
  }

  /** 1 if the refs of a URL could not be read at the last visit. */
  private int failures(CloneUrl url) {
    @Nullable UrlTry last = tries.get(url);
    return last != null && last.isFailure() ? 1 : 0;
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

  /** The refs of a URL were read and compared. */
  void compared(CloneUrl url, SortedMap<PublicKey, RefComparison> copies, Now now) {
    if (places.containsKey(url)) {
      looks.put(place(url), new CopyLook(now.epochSeconds(), copies));
      compared.add(url);
    }
  }

  /**
   * A pass has ended.
   *
   * @param isRead whether it has read the refs of the URL
   */
  void tried(CloneUrl url, PassOutcome outcome, boolean isRead, Now now) {
    if (places.containsKey(url) && !(outcome instanceof PassOutcome.Cancelled)) {
      note(url, UrlTry.of(outcome, isRead, now));
      turns.put(url, ++lastTurn);
    }
    if (outcome instanceof PassOutcome.Misbehaved) {
      leftAloneUntilNanos.put(url, now.after(MISBEHAVED_TIME));
    }
    if (outcome instanceof PassOutcome.Brought(var ids) && !ids.isEmpty()) {
      lastSuccess = Optional.of(url);
    }
  }

  private void note(CloneUrl url, UrlTry result) {
    looks.addFailed(-failures(url));
    tries.put(url, result);
    looks.addFailed(failures(url));
    if (result.isFailure()) {
      looks.remove(place(url));
      compared.remove(url);
    }
  }

  boolean isLeftAlone(CloneUrl url, Now now) {
    return now.nanos() < leftAloneUntilNanos.getOrDefault(url, Long.MIN_VALUE);
  }

  SortedMap<CloneUrl, UrlTry> tries() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(tries));
  }

  /** Returns the last comparison with each URL that has one. */
  SortedMap<CloneUrl, CopyLook> looks() {
    SortedMap<CloneUrl, CopyLook> found = new TreeMap<>();
    compared.forEach(url -> looks.find(place(url)).ifPresent(look -> found.put(url, look)));
    return Collections.unmodifiableSortedMap(found);
  }
}
