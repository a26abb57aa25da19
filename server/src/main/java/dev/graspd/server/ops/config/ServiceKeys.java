package dev.graspd.server.ops.config;

import static dev.graspd.server.ops.config.ValueTypes.optional;

import dev.graspd.server.net.Cidr;
import dev.graspd.server.requests.Detail;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Names, addresses, files, logs, metrics and modes. */
final class ServiceKeys {
  /** Which events the server accepts. */
  enum Accept {
    /** Events of repositories that are hosted here. */
    GRASP,
    /** Every valid event: a plain relay, without repositories. */
    ALL
  }

  static final Chapter SERVICE = Chapter.inForce(Area.SERVICE);
  static final Chapter OPERATIONS = Chapter.inForce(Area.OPERATIONS);
  static final Chapter TESTS = Chapter.inForce(Area.OPERATIONS);

  static final Key<Optional<String>> DOMAIN =
      SERVICE.key(
          "NGIT_DOMAIN",
          optional(ValueTypes.domain()),
          new Default<>("the bound address", settings -> Optional.empty()),
          "The name under which clients reach this service.");
  static final Key<Optional<String>> NEW_DOMAIN =
      SERVICE.key(
          "NGIT_NEW_DOMAIN",
          optional(ValueTypes.domain()),
          Optional.empty(),
          "To give a server another name: the same as NGIT_DOMAIN. Without it a start on data that"
              + " was served under another name is refused, as each repository would answer 404"
              + " until it is announced under the new one. Harmless if it stays.");
  static final Key<InetSocketAddress> BIND_ADDRESS =
      SERVICE.key(
          "NGIT_BIND_ADDRESS",
          ValueTypes.bindAddress(),
          new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 7334),
          "Where to listen. Port 0 lets the system choose; the real address is logged.");
  static final Key<String> BASE_PATH =
      SERVICE.key(
          "NGIT_BASE_PATH", ValueTypes.basePath(), "/", "Everything lives below this path.");
  static final Key<Optional<String>> RELAY_OWNER_NSEC =
      SERVICE.key(
          "NGIT_RELAY_OWNER_NSEC",
          ValueTypes.secret("a secret key as nsec1…"),
          Optional.empty(),
          "The server's own key. Also read from the systemd credential `relay_owner_nsec`, or from"
              + " the file `relay-owner.nsec` (mode 0600) in the relay data directory, which is"
              + " made at the first start on an empty directory. Never an argument.");
  static final Key<Optional<String>> RELAY_NAME =
      SERVICE.live(
          "NGIT_RELAY_NAME",
          optional(ValueTypes.text()),
          new Default<>("`<domain> grasp relay`", settings -> Optional.empty()),
          "Name in the NIP-11 document.");
  static final Key<String> RELAY_DESCRIPTION =
      SERVICE.live(
          "NGIT_RELAY_DESCRIPTION",
          ValueTypes.text(),
          "A Nostr relay for git repositories, run by graspd",
          "Description in the NIP-11 document.");
  static final Key<Optional<String>> RELAY_CONTACT =
      SERVICE.live(
          "NGIT_RELAY_CONTACT",
          optional(ValueTypes.text()),
          Optional.empty(),
          "Contact in the NIP-11 document, for example a mailto: link.");
  static final Key<Path> RELAY_DATA_PATH =
      SERVICE.key(
          "NGIT_RELAY_DATA_PATH",
          ValueTypes.path(),
          Path.of("./data/relay"),
          "Events, indexes and the server's key. A directory of the reference server is recognised"
              + " and not touched.");
  static final Key<Path> GIT_DATA_PATH =
      SERVICE.key(
          "NGIT_GIT_DATA_PATH",
          ValueTypes.path(),
          Path.of("./data/git"),
          "Git objects, and the bare repositories that show them to plain git. Both data"
              + " directories are made with mode 0750; one that is there keeps its mode.");
  static final Key<Backend> DATABASE_BACKEND =
      SERVICE.key(
          "NGIT_DATABASE_BACKEND",
          ValueTypes.word(Backend.class),
          Backend.LMDB,
          "`memory` keeps all data in a temporary directory that is removed at the end; both data"
              + " paths are ignored then.");
  static final Key<List<Cidr>> TRUSTED_PROXY_CIDRS =
      SERVICE.key(
          "NGIT_TRUSTED_PROXY_CIDRS",
          ValueTypes.networks(),
          new Default<>(
              "127.0.0.0/8,::1/128",
              settings -> List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("::1/128"))),
          "Whose `X-Forwarded-For` is believed; the rightmost address that is not trusted is the"
              + " client's.");
  static final Key<Boolean> LOOPBACK_IS_OPERATOR =
      SERVICE.key(
          "NGIT_LOOPBACK_IS_OPERATOR",
          ValueTypes.bool(),
          new Default<>(
              "true if `NGIT_BIND_ADDRESS` is a loopback address",
              settings -> settings.get(BIND_ADDRESS).getAddress().isLoopbackAddress()),
          "Whether a loopback client without `X-Forwarded-For` is the operator's own and has no"
              + " limits per address. Set it to false if a port forwarder, a container's proxy or"
              + " Tor brings strangers from a loopback address.");

  static final Key<LogLevel> LOG_LEVEL =
      OPERATIONS.live(
          "NGIT_LOG_LEVEL", ValueTypes.word(LogLevel.class), LogLevel.INFO, "What is logged.");
  static final Key<LogFormat> LOG_FORMAT =
      OPERATIONS.live(
          "NGIT_LOG_FORMAT",
          ValueTypes.word(LogFormat.class),
          LogFormat.TEXT,
          "How a log line is written.");
  static final Key<Detail> LOG_REQUESTS =
      OPERATIONS.live(
          "NGIT_LOG_REQUESTS",
          ValueTypes.word(Detail.class),
          new Default<>("pushes; off if `NGIT_LOG_LEVEL` is below info", ServiceKeys::requests),
          "Which requests have a line of their own. `pushes`: pushes, and clones and fetches whose"
              + " client left; `refused`: also clones, fetches and events that were refused; `all`:"
              + " also clones and fetches that were served. Equal lines are sampled when there are"
              + " many. `NGIT_LOG_LEVEL=off` silences these, too.");
  static final Key<Boolean> LOG_ADDRESSES =
      OPERATIONS.live(
          "NGIT_LOG_ADDRESSES",
          ValueTypes.bool(),
          false,
          "Whether these lines name the client's address (of IPv6 the /64), for example for"
              + " [fail2ban](../how-to/read-the-log.md#fail2ban).");
  static final Key<Boolean> READ_ONLY =
      OPERATIONS.key(
          "NGIT_READ_ONLY",
          ValueTypes.bool(),
          false,
          "Clone and REQ go on; events and pushes are answered `restricted: server is read-only`."
              + " Sync, hunt, expiry, sweep, erasure and repacking pause, and held events lose no"
              + " time.");
  static final Key<Boolean> GIT_DATA_LOST =
      OPERATIONS.key(
          "NGIT_GIT_DATA_LOST",
          ValueTypes.bool(),
          false,
          "For one start: begin though nothing of the git data that the store names is there, and"
              + " fetch it from other servers. Otherwise such a start is refused, since a disk may"
              + " not be mounted.");
  static final Key<String> MIGRATION_BACKUP =
      OPERATIONS.key(
          "NGIT_MIGRATION_BACKUP",
          ValueTypes.text(),
          "auto",
          "Where a start copies all data before it migrates a store of an older format: `auto`, in"
              + " the relay data directory; the path of a directory; or `made`, nowhere, as the"
              + " operator has made a backup. Packs are linked where the file system can. Without"
              + " room the start is refused. See [the store's format](store-format.md).");
  static final Key<Accept> RELAY_ACCEPT =
      OPERATIONS.key(
          "NGIT_RELAY_ACCEPT",
          ValueTypes.word(Accept.class),
          Accept.GRASP,
          "Which events are welcome. `grasp`: what belongs to repositories that are hosted here."
              + " `all`: every valid event, a plain relay that hosts nothing.");
  static final Key<Boolean> METRICS_ENABLED =
      OPERATIONS.live(
          "NGIT_METRICS_ENABLED",
          ValueTypes.bool(),
          true,
          "Whether `/metrics` is served; otherwise it is 404.");
  static final Key<Integer> METRICS_ABUSE_THRESHOLD =
      OPERATIONS.key(
          "NGIT_METRICS_CONNECTION_PER_IP_ABUSE_THRESHOLD",
          ValueTypes.integer(1, 1_000_000, "connections"),
          10,
          "Connections of one address from which on `ngit_websocket_flagged_abusers` counts it.");
  static final Key<Integer> TEST_TIME_SCALE =
      TESTS.hidden(
          "NGIT_TEST_TIME_SCALE",
          ValueTypes.integer(1, 10_000, "times"),
          1,
          "Tests: timers of purgatory, sync and hunt run this many times faster.");
  static final Key<Integer> TEST_LINK_TIME_SCALE =
      TESTS.hidden(
          "NGIT_TEST_LINK_TIME_SCALE",
          ValueTypes.integer(1, 1_000, "times"),
          1,
          "Tests: a relay that is silent or late is noticed this many times sooner.");

  private ServiceKeys() {}

  private static Detail requests(Settings settings) {
    return switch (settings.get(LOG_LEVEL)) {
      case OFF, ERROR, WARN -> Detail.OFF;
      case INFO, DEBUG, TRACE -> Detail.PUSHES;
    };
  }
}
