package dev.graspd.server.site.text.highlight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits code into tokens (W-102). The texts of a line's tokens, one after the other, are the line.
 */
public final class Highlighter {
  /** {@code LINE_SHOWN}, in characters: a longer line is one plain token. */
  public static final int LINE_SHOWN = 5_000;

  /** {@code HIGHLIGHT}, in characters: of a longer text all lines are plain. */
  public static final int CHARS_MAX = 512 << 10;

  private Highlighter() {}

  /** Returns the tokens of each line. */
  public static List<List<Token>> of(Optional<Language> language, List<String> lines) {
    if (language.isEmpty() || isTooLong(lines)) {
      return lines.stream().map(Highlighter::plain).toList();
    }
    Lexer lexer = Lexers.of(language.get());
    List<List<Token>> all = new ArrayList<>(lines.size());
    for (String line : lines) {
      all.add(line.length() > LINE_SHOWN ? plain(line) : lexer.line(line));
    }
    return all;
  }

  /** Returns whether a text is too long to be highlighted. */
  public static boolean isTooLong(List<String> lines) {
    long chars = 0;
    for (String line : lines) {
      chars += line.length() + 1;
    }
    return chars > CHARS_MAX;
  }

  private static List<Token> plain(String line) {
    return line.isEmpty() ? List.of() : List.of(new Token(TokenKind.PLAIN, line));
  }
}
