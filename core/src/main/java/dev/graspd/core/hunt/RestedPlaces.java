package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of the last passes for families that are not at work: for people to read, and for the
 * next comparison. Owned by the hunt.
 */
final class RestedPlaces {
  /**
   * The most heap of all. Beyond it the oldest ones are forgotten, and nothing is known of these
   * clone URLs until the next comparison; there is one in each hour.
   */
  static final long BYTES_MAX = 32L << 20;

  private record Rested(FamilyPlaces places, long bytes) {}

  /** Those that have rested longest first. */
  private final SequencedMap<Identifier, Rested> families = new LinkedHashMap<>();

  private final long bytesMax;
  private long bytes;

  RestedPlaces() {
    this(BYTES_MAX);
  }

  RestedPlaces(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Keeps the results of a family, and forgets the oldest ones beyond the bound. */
  void put(Identifier family, FamilyPlaces places) {
    places.rest();
    Rested rested = new Rested(places, places.heapBytes());
    families.put(family, rested);
    bytes += rested.bytes();
    while (bytes > bytesMax) {
      Identifier oldest = families.firstEntry().getKey();
      take(oldest).ifPresent(FamilyPlaces::forget);
    }
  }

  Optional<FamilyPlaces> find(Identifier family) {
    return Optional.ofNullable(families.get(family)).map(Rested::places);
  }

  /** Returns the results of a family that comes to work again, and removes them here. */
  Optional<FamilyPlaces> take(Identifier family) {
    @Nullable Rested rested = families.remove(family);
    if (rested == null) {
      return Optional.empty();
    }
    bytes -= rested.bytes();
    return Optional.of(rested.places());
  }

  int size() {
    return families.size();
  }
}
