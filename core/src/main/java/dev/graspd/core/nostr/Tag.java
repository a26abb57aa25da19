package dev.graspd.core.nostr;

import java.util.List;

/** One tag of an event: a name and its values, all strings, at least the name. */
public record Tag(List<String> items) {
  public Tag {
    items = List.copyOf(items);
    if (items.isEmpty()) {
      throw new IllegalArgumentException("a tag has at least one string");
    }
  }

  public static Tag of(String... items) {
    return new Tag(List.of(items));
  }

  public String name() {
    return items.getFirst();
  }

  public boolean hasValue() {
    return items.size() > 1;
  }

  /** Returns the first value, or an empty text when the tag has none. */
  public String value() {
    return hasValue() ? items.get(1) : "";
  }

  public boolean is(String name) {
    return name().equals(name);
  }

  /** Returns whether relays index this tag: one ASCII letter as name, and a value. */
  public boolean isIndexed() {
    return hasValue() && name().length() == 1 && isLetter(name().charAt(0));
  }

  /** Returns the letter of an indexed tag. */
  public char letter() {
    return name().charAt(0);
  }

  public static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
