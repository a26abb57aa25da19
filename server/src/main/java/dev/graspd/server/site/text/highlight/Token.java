package dev.graspd.server.site.text.highlight;

import java.util.ArrayList;
import java.util.List;

/** A part of a line. */
public record Token(TokenKind kind, String text) {
  /** Returns the tokens of a part of a line; those at its ends may be cut. */
  public static List<Token> between(List<Token> line, int from, int to) {
    List<Token> part = new ArrayList<>();
    int at = 0;
    for (Token token : line) {
      int end = at + token.text.length();
      int first = Math.max(from, at);
      int last = Math.min(to, end);
      if (first < last) {
        part.add(new Token(token.kind, token.text.substring(first - at, last - at)));
      }
      at = end;
    }
    return part;
  }
}
