package dev.graspd.server.site.find;

import dev.graspd.core.search.SearchText;
import dev.graspd.core.search.SearchText.Term;
import dev.graspd.server.site.html.Html;
import java.util.Optional;

/** The part of a text that shows why it was found. */
public final class Snippet {
  /** How much of a text is shown, in characters. */
  static final int SHOWN = 240;

  /** How many characters of a text are searched for a word. */
  private static final int READ_MAX = 8_000;

  /** What is shown before the word, in characters. */
  private static final int BEFORE = 80;

  private Snippet() {}

  /** Returns one line: it begins shortly before the first word that was asked for. */
  public static String of(String text, SearchText asked) {
    String read = text.substring(0, Math.min(text.length(), READ_MAX));
    String line = read.strip().replaceAll("\\s+", " ");
    int at = firstWord(line, asked).orElse(0);
    if (at <= BEFORE) {
      return Html.cut(line, SHOWN);
    }
    int space = line.indexOf(' ', at - BEFORE);
    int from = space < 0 || space > at ? at : space + 1;
    return "… " + Html.cut(line.substring(from), SHOWN);
  }

  private static Optional<Integer> firstWord(String line, SearchText asked) {
    return asked.required().stream()
        .map(Snippet::start)
        .filter(word -> !word.isEmpty())
        .map(word -> indexOf(line, word))
        .filter(at -> at >= 0)
        .findFirst();
  }

  private static String start(Term term) {
    return switch (term) {
      case Term.Word(var whole, var parts) -> whole.isEmpty() ? parts.getFirst() : whole;
      case Term.Phrase(var parts) -> parts.getFirst();
      case Term.Prefix(var start) -> start;
    };
  }

  private static int indexOf(String line, String word) {
    for (int i = 0; i + word.length() <= line.length(); i++) {
      if (line.regionMatches(true, i, word, 0, word.length())) {
        return i;
      }
    }
    return -1;
  }
}
