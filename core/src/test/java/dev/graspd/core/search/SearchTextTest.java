package dev.graspd.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.search.SearchText.Parsed;
import dev.graspd.core.search.SearchText.Term;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search text asks for, and what has it (N50-3, N50-4, N50-6). */
class SearchTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "push fails                | push fails",
        "GitCore                   | gitcore(git core)",
        "\"push  fails\"           | [push fails]",
        "\"GitCore api\"           | [git core api]",
        "\"word\"                  | word",
        "fast-import               | fast-import(fast import)",
        "push -force               | push -force",
        "-\"force push\" git       | git -[force push]",
        "- word --other            | word -other",
        "wor* wo* * a*b            | wor* wo a b",
        "git-c*                    | git-c*",
        "include:spam language:en x| x",
        "x:y A:b http://x a:b:c    | x y a b http x a b c",
        "\"include:spam\"          | [include spam]",
        "say \"open quote          | say open quote",
        "a\"b c\"d                 | a [b c] d",
        "foo,bar                   | foo bar",
        "検索機能                  | (検索 索機 機能)",
      })
  void textIsRead(String text, String terms) {
    assertThat(SearchText.parse(text)).isInstanceOf(Parsed.Found.class);
    assertThat(shown(found(text))).isEqualTo(terms);
  }

  @ParameterizedTest
  @ValueSource(strings = {"include:spam", " language:en  nsfw:false ", "domain:example.com"})
  void textOfExtensionsIsAsNone(String text) {
    assertThat(SearchText.parse(text)).isEqualTo(new Parsed.OnlyExtensions());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "!?", "\"\"", "-", "*"})
  void textWithoutWordIsInvalid(String text) {
    assertThat(SearchText.parse(text)).isEqualTo(new Parsed.Invalid("it has no word"));
  }

  @Test
  void textHasLimits() {
    assertThat(SearchText.parse("x".repeat(256))).isInstanceOf(Parsed.Found.class);
    assertThat(SearchText.parse("x".repeat(257)))
        .isEqualTo(new Parsed.Invalid("the limit is 256 bytes"));
    assertThat(SearchText.parse("é".repeat(129)))
        .isEqualTo(new Parsed.Invalid("the limit is 256 bytes"));
    assertThat(SearchText.parse("w ".repeat(16))).isInstanceOf(Parsed.Found.class);
    assertThat(SearchText.parse("\"" + "w ".repeat(17) + "\""))
        .isEqualTo(new Parsed.Invalid("the limit is 16 words"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "push                  | Push fails         | true",
        "fails push            | Push fails         | true",
        "push succeeds         | Push fails         | false",
        "pus                   | Push fails         | false",
        "pus*                  | Push fails         | true",
        "\"push fails\"        | push it: fails     | false",
        "\"push fails\"        | a push, fails      | true",
        "\"a a b\"             | a b a a b          | true",
        "push -fails           | push fails         | false",
        "-fails                | push works         | true",
        "gitcore               | GitCore            | true",
        "git                   | GitCore            | true",
        "core git              | GitCore            | true",
        "gitCore               | the git core       | true",
        "gitCore               | core git           | false",
        "core.git              | https://x/core.git | true",
        "uber                  | Über               | true",
        "索機                  | 検索機能           | true",
        "検機                  | 検索機能           | false",
      })
  void eventIsFound(String text, String content, boolean isFound) {
    Event event = SearchSample.kind(1).content(content).event();

    assertThat(found(text).matches(new SearchedEvent(event))).isEqualTo(isFound);
  }

  @Test
  void phraseDoesNotGoFromOneFieldToTheNext() {
    Event event = SearchSample.kind(1621).tag("subject", "push").content("fails").event();

    assertThat(found("push fails").matches(new SearchedEvent(event))).isTrue();
    assertThat(found("\"push fails\"").matches(new SearchedEvent(event))).isFalse();
  }

  @Test
  void eventOfAnotherKindIsNeverFound() {
    Event event = SearchSample.kind(30_023).content("push").event();

    assertThat(found("push").matches(new SearchedEvent(event))).isFalse();
    assertThat(found("-other").matches(new SearchedEvent(event))).isFalse();
  }

  private static SearchText found(String text) {
    return ((Parsed.Found) SearchText.parse(text)).text();
  }

  private static String shown(SearchText text) {
    return (text.required().stream().map(SearchTextTest::shown).collect(Collectors.joining(" "))
            + " "
            + text.excluded().stream()
                .map(term -> "-" + shown(term))
                .collect(Collectors.joining(" ")))
        .strip();
  }

  private static String shown(Term term) {
    return switch (term) {
      case Term.Word(var whole, var parts) ->
          parts.size() == 1 ? parts.getFirst() : whole + "(" + String.join(" ", parts) + ")";
      case Term.Phrase(var parts) -> "[" + String.join(" ", parts) + "]";
      case Term.Prefix(var start) -> start + "*";
    };
  }
}
