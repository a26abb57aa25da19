package dev.graspd.server.ops.config;

import dev.graspd.core.nostr.PublicKey;
import java.util.Collections;
import java.util.SortedSet;

/** Limits of connections and events. */
final class RelayKeys {
  private static final int MESSAGE_BYTES_MIN = 16_384;
  private static final int MESSAGE_BYTES_MAX = 67_108_864;
  private static final long MEMORY_BYTES_MIN = 1 << 20;
  private static final long MEMORY_BYTES_MAX = 1L << 42;

  static final Chapter RELAY = Chapter.inForce(Area.RELAY);
  static final Chapter EVENTS = Chapter.inForce(Area.EVENTS);

  static final Key<Integer> MAX_CONNECTIONS =
      RELAY.key(
          "NGIT_MAX_CONNECTIONS",
          ValueTypes.integer(1, 1_000_000, "connections"),
          10_000,
          "Sockets of all clients together.");
  static final Key<Integer> MAX_CONNECTIONS_PER_IP =
      RELAY.key(
          "NGIT_MAX_CONNECTIONS_PER_IP",
          ValueTypes.integer(1, 1_000_000, "connections"),
          50,
          "Sockets of one client address. A loopback client without a forwarded header has no limit"
              + " per address.");
  static final Key<Integer> MAX_SUBSCRIPTIONS =
      RELAY.key(
          "NGIT_RELAY_MAX_SUBSCRIPTIONS",
          ValueTypes.integer(1, 100_000, "subscriptions"),
          100,
          "Open subscriptions of a connection.");
  static final Key<Integer> MAX_FILTERS =
      RELAY.key(
          "NGIT_MAX_FILTERS",
          ValueTypes.integer(1, 1_000, "filters"),
          20,
          "Filters of one REQ or COUNT.");
  static final Key<Integer> MAX_FILTER_VALUES =
      RELAY.key(
          "NGIT_MAX_FILTER_VALUES",
          ValueTypes.integer(1, 100_000, "values"),
          1_000,
          "Values of one filter, all its fields together.");
  static final Key<Integer> MAX_FILTER_VALUE_BYTES =
      RELAY.key(
          "NGIT_MAX_FILTER_VALUE_BYTES",
          ValueTypes.integer(64, 1_048_576, "bytes"),
          1_024,
          "Bytes of one value of a filter, and of its `search`; a longer one is refused with"
              + " `invalid:`.");
  static final Key<Integer> MAX_LIMIT =
      RELAY.key(
          "NGIT_MAX_LIMIT",
          ValueTypes.integer(1, 1_000_000, "events"),
          5_000,
          "The largest `limit` of a filter; more is clamped to it.");
  static final Key<Integer> FILTER_LIMIT =
      RELAY.key(
          "NGIT_RELAY_FILTER_LIMIT",
          ValueTypes.integer(1, 1_000_000, "events"),
          atMost(500, MAX_LIMIT),
          "Stored events sent for a filter without `limit`.");
  static final Key<Integer> MAX_OPEN_FILTER_VALUES =
      RELAY.key(
          "NGIT_MAX_OPEN_FILTER_VALUES",
          ValueTypes.integer(1_000, 100_000_000, "values"),
          100_000,
          "Values of all open filters of a connection.");
  static final Key<Long> MAX_OPEN_FILTER_VALUES_TOTAL =
      RELAY.key(
          "NGIT_MAX_OPEN_FILTER_VALUES_TOTAL",
          ValueTypes.number(10_000, 10_000_000_000L, "values"),
          new Default<>(
              "heap / 4096", settings -> Math.max(10_000, settings.machine().heapBytes() / 4_096)),
          "Values of all open filters, all connections together. A value takes about 256 bytes;"
              + " connections with few values are served beyond it.");
  static final Key<Long> MAX_QUERY_WORK =
      RELAY.key(
          "NGIT_MAX_QUERY_WORK",
          ValueTypes.number(1_000, 1_000_000_000_000L, "work units"),
          2_000_000L,
          "What one REQ or COUNT may cost before it gets `CLOSED \"error: query too expensive…\"`."
              + " A unit is one index entry or event looked at.");
  static final Key<Integer> MAX_NEG_SESSIONS =
      RELAY.key(
          "NGIT_MAX_NEG_SESSIONS",
          ValueTypes.integer(1, 10_000, "sessions"),
          10,
          "Open negentropy sessions of a connection.");
  static final Key<Long> MAX_NEG_CACHE_BYTES =
      RELAY.key(
          "NGIT_MAX_NEG_CACHE_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          new Default<>("25 % of the heap", settings -> settings.machine().heapBytes() / 4),
          "Memory for negentropy summaries, all connections together.");
  static final Key<Integer> MAX_MESSAGE_BYTES =
      RELAY.key(
          "NGIT_MAX_MESSAGE_BYTES",
          ValueTypes.integer(MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX, "bytes"),
          1_310_720,
          "Largest WebSocket message, decompressed. A larger one closes the socket with code 1009.");
  static final Key<Integer> MAX_FRAGMENTS =
      RELAY.key(
          "NGIT_MAX_FRAGMENTS",
          ValueTypes.integer(1, 100_000, "frames"),
          64,
          "Frames of one WebSocket message.");
  static final Key<Integer> MAX_OUTPUT_QUEUE_BYTES =
      RELAY.key(
          "NGIT_MAX_OUTPUT_QUEUE_BYTES",
          ValueTypes.integer(65_536, 1_073_741_824, "bytes"),
          8_388_608,
          "Unsent bytes of one socket; a reader that lets more pile up is closed.");
  static final Key<Long> MAX_OUTPUT_QUEUE_TOTAL_BYTES =
      RELAY.key(
          "NGIT_MAX_OUTPUT_QUEUE_TOTAL_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          new Default<>("25 % of the heap", settings -> settings.machine().heapBytes() / 4),
          "Unsent bytes of all sockets together.");

  static final Key<Integer> DORMANT_BYTES_PER_KEY =
      EVENTS.key(
          "NGIT_MAX_DORMANT_DELETION_BYTES_PER_KEY",
          ValueTypes.integer(1_024, 1 << 30, "bytes"),
          64 << 10,
          "Disk that deletion requests of one key may take while they hide nothing.");
  static final Key<Integer> DORMANT_BYTES_PER_ADDRESS =
      EVENTS.key(
          "NGIT_MAX_DORMANT_DELETION_BYTES_PER_ADDRESS",
          ValueTypes.integer(1_024, 1 << 30, "bytes"),
          4 << 20,
          "Disk that such requests of one address may take in a day.");
  static final Key<Long> DORMANT_BYTES =
      EVENTS.key(
          "NGIT_MAX_DORMANT_DELETION_BYTES",
          ValueTypes.number(1_024, 1L << 40, "bytes"),
          256L << 20,
          "Disk that such requests may take in all.");
  static final Key<Integer> MAX_EVENT_BYTES =
      EVENTS.key(
          "NGIT_RELAY_MAX_EVENT_SIZE_BYTES",
          ValueTypes.integer(1_024, MESSAGE_BYTES_MAX, "bytes"),
          atMost(262_144, MAX_MESSAGE_BYTES),
          "Largest event, as JSON.");
  static final Key<Integer> MAX_STATE_EVENT_BYTES =
      EVENTS.key(
          "NGIT_MAX_STATE_EVENT_BYTES",
          ValueTypes.integer(1_024, MESSAGE_BYTES_MAX, "bytes"),
          atMost(1_048_576, MAX_MESSAGE_BYTES),
          "The same for repository states (kind 30618).");
  static final Key<Integer> MAX_EVENT_TAGS =
      EVENTS.key(
          "NGIT_MAX_EVENT_TAGS",
          ValueTypes.integer(1, 1_000_000, "tags"),
          2_000,
          "Tags of an event.");
  static final Key<Integer> MAX_STATE_TAGS =
      EVENTS.key(
          "NGIT_MAX_STATE_TAGS",
          ValueTypes.integer(1, 1_000_000, "tags"),
          12_000,
          "The same for repository states (kind 30618).");
  static final Key<Integer> MAX_EVENT_TAG_ITEMS =
      EVENTS.key(
          "NGIT_MAX_EVENT_TAG_ITEMS",
          ValueTypes.integer(1, 10_000_000, "strings"),
          new Default<>(
              "4000, or 20000 if `NGIT_RELAY_ACCEPT` is `all`",
              settings -> settings.get(ServiceKeys.RELAY_ACCEPT) == Accept.ALL ? 20_000 : 4_000),
          "Strings in all tags of an event together. Each takes memory wherever the event goes.");
  static final Key<Integer> MAX_STATE_TAG_ITEMS =
      EVENTS.key(
          "NGIT_MAX_STATE_TAG_ITEMS",
          ValueTypes.integer(1, 10_000_000, "strings"),
          48_000,
          "The same for repository states (kind 30618).");
  static final Key<Integer> MAX_FUTURE_SECS =
      EVENTS.key(
          "NGIT_MAX_FUTURE_SECS",
          ValueTypes.integer(0, 315_360_000, "seconds"),
          900,
          "How far `created_at` may lie ahead of the server's clock.");
  static final Key<Integer> MIN_POW_DIFFICULTY =
      EVENTS.key(
          "NGIT_MIN_POW_DIFFICULTY",
          ValueTypes.integer(0, 256, "bits"),
          0,
          "Leading zero bits that NIP-13 asks of an id; 0 asks nothing.");
  static final Key<Integer> MAX_EVENTS_PER_MINUTE =
      EVENTS.key(
          "NGIT_MAX_EVENTS_PER_MINUTE",
          ValueTypes.integer(1, 10_000_000, "events"),
          240,
          "Events of one address in a minute; the burst is the same number.");
  static final Key<Long> MAX_INFLIGHT_BYTES =
      EVENTS.key(
          "NGIT_MAX_INFLIGHT_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          67_108_864L,
          "Events received and not yet answered, all connections together.");
  static final Key<Long> MIN_FREE_DISK_BYTES =
      EVENTS.key(
          "NGIT_MIN_FREE_DISK_BYTES",
          ValueTypes.number(0, 1L << 50, "bytes"),
          new Default<>("max(1 GiB, 2 % of the disk)", RelayKeys::diskReserve),
          "Free bytes on the data disk below which writes are refused with `error: storage full`.");
  static final Key<SortedSet<PublicKey>> EVENT_BLACKLIST =
      EVENTS.key(
          "NGIT_EVENT_BLACKLIST",
          ValueTypes.authors(),
          Collections.emptySortedSet(),
          "Keys whose events are refused.");
  static final Key<Boolean> DELETION_REQUEST_DISRESPECTOR =
      EVENTS.key(
          "NGIT_DELETION_REQUEST_DISRESPECTOR",
          ValueTypes.bool(),
          false,
          "Deletion requests are stored and not obeyed; 9 and 62 leave NIP-11.");

  private RelayKeys() {}

  private static Default<Integer> atMost(int value, Key<Integer> limit) {
    return new Default<>(
        value + ", at most `" + limit.name() + "`",
        settings -> Math.min(value, settings.get(limit)));
  }

  private static long diskReserve(Settings settings) {
    long disk = settings.machine().diskBytes(settings.get(ServiceKeys.RELAY_DATA_PATH));
    return Math.max(1L << 30, disk / 50);
  }
}
