package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.text.Hex;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Bytes32Test {
  private static final String HEX =
      "000102030405060708090a0b0c0d0e0f8081828384858687f0f1f2f3f4f5f6ff";

  @Test
  void textBytesAndWordsAreTheSameValue() {
    EventId parsed = EventId.parse(HEX);
    assertThat(parsed.hex()).isEqualTo(HEX).isEqualTo(parsed.toString());
    assertThat(parsed.bytes()).isEqualTo(Hex.decode(HEX));
    assertThat(EventId.of(Hex.decode("ffff" + HEX + "ff"), 2)).isEqualTo(parsed);
    assertThat(parsed.word(0)).isEqualTo(0x0001020304050607L);
    assertThat(parsed.word(3)).isEqualTo(0xf0f1f2f3f4f5f6ffL);
    assertThat(EventId.ofWords(parsed.word(0), parsed.word(1), parsed.word(2), parsed.word(3)))
        .isEqualTo(parsed)
        .hasSameHashCodeAs(parsed);
  }

  @Test
  void theBytesGivenOutAreACopy() {
    EventId id = EventId.parse(HEX);
    Arrays.fill(id.bytes(), (byte) 0);
    assertThat(id.hex()).isEqualTo(HEX);
  }

  @Test
  void copiesLandAtTheOffset() {
    byte[] target = new byte[40];
    PublicKey.parse(HEX).copyTo(target, 5);
    assertThat(Hex.encode(target)).isEqualTo("0000000000" + HEX + "000000");
    byte[] text = new byte[66];
    PublicKey.parse(HEX).hexTo(text, 1);
    assertThat(Sample.text(text)).isEqualTo("\0" + HEX + "\0");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 62, 63, 65, 66})
  void otherLengthsAreRefused(int digits) {
    String text = "a".repeat(digits);
    assertThatThrownBy(() -> EventId.parse(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PublicKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, 16, 31, 32, 47, 48, 63})
  void aWrongDigitAnywhereIsRefused(int place) {
    String text = HEX.substring(0, place) + "A" + HEX.substring(place + 1);
    assertThatThrownBy(() -> EventId.parse(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PublicKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shortArraysAreRefused() {
    assertThatThrownBy(() -> EventId.of(new byte[40], 9))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> EventId.parse(HEX).word(4))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void theOrderIsThatOfTheUnsignedBytes() {
    Random random = new Random(2);
    for (int i = 0; i < 2_000; i++) {
      byte[] one = new byte[32];
      random.nextBytes(one);
      byte[] other = one.clone();
      other[random.nextInt(32)] = (byte) random.nextInt();
      int expected = Integer.signum(Arrays.compareUnsigned(one, other));
      assertThat(Integer.signum(EventId.of(one, 0).compareTo(EventId.of(other, 0))))
          .isEqualTo(expected);
      assertThat(Integer.signum(PublicKey.of(one, 0).compareTo(PublicKey.of(other, 0))))
          .isEqualTo(expected);
      assertThat(EventId.of(one, 0).equals(EventId.of(other, 0))).isEqualTo(expected == 0);
    }
  }

  @Test
  void anIdIsNeverAKey() {
    assertThat((Object) EventId.parse(HEX)).isNotEqualTo(PublicKey.parse(HEX));
  }
}
