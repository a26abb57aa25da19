package dev.graspd.core.hunt;

import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.repo.Identifier;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The last comparison with each clone URL, and their totals. */
final class CopyLooks {
  /**
   * The most heap of all comparisons. Beyond it the oldest ones are forgotten, and nothing is known
   * of these copies until the next look; there is one in each hour.
   */
  static final long BYTES_MAX = 32L << 20;

  /** A clone URL of one family. */
  record Place(Identifier family, CloneUrl url) {}

  /** The oldest look first. */
  private final SequencedMap<Place, CopyLook> looks = new LinkedHashMap<>();

  private final long bytesMax;
  private long bytes;
  private int same;
  private int different;
  private int lacking;
  private int failed;

  CopyLooks() {
    this(BYTES_MAX);
  }

  CopyLooks(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Replaces the look at a place; one without a repository is not kept. */
  void put(Place place, CopyLook look) {
    remove(place);
    if (look.repositories().isEmpty()) {
      return;
    }
    looks.put(place, look);
    count(place, look, 1);
    while (bytes > bytesMax) {
      remove(looks.firstEntry().getKey());
    }
  }

  void remove(Place place) {
    @Nullable CopyLook look = looks.remove(place);
    if (look != null) {
      count(place, look, -1);
    }
  }

  Optional<CopyLook> find(Place place) {
    return Optional.ofNullable(looks.get(place));
  }

  /** So many more places, or fewer, could not be read at their last visit. */
  void addFailed(int more) {
    failed += more;
  }

  HuntTotals.Copies totals() {
    return new HuntTotals.Copies(same, different, lacking, failed);
  }

  private void count(Place place, CopyLook look, int sign) {
    bytes += sign * (look.heapBytes() + bytesOf(place));
    for (RefComparison one : look.repositories().values()) {
      same += one.isSame() ? sign : 0;
      different += one.differing() > 0 ? sign : 0;
      lacking += one.differing() == 0 && one.lacks() > 0 ? sign : 0;
    }
  }

  private static long bytesOf(Place place) {
    return HeapBytes.ENTRY
        + 3L * HeapBytes.OBJECT
        + HeapBytes.of(place.url().text())
        + HeapBytes.of(place.family().text());
  }
}
