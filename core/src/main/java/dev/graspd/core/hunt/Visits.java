package dev.graspd.core.hunt;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The hosts and addresses that one pass counts for, until it ends: those of its URL, and those that
 * redirects led to.
 */
record Visits(Set<Domain> domains, Set<HostAddress> addresses) {
  Visits() {
    this(new LinkedHashSet<>(), new LinkedHashSet<>());
  }
}
