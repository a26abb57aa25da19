package dev.graspd.server.search;

import dev.graspd.core.search.Word;
import dev.graspd.core.search.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** The words of some texts as Lucene wants them: parts in a row, whole words beside their first. */
final class WordTokens extends TokenStream {
  /** Between two texts: no phrase goes from one to the other. */
  private static final int GAP = 100;

  private record Token(String text, int step) {}

  private final List<String> texts;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final Deque<Token> tokens = new ArrayDeque<>();
  private Iterator<String> left;
  private int step;

  WordTokens(List<String> texts) {
    this.texts = texts;
    this.left = texts.iterator();
  }

  @Override
  public void reset() {
    tokens.clear();
    left = texts.iterator();
    step = 1;
  }

  @Override
  public boolean incrementToken() {
    while (tokens.isEmpty() && left.hasNext()) {
      Words.split(left.next(), this::add);
      step = GAP;
    }
    Token token = tokens.poll();
    if (token == null) {
      return false;
    }
    clearAttributes();
    term.setEmpty().append(token.text);
    increment.setPositionIncrement(token.step);
    return true;
  }

  private void add(Word word) {
    for (int i = 0; i < word.parts().size(); i++) {
      tokens.add(new Token(word.parts().get(i), step));
      step = 1;
      if (i == 0 && word.hasWhole()) {
        tokens.add(new Token(word.whole(), 0));
      }
    }
  }
}
