package dev.graspd.core.hunt.domain;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The hosts and addresses that count one pass until it ends: those of its URL and of its redirects.
 */
public record Visits(Set<Domain> domains, Set<HostAddress> addresses) {
  public Visits() {
    this(new LinkedHashSet<>(), new LinkedHashSet<>());
  }
}
