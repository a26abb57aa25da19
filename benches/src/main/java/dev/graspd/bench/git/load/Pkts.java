package dev.graspd.bench.git.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Git's pkt-lines, apart from the server's own code. */
public final class Pkts {
  private static final int HEAD_BYTES = 4;

  /** One line; a flush or delimiter has no payload. */
  record Line(int length, int offset, byte[] body) {
    boolean isData() {
      return length >= HEAD_BYTES;
    }

    int payload() {
      return offset + HEAD_BYTES;
    }

    int payloadBytes() {
      return length - HEAD_BYTES;
    }

    /** Returns the text without its end of line. */
    String text() {
      return isData()
          ? new String(body, payload(), payloadBytes(), StandardCharsets.UTF_8).stripTrailing()
          : "%04d".formatted(length);
    }
  }

  private Pkts() {}

  static String line(String text) {
    return "%04x%s\n".formatted(text.length() + 1 + HEAD_BYTES, text);
  }

  /** Returns the line at an offset of a body. */
  static Line at(byte[] body, int offset) {
    int length = 0;
    for (byte digit : Arrays.copyOfRange(body, offset, offset + HEAD_BYTES)) {
      length = length * 16 + Character.digit(digit, 16);
    }
    if (length < 0 || offset + length > body.length) {
      throw new IllegalStateException("the answer is cut");
    }
    return new Line(length, offset, body);
  }

  static int after(Line line) {
    return line.offset() + Math.max(HEAD_BYTES, line.length());
  }

  static List<Line> read(byte[] body) {
    List<Line> lines = new ArrayList<>();
    for (int at = 0; at < body.length; at = after(lines.getLast())) {
      lines.add(at(body, at));
    }
    return lines;
  }

  public static List<String> texts(byte[] body) {
    return read(body).stream().map(Line::text).toList();
  }
}
