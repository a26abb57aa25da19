package dev.graspd.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void numbersAreTheSameInTheLanguageOfEveryMachine() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.of("fa", "IR"));
      assertThat("%d".formatted(12_345)).isNotEqualTo("12345");
      assertThat(Main.run("--version")).isZero();
      assertThat("%d".formatted(12_345)).isEqualTo("12345");
    } finally {
      Locale.setDefault(before);
    }
  }
}
