package dev.graspd.core.sync.filter;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A filter with the layer it belongs to and the values it was made of.
 *
 * @param values sorted, so that equal coverage gives equal filters; empty for L1
 */
public record LayeredFilter(Layer layer, SortedSet<String> values, Filter filter) {
  /** By layer and values; the number of values is compared first, since that is cheap. */
  public static final Comparator<LayeredFilter> ORDER = LayeredFilter::compare;

  /** Bytes of a value beside its text: quotes and a comma. */
  private static final int VALUE_FRAME_BYTES = 3;

  /** Bytes of a filter beside its values: names, kinds, times. */
  public static final int FRAME_BYTES = 180;

  public static LayeredFilter of(Layer layer, SortedSet<String> values) {
    SortedSet<String> own = Collections.unmodifiableSortedSet(new TreeSet<>(values));
    return new LayeredFilter(layer, own, layer.filter(own));
  }

  @SuppressWarnings("ReferenceEquality") // the same object needs no closer look
  private static int compare(LayeredFilter a, LayeredFilter b) {
    if (a == b) {
      return 0;
    }
    int order = a.layer.compareTo(b.layer);
    if (order == 0) {
      order = Integer.compare(a.values.size(), b.values.size());
    }
    Iterator<String> others = b.values.iterator();
    for (Iterator<String> mine = a.values.iterator(); order == 0 && mine.hasNext(); ) {
      order = mine.next().compareTo(others.next());
    }
    return order;
  }

  /** Returns roughly its bytes on the wire; an escaped character counts twice. */
  public int bytes() {
    return FRAME_BYTES + values.stream().mapToInt(LayeredFilter::bytesOf).sum();
  }

  public static int bytesOf(String value) {
    int bytes = VALUE_FRAME_BYTES;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      bytes += c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : 3;
    }
    return bytes;
  }

  /** Returns whether it asks for nothing; the first layer needs no values. */
  boolean isEmpty() {
    return layer != Layer.ANNOUNCEMENTS && values.isEmpty();
  }

  /** Returns it without these values. */
  LayeredFilter without(SortedMap<Layer, SortedSet<String>> gone) {
    SortedSet<String> unwanted = gone.get(layer);
    if (unwanted == null || unwanted.stream().noneMatch(values::contains)) {
      return this;
    }
    SortedSet<String> left = new TreeSet<>(values);
    left.removeAll(unwanted);
    return of(layer, left);
  }

  public boolean matches(Event event) {
    return filter.matches(event);
  }
}
