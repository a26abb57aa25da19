package dev.graspd.server.site.text.highlight;

import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the tokens of one line, from its beginning to its end. Neighbours of one kind become one
 * token, also across white space: pages get smaller, and look the same.
 */
final class TokenLine {
  private final String line;
  private final List<Token> tokens = new ArrayList<>();
  private int from;
  private int at;
  private TokenKind kind = TokenKind.PLAIN;

  TokenLine(String line) {
    this.line = line;
  }

  /** Adds the characters up to an index; those that have a kind already keep it. */
  void upTo(int end, TokenKind next) {
    int to = Math.min(end, line.length());
    if (to <= at) {
      return;
    }
    boolean continues = next == kind || isBlank(at, to);
    if (!continues) {
      flush();
      kind = next;
    }
    at = to;
  }

  private boolean isBlank(int start, int end) {
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      if (c != ' ' && c != '\t') {
        return false;
      }
    }
    return true;
  }

  private void flush() {
    if (from < at) {
      tokens.add(new Token(kind, line.substring(from, at)));
      from = at;
    }
  }

  /** Returns all tokens; what nobody has added is plain. */
  List<Token> end() {
    upTo(line.length(), TokenKind.PLAIN);
    flush();
    return List.copyOf(tokens);
  }
}
