package dev.graspd.bench.git.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** An answer of HTTP 1.1. */
public record HttpAnswer(int status, byte[] body) {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Returns the body; fails if the status is no success. */
  public byte[] ok() {
    if (status != 200) {
      throw new IllegalStateException(
          "answered by " + status + ": " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  /** Reads one answer, and no byte of the next. */
  public static HttpAnswer read(InputStream in) throws IOException {
    String status = line(in);
    long length = -1;
    boolean chunked = false;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring("content-length:".length()).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        chunked = lower.contains("chunked");
      }
    }
    byte[] body = chunked ? chunks(in) : exactly(in, (int) Math.max(0, length));
    return new HttpAnswer(Integer.parseInt(status.split(" ", 3)[1]), body);
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(BUFFER_BYTES);
    for (int size = size(in); size > 0; size = size(in)) {
      body.write(exactly(in, size));
      line(in);
    }
    line(in);
    return body.toByteArray();
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in).strip(), 16);
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new IOException("the server closed the connection in its answer");
    }
    return bytes;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
