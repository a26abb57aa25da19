package dev.graspd.server.egress.dial;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each denied target once: events name the same targets again and again. */
final class DenialLog {
  private static final Logger LOG = LoggerFactory.getLogger(DenialLog.class);

  /** The most targets remembered; then all are forgotten, and may be logged again. */
  static final int REMEMBERED_MAX = 1_000;

  private final Set<String> said = new HashSet<>();

  void denied(Target target, String why, String detail) {
    if (isNew(target + " " + why)) {
      // Without its path, which may be a secret.
      LOG.warn("egress denied: {}: {} ({})", why, target.at("/"), detail);
    }
  }

  private synchronized boolean isNew(String line) {
    if (said.size() >= REMEMBERED_MAX) {
      said.clear();
    }
    return said.add(line);
  }
}
