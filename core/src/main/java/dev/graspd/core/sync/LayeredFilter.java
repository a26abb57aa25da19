package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A filter with the layer it belongs to and the values it was made of.
 *
 * @param values sorted, so that equal coverage gives equal filters; empty for L1
 */
public record LayeredFilter(Layer layer, SortedSet<String> values, Filter filter) {
  /** What a value costs beside its text: quotes and a comma. */
  private static final int VALUE_FRAME_BYTES = 3;

  /** What a filter costs beside its values: names, kinds, times. */
  private static final int FRAME_BYTES = 120;

  public static LayeredFilter of(Layer layer, SortedSet<String> values) {
    SortedSet<String> own = Collections.unmodifiableSortedSet(new TreeSet<>(values));
    return new LayeredFilter(layer, own, layer.filter(own));
  }

  /** Returns about how many bytes it takes on the wire; escapes are counted as if doubled. */
  int bytes() {
    return FRAME_BYTES + values.stream().mapToInt(LayeredFilter::bytesOf).sum();
  }

  static int bytesOf(String value) {
    int bytes = VALUE_FRAME_BYTES;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      bytes += c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : 3;
    }
    return bytes;
  }

  boolean matches(Event event) {
    return filter.matches(event);
  }
}
