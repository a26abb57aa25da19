package dev.graspd.core.nostr.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  @Test
  void agreesWithTheJdkOnRandomAndNearlyRightBytes() {
    Random random = new Random(7);
    byte[] leads = {
      0,
      'a',
      (byte) 0xC0,
      (byte) 0xC2,
      (byte) 0xDF,
      (byte) 0xE0,
      (byte) 0xED,
      (byte) 0xEF,
      (byte) 0xF0,
      (byte) 0xF4,
      (byte) 0xF5,
      (byte) 0x80,
      (byte) 0x8F,
      (byte) 0x90,
      (byte) 0x9F,
      (byte) 0xA0,
      (byte) 0xBF,
      (byte) 0xFF
    };
    int valid = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(6)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = leads[random.nextInt(leads.length)];
      }
      boolean expected = decodes(bytes);
      valid += expected ? 1 : 0;
      assertThat(Utf8.isValid(bytes)).as("%s", Hex.encode(bytes)).isEqualTo(expected);
    }
    assertThat(valid).isBetween(1_000, 199_000);
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void halfASurrogatePairHasNoUtf8Form() {
    assertThat(Utf8.hasUtf8Form("a\uD83D\uDE00b")).isTrue();
    assertThat(Utf8.hasUtf8Form("\uD83D")).isFalse();
    assertThat(Utf8.hasUtf8Form("\uDE00\uD83D")).isFalse();
    assertThat(Utf8.hasUtf8Form("\uD83Dx")).isFalse();
  }

  @Test
  void lengthIsThatOfTheBytes() {
    for (String text :
        List.of("", "plain", "\u007f\u0080\u07ff\u0800\uffff", "a\uD83D\uDE00b", "é✓😀")) {
      assertThat(Utf8.length(text))
          .as(text)
          .isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
    assertThat(Utf8.length("\uD83Dx\uDE00")).isEqualTo(7);
  }
}
