package dev.graspd.server.migrate.export;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.egress.dial.Target;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A repository of another server, as it shows itself to pushes. */
sealed interface PushTarget {
  /**
   * A repository that takes pushes.
   *
   * @param base its URL, after redirects
   * @param refs those that it shows, by name
   * @param capabilities words without values
   */
  record Open(Target base, SortedMap<RefName, Oid> refs, SortedSet<String> capabilities)
      implements PushTarget {
    public Open {
      refs = Collections.unmodifiableSortedMap(new TreeMap<>(refs));
      capabilities = Collections.unmodifiableSortedSet(new TreeSet<>(capabilities));
    }

    /** Returns those of these capabilities that it has. */
    SortedSet<String> among(Set<String> wanted) {
      SortedSet<String> common = new TreeSet<>(wanted);
      common.retainAll(capabilities);
      return common;
    }
  }

  /** No pushes, and the server's own words for it. */
  record Closed(String why) implements PushTarget {}
}
