package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** When each family is due; each has at most one time. */
final class DueList {
  private record Due(long nanos, Identifier family) {}

  private final TreeSet<Due> byTime =
      new TreeSet<>(Comparator.comparingLong(Due::nanos).thenComparing(Due::family));
  private final Map<Identifier, Due> byFamily = new HashMap<>();

  void put(Identifier family, long nanos) {
    remove(family);
    Due due = new Due(nanos, family);
    byFamily.put(family, due);
    byTime.add(due);
  }

  void remove(Identifier family) {
    @Nullable Due before = byFamily.remove(family);
    if (before != null) {
      byTime.remove(before);
    }
  }

  OptionalLong timeOf(Identifier family) {
    @Nullable Due due = byFamily.get(family);
    return due == null ? OptionalLong.empty() : OptionalLong.of(due.nanos());
  }

  /** Takes the family that has been due for longest. */
  Optional<Identifier> takeDue(Now now) {
    if (byTime.isEmpty() || byTime.first().nanos() > now.nanos()) {
      return Optional.empty();
    }
    Identifier family = byTime.first().family();
    remove(family);
    return Optional.of(family);
  }

  OptionalLong firstNanos() {
    return byTime.isEmpty() ? OptionalLong.empty() : OptionalLong.of(byTime.first().nanos());
  }

  int size() {
    return byTime.size();
  }

  /** Counts the families due before this time; the cost grows with the count. */
  int countBefore(long nanos) {
    return (int) byTime.stream().takeWhile(due -> due.nanos() < nanos).count();
  }
}
