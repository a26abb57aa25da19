package dev.graspd.server.site.text.highlight;

import java.util.List;
import java.util.Set;

/**
 * A language, as far as {@link WordLexer} has to know it.
 *
 * @param toLineEnd beginnings of what ends with the line
 * @param spans strings and comments with an end of their own; the first that fits counts
 * @param wordChars what a word may contain beside letters, digits and the underscore
 */
record Syntax(
    List<ToLineEnd> toLineEnd,
    List<Span> spans,
    Set<String> keywords,
    Set<String> constants,
    Set<String> types,
    String wordChars,
    Set<Trait> traits) {
  Syntax {
    toLineEnd = List.copyOf(toLineEnd);
    spans = List.copyOf(spans);
    keywords = Set.copyOf(keywords);
    constants = Set.copyOf(constants);
    types = Set.copyOf(types);
    traits = Set.copyOf(traits);
  }

  record ToLineEnd(String open, TokenKind kind) {}

  /**
   * Something with a beginning and an end.
   *
   * @param isLong whether it may go on in the next line
   * @param isNesting whether it ends only when all that began within it has ended
   * @param escape the character before which an end does not count; empty if there is none
   * @param notBefore characters after which an end is none
   */
  record Span(
      String open,
      String close,
      TokenKind kind,
      boolean isLong,
      boolean isNesting,
      String escape,
      String notBefore) {
    static Span comment(String open, String close, boolean isNesting) {
      return new Span(open, close, TokenKind.COMMENT, true, isNesting, "", "");
    }

    static Span string(String quotes, boolean isLong) {
      return new Span(quotes, quotes, TokenKind.STRING, isLong, false, "\\", "");
    }

    static Span rawString(String quotes, boolean isLong, String notBefore) {
      return new Span(quotes, quotes, TokenKind.STRING, isLong, false, "", notBefore);
    }
  }

  /** What languages have or lack. */
  enum Trait {
    /** A word with a capital is a type. */
    CAPITAL_IS_TYPE,
    /** A word before a parenthesis is a function. */
    CALL_IS_FUNCTION,
    /** A word before an equals sign is a key. */
    KEY_IS_FUNCTION,
    /** A line in brackets is the head of a section. */
    HEADS,
    AT_IS_META,
    HASH_IS_META,
    /** A word after a colon is an atom. */
    COLON_IS_META,
    /** A quote has one character and a second quote; alone it is something else. */
    QUOTE_IS_CHAR,
    /** A tilde, a letter and a delimiter begin a string. */
    SIGILS,
    /** {@code u8}, {@code i32} and {@code f64} are types, of any width. */
    WIDTHS_ARE_TYPES
  }
}
