package dev.graspd.bench.web;

import dev.graspd.bench.git.load.HttpAnswer;
import dev.graspd.bench.git.load.HttpConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A request to a server of ours, and a check of its answer.
 *
 * @param headers names and values in turn
 */
record Ask(String path, List<String> headers, Check check) {
  private static final int NOT_MODIFIED = 304;
  private static final List<String> COMPRESSED = List.of("Accept-Encoding", "gzip");

  /** Fails if an answer is wrong. */
  interface Check {
    void check(HttpAnswer answer) throws IOException;
  }

  /** Requests a page as it is, which must show a text. */
  static Ask page(String path, String shown) {
    return new Ask(path, List.of(), answer -> showing(path, shown, answer));
  }

  /**
   * Requests a page compressed, as browsers do; it must be the same each time.
   *
   * @param first an answer
   */
  static Ask again(String path, HttpAnswer first) {
    return new Ask(
        path,
        COMPRESSED,
        answer -> {
          if (answer.status() != first.status() || !Arrays.equals(answer.body(), first.body())) {
            throw new IllegalStateException(path + " is made again: it is not the same");
          }
        });
  }

  /** Requests a page that a client has already. */
  static Ask unlessChanged(String path, HttpAnswer first) {
    String tag = first.headers().get("etag");
    if (tag == null) {
      throw new IllegalStateException(path + " has no ETag on this server");
    }
    return new Ask(
        path,
        List.of("Accept-Encoding", "gzip", "If-None-Match", tag),
        answer -> {
          if (answer.status() != NOT_MODIFIED) {
            throw new IllegalStateException(path + " is answered " + answer.status() + ", not 304");
          }
        });
  }

  /** Requests a page compressed, and returns a good answer. */
  static HttpAnswer first(HttpConnection connection, String path, String shown) throws IOException {
    HttpAnswer answer = connection.get(path, COMPRESSED.toArray(String[]::new));
    showing(path, shown, answer);
    return answer;
  }

  HttpAnswer send(HttpConnection connection) throws IOException {
    return connection.get(path, headers.toArray(String[]::new));
  }

  /** Returns when the first byte of the answer is here. */
  void awaitFirstByte(HttpConnection connection) throws IOException {
    connection.awaitFirstByte(path, headers.toArray(String[]::new));
  }

  private static void showing(String path, String shown, HttpAnswer answer) throws IOException {
    if (answer.status() != 200) {
      throw new IllegalStateException(
          path
              + " is answered "
              + answer.status()
              + (answer.status() == 404 ? ": this server has no such page" : ""));
    }
    if (!text(answer).contains(shown)) {
      throw new IllegalStateException(path + " does not show " + shown);
    }
  }

  private static String text(HttpAnswer answer) throws IOException {
    byte[] body = answer.body();
    if (answer.headers().getOrDefault("content-encoding", "").equals("gzip")) {
      try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(body))) {
        body = plain.readAllBytes();
      }
    }
    return new String(body, StandardCharsets.UTF_8);
  }
}
