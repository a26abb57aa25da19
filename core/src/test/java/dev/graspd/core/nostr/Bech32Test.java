package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.text.Hex;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Bech32Test {
  /** Valid texts of BIP-173 that hold whole bytes, or none. */
  @ParameterizedTest
  @ValueSource(strings = {"A12UEL5L", "a12uel5l", "?1ezyfcl"})
  void validTextsDecode(String text) {
    assertThat(Bech32.decode(text)).isPresent();
  }

  /** Invalid texts of BIP-173. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " 1nwldj5",
        "\u007F1axkwrx",
        "\u00801eym55h",
        "pzry9x0s0muk",
        "1pzry9x0s0muk",
        "x1b4n0q5v",
        "li1dgmt3",
        "de1lg7wt\u00FF",
        "A1G7SGD8",
        "10a06t8",
        "1qzzfhee",
        "A12uEL5L",
        "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx"
      })
  void invalidTextsDoNot(String text) {
    assertThat(Bech32.decode(text)).isEmpty();
  }

  /** The example of NIP-19. */
  @Test
  void npubOfTheSpecificationRoundTrips() {
    PublicKey key =
        PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
    String npub = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
    assertThat(Bech32.npub(key)).isEqualTo(npub);
    assertThat(Bech32.parseNpub(npub)).contains(key);
    assertThat(Bech32.parseNpub(npub.toUpperCase(Locale.ROOT))).isEmpty();
    assertThat(Bech32.parseNpub(npub.replace("8q", "8p"))).isEmpty();
    assertThat(Bech32.parseNsec(npub)).isEmpty();
  }

  @Test
  void nsecOfTheSpecificationDecodes() {
    assertThat(
            Bech32.parseNsec("nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5")
                .map(Hex::encode))
        .contains("67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa");
  }

  @Test
  void bytesOfEveryLengthRoundTrip() {
    for (int length = 0; length <= 40; length++) {
      byte[] data = new byte[length];
      for (int i = 0; i < length; i++) {
        data[i] = (byte) (i * 37 + length);
      }
      assertThat(Bech32.decode(Bech32.encode("test", data)).orElseThrow().data()).isEqualTo(data);
    }
  }
}
