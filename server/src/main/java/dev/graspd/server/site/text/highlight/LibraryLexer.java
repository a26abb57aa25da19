package dev.graspd.server.site.text.highlight;

import java.util.List;
import javax.swing.text.Segment;
import org.fife.ui.rsyntaxtextarea.TokenMaker;
import org.fife.ui.rsyntaxtextarea.TokenTypes;

/**
 * A lexer of RSyntaxTextArea. That is a library of editors, but its lexers are plain automata: they
 * need no display, know many languages, and have no expressions that a hostile line makes slow.
 */
final class LibraryLexer implements Lexer {
  private final TokenMaker maker;

  /** What the line before leaves open; the library keeps it as the type of a last token. */
  private int open = TokenTypes.NULL;

  LibraryLexer(TokenMaker maker) {
    this.maker = maker;
  }

  @Override
  public List<Token> line(String line) {
    char[] chars = line.toCharArray();
    TokenLine tokens = new TokenLine(line);
    var next = maker.getTokenList(new Segment(chars, 0, chars.length), open, 0);
    while (next != null) {
      open = next.getType();
      if (next.isPaintable()) {
        tokens.upTo(next.getTextOffset(), TokenKind.PLAIN);
        tokens.upTo(next.getTextOffset() + next.length(), kind(open));
      }
      next = next.getNextToken();
    }
    return tokens.end();
  }

  private static TokenKind kind(int type) {
    return switch (type) {
      case TokenTypes.COMMENT_EOL,
          TokenTypes.COMMENT_MULTILINE,
          TokenTypes.COMMENT_DOCUMENTATION,
          TokenTypes.COMMENT_KEYWORD,
          TokenTypes.COMMENT_MARKUP,
          TokenTypes.MARKUP_COMMENT ->
          TokenKind.COMMENT;
      case TokenTypes.RESERVED_WORD, TokenTypes.RESERVED_WORD_2, TokenTypes.MARKUP_TAG_NAME ->
          TokenKind.KEYWORD;
      case TokenTypes.FUNCTION -> TokenKind.FUNCTION;
      case TokenTypes.LITERAL_BOOLEAN,
          TokenTypes.LITERAL_NUMBER_DECIMAL_INT,
          TokenTypes.LITERAL_NUMBER_FLOAT,
          TokenTypes.LITERAL_NUMBER_HEXADECIMAL,
          TokenTypes.ERROR_NUMBER_FORMAT ->
          TokenKind.NUMBER;
      case TokenTypes.LITERAL_STRING_DOUBLE_QUOTE,
          TokenTypes.LITERAL_CHAR,
          TokenTypes.LITERAL_BACKQUOTE,
          TokenTypes.REGEX,
          TokenTypes.MARKUP_TAG_ATTRIBUTE_VALUE,
          TokenTypes.MARKUP_CDATA,
          TokenTypes.ERROR_STRING_DOUBLE,
          TokenTypes.ERROR_CHAR ->
          TokenKind.STRING;
      case TokenTypes.DATA_TYPE, TokenTypes.MARKUP_TAG_ATTRIBUTE -> TokenKind.TYPE;
      case TokenTypes.VARIABLE,
          TokenTypes.ANNOTATION,
          TokenTypes.PREPROCESSOR,
          TokenTypes.MARKUP_DTD,
          TokenTypes.MARKUP_PROCESSING_INSTRUCTION,
          TokenTypes.MARKUP_CDATA_DELIMITER,
          TokenTypes.MARKUP_ENTITY_REFERENCE ->
          TokenKind.META;
      default -> TokenKind.PLAIN;
    };
  }
}
