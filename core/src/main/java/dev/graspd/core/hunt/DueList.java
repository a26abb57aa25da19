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

/** Which family is due when; each has one time at most. */
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

  /** Takes the first that is due, the one that has been so the longest. */
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

  /** Counts those that were due before this time; costs as much as there are such. */
  int countBefore(long nanos) {
    return (int) byTime.stream().takeWhile(due -> due.nanos() < nanos).count();
  }
}
