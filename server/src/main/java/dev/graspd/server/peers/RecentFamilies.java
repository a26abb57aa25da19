package dev.graspd.server.peers;

import dev.graspd.core.repo.Identifier;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The families that were told last while the store is read: a family of many announcements is told
 * once, mostly, and not once for each. Used by one thread.
 */
final class RecentFamilies {
  private static final int FAMILIES_MAX = 4_096;

  private final Map<Identifier, Boolean> recent =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Identifier, Boolean> eldest) {
          return size() > FAMILIES_MAX;
        }
      };

  /** Returns whether a family is not among them; it is from now on. */
  boolean add(Identifier family) {
    return recent.put(family, true) == null;
  }
}
