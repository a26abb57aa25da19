package dev.graspd.core.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

class RelayUrlFuzzTest {
  @FuzzTest
  void whateverIsARelayHasOneSpellingThatIsSafeToShow(byte[] input) {
    String text = new String(input, UTF_8);
    RelayUrl.parse(text).ifPresent(RelayUrlFuzzTest::check);
    RelayUrl.ofClone(text).ifPresent(RelayUrlFuzzTest::check);
  }

  private static void check(RelayUrl relay) {
    assertThat(relay.text())
        .matches("wss?://[!-~]+")
        .hasSizeLessThanOrEqualTo(RelayUrl.CHARACTERS_MAX + 1)
        .doesNotContain("#", "\\");
    assertThat(RelayUrl.parse(relay.text())).contains(relay);
  }
}
