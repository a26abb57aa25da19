package dev.graspd.core.sync;

import java.util.OptionalInt;

/**
 * What is known of a relay when a connection to it begins.
 *
 * @param subscriptions how many requests it takes at once
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
  /** What a relay takes that does not say. */
  public static final int SUBSCRIPTIONS_DEFAULT = 20;

  /** More are never used. */
  public static final int SUBSCRIPTIONS_MAX = 200;

  /** Asked for at once; relays send less as they like. */
  public static final int PAGE_LIMIT_DEFAULT = 5_000;

  /** Sent to a relay that does not say how much it takes; common ones take as much. */
  public static final int MESSAGE_BYTES_DEFAULT = 128 * 1024;

  /** Less than this says nothing: a relay that does not take it cannot be asked. */
  public static final int MESSAGE_BYTES_MIN = 768;

  public LinkSettings {
    if (subscriptions < 1 || pageLimit < 1) {
      throw new IllegalArgumentException("a relay takes at least one request and event");
    }
    if (messageBytes < MESSAGE_BYTES_MIN) {
      throw new IllegalArgumentException("a message has at least " + MESSAGE_BYTES_MIN + " bytes");
    }
  }

  /** What is known of a relay that does not say how long messages may be. */
  public LinkSettings(
      int subscriptions, int pageLimit, boolean negentropy, boolean negentropyFailed) {
    this(subscriptions, pageLimit, negentropy, negentropyFailed, MESSAGE_BYTES_DEFAULT);
  }

  /**
   * Returns how long our messages may be: three quarters of what the relay says that it takes
   * (NIP-11), since not all of them count in the same way.
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
