package dev.graspd.core.repo;

import dev.graspd.core.nostr.HeapBytes;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The refs of one repository.
 *
 * <p>Two are equal if they have the same values and HEAD: what is known of tag objects follows from
 * the objects, and is not part of what the refs say.
 *
 * @param head the branch that HEAD names; empty before the first release
 * @param peeled what the values of tags lead to, as far as the store knows it: the object behind a
 *     tag object, or the value itself if that is no tag object. A ref that moves leaves its entry
 *     behind, since no tag has that value any longer.
 */
public record Refs(
    SortedMap<RefName, Oid> values, Optional<RefName> head, SortedMap<Oid, Oid> peeled) {
  /** An entry, and a second id; the first is that of the ref. */
  private static final long PEELED_HEAP_BYTES =
      HeapBytes.ENTRY + 2L * HeapBytes.OBJECT + Oid.DIGITS;

  public static final Refs NONE = new Refs(new TreeMap<>(), Optional.empty());

  public Refs {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    peeled = Collections.unmodifiableSortedMap(ofTags(values, peeled));
  }

  /** Refs of whose tags nothing is known. */
  public Refs(SortedMap<RefName, Oid> values, Optional<RefName> head) {
    this(values, head, Collections.emptySortedMap());
  }

  private static SortedMap<Oid, Oid> ofTags(
      SortedMap<RefName, Oid> values, SortedMap<Oid, Oid> peeled) {
    SortedMap<Oid, Oid> kept = new TreeMap<>();
    if (!peeled.isEmpty()) {
      values.forEach((ref, value) -> {
        Oid target = ref.isTag() ? peeled.get(value) : null;
        if (target != null) {
          kept.put(value, target);
        }
      });
    }
    return kept;
  }

  /** Adds what is known of tags; what is known of others is left out. */
  public Refs withPeeled(SortedMap<Oid, Oid> more) {
    if (more.isEmpty()) {
      return this;
    }
    SortedMap<Oid, Oid> all = new TreeMap<>(peeled);
    all.putAll(more);
    return new Refs(values, head, all);
  }

  /** Forgets what is known of tags. */
  public Refs withoutPeeled() {
    return new Refs(values, head);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Refs refs && values.equals(refs.values) && head.equals(refs.head);
  }

  @Override
  public int hashCode() {
    return 31 * values.hashCode() + head.hashCode();
  }

  public Refs with(List<RefChange> changes) {
    SortedMap<RefName, Oid> changed = new TreeMap<>(values);
    for (RefChange change : changes) {
      change
          .value()
          .ifPresentOrElse(
              value -> changed.put(change.ref(), value), () -> changed.remove(change.ref()));
    }
    return new Refs(changed, head, peeled);
  }

  public Refs withHead(Optional<RefName> branch) {
    return new Refs(values, branch, peeled);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  long heapBytes() {
    return 5L * HeapBytes.OBJECT + heapBytes(values) + peeled.size() * PEELED_HEAP_BYTES;
  }

  static long heapBytes(SortedMap<RefName, Oid> values) {
    long bytes = 0;
    for (var entry : values.entrySet()) {
      bytes += HeapBytes.ENTRY + 2L * HeapBytes.OBJECT;
      bytes += HeapBytes.of(entry.getKey().text()) + HeapBytes.of(entry.getValue().hex());
    }
    return bytes;
  }
}
