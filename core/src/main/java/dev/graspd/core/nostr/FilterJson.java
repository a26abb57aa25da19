package dev.graspd.core.nostr;

import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes filters as JSON: equal filters become equal texts, their values in order. */
public final class FilterJson {
  private final Utf8Buffer out;
  private String comma = "";

  private FilterJson(Utf8Buffer out) {
    this.out = out;
  }

  /** Returns the JSON text in UTF-8. */
  public static byte[] write(Filter filter) {
    Utf8Buffer out = new Utf8Buffer(256);
    append(out, filter);
    return out.toArray();
  }

  public static void append(Utf8Buffer out, Filter filter) {
    out.ascii("{");
    new FilterJson(out).fields(filter);
    out.ascii("}");
  }

  private void fields(Filter filter) {
    list("ids", filter.ids(), id -> out.ascii("\"").hex(id).ascii("\""));
    list("authors", filter.authors(), key -> out.ascii("\"").hex(key).ascii("\""));
    list("kinds", filter.kinds(), kind -> out.number(kind));
    filter.tags().forEach((letter, values) -> list("#" + letter, values, out::string));
    filter.since().ifPresent(seconds -> field("since").number(seconds));
    filter.until().ifPresent(seconds -> field("until").number(seconds));
    filter.limit().ifPresent(count -> field("limit").number(count));
    if (filter.search() != null) {
      field("search").string(filter.search());
    }
  }

  private Utf8Buffer field(String name) {
    out.ascii(comma).ascii("\"").ascii(name).ascii("\":");
    comma = ",";
    return out;
  }

  private <T> void list(String name, @Nullable SortedSet<T> values, Consumer<T> write) {
    if (values == null) {
      return;
    }
    field(name).ascii("[");
    String between = "";
    for (T value : values) {
      out.ascii(between);
      write.accept(value);
      between = ",";
    }
    out.ascii("]");
  }
}
