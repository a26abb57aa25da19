package dev.graspd.core.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Splits text into words (N50-3): runs of letters and digits, which {@code _ - . /} may join. Parts
 * of such a run, and parts that a change of case separates, are found alone too. Scripts without
 * spaces are split into pairs of characters.
 */
public final class Words {
  /** Longer words and parts are cut, in events and in search texts alike. */
  static final int CHARS_MAX = 128;

  private static final int FIRST_WITHOUT_SPACES = 0x1100;

  /** Belongs to the Katakana before it, and to no script. */
  private static final int LONG_VOWEL = 0x30fc;

  private final String text;
  private final Consumer<Word> sink;
  private int at;

  private Words(String text, Consumer<Word> sink) {
    this.text = text;
    this.sink = sink;
  }

  /** Gives each word of the text to the sink. */
  public static void split(String text, Consumer<Word> sink) {
    new Words(Folding.withoutAccents(text), sink).run();
  }

  public static List<Word> of(String text) {
    List<Word> words = new ArrayList<>();
    split(text, words::add);
    return words;
  }

  private void run() {
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (isWithoutSpaces(c)) {
        pairs();
      } else if (isPartOfWord(c)) {
        word();
      } else {
        at += Character.charCount(c);
      }
    }
  }

  // ---- scripts without spaces

  private void pairs() {
    List<String> characters = new ArrayList<>();
    while (at < text.length() && isWithoutSpaces(text.codePointAt(at))) {
      int next = at + Character.charCount(text.codePointAt(at));
      characters.add(Folding.lower(text.substring(at, next)));
      at = next;
    }
    if (characters.size() == 1) {
      sink.accept(new Word("", characters));
      return;
    }
    List<String> pairs = new ArrayList<>(characters.size());
    for (int i = 1; i < characters.size(); i++) {
      pairs.add(characters.get(i - 1) + characters.get(i));
    }
    sink.accept(new Word("", pairs));
  }

  private static boolean isWithoutSpaces(int c) {
    if (c < FIRST_WITHOUT_SPACES) {
      return false;
    }
    if (c == LONG_VOWEL) {
      return true;
    }
    return switch (Character.UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> Character.isLetter(c);
      default -> false;
    };
  }

  // ---- words

  private void word() {
    List<String> parts = new ArrayList<>(1);
    int start = at;
    int partStart = at;
    int before = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      int next = at + Character.charCount(c);
      if (isJoiner(c)) {
        if (!isPartOfWordAt(next)) {
          break;
        }
        addPart(parts, partStart, at);
        partStart = next;
        before = 0;
      } else if (isApostrophe(c)) {
        if (!isPartOfWordAt(next)) {
          break;
        }
        before = 0;
      } else if (isPartOfWord(c)) {
        if (isChangeOfCase(before, c, next)) {
          addPart(parts, partStart, at);
          partStart = at;
        }
        before = c;
      } else {
        break;
      }
      at = next;
    }
    addPart(parts, partStart, at);
    sink.accept(new Word(folded(start, at), parts));
  }

  private void addPart(List<String> parts, int from, int to) {
    if (from < to) {
      parts.add(folded(from, to));
    }
  }

  private String folded(int from, int to) {
    StringBuilder kept = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!isApostrophe(c)) {
        kept.append(c);
      }
    }
    String word = Folding.lower(kept.toString());
    return word.length() <= CHARS_MAX ? word : cut(word);
  }

  private static String cut(String word) {
    boolean splitsPair = Character.isHighSurrogate(word.charAt(CHARS_MAX - 1));
    return word.substring(0, splitsPair ? CHARS_MAX - 1 : CHARS_MAX);
  }

  /** {@code gitCore} is git and Core, {@code HTTPServer} is HTTP and Server. */
  private boolean isChangeOfCase(int before, int c, int next) {
    if (before == 0 || !Character.isUpperCase(c)) {
      return false;
    }
    boolean isLowerNext = next < text.length() && Character.isLowerCase(text.codePointAt(next));
    return Character.isLowerCase(before) || (Character.isLetterOrDigit(before) && isLowerNext);
  }

  private boolean isPartOfWordAt(int index) {
    return index < text.length() && isPartOfWord(text.codePointAt(index));
  }

  private static boolean isPartOfWord(int c) {
    return (Character.isLetterOrDigit(c) || isMark(c)) && !isWithoutSpaces(c);
  }

  /** Vowels and other signs that belong to the letter before them. */
  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isJoiner(int c) {
    return c == '_' || c == '-' || c == '.' || c == '/';
  }

  private static boolean isApostrophe(int c) {
    return c == '\'' || c == '’';
  }
}
