package dev.graspd.server.relay;

/**
 * The limits of one relay connection. NIP-11 shows the same values.
 *
 * @param maxSubscriptions open subscriptions of a connection
 * @param maxFilters filters of one REQ or COUNT
 * @param maxFilterValues values of one filter, all its fields together
 * @param defaultLimit stored events sent for a filter without {@code limit}
 * @param maxLimit the largest {@code limit}; more is clamped
 * @param maxNegSessions open negentropy sessions of a connection
 * @param maxQueryWork work units one REQ or COUNT may cost before it is closed as too expensive
 * @param maxNegCacheBytes memory for negentropy summaries, all connections together
 * @param maxEventsPerMinute events of one client address; the burst is the same number
 * @param maxSubscriptionBytes memory of all that clients have open, all connections together
 * @param maxInflightBytes memory of events received and not yet answered, all connections together
 */
public record RelayLimits(
    int maxSubscriptions,
    int maxFilters,
    int maxFilterValues,
    int defaultLimit,
    int maxLimit,
    int maxNegSessions,
    long maxQueryWork,
    long maxNegCacheBytes,
    int maxEventsPerMinute,
    long maxSubscriptionBytes,
    long maxInflightBytes) {
  /** The longest subscription id in characters, fixed by NIP-01. */
  public static final int SUBSCRIPTION_ID_CHARS_MAX = 64;
}
