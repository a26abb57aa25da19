package dev.graspd.server.ops.config;

import static dev.graspd.server.ops.config.ValueTypes.optional;

import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.server.egress.dns.JdkResolver;
import dev.graspd.server.net.Cidr;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Other relays and git servers, and keys of the reference server that have no meaning here. */
final class SyncKeys {
  private static final int SECONDS_MAX = 315_360_000;

  /** Each fetch has a thread. */
  private static final int FETCHES_MAX = 1_000;

  static final Chapter SYNC = Chapter.inForce(Area.SYNC);
  static final Chapter HUNT = Chapter.inForce(Area.HUNT);
  static final Chapter RESERVED =
      Chapter.withoutEffect(Area.RESERVED, "nothing in this server uses it");

  static final Key<Boolean> SYNC_ENABLED =
      SYNC.key(
          "NGIT_SYNC_ENABLED",
          ValueTypes.bool(),
          true,
          "Fetch events of hosted repositories from the relays that they name (GRASP-02).");
  static final Key<Optional<URI>> BOOTSTRAP_RELAY_URL =
      SYNC.key(
          "NGIT_SYNC_BOOTSTRAP_RELAY_URL",
          optional(ValueTypes.relayUrl()),
          Optional.empty(),
          "A relay to start from; any address, plain ws allowed.");
  static final Key<Integer> BATCH_WINDOW_MS =
      SYNC.key(
          "NGIT_SYNC_BATCH_WINDOW_MS",
          ValueTypes.integer(1, 3_600_000, "milliseconds"),
          5_000,
          "How long new items are gathered before they are asked for.");
  static final Key<Integer> BASE_BACKOFF_SECS =
      seconds(
          "NGIT_SYNC_BASE_BACKOFF_SECS",
          1,
          5,
          "First pause after a failed connection, and how long one may take to open.");
  static final Key<Integer> MAX_BACKOFF_SECS =
      seconds("NGIT_SYNC_MAX_BACKOFF_SECS", 1, 3_600, "Longest pause after failed connections.");
  static final Key<Integer> DISCONNECT_CHECK_INTERVAL_SECS =
      seconds(
          "NGIT_SYNC_DISCONNECT_CHECK_INTERVAL_SECS",
          1,
          2,
          "How often the server closes connections that nothing needs.");
  static final Key<Integer> STARTUP_DELAY_SECS =
      seconds("NGIT_SYNC_STARTUP_DELAY_SECS", 0, 0, "Pause before the first connection.");
  static final Key<Boolean> DISABLE_NEGENTROPY =
      SYNC.key(
          "NGIT_SYNC_DISABLE_NEGENTROPY",
          ValueTypes.bool(),
          false,
          "Use REQ with paging for history, never NIP-77.");
  static final Key<Boolean> ALLOW_NON_GLOBAL_TARGETS =
      SYNC.key(
          "NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS",
          ValueTypes.bool(),
          false,
          "Tests: allow private and loopback targets, with plain http and ws.");
  static final Key<List<Cidr>> ALLOWED_CIDRS =
      SYNC.key(
          "NGIT_SYNC_ALLOWED_CIDRS",
          ValueTypes.networks(),
          List.of(),
          "Closed networks that may be connected to.");
  static final Key<Boolean> ALLOW_PLAINTEXT =
      SYNC.key("NGIT_SYNC_ALLOW_PLAINTEXT", ValueTypes.bool(), false, "Allow http and ws.");
  static final Key<Integer> MAX_RELAYS =
      count("NGIT_SYNC_MAX_RELAYS", 1, 500, "Relays connected to in all.");
  static final Key<Integer> MAX_RELAYS_PER_REPO =
      count("NGIT_SYNC_MAX_RELAYS_PER_REPO", 1, 20, "Relays followed for one repository.");
  static final Key<Long> MAX_PEER_BYTES =
      SYNC.key(
          "NGIT_MAX_PEER_BYTES",
          ValueTypes.number(1_048_576, 1L << 42, "bytes"),
          new Default<>(
              "heap / 16, at least 16 MiB",
              settings -> Math.max(16L << 20, settings.machine().heapBytes() / 16)),
          "Memory of what other relays send, until it is stored or refused, all connections to them"
              + " together. One host may hold an eighth of what the others leave; beyond it its"
              + " connections are read one message at a time.");
  static final Key<Integer> RECURSIVE_DESCENDANT_LIMIT =
      count("NGIT_SYNC_RECURSIVE_DESCENDANT_LIMIT", 0, 500, "Thread members of a branch.");
  static final Key<Integer> DOMAIN_CONCURRENT =
      fetches("NGIT_SYNC_DOMAIN_CONCURRENT", DomainLimits.MAX, 5, "Fetches from one host at once.");
  static final Key<Integer> DOMAIN_RATE_LIMIT =
      fetches(
          "NGIT_SYNC_DOMAIN_RATE_LIMIT",
          DomainLimits.MAX,
          30,
          "Fetches from one host in a minute.");
  static final Key<List<String>> DOMAIN_OVERRIDES =
      HUNT.key(
          "NGIT_SYNC_DOMAIN_OVERRIDES",
          ValueTypes.hostLimits(),
          List.of(),
          "Other limits for single hosts: at once, in a minute.");
  static final Key<Integer> MAX_FETCHES =
      fetches("NGIT_SYNC_MAX_FETCHES", FETCHES_MAX, 32, "Fetches from all hosts at once.");
  static final Key<Integer> RESERVED_FETCHES =
      HUNT.key(
          "NGIT_SYNC_RESERVED_FETCHES",
          ValueTypes.integer(0, FETCHES_MAX, ""),
          new Default<>(
              "a quarter of `NGIT_SYNC_MAX_FETCHES`", settings -> settings.get(MAX_FETCHES) / 4),
          "Of these, how many are kept for hosts that something came from before, and how many for"
              + " data that events wait for.");
  static final Key<Integer> RESOLVER_THREADS =
      HUNT.key(
          "NGIT_SYNC_RESOLVER_THREADS",
          ValueTypes.integer(1, 1_000, "threads"),
          JdkResolver.THREADS,
          "Names of hosts looked up at once. A quarter is for the names of one zone (the last two"
              + " labels), and a quarter is kept for names that were found before.");
  static final Key<Integer> MAX_WAITING_NAMES =
      HUNT.key(
          "NGIT_SYNC_MAX_WAITING_NAMES",
          ValueTypes.integer(8, 1_000_000, "names"),
          JdkResolver.WAITING,
          "Names that wait to be looked up; those of one zone an eighth. Others count as not found"
              + " for the moment.");
  static final Key<Integer> ADVERTISEMENT_SECS =
      HUNT.key(
          "NGIT_SYNC_ADVERTISEMENT_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          60,
          "How long a git host may take to list its refs.");
  static final Key<Integer> HOT_CACHE_SECS =
      seconds(
          "NGIT_REJECTED_HOT_CACHE_DURATION_SECS",
          0,
          120,
          "How long a refused announcement is kept whole.");
  static final Key<Integer> COLD_INDEX_SECS =
      seconds(
          "NGIT_REJECTED_COLD_INDEX_EXPIRY_SECS",
          0,
          604_800,
          "How long a refused id is remembered.");
  static final Key<Integer> NAUGHTY_HOURS =
      SYNC.key(
          "NGIT_NAUGHTY_LIST_EXPIRATION_HOURS",
          ValueTypes.integer(1, 8_760, "hours"),
          12,
          "How long a misbehaving relay is not tried.");

  static final Key<Boolean> SYNC_PLUS_ENABLED =
      RESERVED.key("NGIT_SYNC_PLUS_ENABLED", ValueTypes.bool(), false, "GRASP-03.");
  static final Key<List<URI>> USER_INDEX_RELAYS =
      RESERVED.key("NGIT_USER_INDEX_RELAYS", ValueTypes.relayUrls(), List.of(), "GRASP-03.");
  static final Key<List<URI>> SYNC_PLUS_FALLBACK_RELAYS =
      RESERVED.key(
          "NGIT_SYNC_PLUS_FALLBACK_RELAYS", ValueTypes.relayUrls(), List.of(), "GRASP-03.");
  static final Key<Boolean> PRIVATE_MODE =
      RESERVED.key(
          "NGIT_PRIVATE_MODE",
          ValueTypes.offOnly("private services are not supported yet"),
          false,
          "GRASP-08; true stops the start.");
  static final Key<List<String>> PRIVATE_MEMBERS =
      RESERVED.key("NGIT_PRIVATE_MEMBERS", ValueTypes.words(), List.of(), "GRASP-08.");
  static final Key<Optional<String>> PRIVATE_PUBLIC_ORIGIN =
      reserved("NGIT_PRIVATE_PUBLIC_ORIGIN", "GRASP-08.");
  static final Key<Optional<String>> BLACKLIST_AUTO_RESTORE =
      reserved("NGIT_BLACKLIST_AUTO_RESTORE", "Of the reference server.");
  static final Key<Optional<String>> STARTUP_INTEGRITY_IDENTIFIERS =
      reserved("NGIT_STARTUP_INTEGRITY_IDENTIFIERS", "Of the reference server.");
  static final Key<Optional<String>> DELETION_REQUEST_RETENTION =
      reserved("NGIT_DELETION_REQUEST_RETENTION_*", "A family of the reference server.");
  static final Key<Optional<String>> RECONNECT_DELAY_SECS =
      reserved("NGIT_SYNC_RECONNECT_DELAY_SECS", "Of older reference servers.");
  static final Key<Optional<String>> RECONNECT_LOOKBACK_DAYS =
      reserved("NGIT_SYNC_RECONNECT_LOOKBACK_DAYS", "Of older reference servers.");

  private SyncKeys() {}

  private static Key<Optional<String>> reserved(String name, String text) {
    return RESERVED.key(name, optional(ValueTypes.text()), Optional.empty(), text);
  }

  private static Key<Integer> seconds(String name, int min, int fallback, String text) {
    return SYNC.key(name, ValueTypes.integer(min, SECONDS_MAX, "seconds"), fallback, text);
  }

  private static Key<Integer> count(String name, int min, int fallback, String text) {
    return SYNC.key(name, ValueTypes.integer(min, 1_000_000, ""), fallback, text);
  }

  private static Key<Integer> fetches(String name, int max, int fallback, String text) {
    return HUNT.key(name, ValueTypes.integer(1, max, ""), fallback, text);
  }
}
