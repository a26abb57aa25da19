package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.Visits;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Passes in flight, over all domains. A cancelled pass is in flight until it answers. */
final class RunningPasses {
  /** Who began a pass. */
  enum Path {
    /** The attempt of a family. */
    MAIN,
    /** A turn at a domain. */
    QUEUE,
    /** The hourly comparison. */
    COMPARISON
  }

  /** Fetches at a time for one family, so that its slow URLs do not block others. */
  static final int FETCHES_PER_FAMILY_MAX = 4;

  /**
   * One pass.
   *
   * @param isOffered whether only pull requests name the URL
   * @param isProven whether its host had delivered something before
   */
  record Pass(
      long id,
      Identifier family,
      CloneUrl url,
      Path path,
      boolean isOffered,
      boolean isProven,
      Visits visits,
      long begunNanos) {
    boolean isComparison() {
      return path == Path.COMPARISON;
    }

    Purpose purpose() {
      return isComparison() ? Purpose.COMPARE : Purpose.FETCH;
    }
  }

  private final HuntSettings settings;
  private final TreeMap<Long, Pass> byId = new TreeMap<>();
  private final Map<Identifier, TreeMap<Long, Pass>> byFamily = new HashMap<>();
  private final TreeSet<Long> cancelled = new TreeSet<>();
  private int comparisons;
  private int offered;
  private int unproven;
  private long lastId;

  RunningPasses(HuntSettings settings) {
    this.settings = settings;
  }

  boolean hasRoom() {
    return byId.size() < settings.fetchesMax();
  }

  boolean hasRoomForComparison() {
    return hasRoom() && comparisons < settings.comparisonsMax();
  }

  /** Returns whether one more pass over an unproven host leaves enough slots for others. */
  boolean hasRoomForUnproven() {
    return hasRoom() && unproven < settings.unprovenMax();
  }

  /** Returns whether one more fetch of this kind leaves enough slots for others. */
  boolean hasRoomFor(Identifier family, boolean isOffered) {
    long own = of(family).stream().filter(pass -> !pass.isComparison()).count();
    return own < FETCHES_PER_FAMILY_MAX && (!isOffered || hasRoomForOffered());
  }

  boolean hasRoomForOffered() {
    return offered < settings.offeredMax();
  }

  Pass begin(
      Identifier family, CloneUrl url, Path path, boolean isOffered, boolean isProven, Now now) {
    Pass pass =
        new Pass(++lastId, family, url, path, isOffered, isProven, new Visits(), now.nanos());
    byId.put(pass.id(), pass);
    byFamily.computeIfAbsent(family, _ -> new TreeMap<>()).put(pass.id(), pass);
    comparisons += pass.isComparison() ? 1 : 0;
    offered += pass.isOffered() ? 1 : 0;
    unproven += pass.isProven() ? 0 : 1;
    return pass;
  }

  Optional<Pass> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Ends a pass; empty if it is unknown or has ended before. */
  Optional<Pass> end(long id) {
    @Nullable Pass pass = byId.remove(id);
    if (pass == null) {
      return Optional.empty();
    }
    cancelled.remove(id);
    comparisons -= pass.isComparison() ? 1 : 0;
    offered -= pass.isOffered() ? 1 : 0;
    unproven -= pass.isProven() ? 0 : 1;
    @Nullable TreeMap<Long, Pass> siblings = byFamily.get(pass.family());
    if (siblings != null) {
      siblings.remove(id);
      if (siblings.isEmpty()) {
        byFamily.remove(pass.family());
      }
    }
    return Optional.of(pass);
  }

  /** Marks a pass as cancelled; returns false if it was cancelled before. */
  boolean cancel(Pass pass) {
    return cancelled.add(pass.id());
  }

  boolean isUnderWay(Identifier family, CloneUrl url) {
    return of(family).stream().anyMatch(pass -> pass.url().equals(url));
  }

  Collection<Pass> of(Identifier family) {
    @Nullable TreeMap<Long, Pass> passes = byFamily.get(family);
    return passes == null ? List.of() : Collections.unmodifiableCollection(passes.values());
  }

  Collection<Pass> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  int comparisons() {
    return comparisons;
  }
}
