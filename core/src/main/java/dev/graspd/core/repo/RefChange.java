package dev.graspd.core.repo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** One ref to move: to a value, or away. */
public record RefChange(RefName ref, Optional<Oid> value) {
  /**
   * Returns the changes that make refs follow a state. All callers use this function. Branches and
   * tags that the state does not name go, except under a state that names none, which is never read
   * as "delete everything". A state says nothing about other refs.
   */
  public static List<RefChange> alignment(
      SortedMap<RefName, Oid> signed, SortedMap<RefName, Oid> actual) {
    List<RefChange> changes = new ArrayList<>();
    if (signed.isEmpty()) {
      return changes;
    }
    for (RefName ref : actual.keySet()) {
      if (ref.isHeadOrTag() && !signed.containsKey(ref)) {
        changes.add(new RefChange(ref, Optional.empty()));
      }
    }
    signed.forEach((ref, value) -> {
      if (!value.equals(actual.get(ref))) {
        changes.add(new RefChange(ref, Optional.of(value)));
      }
    });
    return changes;
  }
}
