package dev.graspd.core.store.room;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;

/**
 * How many bytes of disk dormant deletions may take: those that hide nothing yet. Anybody can sign
 * them, with keys that cost nothing, and they are useful only if their targets come later.
 *
 * @param payer the number of the sender; 0 is not counted
 * @param perKey bytes of one key
 * @param perPayerADay bytes of one payer in a day (UTC)
 * @param inAll bytes of all keys
 */
public record DormantRoom(long payer, long perKey, long perPayerADay, long inAll) {
  public static final DormantRoom UNLIMITED =
      new DormantRoom(0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  /** A day in seconds. */
  public static final long DAY = 86_400;

  private static final int PAGE_BYTES = 4_096;

  /** A larger record has pages of its own. */
  private static final int IN_PAGE_BYTES_MAX = 2_000;

  /** The rows of an event that is not served, with what the tree needs for them. */
  private static final int EVENT_ROWS_BYTES = 400;

  /** The row of a target: at most two ids and a key, in pages that are about two thirds full. */
  private static final int TARGET_ROW_BYTES = 160;

  /** Returns about how many bytes of disk a deletion takes, the rows of its targets included. */
  public static long bytesOf(Event deletion) {
    DeletionRequest request = DeletionRequest.of(deletion);
    long targets = (long) TARGET_ROW_BYTES * request.size();
    for (Address address : request.addresses()) {
      targets += address.identifier().length();
    }
    return EVENT_ROWS_BYTES + recordBytes(deletion) + targets;
  }

  /** Returns how many bytes of disk the text of an event takes. */
  static long recordBytes(Event event) {
    long json = event.json().length;
    return json <= IN_PAGE_BYTES_MAX ? json : (json + PAGE_BYTES) / PAGE_BYTES * PAGE_BYTES;
  }

  /** Returns whether more bytes fit in addition to those that are there. */
  public boolean fits(long bytes, long ofKey, long ofPayerToday, long ofAll) {
    return bytes <= perKey - ofKey
        && (payer == 0 || bytes <= perPayerADay - ofPayerToday)
        && bytes <= inAll - ofAll;
  }
}
