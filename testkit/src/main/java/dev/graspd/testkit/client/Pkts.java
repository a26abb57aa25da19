package dev.graspd.testkit.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Git's pkt-lines, written and read apart from the server's own code. */
public final class Pkts {
  /** Ends a list. */
  public static final String FLUSH = "0000";

  /** Parts the sections of a message of version 2. */
  public static final String DELIMITER = "0001";

  private static final int HEAD_CHARS = 4;

  private Pkts() {}

  public static String line(String text) {
    return String.format("%04x%s", text.getBytes(StandardCharsets.UTF_8).length + HEAD_CHARS, text);
  }

  /** Returns the payloads; flush and delimiter stand as they are written. Bytes are Latin-1. */
  public static List<String> read(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      String head = text.substring(at, at + HEAD_CHARS);
      int length = Integer.parseInt(head, 16);
      lines.add(length < HEAD_CHARS ? head : text.substring(at + HEAD_CHARS, at + length));
      at += Math.max(HEAD_CHARS, length);
    }
    return lines;
  }

  /** Returns what a side-band carries in one of its bands. */
  public static byte[] band(int number, byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String line : read(body)) {
      if (line.charAt(0) == number) {
        bytes.writeBytes(line.substring(1).getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return bytes.toByteArray();
  }
}
