package dev.graspd.server.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is.
 *
 * @param number the release
 * @param commit the source it was built from, as far as the build knew
 * @param url where the project lives
 */
public record Version(String number, String commit, String url) {

  private static final String RESOURCE = "version.properties";

  /** Reads what the build wrote down. */
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
}
