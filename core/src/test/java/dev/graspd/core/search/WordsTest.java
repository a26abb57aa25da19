package dev.graspd.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text is split into (N50-3): each word as whole=part+part. */
class WordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "the parser, fails!             | the parser fails",
        "HTTPServer                     | httpserver=http+server",
        "gitCore GIT git                | gitcore=git+core git git",
        "iPhone15 utf8Parser            | iphone15=i+phone15 utf8parser=utf8+parser",
        "snake_case                     | snake_case=snake+case",
        "repo-name.git                  | repo-name.git=repo+name+git",
        "src/main/App.java:12           | src/main/app.java=src+main+app+java 12",
        "https://example.com/a          | https example.com/a=example+com+a",
        "end. -start a--b .gitignore    | end start a b gitignore",
        "don't rock’n’roll 'quoted'     | dont rocknroll quoted",
        "Ünïcode Straße ŁÓDŹ            | unicode strasse lodz",
        "ÆØ œuvre ﬁle ２５              | aeo oeuvre file 25",
        "ὈΔΟΣ οδός                      | οδοσ οδοσ",
        "йога Ёж                        | иога еж",
        "検索機能                       | =検索+索機+機能",
        "Git検索 サーバー 字            | git =検索 =サー+ーバ+バー =字",
        "한국어                         | =한국+국어",
        "हिन्दी                          | हिन्दी",
        "… !? 🎉                        | ``",
      })
  void textIsSplit(String text, String words) {
    assertThat(Words.of(text).stream().map(WordsTest::shown).collect(Collectors.joining(" ")))
        .isEqualTo(words);
  }

  private static String shown(Word word) {
    return word.hasWhole() || word.whole().isEmpty()
        ? word.whole() + "=" + String.join("+", word.parts())
        : word.whole();
  }

  @Test
  void longWordsAreCut() {
    String long1 = "x".repeat(Words.CHARS_MAX + 1);

    assertThat(Words.of(long1))
        .containsExactly(
            new Word("x".repeat(Words.CHARS_MAX), List.of("x".repeat(Words.CHARS_MAX))));
    assertThat(Words.of("x".repeat(Words.CHARS_MAX - 1) + "\uD835\uDD38").getFirst().whole())
        .hasSize(Words.CHARS_MAX);
  }

  @Test
  void cutDividesNoCharacter() {
    String rare = "\uD801\uDC28";

    assertThat(Words.of("x".repeat(Words.CHARS_MAX - 1) + rare).getFirst().whole())
        .isEqualTo("x".repeat(Words.CHARS_MAX - 1));
  }
}
