package dev.graspd.server.store.lmdb.table;

/**
 * The databases of the environment: those of {@link dev.graspd.core.store.format.StoreFormat}.
 * Names, keys and values are on disk; changing one means a new version and a migration. Numbers are
 * big-endian, so that bytes sort like numbers; times in keys are inverted, so that the newest comes
 * first.
 *
 * <p>An <i>index key</i> is a prefix, the inverted {@code created_at} (8 bytes) and the id (32);
 * its value is the event's number in the log (8) and, if the event expires, when (8). A <i>text</i>
 * is written as {@link Keys#putText} does.
 */
public enum Table {
  /**
   * Name of a fact → value: {@code version}, {@code program} and {@code migration} → as {@link
   * FormatRows} does, {@code uptime} → nanoseconds (8), {@code domain} and {@code pubkey} → who the
   * server is, as text, {@code lists} → the operator's lists that the data is in line with, as
   * text, {@code settled} → up to which number in the log (8) and by which rules, as text, families
   * are in line with their events, {@code strangerlists} → bytes that the lists in {@link
   * #STRANGER_LIST} take (8), {@code hooks} → what is known of all webhooks, as {@link HookCodec}
   * does.
   */
  META("meta"),
  /** Number in the log → {@link EventRecord}: every event that is here, served or held. */
  EVENTS("events"),
  /** Event id → {@link IdEntry}. */
  ID("id"),
  /** Index of served events, no prefix. */
  TIME("time"),
  /** Index of served events, prefix kind (2). */
  KIND("kind"),
  /** Index of served events, prefix author (32). */
  AUTHOR("author"),
  /** Index of served events, prefix author (32), kind (2). */
  AUTHOR_KIND("authorkind"),
  /** Index of served events, prefix letter (1), text. One row for each different tag. */
  TAG("tag"),
  /**
   * Index of events that have an address, prefix author (32), kind (2), text, role (1): the served
   * version of that address, a served event that names this {@code d} after its first one, or a
   * held version.
   */
  ADDRESS("address"),
  /** Time at which the event is removed (8), its number in the log (8) → nothing. */
  EXPIRY("expiry"),
  /** Index of held events, prefix author (32). */
  HELD("held"),
  /**
   * Event id → why it is gone (1) and, if its author requested that, the id of the request (32).
   */
  GONE("gone"),
  /** Id that a deletion names (32), author (32), id of the deletion (32) → nothing. */
  TARGET("target"),
  /**
   * Address that a deletion names: author (32), kind (2), text, the deletion's inverted {@code
   * created_at} (8) and id (32) → nothing.
   */
  ADDRESS_TARGET("addresstarget"),
  /** Author (32) → up to which {@code created_at} they vanished (8), id of the request (32). */
  VANISHED("vanished"),
  /** Author (32) whose events are not all removed yet → nothing. */
  VANISHING("vanishing"),
  /** Number in the log → {@link OtherRecord}: the part of the log that is no event. */
  LOG("log"),
  /** Identifier as text, owner (32) → the repository's refs, as {@link RepositoryCodec} does. */
  REFS("refs"),
  /**
   * Id of a held event (32) → whether it has lapsed (1), until when (8), its family, since when it
   * has lapsed (8), kind (2), {@code created_at} (8), author (32), bytes when parsed (8) and on
   * disk (4), marks (1): whether its author belonged to a served repository, whether a relay
   * brought it, whether it is hunted soon; numbers of its sender's address (8) and network (8),
   * when it came (8). All that a start reads of it.
   */
  WAIT("wait"),
  /**
   * Identifier as text, owner (32), id of an unknown event (32), and 1 (1) if it was pushed below
   * {@code /prs/} → the push that waits for it.
   */
  PLACEHOLDER("placeholder"),
  /** Identifier as text, signer (32), event id (32) → the pull request that was submitted. */
  SUBMISSION("submission"),
  /** Identifier as text, name of a pack → whose it is (32), bytes (8). */
  PACK("pack"),
  /**
   * Event id → why sync need not bring it (1), its kind (2) and {@code created_at} (8), since when
   * (8), until when (8), its author (32).
   */
  UNWANTED("unwanted"),
  /** Since when (8), id (32) of each unwanted event that was here → nothing. */
  UNWANTED_REMOVED("unwantedremoved"),
  /** Since when (8), id (32) of each unwanted event that was refused → nothing. */
  UNWANTED_REFUSED("unwantedrefused"),
  /** Identifier as text, owner (32) → an ended repository, as {@link EndedCodec} does. */
  HOLDING("holding"),
  /** Index of events that are set aside, prefix author (32). */
  ASIDE("aside"),
  /** Identifier as text, owner (32), id of an event that is set aside for it → it waited (1). */
  ASIDE_FOR("asidefor"),
  /** Id of an event that is set aside (32), identifier as text, owner (32) → nothing. */
  ASIDE_OF("asideof"),
  /** Author (32), or 0 (1) for all of them → bytes that dormant deletions take (8). */
  DORMANT("dormant"),
  /** Day (8), payer's number (8) → bytes of dormant deletions that it brought that day (8). */
  DORMANT_PAYER("dormantpayer"),
  /**
   * Identifier as text, signer (32), object (20) that was brought for events of the signer that
   * still wait → the same.
   */
  ARRIVED("arrived"),
  /** Number in the log of a list of servers that came from a stranger → bytes that it takes (8). */
  STRANGER_LIST("strangerlist"),
  /** Identifier as text → number in the log of the family's last change (8), its version. */
  FAMILY("family"),
  /** Number in the log → identifier in UTF-8: the last change of each family. */
  FAMILY_LOG("familylog"),
  /** Identifier as text, id of a held event that waits in this family (32) → nothing. */
  WAIT_HOME("waithome"),
  /**
   * Index of served and held announcements, prefix key (32) of its author or of a member that it
   * names.
   */
  PARTICIPANT("participant"),
  /**
   * Index of served and held announcements and pull requests, prefix a host that their URLs name,
   * in ASCII, and 0 (1).
   */
  HOST("host"),
  /**
   * Owner (32) → bytes of packs that count for all their repositories (8); owner (32), identifier
   * as text → bytes that count for this one (8), identifier as short text.
   */
  PACK_SUM("packsum"),
  /** Name of a role in ASCII → number of its newest fence (8). */
  ROLE("role"),
  /** What is banned → the ban, both as {@link BanCodec} does. */
  BAN("ban"),
  /**
   * Number of a ban (8), rank (1), {@code created_at} (8) and id (32) of an event that it has set
   * aside → its JSON.
   */
  BAN_ASIDE("banaside"),
  /** Number of an entry of the audit log (8) → the entry, as {@link BanCodec} does. */
  AUDIT("audit"),
  /** Id of a webhook (8) → the hook, as {@link HookCodec} does. */
  HOOK("hook"),
  /** Id of a webhook (8), number of a delivery (8) → the delivery, as {@link HookCodec} does. */
  HOOK_DELIVERY("hookdelivery"),
  /** Number in the log (8) → how refs moved there, as {@link HookCodec} does. */
  HOOK_MOVE("hookmove"),
  /**
   * Identifier as text → the git data that the family has lost, as {@link RepositoryCodec} does.
   */
  LOST("lost"),
  /** Number in the log of the first event that was served in a minute → when that began (8). */
  ARRIVAL("arrival");

  private final String databaseName;

  Table(String databaseName) {
    this.databaseName = databaseName;
  }

  /** Returns whether a store of this layout may be without it, until it is opened for writing. */
  boolean isOptional() {
    return compareTo(LOG) > 0;
  }

  String databaseName() {
    return databaseName;
  }
}
