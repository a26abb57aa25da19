package dev.graspd.core.nostr;

import java.util.OptionalLong;

/** NIP-40: an event may say when it stops counting. */
final class Expiration {
  private static final int DIGITS_MAX = 18;

  private Expiration() {}

  static OptionalLong of(Event event) {
    for (Tag tag : event.tags()) {
      if (tag.is("expiration") && tag.hasValue()) {
        return seconds(tag.value());
      }
    }
    return OptionalLong.empty();
  }

  /** A value that is not a plain number is no expiration: the event is kept. */
  private static OptionalLong seconds(String text) {
    if (text.isEmpty() || text.length() > DIGITS_MAX) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(Long.parseLong(text));
  }
}
