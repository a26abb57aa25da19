package dev.graspd.server.app.server;

import dev.graspd.server.ops.StartRefused;
import java.util.List;
import java.util.Properties;

/**
 * System properties for tests that end the process at a failpoint, break its files or skip a sync.
 * They destroy data, so no command starts with one of them by accident, and a release never does.
 */
public final class TestSwitches {
  /** Confirms that this is a test whose data has no value. */
  static final String ALLOWED = "graspd.tests";

  static final List<String> NAMES =
      List.of(
          "graspd.failpoint",
          "graspd.failpoint.passes",
          "graspd.failpoint.file",
          "graspd.filefaults",
          "graspd.skipsync");

  private TestSwitches() {}

  /**
   * Refuses a start with a switch.
   *
   * @param isRelease whether this is a release, which has no tests
   */
  public static void refuseUnlessTested(Properties properties, boolean isRelease)
      throws StartRefused {
    for (String name : NAMES) {
      if (!properties.containsKey(name)) {
        continue;
      }
      if (isRelease) {
        throw new StartRefused(
            "-D%s is for tests, and this is a release: remove it from the flags of the JVM"
                .formatted(name));
      }
      if (!"true".equals(properties.getProperty(ALLOWED))) {
        throw new StartRefused(
            "-D%s is for tests and destroys data: remove it from the flags of the JVM (tests also set -D%s=true)"
                .formatted(name, ALLOWED));
      }
    }
  }
}
