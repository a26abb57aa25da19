package dev.graspd.core.store.room;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * How many bytes of disk lists of servers (kind 10317) may take whose authors take part in no
 * repository here. Anybody can store one, with keys that cost nothing, so the oldest are removed.
 *
 * @param bytesMax of all of them together
 * @param takesPart whether a key now takes part. Asked within the transaction before a list would
 *     go, so it must not wait for the writer. If the author takes part, the list stays and no
 *     longer counts
 */
public record StrangerRoom(long bytesMax, Predicate<PublicKey> takesPart) {
  /** How many old lists one new list may check; enough for the largest list. */
  public static final int LOOKS_MAX = 1_000;

  /** The rows of a served event without its tags, in pages that are about two thirds full. */
  private static final int EVENT_ROWS_BYTES = 900;

  /** The row of a tag without its value. */
  private static final int TAG_ROW_BYTES = 110;

  /** Returns about how many bytes of disk a list takes, the rows by which it is found included. */
  public static long bytesOf(Event list) {
    long tags = 0;
    for (Tag tag : list.tags()) {
      if (tag.isIndexed()) {
        long text = tag.value().getBytes(StandardCharsets.UTF_8).length;
        long row = TAG_ROW_BYTES + text + text / 2;
        tags += tag.is("d") ? 2 * row : row;
      }
    }
    return EVENT_ROWS_BYTES + DormantRoom.recordBytes(list) + tags;
  }
}
