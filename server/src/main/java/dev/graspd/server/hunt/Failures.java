package dev.graspd.server.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last failure of each clone URL, so that the log repeats none. When there are too many, the
 * oldest unchanged one is dropped, and would be logged again. Thread-safe.
 */
final class Failures {
  /** The most URLs remembered. */
  static final int URLS_MAX = 10_000;

  private final Map<CloneUrl, String> causes = new LinkedHashMap<>();

  /** Returns whether this is the first failure of the URL, or one with another cause. */
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

  /** A URL has answered: its next failure is new. */
  synchronized void recovered(CloneUrl url) {
    causes.remove(url);
  }

  synchronized int size() {
    return causes.size();
  }
}
