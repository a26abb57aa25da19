package dev.graspd.core.repo;

import dev.graspd.core.nostr.HeapBytes;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The refs of one repository.
 *
 * @param head the branch that HEAD names; empty before the first release
 */
public record Refs(SortedMap<RefName, Oid> values, Optional<RefName> head) {
  public static final Refs NONE = new Refs(new TreeMap<>(), Optional.empty());

  public Refs {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  public Refs with(List<RefChange> changes) {
    SortedMap<RefName, Oid> changed = new TreeMap<>(values);
    for (RefChange change : changes) {
      change
          .value()
          .ifPresentOrElse(
              value -> changed.put(change.ref(), value), () -> changed.remove(change.ref()));
    }
    return new Refs(changed, head);
  }

  public Refs withHead(Optional<RefName> branch) {
    return new Refs(values, branch);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  long heapBytes() {
    return 4L * HeapBytes.OBJECT + heapBytes(values);
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
