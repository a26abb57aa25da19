package dev.graspd.server.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version of this build.
 *
 * @param number the release
 * @param commit the source commit, if the build knew it
 * @param url the web page of the project
 */
public record Version(String number, String commit, String url) {

  private static final String RESOURCE = "version.properties";

  /** An empty file that scripts/release adds to the jar. */
  private static final String RELEASE_MARK = "/META-INF/graspd-release";

  /** Reads the file that the build wrote. */
  public static Version current() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the build");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Version(
        properties.getProperty("version"),
        properties.getProperty("commit"),
        properties.getProperty("url"));
  }

  /** Returns whether this jar was made by scripts/release: it refuses every switch for tests. */
  public static boolean isRelease() {
    return Version.class.getResource(RELEASE_MARK) != null;
  }
}
