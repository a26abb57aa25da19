package dev.graspd.core.nostr;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.Locale;

class Bech32FuzzTest {
  private static final int DATA_BYTES_MAX = 50;

  @FuzzTest
  void whateverDecodesIsTheOneFormOfItsBytes(byte[] input) {
    String text = new String(input, UTF_8);
    Bech32.decode(text)
        .ifPresent(decoded -> {
          assertThat(US_ASCII.newEncoder().canEncode(text)).isTrue();
          assertThat(Bech32.encode(decoded.prefix(), decoded.data()))
              .isEqualTo(text.toLowerCase(Locale.ROOT));
        });
    Bech32.parseNpub(text).ifPresent(key -> assertThat(Bech32.npub(key)).isEqualTo(text));
    Bech32.parseNsec(text).ifPresent(key -> assertThat(key).hasSize(32));
    roundTrip(Arrays.copyOf(input, Math.min(input.length, DATA_BYTES_MAX)));
  }

  private static void roundTrip(byte[] data) {
    assertThat(Bech32.decode(Bech32.encode("x", data)))
        .hasValueSatisfying(decoded -> assertThat(decoded.data()).isEqualTo(data));
  }
}
