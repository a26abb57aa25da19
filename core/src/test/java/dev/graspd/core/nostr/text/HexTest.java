package dev.graspd.core.nostr.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Sample;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexTest {
  @Test
  void agreesWithTheJdkOnEveryByte() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    String text = HexFormat.of().formatHex(all);
    assertThat(Hex.encode(all)).isEqualTo(text);
    assertThat(Hex.decode(text)).isEqualTo(all);
  }

  @Test
  void nothingIsTheEmptyText() {
    assertThat(Hex.encode(new byte[0])).isEmpty();
    assertThat(Hex.decode("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "abc", "AB", "0g", "g0", "0x", " 0", "0\u0000", "\u0661\u0661", "é0"})
  void anythingButPairsOfLowerCaseDigitsIsRefused(String text) {
    assertThatThrownBy(() -> Hex.decode(text)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Hex.isLowerHex(text, 2)).isFalse();
  }

  @Test
  void theLengthCounts() {
    assertThat(Hex.isLowerHex("abcd", 4)).isTrue();
    assertThat(Hex.isLowerHex("abcd", 3)).isFalse();
    assertThat(Hex.isLowerHex("abcd", 5)).isFalse();
    assertThat(Hex.isLowerHex("", 0)).isTrue();
  }

  @Test
  void wordsAreSixteenDigits() {
    Random random = new Random(1);
    byte[] target = new byte[20];
    for (int i = 0; i < 1_000; i++) {
      long word = random.nextLong();
      Hex.putWord(word, target, 3);
      String text = Sample.text(target);
      assertThat(text.substring(3, 19)).isEqualTo("%016x".formatted(word));
      assertThat(Hex.word(text, 3)).isEqualTo(word);
    }
  }
}
