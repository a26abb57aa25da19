package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.time.Instant;
import java.util.List;

/**
 * A held event for pages and commands (purgatory.md, section 5).
 *
 * @param lapsed whether it has lapsed and is only remembered
 * @param ends when it lapses, if the server is up until then; or when it lapsed
 */
public record HeldEvent(
    EventId id, int kind, PublicKey author, boolean lapsed, Missing missing, Instant ends) {
  /**
   * The objects that it waits for; none for an announcement.
   *
   * @param ids the first of them
   * @param count how many are known to be missing
   * @param complete whether all named objects were looked up
   */
  public record Missing(List<String> ids, int count, boolean complete) {
    public static final Missing NOTHING = new Missing(List.of(), 0, true);

    public Missing {
      ids = List.copyOf(ids);
    }
  }
}
