package dev.graspd.core.nostr;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The tags that a filter wants, checked on the text of an event as {@link EventJson} wrote it,
 * where it lies: reading the whole event would cost far more than most checks need. Immutable.
 */
public final class TagMatcher {
  /** Where the first number stands: after the id, the key and three names. */
  private static final int CREATED_AT_AT = 162;

  /** The length of {@code ,"kind":} and of {@code ,"tags":}. */
  private static final int NAME_LENGTH = 8;

  private final char[] letters;

  /** For each letter the wanted values as quoted JSON strings, sorted as unsigned bytes. */
  private final byte[][][] values;

  private final long allLetters;

  private TagMatcher(char[] letters, byte[][][] values) {
    this.letters = letters;
    this.values = values;
    this.allLetters = (1L << letters.length) - 1;
  }

  public static TagMatcher of(SortedMap<Character, SortedSet<String>> wanted) {
    char[] letters = new char[wanted.size()];
    byte[][][] values = new byte[wanted.size()][][];
    int i = 0;
    for (var entry : wanted.entrySet()) {
      letters[i] = entry.getKey();
      values[i] = entry.getValue().stream().map(TagMatcher::quoted).toArray(byte[][]::new);
      Arrays.sort(values[i], Arrays::compareUnsigned);
      i++;
    }
    return new TagMatcher(letters, values);
  }

  private static byte[] quoted(String text) {
    return new Utf8Buffer(text.length() + 2).string(text).toArray();
  }

  /** Returns whether nothing is wanted. */
  public boolean isEmpty() {
    return letters.length == 0;
  }

  /** Returns whether the event whose text starts here has, for each letter, one of the values. */
  public boolean matches(ByteBuffer json, int start) {
    if (isEmpty()) {
      return true;
    }
    long found = 0;
    int at = tagsAt(json, start) + 1;
    while (json.get(at) == '[') {
      int name = at + 1;
      int value = afterString(json, name) + 1;
      boolean hasValue = json.get(value - 1) == ',';
      int afterValue = hasValue ? afterString(json, value) : value - 1;
      if (hasValue && json.get(name + 2) == '"') {
        found |= matching((char) json.get(name + 1), json, value, afterValue);
        if (found == allLetters) {
          return true;
        }
      }
      at = afterTag(json, afterValue);
    }
    return false;
  }

  private static int tagsAt(ByteBuffer json, int start) {
    int kind = afterDigits(json, start + CREATED_AT_AT) + NAME_LENGTH;
    return afterDigits(json, kind) + NAME_LENGTH;
  }

  private static int afterDigits(ByteBuffer json, int at) {
    int end = at;
    while (json.get(end) != ',') {
      end++;
    }
    return end;
  }

  /** Returns where the string ends that starts here with its quote. */
  private static int afterString(ByteBuffer json, int at) {
    int i = at + 1;
    byte b = json.get(i);
    while (b != '"') {
      i += b == '\\' ? 2 : 1;
      b = json.get(i);
    }
    return i + 1;
  }

  /** Returns where the next tag starts, or the end of all tags, from behind a string of a tag. */
  private static int afterTag(ByteBuffer json, int at) {
    int i = at;
    while (json.get(i) == ',') {
      i = afterString(json, i + 1);
    }
    return json.get(i + 1) == ',' ? i + 2 : i + 1;
  }

  private long matching(char letter, ByteBuffer json, int from, int to) {
    for (int i = 0; i < letters.length; i++) {
      if (letters[i] == letter) {
        return contains(values[i], json, from, to) ? 1L << i : 0;
      }
    }
    return 0;
  }

  private static boolean contains(byte[][] sorted, ByteBuffer json, int from, int to) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(sorted[middle], json, from, to);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  private static int compare(byte[] text, ByteBuffer json, int from, int to) {
    int length = Math.min(text.length, to - from);
    for (int i = 0; i < length; i++) {
      int order = Byte.compareUnsigned(text[i], json.get(from + i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(text.length, to - from);
  }
}
