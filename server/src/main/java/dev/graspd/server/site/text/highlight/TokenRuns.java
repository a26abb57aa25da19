package dev.graspd.server.site.text.highlight;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds and lengths of the tokens of a text, without the text: a byte or two for each. Nobody
 * changes them.
 */
public final class TokenRuns {
  private static final List<TokenKind> KINDS = List.of(TokenKind.values());

  /** For a kind, of which there are fewer than 16. */
  private static final int KIND_BITS = 4;

  private static final int KIND_MASK = (1 << KIND_BITS) - 1;
  private static final int DIGIT_BITS = 7;
  private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;
  private static final int CONTINUED = 1 << DIGIT_BITS;

  /** A number for each token, seven bits a byte, the lowest first. */
  private final byte[] numbers;

  private TokenRuns(byte[] numbers) {
    this.numbers = numbers;
  }

  /** Returns those of lines of tokens. */
  public static TokenRuns of(List<List<Token>> lines) {
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    for (List<Token> line : lines) {
      for (Token token : line) {
        int number = (token.text().length() << KIND_BITS) | KINDS.indexOf(token.kind());
        while (number > DIGIT_MASK) {
          numbers.write((number & DIGIT_MASK) | CONTINUED);
          number >>>= DIGIT_BITS;
        }
        numbers.write(number);
      }
    }
    return new TokenRuns(numbers.toByteArray());
  }

  /** Returns the size in bytes. */
  public int size() {
    return numbers.length;
  }

  /** Returns the tokens again, of the same lines. */
  public List<List<Token>> over(List<String> lines) {
    List<List<Token>> all = new ArrayList<>(lines.size());
    int at = 0;
    for (String line : lines) {
      List<Token> tokens = new ArrayList<>();
      int from = 0;
      while (from < line.length()) {
        int number = numbers[at] & DIGIT_MASK;
        for (int shift = DIGIT_BITS; numbers[at++] < 0; shift += DIGIT_BITS) {
          number |= (numbers[at] & DIGIT_MASK) << shift;
        }
        int to = from + (number >>> KIND_BITS);
        tokens.add(new Token(KINDS.get(number & KIND_MASK), line.substring(from, to)));
        from = to;
      }
      all.add(tokens);
    }
    return all;
  }
}
