package dev.graspd.server.site.text.highlight;

import dev.graspd.server.site.text.highlight.Syntax.Span;
import dev.graspd.server.site.text.highlight.Syntax.ToLineEnd;
import dev.graspd.server.site.text.highlight.Syntax.Trait;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A lexer for languages of words, strings and comments. Looks at each character a few times. */
final class WordLexer implements Lexer {
  private static final Pattern HEAD =
      Pattern.compile("[ \\t]*+\\[\\[?+[\\w.\"'\\- ]++\\]\\]?+(?=[ \\t]*+(?:#|$))");
  private static final Pattern WIDTH = Pattern.compile("[iuf][0-9]{1,5}");
  private static final String SIGIL_OPEN = "([{<|/\"'";
  private static final String SIGIL_CLOSE = ")]}>|/\"'";

  private final Syntax syntax;
  private Optional<Span> inside = Optional.empty();
  private int depth;

  WordLexer(Syntax syntax) {
    this.syntax = syntax;
  }

  @Override
  public List<Token> line(String line) {
    TokenLine tokens = new TokenLine(line);
    int at = inside.isEmpty() ? head(line, tokens) : 0;
    while (at < line.length()) {
      at = inside.isPresent() ? rest(inside.get(), line, at, tokens) : next(line, at, tokens);
    }
    inside = inside.filter(Span::isLong);
    return tokens.end();
  }

  private int head(String line, TokenLine tokens) {
    if (!syntax.traits().contains(Trait.HEADS)) {
      return 0;
    }
    Matcher head = HEAD.matcher(line);
    if (!head.lookingAt()) {
      return 0;
    }
    tokens.upTo(head.end(), TokenKind.TYPE);
    return head.end();
  }

  /** Goes on within a string or comment, at most to the end of the line. */
  private int rest(Span span, String line, int from, TokenLine tokens) {
    int at = from;
    while (at < line.length() && depth > 0) {
      if (!span.escape().isEmpty() && line.startsWith(span.escape(), at)) {
        at += 2;
      } else if (line.startsWith(span.close(), at)) {
        at += span.close().length();
        boolean isEnd = at == line.length() || span.notBefore().indexOf(line.charAt(at)) < 0;
        depth -= isEnd ? 1 : 0;
        at += isEnd ? 0 : 1;
      } else if (span.isNesting() && line.startsWith(span.open(), at)) {
        at += span.open().length();
        depth++;
      } else {
        at++;
      }
    }
    tokens.upTo(at, span.kind());
    if (depth == 0) {
      inside = Optional.empty();
    }
    return at;
  }

  private int next(String line, int at, TokenLine tokens) {
    for (ToLineEnd begin : syntax.toLineEnd()) {
      if (line.startsWith(begin.open(), at)) {
        tokens.upTo(line.length(), begin.kind());
        return line.length();
      }
    }
    for (Span span : syntax.spans()) {
      if (line.startsWith(span.open(), at)) {
        inside = Optional.of(span);
        depth = 1;
        tokens.upTo(at + span.open().length(), span.kind());
        return at + span.open().length();
      }
    }
    char c = line.charAt(at);
    if (c >= '0' && c <= '9') {
      return taken(numberEnd(line, at), TokenKind.NUMBER, tokens);
    }
    if (isWordStart(c)) {
      int end = wordEnd(line, at + 1);
      return taken(end, word(line, at, end), tokens);
    }
    return sign(line, at, tokens);
  }

  private static int taken(int end, TokenKind kind, TokenLine tokens) {
    tokens.upTo(end, kind);
    return end;
  }

  private static int numberEnd(String line, int from) {
    int at = from + 1;
    while (at < line.length()) {
      char c = line.charAt(at);
      boolean isPoint =
          c == '.' && at + 1 < line.length() && Character.isDigit(line.charAt(at + 1));
      if (!isPoint && c != '_' && !Character.isLetterOrDigit(c)) {
        break;
      }
      at++;
    }
    return at;
  }

  private static boolean isWordStart(char c) {
    return c == '_' || Character.isLetter(c);
  }

  private int wordEnd(String line, int from) {
    int at = from;
    while (at < line.length() && isWordPart(line.charAt(at))) {
      at++;
    }
    return at;
  }

  private boolean isWordPart(char c) {
    return c == '_' || Character.isLetterOrDigit(c) || syntax.wordChars().indexOf(c) >= 0;
  }

  private TokenKind word(String line, int from, int end) {
    String word = line.substring(from, end);
    if (syntax.keywords().contains(word)) {
      return TokenKind.KEYWORD;
    }
    if (syntax.constants().contains(word)) {
      return TokenKind.NUMBER;
    }
    boolean isType =
        syntax.types().contains(word)
            || (has(Trait.CAPITAL_IS_TYPE) && Character.isUpperCase(word.charAt(0)))
            || (has(Trait.WIDTHS_ARE_TYPES) && WIDTH.matcher(word).matches());
    if (isType) {
      return TokenKind.TYPE;
    }
    boolean isFunction =
        (has(Trait.CALL_IS_FUNCTION) && line.startsWith("(", end))
            || (has(Trait.KEY_IS_FUNCTION) && isKey(line, end));
    return isFunction ? TokenKind.FUNCTION : TokenKind.PLAIN;
  }

  private static boolean isKey(String line, int end) {
    int at = end;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return line.startsWith("=", at) && !line.startsWith("==", at);
  }

  private boolean has(Trait trait) {
    return syntax.traits().contains(trait);
  }

  /** A character that begins no word: alone, or together with what follows. */
  private int sign(String line, int at, TokenLine tokens) {
    char c = line.charAt(at);
    boolean beforeWord = at + 1 < line.length() && isWordStart(line.charAt(at + 1));
    boolean isMeta =
        beforeWord
            && ((c == '@' && has(Trait.AT_IS_META))
                || (c == '#' && has(Trait.HASH_IS_META))
                || (c == ':' && has(Trait.COLON_IS_META) && !line.startsWith("::", at - 1)));
    if (isMeta) {
      return taken(wordEnd(line, at + 1), TokenKind.META, tokens);
    }
    int end = at;
    if (c == '\'' && has(Trait.QUOTE_IS_CHAR)) {
      end = charEnd(line, at);
    } else if (c == '~' && has(Trait.SIGILS) && beforeWord) {
      end = sigilEnd(line, at + 2);
    }
    return end > at ? taken(end, TokenKind.STRING, tokens) : taken(at + 1, TokenKind.PLAIN, tokens);
  }

  /** Returns the end of a character in quotes; the beginning if it is none. */
  private static int charEnd(String line, int at) {
    boolean isEscaped = line.startsWith("\\", at + 1);
    if (!isEscaped) {
      int width = at + 1 < line.length() ? Character.charCount(line.codePointAt(at + 1)) : 0;
      return width > 0 && line.startsWith("'", at + 1 + width) ? at + 2 + width : at;
    }
    // The longest escape is that of a code point, with braces and six digits.
    int last = Math.min(line.length(), at + 14);
    for (int i = at + 3; i < last; i++) {
      if (line.charAt(i) == '\'') {
        return i + 1;
      }
    }
    return at;
  }

  private static int sigilEnd(String line, int open) {
    int kind = open < line.length() ? SIGIL_OPEN.indexOf(line.charAt(open)) : -1;
    if (kind < 0) {
      return 0;
    }
    int close = line.indexOf(SIGIL_CLOSE.charAt(kind), open + 1);
    return close < 0 ? line.length() : close + 1;
  }
}
