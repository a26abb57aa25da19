package dev.graspd.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What git servers say, byte by byte, apart from the server's own code. */
public final class GitAnswers {
  public static final String ADVERTISEMENT = "application/x-git-upload-pack-advertisement";
  public static final String RESULT = "application/x-git-upload-pack-result";

  private static final int BAND_BYTES = 8_000;

  private GitAnswers() {}

  /** Returns the head of an answer that ends with the connection. */
  public static String head(String contentType) {
    return "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\n\r\n";
  }

  /** Returns an answer that says how long it is. */
  public static byte[] whole(String contentType, byte[] body) {
    return joined(
        bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(contentType, body.length)),
        body);
  }

  /** Returns a line of text. */
  public static String line(String text) {
    return "%04x%s\n".formatted(text.length() + 5, text);
  }

  /** Returns a line of a side-band. */
  public static byte[] band(int number, byte[] payload) {
    return joined(bytes("%04x".formatted(payload.length + 5)), new byte[] {(byte) number}, payload);
  }

  /** Returns what version 2 says first. */
  public static byte[] greeting() {
    return bytes(
        line("# service=git-upload-pack")
            + "0000"
            + line("version 2")
            + line("agent=hostile/1")
            + line("ls-refs=unborn")
            + line("fetch=shallow")
            + line("object-format=sha1")
            + "0000");
  }

  /** Returns what version 2 says about a repository with one branch. */
  public static byte[] refs(String tip) {
    return bytes(
        line(tip + " HEAD symref-target:refs/heads/main")
            + line(tip + " refs/heads/main")
            + "0000");
  }

  /** Returns what version 2 says when it sends a pack. */
  public static byte[] packed(byte[] pack) {
    return joined(bytes(line("packfile")), banded(pack), bytes("0000"));
  }

  /** Returns data in side-bands, without their end. */
  public static byte[] banded(byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int from = 0; from < data.length; from += BAND_BYTES) {
      int to = Math.min(data.length, from + BAND_BYTES);
      out.writeBytes(band(1, Arrays.copyOfRange(data, from, to)));
    }
    return out.toByteArray();
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns one array after the other. */
  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
