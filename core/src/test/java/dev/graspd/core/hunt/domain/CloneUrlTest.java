package dev.graspd.core.hunt.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** purgatory.md, sections 4 and 4.2. */
class CloneUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://git.example/a.git           | https://git.example/a.git         | git.example
          HTTPS://Git.EXAMPLE/A.git           | https://git.example/A.git         | git.example
          '  https://git.example/a.git\t'     | https://git.example/a.git         | git.example
          https://git.example/a.git/          | https://git.example/a.git         | git.example
          https://git.example/a.git//         | https://git.example/a.git         | git.example
          https://git.example./a              | https://git.example/a             | git.example
          https://git.example:443/a           | https://git.example/a             | git.example
          https://git.example:/a              | https://git.example/a             | git.example
          https://git.example:80/a            | https://git.example:80/a          | git.example
          http://git.example/a                | http://git.example/a              | git.example
          http://git.example:80/a             | http://git.example/a              | git.example
          http://git.example:8080/a           | http://git.example:8080/a         | git.example
          https://git.example/u/a%20b.git     | https://git.example/u/a%20b.git   | git.example
          https://git.example/~u/a+b,c;d=e    | https://git.example/~u/a+b,c;d=e  | git.example
          https://127.0.0.1:8080/a            | https://127.0.0.1:8080/a          | 127.0.0.1
          https://[2001:DB8::0:1]/a           | https://[2001:db8::1]/a           | [2001:db8::1]
          https://xn--e1afmkfd.example/a      | https://xn--e1afmkfd.example/a    | xn--e1afmkfd.example
          """)
  void spellingsOfAPlaceAreOnePlaceWithOneDomain(String text, String normalised, String domain) {
    assertThat(CloneUrl.parse(text))
        .hasValueSatisfying(url -> {
          assertThat(url.text()).isEqualTo(normalised);
          assertThat(url.domain()).isEqualTo(new Domain(domain));
        });
    assertThat(CloneUrl.parse(normalised)).isEqualTo(CloneUrl.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "git.example/a",
        "/srv/git/a.git",
        "file:///srv/git/a.git",
        "ssh://git.example/a",
        "git://git.example/a",
        "git@git.example:a.git",
        "ext::sh -c true",
        "--upload-pack=true",
        "https:git.example/a",
        "https://",
        "https:///a",
        "https://git.example",
        "https://git.example/",
        "https://git.example//",
        "https://user@git.example/a",
        "https://user:password@git.example/a",
        "https://@git.example/a",
        "https://git.example/a?service=x",
        "https://git.example/a?",
        "https://git.example/a#x",
        "https://git.example/a#",
        "https://git.example:0/a",
        "https://git.example:65536/a",
        "https://git.example:-1/a",
        "https://git.example:x/a",
        "https://git.example/a b",
        "https://git.example/a\nb",
        "https://git.example/a\r\nHost: evil",
        "https://git.example/\u0000",
        "https://git.example/\u007f",
        "https://git.example/\u202e",
        "https://git.example/\u00e9",
        "https://g\u00eft.example/a",
        "https://git.example\\@evil.example/a",
        "https://git.example/a/../b",
        "https://git.example/./a",
        "https://git.example/%zz",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://127.1/a",
        "https://010.0.0.1/a",
        "https://[::1/a",
        "https://[fe80::1%25eth0]/a"
      })
  void whatCannotBeFetchedFromIsNoCloneUrl(String text) {
    assertThat(CloneUrl.parse(text)).isEmpty();
  }

  @Test
  void longestUrlHas512Bytes() {
    String longest = "https://git.example/" + "a".repeat(CloneUrl.BYTES_MAX - 20);
    assertThat(CloneUrl.parse(longest)).isPresent();
    assertThat(CloneUrl.parse(longest + "a")).isEmpty();
  }
}
