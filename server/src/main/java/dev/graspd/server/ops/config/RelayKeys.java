package dev.graspd.server.ops.config;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.server.web.http.RequestLimits;
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
          "Sockets of one client address; its HTTP connection that is idle longest is closed for"
              + " another one. The operator's own clients have no limit per address:"
              + " `NGIT_LOOPBACK_IS_OPERATOR`.");
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
  static final Key<Long> MAX_SUBSCRIPTION_BYTES =
      RELAY.key(
          "NGIT_MAX_SUBSCRIPTION_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          heapPart(16),
          "Memory of open subscriptions, of REQs and COUNTs that wait, and of negentropy sessions,"
              + " all connections together. One address may hold an eighth of what the others"
              + " leave.");
  static final Key<Long> MAX_QUERY_WORK =
      RELAY.key(
          "NGIT_MAX_QUERY_WORK",
          ValueTypes.number(1_000, 1_000_000_000_000L, "work units"),
          2_000_000L,
          "What one REQ or COUNT may cost before it gets `CLOSED \"error: query too expensive…\"`."
              + " A unit is one index entry or event looked at.");
  static final Key<Boolean> SEARCH_ENABLED =
      RELAY.key(
          "NGIT_SEARCH_ENABLED",
          ValueTypes.bool(),
          true,
          "Whether events can be searched by words (NIP-50). The index is in the directory `search`"
              + " of the relay's data; it may be deleted while the server is stopped, and is then"
              + " built again. Without it, or with `NGIT_READ_ONLY`, a REQ with `search` is"
              + " refused.");
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
          heapPart(12),
          "Memory for negentropy summaries, all connections together. When it is used up, the"
              + " address that holds most loses its least recently used summary.");
  static final Key<Integer> MAX_MESSAGE_BYTES =
      RELAY.key(
          "NGIT_MAX_MESSAGE_BYTES",
          ValueTypes.integer(MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX, "bytes"),
          1_310_720,
          "Largest WebSocket message, decompressed. A larger one closes the socket with code"
              + " 1009.");
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
          heapPart(16),
          "Unsent bytes and unfinished messages of all sockets together. One address may hold an"
              + " eighth of what the others leave; beyond that its largest socket is closed.");
  static final Key<Integer> PAGE_THREADS =
      RELAY.key(
          "NGIT_PAGE_THREADS",
          ValueTypes.integer(1, 1_024, "threads"),
          new Default<>(
              "half of the cores, at least 1",
              settings -> Math.max(1, settings.machine().cores() / 2)),
          "Pages and documents that are rendered at once, and files that are made at once. One"
              + " address may have half of each, at least one.");
  static final Key<Integer> MAX_WAITING_PAGES =
      RELAY.key(
          "NGIT_MAX_WAITING_PAGES",
          ValueTypes.integer(1, 1_000_000, "requests"),
          256,
          "Requests that wait for a page thread, one address an eighth of them. Others, and those"
              + " that have waited for `NGIT_PAGE_SECS`, are answered 503 with `Retry-After`.");
  static final Key<Integer> PAGE_SECS =
      RELAY.key(
          "NGIT_PAGE_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          15,
          "How long a page or document may take, waiting included.");
  static final Key<Long> MAX_PAGE_BYTES =
      RELAY.key(
          "NGIT_MAX_PAGE_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          new Default<>(
              "1/32 of the heap",
              settings -> Math.max(MEMORY_BYTES_MIN, settings.machine().heapBytes() / 32)),
          "Rendered pages that clients have not read yet, one address an eighth of them; beyond it"
              + " the answer is 503.");
  static final Key<Long> MAX_PIPELINED_BYTES =
      RELAY.key(
          "NGIT_MAX_PIPELINED_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          new Default<>(
              "1/64 of the heap",
              settings -> Math.max(MEMORY_BYTES_MIN, settings.machine().heapBytes() / 64)),
          "Requests that were sent before the last one was answered, one address an eighth of them;"
              + " a client that sends more is cut after its answer.");
  static final Key<Integer> MAX_PIPELINED_REQUESTS =
      RELAY.key(
          "NGIT_MAX_PIPELINED_REQUESTS",
          ValueTypes.integer(1, 10_000, "requests"),
          RequestLimits.PIPELINED_REQUESTS,
          "The same for one connection, as a number.");
  static final Key<Integer> MAX_HTTP_HEADERS =
      RELAY.key(
          "NGIT_MAX_HTTP_HEADERS",
          ValueTypes.integer(16, 10_000, "headers"),
          RequestLimits.HEADERS,
          "Headers of one HTTP request; more is answered 431.");
  static final Key<Integer> REQUEST_HEAD_SECS =
      RELAY.key(
          "NGIT_REQUEST_HEAD_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          10,
          "How long the head of an HTTP request may take, from the connection on.");
  static final Key<Integer> KEEP_ALIVE_SECS =
      RELAY.key(
          "NGIT_KEEP_ALIVE_SECS",
          ValueTypes.integer(1, 86_400, "seconds"),
          300,
          "How long an HTTP connection may be idle between two requests, for example while a"
              + " `pre-push` hook runs; then it is closed without a word.");
  static final Key<Integer> MESSAGE_SECS =
      RELAY.key(
          "NGIT_MESSAGE_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          120,
          "How long one WebSocket message may take from its first to its last byte; a slower one"
              + " closes the socket with code 1008.");
  static final Key<Integer> STALLED_SECS =
      RELAY.key(
          "NGIT_STALLED_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          60,
          "How long a client may take nothing of what waits for it, or a fetch or push may send"
              + " nothing, before its connection ends.");

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
  static final Key<Integer> MAX_LIST_EVENT_BYTES =
      EVENTS.key(
          "NGIT_MAX_LIST_EVENT_BYTES",
          ValueTypes.integer(1_024, MESSAGE_BYTES_MAX, "bytes"),
          AdmissionRules.LIST_BYTES,
          "The same for lists of servers (kind 10317), never more than for other events.");
  static final Key<Long> STRANGER_LIST_BYTES =
      EVENTS.key(
          "NGIT_MAX_STRANGER_LIST_BYTES",
          ValueTypes.number(1 << 20, 1L << 40, "bytes"),
          64L << 20,
          "Disk that lists of servers (kind 10317) of keys that take part in nothing here may take"
              + " in all; the oldest are removed. A server that accepts all events has no such"
              + " limit.");
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
              settings ->
                  settings.get(ServiceKeys.RELAY_ACCEPT) == ServiceKeys.Accept.ALL
                      ? 20_000
                      : 4_000),
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
          heapPart(12),
          "Memory of events received and not yet answered, all connections together. One address"
              + " may hold an eighth of what the others leave.");
  static final Key<Long> MAX_EPHEMERAL_BYTES =
      EVENTS.key(
          "NGIT_MAX_EPHEMERAL_BYTES",
          ValueTypes.number(MEMORY_BYTES_MIN, MEMORY_BYTES_MAX, "bytes"),
          8L << 20,
          "Memory of ephemeral events that wait to be passed on. One address may hold an eighth of"
              + " what the others leave; events beyond it are dropped.");
  static final Key<Long> MIN_FREE_DISK_BYTES =
      EVENTS.key(
          "NGIT_MIN_FREE_DISK_BYTES",
          ValueTypes.number(0, 1L << 50, "bytes"),
          new Default<>("max(1 GiB, 2 % of the disk)", RelayKeys::diskReserve),
          "Free bytes on the data disk below which writes are refused with `error: storage full`.");
  static final Key<SortedSet<PublicKey>> EVENT_BLACKLIST =
      EVENTS.entries(
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

  /** A part of the heap, but enough for one address to send the largest event. */
  private static Default<Long> heapPart(int divisor) {
    return new Default<>(
        "heap / " + divisor + ", at least 16 MiB",
        settings -> Math.max(16L << 20, settings.machine().heapBytes() / divisor));
  }

  private static long diskReserve(Settings settings) {
    long disk = settings.machine().diskBytes(settings.get(ServiceKeys.RELAY_DATA_PATH));
    return Math.max(1L << 30, disk / 50);
  }
}
