package dev.graspd.server.hunt;

import dev.graspd.core.hunt.CloneUrl;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why clone URLs failed last, so that operators read the same only once. When there are too many,
 * the one that has failed alike for longest is forgotten, and would be news again. Thread-safe.
 */
final class Failures {
  /** URLs that are remembered. */
  static final int URLS_MAX = 10_000;

  private final Map<CloneUrl, String> causes = new LinkedHashMap<>();

  /** Returns whether this URL has not failed before, or for another cause. */
  synchronized boolean isNew(CloneUrl url, String cause) {
    if (cause.equals(causes.get(url))) {
      return false;
    }
    causes.remove(url);
    causes.put(url, cause);
    if (causes.size() > URLS_MAX) {
      causes.remove(causes.keySet().iterator().next());
    }
    return true;
  }

  /** A URL has answered as it should: its next failure is news. */
  synchronized void recovered(CloneUrl url) {
    causes.remove(url);
  }

  synchronized int size() {
    return causes.size();
  }
}
