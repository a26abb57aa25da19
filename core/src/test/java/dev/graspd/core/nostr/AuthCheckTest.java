package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthCheckTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");

  @ParameterizedTest
  @CsvSource({
    "22242, c1, wss://git.example.org,    0, ''",
    "22242, c1, wss://git.example.org,  600, ''",
    "22242, c1, wss://git.example.org, -600, ''",
    "22242, c1, wss://git.example.org,  601, 10 minutes",
    "22242, c1, wss://git.example.org, -601, 10 minutes",
    "22242, c0, wss://git.example.org,    0, challenge",
    "22242, c1, wss://other.example,      0, another relay",
    "1,     c1, wss://git.example.org,    0, kind"
  })
  void everyPartMustFit(int kind, String challenge, String relay, long offset, String why) {
    Event auth = Sample.event(kind, Tag.of("challenge", challenge), Tag.of("relay", relay));
    var refusal = AuthCheck.refusal(auth, "c1", SERVICE, Sample.TIME + offset);
    if (why.isEmpty()) {
      assertThat(refusal).isEmpty();
    } else {
      assertThat(refusal.orElseThrow().message()).startsWith("invalid: ").contains(why);
    }
  }
}
