package dev.graspd.server.ops.config;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.hosting.HostingPolicy;
import java.util.List;

/** Repositories, pushes, archives. */
final class HostingKeys {
  /** Who counts as a maintainer of a repository. */
  enum MaintainerMode {
    /** Keys that list each other. */
    RECIPROCAL,
    /** All listed keys. */
    LISTED
  }

  private static final long BYTES_MAX = 1L << 50;
  private static final int COUNT_MAX = 1_000_000_000;
  private static final int SECONDS_MAX = 315_360_000;

  static final Chapter HOSTING = Chapter.inForce(Area.HOSTING);
  static final Chapter ARCHIVE = Chapter.inForce(Area.HOSTING);
  static final Chapter CONTRIBUTIONS = Chapter.inForce(Area.HOSTING);
  static final Chapter HOLDING = Chapter.inForce(Area.HOSTING);
  static final Chapter STATUS =
      Chapter.withoutEffect(Area.HOSTING, "the status page does not list repositories");

  static final Key<MaintainerMode> MAINTAINER_MODE =
      HOSTING.key(
          "NGIT_MAINTAINER_MODE",
          ValueTypes.word(MaintainerMode.class),
          MaintainerMode.RECIPROCAL,
          "Who counts as a maintainer: those who list each other, or all who are listed.");
  static final Key<Integer> METRICS_TOP_N_REPOS =
      STATUS.key(
          "NGIT_METRICS_TOP_N_REPOS",
          ValueTypes.integer(0, COUNT_MAX, ""),
          10,
          "Busiest repositories shown on `/status`.");
  static final Key<Boolean> GRASP06_ENABLE =
      CONTRIBUTIONS.key(
          "NGIT_GRASP06_ENABLE",
          ValueTypes.bool(),
          true,
          "Take pull requests for repositories that are hosted elsewhere, at `/prs/` (GRASP-06).");
  static final Key<Boolean> ARCHIVE_ALL =
      ARCHIVE.key(
          "NGIT_ARCHIVE_ALL",
          ValueTypes.bool(),
          false,
          "Keep a copy of every repository that this server hears of (GRASP-05). Needs sync.");
  static final Key<List<RepositoryPattern>> ARCHIVE_WHITELIST =
      ARCHIVE.key(
          "NGIT_ARCHIVE_WHITELIST",
          ValueTypes.repositories(),
          List.of(),
          "Keep copies of these repositories.");
  static final Key<List<ServiceAddress>> ARCHIVE_GRASP_SERVICES =
      ARCHIVE.key(
          "NGIT_ARCHIVE_GRASP_SERVICES",
          ValueTypes.services(),
          List.of(),
          "Keep copies of the repositories that have a clone URL at these services. Their relays"
              + " are followed like `NGIT_SYNC_BOOTSTRAP_RELAY_URL`.");
  static final Key<Boolean> ARCHIVE_READ_ONLY =
      ARCHIVE.key(
          "NGIT_ARCHIVE_READ_ONLY",
          ValueTypes.bool(),
          new Default<>("true once an archive key is set", HostingKeys::archives),
          "Refuse pushes to copies. If false, they take what was signed like any repository.");
  static final Key<List<RepositoryPattern>> REPOSITORY_WHITELIST =
      HOSTING.key(
          "NGIT_REPOSITORY_WHITELIST",
          ValueTypes.repositories(),
          List.of(),
          "Host only these repositories.");
  static final Key<List<RepositoryPattern>> REPOSITORY_BLACKLIST =
      HOSTING.entries(
          "NGIT_REPOSITORY_BLACKLIST",
          ValueTypes.repositories(),
          List.of(),
          "Never host or archive these; beats every other list.");
  static final Key<Integer> HOLDING_RETENTION_SECS =
      seconds(
          "NGIT_HOLDING_RETENTION_SECS",
          7_776_000,
          "How long a deleted repository can be restored, from when this server obeyed the"
              + " deletion.");
  static final Key<Integer> HOLDING_CLEANUP_INTERVAL_SECS =
      seconds(
          "NGIT_HOLDING_CLEANUP_INTERVAL_SECS",
          86_400,
          "How often those are erased whose time is over.");
  static final Key<Integer> MAX_STATE_REFS =
      count("NGIT_MAX_STATE_REFS", 1, 10_000, "Refs of a repository state.");
  static final Key<Long> MAX_PUSH_BYTES =
      bytes("NGIT_MAX_PUSH_BYTES", 1_073_741_824L, "Largest push.");
  static final Key<Long> MAX_OBJECT_BYTES =
      bytes("NGIT_MAX_OBJECT_BYTES", 104_857_600L, "Largest git object.");
  static final Key<Long> MAX_TREE_BYTES =
      HOSTING.key(
          "NGIT_MAX_TREE_BYTES",
          ValueTypes.number(1, IngestLimits.TREE_BYTES_MAX, "bytes"),
          16_777_216L,
          "Largest tree (directory), commit or tag; all of it is in memory while it is served.");
  static final Key<Integer> MAX_PACK_OBJECTS =
      count("NGIT_MAX_PACK_OBJECTS", 1, 2_000_000, "Objects of a push.");
  static final Key<Integer> MAX_PUSH_COMMANDS =
      count("NGIT_MAX_PUSH_COMMANDS", 1, 2_000, "Refs changed by a push.");
  static final Key<Integer> MAX_PUSHES =
      HOSTING.key(
          "NGIT_MAX_PUSHES",
          ValueTypes.integer(1, 10_000, "requests"),
          32,
          "Pushes carried out at once. An address has an eighth of what others leave, and at least"
              + " one; waiting pushes are served by address in turn.");
  static final Key<Integer> PUSH_COMMANDS_SECS =
      HOSTING.key(
          "NGIT_PUSH_COMMANDS_SECS",
          ValueTypes.integer(1, 3_600, "seconds"),
          30,
          "How long a push may take to say which refs it changes.");
  static final Key<Long> MAX_GIT_REQUEST_BYTES =
      HOSTING.key(
          "NGIT_MAX_GIT_REQUEST_BYTES",
          ValueTypes.number(1 << 20, BYTES_MAX, "bytes"),
          new Default<>(
              "heap / 16, at least 16 MiB",
              settings -> Math.max(16L << 20, settings.machine().heapBytes() / 16)),
          "Memory for requests of git clients while they are read: lists of refs and objects, and"
              + " unread bytes. An address has an eighth of what others leave.");
  static final Key<Integer> MAX_DELTA_DEPTH =
      count("NGIT_MAX_DELTA_DEPTH", 1, 4_095, "Longest chain of deltas in a pack.");
  static final Key<Long> MAX_REPOSITORY_BYTES =
      bytes(
          "NGIT_MAX_REPOSITORY_BYTES",
          5_368_709_120L,
          "Packs of one repository. They count for the one that was pushed to, or, if they were"
              + " fetched, for the one whose event wanted them.");
  static final Key<Long> MAX_OWNER_BYTES =
      bytes("NGIT_MAX_OWNER_BYTES", 21_474_836_480L, "Packs of all repositories of one owner.");
  static final Key<Long> MAX_UNSIGNED_PUSH_BYTES =
      bytes(
          "NGIT_MAX_UNSIGNED_PUSH_BYTES",
          52_428_800L,
          "Largest push to `refs/nostr` before its event.");
  static final Key<Integer> MAX_UNSIGNED_PUSHES_PER_IP =
      count("NGIT_MAX_UNSIGNED_PUSHES_PER_IP", 0, 3, "Such pushes open for one address.");
  static final Key<Integer> MAX_UNSIGNED_PUSHES =
      count("NGIT_MAX_UNSIGNED_PUSHES", 0, 200, "Such pushes open in all.");
  static final Key<Long> MAX_UNSIGNED_BYTES =
      bytes("NGIT_MAX_UNSIGNED_BYTES", 2_147_483_648L, "Bytes of such pushes in all.");
  static final Key<Integer> MAX_HISTORY_WALK =
      count(
          "NGIT_MAX_HISTORY_WALK",
          1,
          HostingPolicy.HISTORY_LOOKS,
          "Commits that one decision looks at to learn whether a served ref leads to a commit that"
              + " an event names. Beyond it the event waits while the server looks at up to 50"
              + " times as many in the background.");
  static final Key<Integer> MAX_PACK_HISTORY_WALK =
      count(
          "NGIT_MAX_PACK_HISTORY_WALK",
          1,
          CheckLimits.HISTORY_LOOKS,
          "Objects that are visited to learn whether a served ref leads to what a pack builds on;"
              + " each takes about 50 bytes of memory.");
  static final Key<Integer> MAX_LANE_QUEUE =
      count(
          "NGIT_MAX_LANE_QUEUE",
          1,
          16_384,
          "Events and pushes of clients that wait for their turn at their repositories. One address"
              + " may have an eighth of what others leave; addresses are served in turn.");
  static final Key<Integer> MAX_NEW_REPOS_PER_HOUR =
      count("NGIT_MAX_NEW_REPOS_PER_HOUR", 0, 10, "New repositories of one key in an hour.");
  static final Key<Integer> MAX_NEW_REPOS_PER_HOUR_PER_IP =
      count(
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP",
          0,
          30,
          "New repositories of one address in an hour.");
  static final Key<Integer> MAX_HELD_EVENTS =
      count(
          "NGIT_MAX_HELD_EVENTS",
          1,
          50_000,
          "Announcements of new repositories, with their states, and pull requests that wait for"
              + " their git data. One address may bring an eighth of what others leave, and one key"
              + " an eighth.");
  static final Key<Long> MAX_HELD_BYTES =
      bytes(
          "NGIT_MAX_HELD_BYTES",
          268_435_456L,
          "Bytes that these events take when they are parsed.");
  static final Key<Long> MAX_HELD_BYTES_PER_IDENTIFIER =
      bytes(
          "NGIT_MAX_HELD_BYTES_PER_IDENTIFIER",
          16_777_216L,
          "The same for one identifier: of pull requests, of new repositories, and of each"
              + " served repository.");
  static final Key<Integer> MAX_HELD_PER_IDENTIFIER =
      count(
          "NGIT_MAX_HELD_PER_IDENTIFIER",
          1,
          512,
          "Pull requests of one identifier that wait, and as many events of its new repositories."
              + " A key may have 1/64 of the pull requests, and two events of a new repository.");
  static final Key<Integer> MAX_HELD_PER_REPOSITORY =
      count(
          "NGIT_MAX_HELD_PER_REPOSITORY",
          1,
          16,
          "States and announcements by maintainers of a served repository that wait. Nobody else"
              + " can use this room.");
  static final Key<Long> MAX_IDENTIFIER_BYTES =
      HOSTING.key(
          "NGIT_MAX_IDENTIFIER_BYTES",
          ValueTypes.number(65_536, BYTES_MAX, "bytes"),
          new Default<>(
              "heap / 64, at least 4 MiB",
              settings -> Math.max(4L << 20, settings.machine().heapBytes() / 64)),
          "Memory that announcements, states and refs of one identifier may take together, those of"
              + " all owners. Owners of served repositories and the keys that they list may"
              + " fill twice as much.");
  static final Key<Long> FAMILY_CACHE_BYTES =
      HOSTING.key(
          "NGIT_FAMILY_CACHE_BYTES",
          ValueTypes.number(1_048_576, BYTES_MAX, "bytes"),
          new Default<>(
              "heap / 24", settings -> Math.max(1_048_576, settings.machine().heapBytes() / 24)),
          "Memory for what is known of identifiers: who has announced them, their states and refs,"
              + " held events. Others are read from disk.");
  static final Key<Integer> MAX_HISTORY_ANSWERS =
      count(
          "NGIT_MAX_HISTORY_ANSWERS",
          1,
          HostingLimits.HISTORY_ANSWERS,
          "Commits that wait for such a longer look, and answers that are remembered; one"
              + " identifier has a hundredth. Those beyond wait for the next change of their"
              + " repository.");
  static final Key<Integer> MAX_WAITING_GIT =
      HOSTING.key(
          "NGIT_MAX_WAITING_GIT",
          ValueTypes.integer(1, 1_000_000, "requests"),
          256,
          "Clones and fetches that wait for their turn, and as many pushes; one address an eighth."
              + " Others are told to come back.");
  static final Key<Integer> GIT_WAIT_SECS =
      git(
          "NGIT_GIT_WAIT_SECS",
          15,
          "How long a clone or fetch waits for its turn, and a pack for a search in a whole"
              + " history.");
  static final Key<Integer> GIT_LONG_WAIT_SECS =
      git(
          "NGIT_GIT_LONG_WAIT_SECS",
          60,
          "The same for one that needs much memory (`NGIT_MAX_PACK_HEAP_BYTES`), for a push, and"
              + " for the memory to check its pack.");
  static final Key<Integer> GIT_BODY_SECS =
      git(
          "NGIT_GIT_BODY_SECS",
          60,
          "How long the body of a request may take, other than that of a push.");
  static final Key<Integer> GIT_REQUEST_SECS =
      git(
          "NGIT_GIT_REQUEST_SECS",
          900,
          "How long a clone, fetch or push may take in all; a push gets a minute more for each"
              + " 100 MiB.");
  static final Key<Integer> MIN_PACE_BYTES =
      HOSTING.key(
          "NGIT_MIN_PACE_BYTES_PER_SEC",
          ValueTypes.integer(0, 1 << 30, "bytes"),
          1_024,
          "Bytes a second, averaged over a minute, that a push must bring while all places for"
              + " pushes are taken.");
  static final Key<Integer> MAX_WAITING_LOOKUPS =
      HOSTING.key(
          "NGIT_MAX_WAITING_LOOKUPS",
          ValueTypes.integer(1, 1_000_000, "requests"),
          1_024,
          "Requests of git clients that wait until a repository that is not in memory is read; one"
              + " address an eighth.");
  static final Key<Integer> MAX_UPLOADS =
      HOSTING.key(
          "NGIT_MAX_UPLOADS",
          ValueTypes.integer(1, 10_000, "requests"),
          new Default<>("2 × cores", settings -> 2 * settings.machine().cores()),
          "Clones and fetches computed at once.");
  static final Key<Integer> MAX_UPLOADS_PER_IP =
      HOSTING.key(
          "NGIT_MAX_UPLOADS_PER_IP",
          ValueTypes.integer(1, 10_000, "requests"),
          new Default<>(
              "half of `NGIT_MAX_UPLOADS`", settings -> Math.max(1, settings.get(MAX_UPLOADS) / 2)),
          "The same for one address.");
  static final Key<Long> UPKEEP_BYTES_PER_HOUR =
      HOSTING.key(
          "NGIT_UPKEEP_BYTES_PER_HOUR",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          8_589_934_592L,
          "How much git data is repacked in an hour, to keep it small and quick to clone."
              + " 0 leaves it as it came.");
  static final Key<Integer> UPKEEP_GRACE_SECS =
      HOSTING.key(
          "NGIT_UPKEEP_GRACE_SECS",
          ValueTypes.integer(0, SECONDS_MAX, "seconds"),
          604_800,
          "How long git data is kept that nothing refers to any more.");
  static final Key<Integer> REMOVAL_GRACE_SECS =
      HOSTING.key(
          "NGIT_REMOVAL_GRACE_SECS",
          ValueTypes.integer(0, SECONDS_MAX, "seconds"),
          0,
          "How long the old files stay after git data was repacked, for readers outside of this"
              + " process. Its own readers are always waited for, and erased data never waits.");
  static final Key<Long> CLONE_CACHE_BYTES =
      HOSTING.key(
          "NGIT_CLONE_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          1_073_741_824L,
          "Disk for answers to whole clones, which are sent again to the next who asks the same."
              + " 0 keeps none.");
  static final Key<Long> TREE_CACHE_BYTES =
      HOSTING.key(
          "NGIT_TREE_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          16_777_216L,
          "Memory for directories of git data that a fetch has read and the next will read again."
              + " 0 keeps none.");
  static final Key<Integer> MAX_WANTS =
      count("NGIT_MAX_WANTS", 1, 10_000, "Objects a fetch may ask for.");
  static final Key<Integer> MAX_HAVES =
      count("NGIT_MAX_HAVES", 1, 50_000, "Objects a fetch may say it has.");
  static final Key<Long> MAX_PACK_HEAP_BYTES =
      HOSTING.key(
          "NGIT_MAX_PACK_HEAP_BYTES",
          ValueTypes.number(1_048_576, BYTES_MAX, "bytes"),
          new Default<>("heap / 8", settings -> settings.machine().heapBytes() / 8),
          "Memory for packs while they are computed for clones and fetches. An object takes about"
              + " 256 bytes; a clone that needs more is computed while no other large one is.");

  private HostingKeys() {}

  static boolean archives(Settings settings) {
    return settings.get(ARCHIVE_ALL)
        || !settings.get(ARCHIVE_WHITELIST).isEmpty()
        || !settings.get(ARCHIVE_GRASP_SERVICES).isEmpty();
  }

  private static Key<Integer> git(String name, int value, String meaning) {
    return HOSTING.key(name, ValueTypes.integer(1, 86_400, "seconds"), value, meaning);
  }

  private static Key<Integer> count(String name, int min, int fallback, String text) {
    return HOSTING.key(name, ValueTypes.integer(min, COUNT_MAX, ""), fallback, text);
  }

  private static Key<Integer> seconds(String name, int fallback, String text) {
    return HOLDING.key(name, ValueTypes.integer(1, SECONDS_MAX, "seconds"), fallback, text);
  }

  private static Key<Long> bytes(String name, long fallback, String text) {
    return HOSTING.key(name, ValueTypes.number(1, BYTES_MAX, "bytes"), fallback, text);
  }
}
