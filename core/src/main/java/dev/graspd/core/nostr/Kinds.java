package dev.graspd.core.nostr;

/** Event kinds: the ranges of NIP-01 and the numbers this server knows by name. */
public final class Kinds {
  public static final int MAX = 65_535;

  public static final int METADATA = 0;
  public static final int TEXT_NOTE = 1;
  public static final int CONTACTS = 3;
  public static final int DELETION = 5;
  public static final int REPOST = 6;
  public static final int REACTION = 7;
  public static final int GENERIC_REPOST = 16;
  public static final int VANISH = 62;
  public static final int COMMENT = 1111;
  public static final int PATCH = 1617;
  public static final int PULL_REQUEST = 1618;
  public static final int PULL_REQUEST_UPDATE = 1619;
  public static final int ISSUE = 1621;
  public static final int OLD_REPLY = 1622;
  public static final int COVER_NOTE = 1624;
  public static final int STATUS_OPEN = 1630;
  public static final int STATUS_APPLIED = 1631;
  public static final int STATUS_CLOSED = 1632;
  public static final int STATUS_DRAFT = 1633;
  public static final int LABEL = 1985;
  public static final int REVIEW = 7321;
  public static final int ZAP = 9735;
  public static final int RELAY_LIST = 10_002;
  public static final int GRASP_LIST = 10_317;
  public static final int CLIENT_AUTH = 22_242;
  public static final int ANNOUNCEMENT = 30_617;
  public static final int REPO_STATE = 30_618;

  /** How long events of a kind live, and what replaces them. */
  public enum Life {
    REGULAR,
    REPLACEABLE,
    EPHEMERAL,
    ADDRESSABLE
  }

  private Kinds() {}

  /** Returns the class of a kind; kinds outside every range of NIP-01 are regular. */
  public static Life lifeOf(int kind) {
    if (kind == METADATA || kind == CONTACTS || (kind >= 10_000 && kind < 20_000)) {
      return Life.REPLACEABLE;
    }
    if (kind >= 20_000 && kind < 30_000) {
      return Life.EPHEMERAL;
    }
    return kind >= 30_000 && kind < 40_000 ? Life.ADDRESSABLE : Life.REGULAR;
  }

  /** Returns whether only the newest event of an address is kept. */
  public static boolean hasAddress(int kind) {
    Life life = lifeOf(kind);
    return life == Life.REPLACEABLE || life == Life.ADDRESSABLE;
  }
}
