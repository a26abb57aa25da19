package dev.graspd.bench.git.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An answer of HTTP 1.1.
 *
 * @param headers by their names in lower case
 */
public record HttpAnswer(int status, SortedMap<String, String> headers, byte[] body) {
  private static final int NOT_MODIFIED = 304;
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
    int status = Integer.parseInt(line(in).split(" ", 3)[1]);
    SortedMap<String, String> headers = new TreeMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    return new HttpAnswer(
        status,
        Collections.unmodifiableSortedMap(headers),
        // The length that it names is that of a body which it does not have.
        status == NOT_MODIFIED ? new byte[0] : body(headers, in));
  }

  private static byte[] body(SortedMap<String, String> headers, InputStream in) throws IOException {
    return headers
            .getOrDefault("transfer-encoding", "")
            .toLowerCase(Locale.ROOT)
            .contains("chunked")
        ? chunks(in)
        : exactly(in, Integer.parseInt(headers.getOrDefault("content-length", "0")));
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
