package dev.graspd.core.sync.link;

import java.util.OptionalInt;

/**
 * The known limits and abilities of a relay when a connection to it begins.
 *
 * @param subscriptions how many subscriptions it allows at once
 * @param pageLimit how many events a request asks for
 * @param negentropy whether NIP-77 may be used
 * @param negentropyFailed whether it did not work on an earlier connection
 * @param messageBytes the longest message that we send
 */
public record LinkSettings(
    int subscriptions,
    int pageLimit,
    boolean negentropy,
    boolean negentropyFailed,
    int messageBytes) {
  /** For a relay that states no limit. */
  public static final int SUBSCRIPTIONS_DEFAULT = 20;

  /** We never use more. */
  public static final int SUBSCRIPTIONS_MAX = 200;

  /** Events requested at once; relays may send fewer. */
  public static final int PAGE_LIMIT_DEFAULT = 5_000;

  /** For a relay that states no limit; common relays accept this much. */
  public static final int MESSAGE_BYTES_DEFAULT = 128 * 1024;

  /** The shortest useful limit: with less, no request would fit. */
  public static final int MESSAGE_BYTES_MIN = 768;

  public LinkSettings {
    if (subscriptions < 1 || pageLimit < 1) {
      throw new IllegalArgumentException("a relay takes at least one request and event");
    }
    if (messageBytes < MESSAGE_BYTES_MIN) {
      throw new IllegalArgumentException("a message has at least " + MESSAGE_BYTES_MIN + " bytes");
    }
  }

  /** Settings for a relay that states no limit for messages. */
  public LinkSettings(
      int subscriptions, int pageLimit, boolean negentropy, boolean negentropyFailed) {
    this(subscriptions, pageLimit, negentropy, negentropyFailed, MESSAGE_BYTES_DEFAULT);
  }

  /**
   * Returns how long our messages may be: three quarters of the limit that the relay states
   * (NIP-11), since relays count bytes differently.
   */
  public static int messageBytes(OptionalInt stated) {
    return stated.isEmpty()
        ? MESSAGE_BYTES_DEFAULT
        : Math.clamp(3L * stated.getAsInt() / 4, MESSAGE_BYTES_MIN, MESSAGE_BYTES_DEFAULT);
  }

  public static LinkSettings usual() {
    return new LinkSettings(SUBSCRIPTIONS_DEFAULT, PAGE_LIMIT_DEFAULT, true, false);
  }
}
