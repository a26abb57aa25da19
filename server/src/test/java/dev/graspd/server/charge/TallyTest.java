package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {
  private final Tally<String> tally = new Tally<>();

  @Test
  void eachKeyHasItsOwnCountAndAllHaveTheTotal() {
    assertThat(tally.add("a", 2)).isEqualTo(2);
    assertThat(tally.add("b", 1)).isEqualTo(1);
    assertThat(tally.add("a", 3)).isEqualTo(5);

    assertThat(tally.of("a")).isEqualTo(5);
    assertThat(tally.of("b")).isEqualTo(1);
    assertThat(tally.of("c")).isZero();
    assertThat(tally.total()).isEqualTo(6);
    assertThat(tally.keys()).isEqualTo(2);
  }

  @Test
  void keyThatHasNothingIsForgotten() {
    tally.add("a", 2);

    assertThat(tally.add("a", -2)).isZero();
    assertThat(tally.add("b", 0)).isZero();
    assertThat(tally.keys()).isZero();
    assertThat(tally.total()).isZero();
  }
}
