package dev.graspd.server.site.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The style of all pages.
 *
 * @param name tells the content, so that browsers may keep it for ever
 */
public record StyleSheet(String name, String text) {
  private static final int DIGITS = 16;

  /** Reads the style sheet of this program. */
  public static StyleSheet load() {
    try (InputStream in =
        StyleSheet.class.getResourceAsStream("/dev/graspd/server/site/site.css")) {
      if (in == null) {
        throw new IllegalStateException("the style sheet is missing in this program");
      }
      byte[] bytes = in.readAllBytes();
      String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      return new StyleSheet(
          hash.substring(0, DIGITS) + ".css", new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
