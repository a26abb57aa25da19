package dev.graspd.server.site.text.highlight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.Html;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class HighlighterTest {
  private static final int HOSTILE_LINES = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Returns the tokens of one line, each with the class of its kind: {@code k(return) 0;}. */
  private static String shown(Language language, String... lines) {
    List<List<Token>> all = Highlighter.of(Optional.of(language), List.of(lines));
    return all.stream().map(HighlighterTest::shown).collect(Collectors.joining("\n"));
  }

  private static String shown(List<Token> line) {
    return line.stream()
        .map(token ->
            token.kind() == TokenKind.PLAIN
                ? token.text()
                : token.kind().className() + "«" + token.text() + "»")
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "JAVA | return \"a\"; // x | k«return »s«\"a\"»; c«// x»",
        "C | int x = 0x1f; | t«int »x = n«0x1f»;",
        "RUST | fn main() {} | k«fn »main() {}",
        "PYTHON | x = None # why | x = n«None »c«# why»",
        "TOML | name = \"x\" # y | f«name »= s«\"x\" »c«# y»",
        "TOML | [a.b] # c | t«[a.b] »c«# c»",
        "TOML | [1, 2], | [n«1», n«2»],",
        "TOML | on = true | f«on »= n«true»",
        "NIX | let a = ''x''; in a | k«let »f«a »= s«''x''»; k«in »a",
        "NIX | ''a ''${x} b'' c | s«''a ''${x} b'' »c",
        "SWIFT | @main struct App { let x = \"a\" } | m«@main »k«struct »t«App »{ k«let »x = s«\"a\" »}",
        "SWIFT | func go() -> Int { nil } | k«func »f«go»() -> t«Int »{ n«nil »}",
        "ZIG | const x: u8 = @as(u8, 'a'); | k«const »x: t«u8 »= m«@as»(t«u8», s«'a'»);",
        "ZIG | \\\\ text \" here | s«\\\\ text \" here»",
        "HASKELL | f x' = Just 'c' -- d | f x' = t«Just »s«'c' »c«-- d»",
        "HASKELL | {-# LANGUAGE X #-} module M where | m«{-# LANGUAGE X #-} »k«module »t«M »k«where»",
        "ELIXIR | def go(:ok), do: ~r/a\"b/ | k«def »f«go»(m«:ok»), k«do»: s«~r/a\"b/»",
        "ELIXIR | @doc \"x\" | m«@doc »s«\"x\"»",
      })
  void examplesOfEachLanguage(Language language, String line, String expected) {
    assertThat(shown(language, line)).isEqualTo(expected);
  }

  @Test
  void commentsAndStringsGoOnInTheNextLine() {
    assertThat(shown(Language.JAVA, "a /* b", "c", "d */ e"))
        .isEqualTo("a c«/* b»\nc«c»\nc«d */ »e");
    assertThat(shown(Language.HASKELL, "a {- b {- c", "-} d -} e"))
        .isEqualTo("a c«{- b {- c»\nc«-} d -} »e");
    assertThat(shown(Language.TOML, "a = \"\"\"b", "\\\"\"\"c", "\"\"\" # d"))
        .isEqualTo("f«a »= s«\"\"\"b»\ns«\\\"\"\"c»\ns«\"\"\" »c«# d»");
    assertThat(shown(Language.TOML, "a = \"b", "c = 1")).isEqualTo("f«a »= s«\"b»\nf«c »= n«1»");
  }

  @ParameterizedTest
  @CsvSource({
    "Main.java, '', JAVA",
    "x.RS, '', RUST",
    "Cargo.lock, '', TOML",
    "Dockerfile, '', DOCKERFILE",
    "run, #!/bin/sh, SHELL",
    "run, #!/usr/bin/env python3, PYTHON",
    "run, #!/usr/bin/env -S node --x, JAVASCRIPT",
    "a.b.nix, '', NIX",
  })
  void languageComesFromTheNameOrTheFirstLine(String name, String first, Language expected) {
    assertThat(Language.ofFile(name, first)).contains(expected);
  }

  @Test
  void unknownFilesArePlain() {
    assertThat(Language.ofFile("LICENSE", "Copyright")).isEmpty();
    assertThat(Language.ofFile("a.csv", "")).isEmpty();
    assertThat(Language.ofWord("")).isEmpty();
    assertThat(shown(Highlighter.of(Optional.empty(), List.of("int x")).getFirst()))
        .isEqualTo("int x");
  }

  @Test
  void wordsMeanOneLanguage() {
    List<String> all = new ArrayList<>();
    for (Language language : Language.values()) {
      all.addAll(language.words());
      assertThat(language.words())
          .allMatch(word -> Language.ofWord(word).equals(Optional.of(language)));
    }
    assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThan(150);
  }

  @Test
  void longLinesAndLongTextsArePlain() {
    String line = "int ".repeat(2_000);
    assertThat(Highlighter.of(Optional.of(Language.C), List.of(line, "int x")))
        .satisfiesExactly(
            first -> assertThat(first).containsExactly(new Token(TokenKind.PLAIN, line)),
            second -> assertThat(second).hasSize(2));
    List<String> many = Collections.nCopies(Highlighter.CHARS_MAX / 6 + 1, "int x");
    assertThat(Highlighter.isTooLong(many)).isTrue();
    assertThat(Highlighter.of(Optional.of(Language.C), many))
        .hasSameSizeAs(many)
        .allMatch(tokens -> tokens.equals(List.of(new Token(TokenKind.PLAIN, "int x"))));
  }

  @Test
  void hiddenCharactersAreShownWithinTokens() {
    List<Token> line = Highlighter.of(Optional.of(Language.C), List.of("// a\u202eb")).getFirst();
    assertThat(Html.render(Html.element(Html.Tag.CODE, CodeNodes.of(line))))
        .isEqualTo(
            "<code><span class=\"c\">// a<span class=\"hidden-char\">U+202E</span>b</span></code>");
  }

  /** Every lexer of the library loads without a display and takes any text. */
  @ParameterizedTest
  @EnumSource
  void tokensAreTheLineWhateverItIs(Language language) {
    SplittableRandom random = new SplittableRandom(language.name().hashCode());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      lines.add(RandomCode.line(random));
    }
    check(lines, Highlighter.of(Optional.of(language), lines));
  }

  static void check(List<String> lines, List<List<Token>> tokens) {
    assertThat(tokens).hasSameSizeAs(lines);
    for (int i = 0; i < lines.size(); i++) {
      List<Token> line = tokens.get(i);
      assertThat(line.stream().map(Token::text).collect(Collectors.joining()))
          .isEqualTo(lines.get(i));
      for (int at = 1; at < line.size(); at++) {
        assertThat(line.get(at).kind()).isNotEqualTo(line.get(at - 1).kind());
      }
    }
  }

  /** Also lines that are made to be slow take a time that nobody notices. */
  @ParameterizedTest
  @EnumSource
  void hostileLinesTakeNoLongTime(Language language) {
    for (String piece :
        List.of("\"", "'", "/*", "<", "((", "{", "${", "`", "<<", "a", "\\", "/", "[[", "=begin")) {
      String line = piece.repeat(Highlighter.LINE_SHOWN / piece.length());
      List<String> lines = Collections.nCopies(HOSTILE_LINES, line);
      List<List<Token>> tokens =
          Assertions.assertTimeoutPreemptively(
              PATIENCE, () -> Highlighter.of(Optional.of(language), lines), piece);
      assertThat(tokens).hasSameSizeAs(lines);
    }
  }

  /** Lines out of pieces that mean something to lexers. */
  static final class RandomCode {
    private static final List<String> PIECES =
        List.of(
            "\"",
            "'",
            "\"\"\"",
            "'''",
            "`",
            "/*",
            "*/",
            "//",
            "#",
            "--",
            "{-",
            "-}",
            "<!--",
            "-->",
            "<?php",
            "?>",
            "<script>",
            "</script>",
            "<style>",
            "</style>",
            "<%",
            "%>",
            "${",
            "$x",
            "{{",
            "}}",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "\\",
            "\\\\",
            " ",
            "\t",
            "  ",
            "int",
            "return",
            "if",
            "class",
            "Foo",
            "x",
            "_y1",
            "0x1F",
            "1.5e9",
            "10",
            "=",
            "==",
            "=>",
            "::",
            ":",
            ";",
            ",",
            "@",
            "@x",
            "#if",
            "~s(",
            "<<EOF",
            "EOF",
            "=begin",
            "=end",
            "q{",
            "qq(",
            "s/a/",
            "&amp;",
            "<a href=\"",
            "http://a.b/c",
            "\r",
            "\f",
            "\u000b",
            "\u0085",
            "\u2028",
            "\u2029",
            "\u0000",
            "\u202e",
            "\ud83d\ude00",
            "\ud83d",
            "ä",
            "日本",
            "%",
            "|",
            "!",
            "?",
            "<",
            ">");

    private RandomCode() {}

    static String line(SplittableRandom random) {
      StringBuilder line = new StringBuilder();
      for (int i = random.nextInt(14); i > 0; i--) {
        line.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      return line.toString();
    }
  }
}
