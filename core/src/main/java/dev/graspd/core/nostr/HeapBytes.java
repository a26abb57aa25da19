package dev.graspd.core.nostr;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of heap parsed things take, as the JVM lays them out with compressed
 * references: the amount that is charged for data whose size strangers choose. A test compares it
 * with what is really taken.
 */
public final class HeapBytes {
  /** The head of an object, and references to it. */
  public static final int OBJECT = 24;

  /** An entry of a tree or hash map, with a boxed key at most. */
  public static final int ENTRY = 64;

  private static final int ARRAY_HEAD = 16;
  private static final int REFERENCE = 4;
  private static final int ALIGNMENT = 8;

  /** An event without its texts: id, key, signature and the objects around them. */
  private static final int EVENT = 512;

  /** An id or a key in a sorted collection. */
  public static final int KEY = 2 * ENTRY;

  /** An id or a key with its bytes. */
  private static final int BYTES32 = 64;

  private HeapBytes() {}

  public static long of(String text) {
    long bytes = isLatin1(text) ? text.length() : 2L * text.length();
    return OBJECT + array(bytes);
  }

  /** Returns what an array of so many bytes takes. */
  public static long array(long bytes) {
    return aligned(ARRAY_HEAD + bytes);
  }

  /** Returns what texts take, with their list. */
  public static long ofTexts(Collection<String> texts) {
    long bytes = OBJECT + array((long) REFERENCE * texts.size());
    for (String text : texts) {
      bytes += of(text);
    }
    return bytes;
  }

  /** Returns what an event takes of which only the head is kept. */
  public static long of(EventHead head) {
    return 2L * OBJECT + 3L * BYTES32 + head.address().map(one -> of(one.identifier())).orElse(0L);
  }

  /** Returns what a tag takes. */
  public static long of(Tag tag) {
    long bytes = OBJECT + OBJECT + array((long) REFERENCE * tag.items().size());
    for (String item : tag.items()) {
      bytes += of(item);
    }
    return bytes;
  }

  /** Returns what tags take, with their list. */
  public static long ofTags(List<Tag> tags) {
    long bytes = OBJECT + array((long) REFERENCE * tags.size());
    for (Tag tag : tags) {
      bytes += of(tag);
    }
    return bytes;
  }

  /** Returns what an event takes, with its JSON text. */
  public static long of(Event event) {
    return event.heapBytes();
  }

  static long counted(Event event) {
    return EVENT + array(event.json().length) + of(event.content()) + ofTags(event.tags());
  }

  /** Returns what filters take. */
  public static long of(Collection<Filter> filters) {
    long bytes = 0;
    for (Filter filter : filters) {
      bytes += of(filter);
    }
    return bytes;
  }

  /** Returns what a filter takes. */
  public static long of(Filter filter) {
    return 8L * OBJECT
        + keys(filter.ids())
        + keys(filter.authors())
        + (filter.kinds() == null ? 0 : (long) filter.kinds().size() * ENTRY)
        + tags(filter.tags())
        + (filter.search() == null ? 0 : of(filter.search()));
  }

  private static long keys(@Nullable SortedSet<?> values) {
    return values == null ? 0 : (long) values.size() * (ENTRY + BYTES32);
  }

  private static long tags(SortedMap<Character, SortedSet<String>> tags) {
    long bytes = 0;
    for (SortedSet<String> values : tags.values()) {
      bytes += 4L * ENTRY;
      for (String value : values) {
        bytes += ENTRY + of(value);
      }
    }
    return bytes;
  }

  private static boolean isLatin1(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        return false;
      }
    }
    return true;
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
