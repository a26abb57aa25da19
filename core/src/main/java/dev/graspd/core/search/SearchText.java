package dev.graspd.core.search;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The meaning of a search text (N50-3): all required terms occur, no excluded one does. Nothing is
 * a syntax error.
 *
 * @param required may be empty if something is excluded
 */
public record SearchText(List<Term> required, List<Term> excluded) {
  /** Bytes of one search text. */
  public static final int BYTES_MAX = 256;

  /** Words of one search text. */
  public static final int WORDS_MAX = 16;

  /** Filters with a search text in one REQ. */
  public static final int FILTERS_MAX = 4;

  /** Letters before a star. */
  static final int PREFIX_CHARS_MIN = 3;

  /** {@code language:en} and the like: this server knows none of them (N50-4). */
  private static final Pattern EXTENSION = Pattern.compile("[a-z]{2,16}:[^\\s:/]+");

  public SearchText {
    required = List.copyOf(required);
    excluded = List.copyOf(excluded);
  }

  /** Something that occurs in an event, or not. */
  public sealed interface Term {
    /** A word: as a whole, or its parts one after the other. */
    record Word(String whole, List<String> parts) implements Term {
      public Word {
        parts = List.copyOf(parts);
      }
    }

    /** Parts of words, one after the other. */
    record Phrase(List<String> parts) implements Term {
      public Phrase {
        parts = List.copyOf(parts);
      }
    }

    /** Any word, or part of a word, that begins like this. */
    record Prefix(String start) implements Term {}
  }

  /** What a text is. */
  public sealed interface Parsed {
    record Found(SearchText text) implements Parsed {}

    /** It has only extensions: the filter is as one without a search text. */
    record OnlyExtensions() implements Parsed {}

    /**
     * It asks for nothing, or for too much.
     *
     * @param why for the client
     */
    record Invalid(String why) implements Parsed {}
  }

  /** Reads a text. */
  public static Parsed parse(String text) {
    if (Utf8.length(text) > BYTES_MAX) {
      return new Parsed.Invalid("the limit is " + BYTES_MAX + " bytes");
    }
    return new Reader(text).read();
  }

  /** Returns what is wrong with the search texts of a request, if anything is. */
  public static Optional<String> fault(List<Filter> filters) {
    List<String> texts =
        filters.stream().flatMap(filter -> Stream.ofNullable(filter.search())).toList();
    if (texts.size() > FILTERS_MAX) {
      return Optional.of("the limit is " + FILTERS_MAX + " filters with search");
    }
    return texts.stream()
        .map(SearchText::parse)
        .flatMap(one -> one instanceof Parsed.Invalid(var why) ? Stream.of(why) : Stream.empty())
        .findFirst();
  }

  /** Returns whether an event has what is asked for. */
  public boolean matches(SearchedEvent event) {
    return event.isSearched()
        && required.stream().allMatch(event::has)
        && excluded.stream().noneMatch(event::has);
  }

  /** Goes through a text once. */
  private static final class Reader {
    private final String text;
    private final List<Term> required = new ArrayList<>();
    private final List<Term> excluded = new ArrayList<>();
    private int at;
    private int words;
    private boolean hasExtension;

    Reader(String text) {
      this.text = text;
    }

    Parsed read() {
      while (at < text.length()) {
        if (Character.isWhitespace(text.charAt(at))) {
          at++;
        } else {
          term();
        }
      }
      if (words > WORDS_MAX) {
        return new Parsed.Invalid("the limit is " + WORDS_MAX + " words");
      }
      if (!required.isEmpty() || !excluded.isEmpty()) {
        return new Parsed.Found(new SearchText(required, excluded));
      }
      return hasExtension ? new Parsed.OnlyExtensions() : new Parsed.Invalid("it has no word");
    }

    private void term() {
      boolean isExcluded = text.charAt(at) == '-';
      int start = isExcluded ? at + 1 : at;
      List<Term> terms = isExcluded ? excluded : required;
      int quote = start < text.length() && text.charAt(start) == '"' ? start : -1;
      int close = quote < 0 ? -1 : text.indexOf('"', quote + 1);
      if (close >= 0) {
        phrase(text.substring(quote + 1, close), terms);
        at = close + 1;
      } else {
        at = endOfChunk(start);
        chunk(text.substring(start, at), terms);
      }
    }

    /** A quotation mark ends a chunk if it begins a phrase. */
    private int endOfChunk(int start) {
      int end = start;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        boolean isQuote = end > start && text.charAt(end) == '"';
        if (isQuote && text.indexOf('"', end + 1) >= 0) {
          return end;
        }
        end++;
      }
      return end;
    }

    private void phrase(String quoted, List<Term> terms) {
      List<String> parts = new ArrayList<>();
      List<Word> found = Words.of(quoted);
      words += found.size();
      found.forEach(word -> parts.addAll(word.parts()));
      if (found.size() == 1) {
        terms.add(new Term.Word(found.getFirst().whole(), parts));
      } else if (!parts.isEmpty()) {
        terms.add(new Term.Phrase(parts));
      }
    }

    private void chunk(String chunk, List<Term> terms) {
      if (EXTENSION.matcher(chunk).matches()) {
        hasExtension = true;
        return;
      }
      List<Word> found = Words.of(chunk);
      words += found.size();
      for (int i = 0; i < found.size(); i++) {
        Word word = found.get(i);
        boolean isPrefix = i == found.size() - 1 && chunk.endsWith("*") && hasPrefix(word);
        terms.add(
            isPrefix ? new Term.Prefix(word.whole()) : new Term.Word(word.whole(), word.parts()));
      }
    }

    private static boolean hasPrefix(Word word) {
      return word.whole().codePointCount(0, word.whole().length()) >= PREFIX_CHARS_MIN;
    }
  }
}
