package dev.graspd.server.egress;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once for each target that it was denied: targets that are denied are named again and again.
 */
final class DenialLog {
  private static final Logger LOG = LoggerFactory.getLogger(DenialLog.class);

  /** Targets remembered; then all are forgotten, and each may be said once more. */
  static final int REMEMBERED_MAX = 1_000;

  private final Set<String> said = new HashSet<>();

  void denied(Target target, String why, String detail) {
    if (isNew(target + " " + why)) {
      LOG.warn("egress denied: {}: {} ({})", why, target, detail);
    }
  }

  private synchronized boolean isNew(String line) {
    if (said.size() >= REMEMBERED_MAX) {
      said.clear();
    }
    return said.add(line);
  }
}
