package dev.graspd.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelayUrlTest {
  private static final String NPUB =
      "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";

  private static String filled(String text) {
    return text.replace("NPUB", NPUB);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wss://relay.example                 | wss://relay.example
          WSS://Relay.EXAMPLE                 | wss://relay.example
          wss://relay.example/                | wss://relay.example
          wss://relay.example//               | wss://relay.example
          '  wss://relay.example \t'          | wss://relay.example
          wss://relay.example.                | wss://relay.example
          wss://relay.example:443             | wss://relay.example
          wss://relay.example:00443/          | wss://relay.example
          wss://relay.example:                | wss://relay.example
          ws://relay.example:80               | ws://relay.example
          ws://relay.example:443              | ws://relay.example:443
          wss://relay.example:80              | wss://relay.example:80
          wss://relay.example:7777            | wss://relay.example:7777
          wss://relay.example:65535           | wss://relay.example:65535
          wss://relay.example/Base            | wss://relay.example/Base
          wss://relay.example/Base/           | wss://relay.example/Base
          wss://relay.example/a/b//           | wss://relay.example/a/b
          wss://relay.example?k=V             | wss://relay.example?k=V
          wss://relay.example/?k=V            | wss://relay.example?k=V
          wss://relay.example/p?k=V/          | wss://relay.example/p?k=V/
          wss://relay.example#x               | wss://relay.example
          wss://relay.example/p#x             | wss://relay.example/p
          wss://relay.example/a%20b           | wss://relay.example/a%20b
          wss://xn--e1afmkfd.example          | wss://xn--e1afmkfd.example
          wss://localhost                     | wss://localhost
          ws://127.0.0.1:8080                 | ws://127.0.0.1:8080
          ws://10.0.0.1                       | ws://10.0.0.1
          wss://[::1]                         | wss://[::1]
          wss://[::1]:443/                    | wss://[::1]
          wss://[0:0:0:0:0:0:0:1]:7           | wss://[::1]:7
          wss://[2001:DB8::00Ff:0]            | wss://[2001:db8::ff:0]
          wss://[2001:db8:0:0:1:0:0:1]        | wss://[2001:db8::1:0:0:1]
          wss://[2001:0:0:1:0:0:0:1]          | wss://[2001:0:0:1::1]
          wss://[1:2:3:4:5:6:7:8]             | wss://[1:2:3:4:5:6:7:8]
          wss://[1:2:3:4:5:6:0:8]             | wss://[1:2:3:4:5:6:0:8]
          wss://[::ffff:127.0.0.1]            | wss://[::ffff:7f00:1]
          wss://[::]                          | wss://[::]
          """)
  void spellingsOfARelayAreOneRelay(String text, String normalised) {
    assertThat(RelayUrl.parse(text)).map(RelayUrl::text).contains(normalised);
    assertThat(RelayUrl.parse(normalised)).map(RelayUrl::text).contains(normalised);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "relay.example",
        "//relay.example",
        "wss:relay.example",
        "wss:/relay.example",
        "wss://",
        "wss:///path",
        "wss://.",
        "wss://:7777",
        "https://relay.example",
        "http://relay.example",
        "ftp://relay.example",
        "javascript:alert(1)",
        "wss+x://relay.example",
        "wss://user@relay.example",
        "wss://user:password@relay.example",
        "wss://@relay.example",
        "wss://relay.example:0",
        "wss://relay.example:65536",
        "wss://relay.example:99999999999",
        "wss://relay.example:-1",
        "wss://relay.example:x",
        "wss://relay.example:80:80",
        "wss://relay..example",
        "wss://relay_.example.",
        "wss://-relay.example",
        "wss://relay example",
        "wss://relay.example/a b",
        "wss://relay.example/a\nb",
        "wss://relay.example/\u0000",
        "wss://relay.example\\@evil.example",
        "wss://relay.example/\u202e",
        "wss://r\u00e9lay.example",
        "wss://relay.example/\u00e9",
        "wss://relay.example/..",
        "wss://relay.example/a/../b",
        "wss://relay.example/./a",
        "wss://relay.example/%zz",
        "wss://%72elay.example",
        "wss://relay.example/<script>",
        "wss://2130706433",
        "wss://0x7f000001",
        "wss://0x7f.1",
        "wss://127.1",
        "wss://0177.0.0.1",
        "wss://010.0.0.1",
        "wss://10.0.0.01",
        "wss://256.0.0.1",
        "wss://[::1",
        "wss://::1",
        "wss://[]",
        "wss://[::1]x",
        "wss://[1:2:3]",
        "wss://[1:2:3:4:5:6:7:8:9]",
        "wss://[12345::]",
        "wss://[fe80::1%25eth0]",
        "wss://[fe80::1%eth0]",
        "wss://[v1.a]"
      })
  void whatNobodyCouldConnectToIsNoRelay(String text) {
    assertThat(RelayUrl.parse(text)).isEmpty();
  }

  @Test
  void longUrlsAreNoRelays() {
    String head = "wss://relay.example/";
    String longest = head + "x".repeat(RelayUrl.CHARACTERS_MAX - head.length());
    assertThat(RelayUrl.parse(longest)).map(RelayUrl::text).contains(longest);
    assertThat(RelayUrl.parse(longest + "x")).isEmpty();
    assertThat(RelayUrl.parse("x".repeat(1_000_000))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://git.example/NPUB/repo.git         | wss://git.example
          HTTPS://Git.Example:443/NPUB/repo.git     | wss://git.example
          https://git.example/NPUB/repo.git/        | wss://git.example
          http://git.example/NPUB/repo.git          | ws://git.example
          http://git.example:80/NPUB/repo.git       | ws://git.example
          https://git.example:8443/NPUB/repo.git    | wss://git.example:8443
          https://git.example/base/NPUB/repo.git    | wss://git.example/base
          https://git.example/a/b/NPUB/repo.git     | wss://git.example/a/b
          https://git.example//NPUB/repo.git        | wss://git.example
          https://[0:0::1]:8080/NPUB/repo.git       | wss://[::1]:8080
          https://git.example/NPUB/my%20repo.git    | wss://git.example
          https://git.example/NPUB/my repo.git      | wss://git.example
          https://git.example/NPUB/dépôt.git        | wss://git.example
          https://git.example/NPUB/a?b.git          | wss://git.example
          https://git.example/NPUB/.git.git         | wss://git.example
          https://git.example/NPUB/NPUB/repo.git    | wss://git.example/NPUB
          """)
  void cloneUrlOfTheGraspShapeHasARelay(String clone, String relay) {
    assertThat(RelayUrl.ofClone(filled(clone))).map(RelayUrl::text).contains(filled(relay));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "//",
        "https://github.com/owner/repo.git",
        "https://github.com/owner/repo",
        "https://git.example/NPUB/repo",
        "https://git.example/NPUB/.git",
        "https://git.example/NPUB/",
        "https://git.example/NPUB.git",
        "https://git.example/NPUB/a/repo.git",
        "https://git.example/npub1abc/repo.git",
        "https://git.example/NPUBx/repo.git",
        "https://git.example/NPUB/repo.git?x=1",
        "https://git.example/NPUB/repo.git#x",
        "https://git.example/?x=/NPUB/repo.git",
        "https://git.example/#/NPUB/repo.git",
        "https://user@git.example/NPUB/repo.git",
        "https://git.example:0/NPUB/repo.git",
        "https:///NPUB/repo.git",
        "https:/NPUB/repo.git",
        "/NPUB/repo.git",
        "NPUB/repo.git",
        "wss://git.example/NPUB/repo.git",
        "ssh://git.example/NPUB/repo.git",
        "git@git.example:NPUB/repo.git",
        "nostr://NPUB/relay.example/repo.git",
        "https://git.example/../NPUB/repo.git"
      })
  void ordinaryGitHostsAreNoRelays(String clone) {
    assertThat(RelayUrl.ofClone(filled(clone))).isEmpty();
  }

  @Test
  void longIdentifiersDoNotHideARelay() {
    String clone = "https://git.example/" + NPUB + "/" + "%C3%A9".repeat(125) + ".git";
    assertThat(RelayUrl.ofClone(clone)).map(RelayUrl::text).contains("wss://git.example");
    assertThat(RelayUrl.ofClone("https://git.example/" + "x".repeat(512) + "/" + NPUB + "/r.git"))
        .isEmpty();
  }

  @Test
  void relaysAreComparedByTheirText() {
    RelayUrl a = RelayUrl.parse("wss://a.example").orElseThrow();
    RelayUrl again = RelayUrl.parse("wss://A.example:443/").orElseThrow();
    RelayUrl b = RelayUrl.parse("wss://b.example").orElseThrow();
    assertThat(a).isEqualTo(again).hasSameHashCodeAs(again).isNotEqualTo(b).isLessThan(b);
    assertThat(new TreeSet<>(List.of(b, a, again))).containsExactly(a, b);
    assertThat(a).hasToString("wss://a.example");
  }

  @ParameterizedTest
  @CsvSource({
    "wss://relay.example, relay.example",
    "wss://Relay.example:444/path?query, relay.example",
    "wss://relay.example/a:b, relay.example",
    "ws://127.0.0.1:7777, 127.0.0.1",
    "ws://[2001:db8::1]:7777/, [2001:db8::1]",
    "ws://[2001:db8::1], [2001:db8::1]"
  })
  void theHostHasNoPort(String url, String host) {
    assertThat(RelayUrl.parse(url).orElseThrow().host()).isEqualTo(host);
  }
}
