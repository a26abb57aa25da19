package dev.graspd.server.hunt.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {
  @Test
  void nothingThatATerminalObeysIsKept() {
    assertThat(ServerText.of("a\u001b]0;x\u0007\u202eb\u0085c\r\nd\n"))
        .isEqualTo("a\\u{00001B}]0;x\\u{000007}\\u{00202E}b\\u{000085}c\\r\\nd");
    assertThat(ServerText.of(new byte[] {'a', (byte) 0xff, 'b'})).isEqualTo("a\ufffdb");
  }

  @Test
  void beginningIsKeptToTheByte() {
    assertThat(ServerText.of("x".repeat(300))).isEqualTo("x".repeat(256));
    assertThat(ServerText.of("ä".repeat(200)).getBytes(UTF_8)).hasSize(256);
    assertThat(ServerText.of("x" + "ä".repeat(200)).getBytes(UTF_8)).hasSize(255);
    assertThat(ServerText.of("\0".repeat(200_000)).getBytes(UTF_8).length).isLessThanOrEqualTo(256);
    ServerText words = new ServerText();
    for (int i = 0; i < 1_000; i++) {
      words.add("again".getBytes(UTF_8));
    }
    assertThat(words.text()).hasSize(255 + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "0 | 0",
        "120 | 120",
        " 7  | 7",
        "100000 | 86400",
        "99999999999999999999 | 86400",
        "Fri, 02 Jan 2026 03:05:05 GMT | 60",
        "Fri, 02 Jan 2025 03:05:05 GMT | none",
        "Wed, 01 Jan 2025 03:05:05 GMT | 0",
        "Tue, 01 Jan 2036 03:05:05 GMT | 86400",
        "-1 | none",
        "soon | none",
        "12 s | none",
      })
  void patienceIsReadInSecondsAndDates(String value, Long seconds) {
    assertThat(RetryAfter.parse(value, Instant.parse("2026-01-02T03:04:05Z")))
        .isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds));
  }
}
