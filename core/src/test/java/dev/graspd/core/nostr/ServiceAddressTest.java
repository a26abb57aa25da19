package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAddressTest {
  @ParameterizedTest
  @CsvSource({
    "git.example.org,      /,  wss://git.example.org,        true",
    "git.example.org,      /,  wss://GIT.example.org/,       true",
    "git.example.org,      /,  ws://git.example.org,         true",
    "git.example.org,      /,  https://git.example.org:443/, true",
    "git.example.org,      /,  wss://git.example.org:8443,   false",
    "git.example.org,      /,  wss://git.example.org/x,      false",
    "git.example.org,      /,  wss://git.example.org.evil,   false",
    "git.example.org,      /,  ftp://git.example.org,        false",
    "git.example.org,      /,  git.example.org,              false",
    "git.example.org,      /,  'wss://git.example.org/ x',   false",
    "git.example.org:8443, /,  wss://git.example.org:8443,   true",
    "git.example.org:8443, /,  wss://git.example.org,        false",
    "git.example.org,      /g, wss://git.example.org/g/,     true",
    "git.example.org,      /g, wss://git.example.org/,       false",
    "127.0.0.1:7334,       /,  ws://localhost:7334,          true",
    "127.0.0.1:7334,       /,  ws://[::1]:7334/,             true",
    "127.0.0.1:7334,       /,  ws://127.0.0.1:7335/,         false",
    "git.example.org,      /,  ws://localhost,               false"
  })
  void urlsAreComparedByTheirParts(String domain, String base, String url, boolean ours) {
    assertThat(ServiceAddress.of(domain, base).isNamedBy(url)).isEqualTo(ours);
  }

  @ParameterizedTest
  @CsvSource({
    "git.example.org,      /,  https://git.example.org/npub1x/repo.git,    true",
    "git.example.org,      /,  http://GIT.example.org:80/anything,         true",
    "git.example.org,      /,  https://git.example.org:8443/repo.git,      false",
    "git.example.org,      /,  https://other.example.org/repo.git,         false",
    "git.example.org,      /g, https://git.example.org/g/npub1x/repo.git,  true",
    "git.example.org,      /g, https://git.example.org/g,                  true",
    "git.example.org,      /g, https://git.example.org/gg/npub1x/repo.git, false",
    "127.0.0.1:7334,       /,  http://localhost:7334/repo.git,             true",
    "127.0.0.1:7334,       /,  http://127.0.0.1:7335/repo.git,             false",
    "git.example.org,      /,  ssh://git.example.org/repo.git,             false"
  })
  void whatIsBelowTheServiceIsItsOwn(String domain, String base, String url, boolean ours) {
    assertThat(ServiceAddress.of(domain, base).contains(url)).isEqualTo(ours);
  }

  @Test
  void domainHasNoSchemePathOrUser() {
    for (String bad : new String[] {"https://a", "a/b", "u@a", "", "a:b", "a b"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> ServiceAddress.of(bad, "/"));
    }
  }
}
