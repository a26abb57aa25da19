package dev.graspd.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EscapeTest {
  @Test
  void controlAndDirectionMarksAreSpelledOut() {
    assertThat(Escape.line("a\r\nb\u001b[0m\u202e\u2028\u0085", 256))
        .isEqualTo("a\\u000d\\u000ab\\u001b[0m\\u202e\\u2028\\u0085");
  }

  @Test
  void ordinaryTextIsUnchanged() {
    assertThat(Escape.line("äöü 漢字 🙂", 256)).isEqualTo("äöü 漢字 🙂");
  }

  @Test
  void longTextIsCutAtWholeCharacters() {
    String cut = Escape.line("🙂".repeat(1_000), 256);
    assertThat(cut).endsWith("…");
    assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(256 + 3);
  }

  @Test
  void loneSurrogateIsSpelledOut() {
    assertThat(Escape.escape("\ud800")).isEqualTo("\\ud800");
  }
}
