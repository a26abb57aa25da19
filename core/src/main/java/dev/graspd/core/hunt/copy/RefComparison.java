package dev.graspd.core.hunt.copy;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The branches and tags of one repository, compared with those that a clone URL advertises. Other
 * refs are not compared: no state signs them, and other hosts have their own.
 *
 * @param same how many have the same value there
 * @param differing how many have another value there
 * @param lacks how many are not there
 * @param extra how many branches and tags there are not here
 * @param differs the first of those with another value, by name
 * @param lacking the first of those that are not there, by name
 * @param head the branch that HEAD names there, if it says so
 * @param version of the refs here, as {@link #versionOf} says
 */
public record RefComparison(
    int same,
    int differing,
    int lacks,
    int extra,
    List<Difference> differs,
    List<RefName> lacking,
    Optional<RefName> head,
    long version) {
  /** The most refs of a comparison that are named; those with another value come first. */
  public static final int NAMED_MAX = 20;

  /** The digits of an id that count for a version. */
  private static final int VERSION_FROM = Oid.DIGITS - 16;

  /** A ref with another value there. */
  public record Difference(RefName ref, Oid here, Oid there) {}

  public RefComparison {
    differs = List.copyOf(differs);
    lacking = List.copyOf(lacking);
  }

  /**
   * Compares a repository with a copy.
   *
   * @param here its refs
   * @param there the refs of the copy
   * @param head the branch that HEAD names there
   */
  public static RefComparison of(
      SortedMap<RefName, Oid> here, SortedMap<RefName, Oid> there, Optional<RefName> head) {
    int same = 0;
    int known = 0;
    List<Difference> differs = new ArrayList<>();
    List<RefName> lacking = new ArrayList<>();
    for (Map.Entry<RefName, Oid> ref : here.entrySet()) {
      if (ref.getKey().isHeadOrTag()) {
        Optional<Oid> value = Optional.ofNullable(there.get(ref.getKey()));
        known += value.isPresent() ? 1 : 0;
        if (value.isEmpty()) {
          lacking.add(ref.getKey());
        } else if (value.get().equals(ref.getValue())) {
          same++;
        } else {
          differs.add(new Difference(ref.getKey(), ref.getValue(), value.get()));
        }
      }
    }
    long others = there.keySet().stream().filter(RefName::isHeadOrTag).count() - known;
    int named = Math.min(differs.size(), NAMED_MAX);
    return new RefComparison(
        same,
        differs.size(),
        lacking.size(),
        (int) others,
        differs.subList(0, named),
        lacking.subList(0, Math.min(lacking.size(), NAMED_MAX - named)),
        head,
        versionOf(here));
  }

  /** Returns a number that changes when a branch or tag does. */
  public static long versionOf(SortedMap<RefName, Oid> refs) {
    long version = 1;
    for (Map.Entry<RefName, Oid> ref : refs.entrySet()) {
      if (ref.getKey().isHeadOrTag()) {
        version = 31 * version + ref.getKey().hashCode();
        version =
            31 * version
                + Long.parseUnsignedLong(ref.getValue().hex(), VERSION_FROM, Oid.DIGITS, 16);
      }
    }
    return version;
  }

  /** How a copy has one ref. */
  public enum Agreement {
    SAME,
    OTHER_VALUE,
    MISSING,
    /** Only the first refs that are not the same have names, and this may be one of the others. */
    UNKNOWN
  }

  /** Returns how the copy has a branch or tag that is here. */
  public Agreement about(RefName ref) {
    if (differs.stream().anyMatch(one -> one.ref().equals(ref))) {
      return Agreement.OTHER_VALUE;
    }
    if (lacking.contains(ref)) {
      return Agreement.MISSING;
    }
    return isCut() || same == 0 ? Agreement.UNKNOWN : Agreement.SAME;
  }

  /** Returns whether every branch and tag has the same value there; there must be one. */
  public boolean isSame() {
    return same > 0 && differing == 0 && lacks == 0;
  }

  /** Returns whether there was a branch or tag to compare. */
  public boolean isOfNothing() {
    return same + differing + lacks == 0;
  }

  /** Returns whether some refs that are not the same are only counted. */
  public boolean isCut() {
    return differs.size() < differing || lacking.size() < lacks;
  }

  /** Returns the numbers alone. */
  public RefComparison withoutNames() {
    return new RefComparison(
        same, differing, lacks, extra, List.of(), List.of(), Optional.empty(), version);
  }

  /** Returns about how many bytes of heap this takes. */
  public long heapBytes() {
    long bytes = 5L * HeapBytes.OBJECT;
    for (Difference one : differs) {
      bytes += 4L * HeapBytes.OBJECT + HeapBytes.of(one.ref().text());
      bytes += HeapBytes.of(one.here().hex()) + HeapBytes.of(one.there().hex());
    }
    for (RefName one : lacking) {
      bytes += HeapBytes.OBJECT + HeapBytes.of(one.text());
    }
    return bytes + head.map(one -> 2L * HeapBytes.OBJECT + HeapBytes.of(one.text())).orElse(0L);
  }
}
