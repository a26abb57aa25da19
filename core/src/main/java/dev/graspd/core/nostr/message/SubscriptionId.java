package dev.graspd.core.nostr.message;

/** A client's name for a subscription: 1 to 64 characters, unique on its connection. */
public record SubscriptionId(String text) implements Comparable<SubscriptionId> {
  public static final int CHARACTERS_MAX = 64;

  public SubscriptionId {
    if (!isValid(text)) {
      throw new IllegalArgumentException("a subscription id has 1 to 64 characters");
    }
  }

  public static boolean isValid(String text) {
    return !text.isEmpty() && text.codePointCount(0, text.length()) <= CHARACTERS_MAX;
  }

  @Override
  public int compareTo(SubscriptionId that) {
    return text.compareTo(that.text);
  }
}
