package dev.graspd.server.site.race;

import dev.graspd.testkit.client.GitHttp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/** A server as a browser sees it; some have a fault. */
@FunctionalInterface
interface Face {
  /** More is a hang. */
  Duration ANSWERED_WITHIN = Duration.ofSeconds(30);

  /** An answer, inflated. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
  record Answer(int status, Optional<String> tag, byte[] body) {}

  /**
   * Asks for an address.
   *
   * @param known the version that the client has
   */
  Answer ask(String path, Optional<String> known, boolean takesGzip);

  static Face of(URI server) {
    return (path, known, takesGzip) -> {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server.resolve(path)).timeout(ANSWERED_WITHIN);
      known.ifPresent(tag -> request.header("If-None-Match", tag));
      if (takesGzip) {
        request.header("Accept-Encoding", "gzip");
      }
      HttpResponse<byte[]> response = GitHttp.send(request);
      boolean isPacked = response.headers().firstValue("content-encoding").isPresent();
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("etag"),
          isPacked ? inflated(response.body()) : response.body());
    };
  }

  static byte[] inflated(byte[] gzip) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fault: a cache by address that nobody empties. */
  default Face keeping() {
    Map<String, Answer> kept = new ConcurrentHashMap<>();
    return (path, known, takesGzip) -> {
      Answer old = kept.get(path);
      if (old != null) {
        return old;
      }
      Answer answer = ask(path, known, takesGzip);
      if (answer.status == 200) {
        kept.put(path, answer);
      }
      return answer;
    };
  }

  /** A fault: a version that a client has counts as the newest. */
  default Face believing() {
    return (path, known, takesGzip) ->
        known.isPresent()
            ? new Answer(304, known, new byte[0])
            : ask(path, Optional.empty(), takesGzip);
  }

  /** A fault: the end of an answer is of another state than its beginning. */
  default Face mixing() {
    Map<String, byte[]> last = new ConcurrentHashMap<>();
    return (path, known, takesGzip) -> {
      Answer answer = ask(path, Optional.empty(), takesGzip);
      if (answer.status != 200) {
        return answer;
      }
      byte[] before = last.put(path, answer.body);
      if (before == null || before.length != answer.body.length) {
        return answer;
      }
      byte[] mixed = Arrays.copyOf(before, before.length);
      System.arraycopy(answer.body, 0, mixed, 0, mixed.length / 2);
      return new Answer(200, answer.tag, mixed);
    };
  }
}
