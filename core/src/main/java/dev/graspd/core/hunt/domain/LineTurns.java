package dev.graspd.core.hunt.domain;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A queue of waiting domains, with those that have delivered before as a separate choice. */
final class LineTurns {
  private final Set<DomainLine> all = new LinkedHashSet<>();
  private final Set<DomainLine> proven = new LinkedHashSet<>();

  void set(DomainLine line, boolean isIn) {
    change(all, line, isIn);
    change(proven, line, isIn && line.isProven);
  }

  private static void change(Set<DomainLine> lines, DomainLine line, boolean isIn) {
    if (isIn) {
      lines.add(line);
    } else {
      lines.remove(line);
    }
  }

  boolean contains(DomainLine line) {
    return all.contains(line);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Takes the domain that has waited longest, of all or of those that have delivered. */
  Optional<DomainLine> take(boolean onlyProven) {
    Optional<DomainLine> next = (onlyProven ? proven : all).stream().findFirst();
    next.ifPresent(line -> set(line, false));
    return next;
  }
}
