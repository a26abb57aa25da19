package dev.graspd.core.sync;

/**
 * What is known of a relay when a connection to it begins.
 *
 * @param subscriptions how many requests it takes at once
 * @param pageLimit how many events a request asks for
 * @param negentropy whether NIP-77 may be used
 * @param negentropyFailed whether it did not work on an earlier connection
 */
public record LinkSettings(
    int subscriptions, int pageLimit, boolean negentropy, boolean negentropyFailed) {
  /** What a relay takes that does not say. */
  public static final int SUBSCRIPTIONS_DEFAULT = 20;

  /** More are never used. */
  public static final int SUBSCRIPTIONS_MAX = 200;

  /** Asked for at once; relays send less as they like. */
  public static final int PAGE_LIMIT_DEFAULT = 5_000;

  public LinkSettings {
    if (subscriptions < 1 || pageLimit < 1) {
      throw new IllegalArgumentException("a relay takes at least one request and event");
    }
  }

  public static LinkSettings usual() {
    return new LinkSettings(SUBSCRIPTIONS_DEFAULT, PAGE_LIMIT_DEFAULT, true, false);
  }
}
