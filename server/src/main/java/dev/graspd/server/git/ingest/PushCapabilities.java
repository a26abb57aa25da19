package dev.graspd.server.git.ingest;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The capabilities that a client requests for its push. */
record PushCapabilities(
    boolean reportStatus, boolean sideBand, boolean quiet, boolean atomic, boolean pushOptions) {
  static final PushCapabilities NONE = new PushCapabilities(false, false, false, false, false);

  private static final String OBJECT_FORMAT = "object-format=";
  private static final Pattern SPACES = Pattern.compile(" +");

  /** Adds the words after the NUL of a line; git too takes them from any line. */
  PushCapabilities with(String words) {
    Set<String> asked = new TreeSet<>(SPACES.splitAsStream(words).toList());
    return new PushCapabilities(
        reportStatus || asked.contains("report-status") || asked.contains("report-status-v2"),
        sideBand || asked.contains("side-band-64k"),
        quiet || asked.contains("quiet"),
        atomic || asked.contains("atomic"),
        pushOptions || asked.contains("push-options"));
  }

  /** Returns whether words request ids other than SHA-1. */
  static boolean asksForOtherIds(String words) {
    return SPACES
        .splitAsStream(words)
        .anyMatch(word -> word.startsWith(OBJECT_FORMAT) && !word.equals(OBJECT_FORMAT + "sha1"));
  }
}
