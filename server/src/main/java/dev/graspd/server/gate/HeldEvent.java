package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.time.Instant;
import java.util.List;

/**
 * A held event, for people to read (purgatory.md, section 5).
 *
 * @param lapsed whether its time is over, so that it is only remembered
 * @param ends when its time is over, if the server is up until then; or when it was
 */
public record HeldEvent(
    EventId id, int kind, PublicKey author, boolean lapsed, Missing missing, Instant ends) {
  /**
   * What it waits for. An announcement waits for no object in particular.
   *
   * @param ids the first of them
   * @param count of all that are known to be missing
   * @param complete whether all that it names were looked for
   */
  public record Missing(List<String> ids, int count, boolean complete) {
    public static final Missing NOTHING = new Missing(List.of(), 0, true);

    public Missing {
      ids = List.copyOf(ids);
    }
  }
}
