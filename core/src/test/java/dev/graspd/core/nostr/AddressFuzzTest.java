package dev.graspd.core.nostr;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.nostr.refusal.Soundness;

class AddressFuzzTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("grasp.example:8080", "/base");

  @FuzzTest
  void addressesReadBackAndUrlsNeverFail(byte[] input) {
    String text = new String(input, UTF_8);
    Address.parse(text)
        .ifPresent(address -> {
          Soundness.check(address);
          assertThat(text).startsWith(address.toString());
        });
    if (SERVICE.isNamedBy(text)) {
      assertThat(text).containsIgnoringCase("grasp.example").contains("/base");
    }
  }
}
