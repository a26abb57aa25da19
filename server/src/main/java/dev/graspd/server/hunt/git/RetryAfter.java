package dev.graspd.server.hunt.git;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads the {@code Retry-After} header. Pure. */
final class RetryAfter {
  /** The longest pause that we accept. */
  static final Duration MAX = Duration.ofHours(24);

  private static final int DIGITS_MAX = 9;

  private RetryAfter() {}

  /** Reads seconds or a date; ignores anything else. */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.of(
          text.length() > DIGITS_MAX ? MAX : within(Duration.ofSeconds(Long.parseLong(text))));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(within(Duration.between(now, then)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Duration within(Duration asked) {
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(MAX) > 0 ? MAX : asked;
  }
}
