package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.http.StreamAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Checks the head of an answer. Pure. */
final class AnswerCheck {
  private AnswerCheck() {}

  /** Returns the fault of an answer that should have this media type. */
  static Optional<FetchFailure> fault(StreamAnswer answer, String mediaType, Instant now) {
    Optional<Duration> after =
        answer.header("retry-after").flatMap(value -> RetryAfter.parse(value, now));
    return faultOfStatus(answer.status(), after)
        .or(() -> faultOfType(answer.header("content-type").orElse(""), mediaType));
  }

  private static Optional<FetchFailure> faultOfStatus(int status, Optional<Duration> after) {
    if (status == 200) {
      return Optional.empty();
    }
    if (status == 429 || (status == 503 && after.isPresent())) {
      return Optional.of(new FetchFailure.Throttled(after));
    }
    if (status >= 500) {
      return Optional.of(new FetchFailure.Unreachable("HTTP " + status));
    }
    return Optional.of(
        status >= 400
            ? new FetchFailure.NoRepository("HTTP " + status)
            : new FetchFailure.Misbehaved("HTTP " + status));
  }

  /** Only the type tells whether a server speaks the smart protocol (gitprotocol-http). */
  private static Optional<FetchFailure> faultOfType(String type, String expected) {
    int semicolon = type.indexOf(';');
    String plain =
        (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    if (plain.equals(expected)) {
      return Optional.empty();
    }
    return Optional.of(
        new FetchFailure.NoRepository(
            plain.equals("text/html")
                ? "a web page"
                : "not smart HTTP, but " + (plain.isEmpty() ? "no type" : ServerText.of(plain))));
  }
}
