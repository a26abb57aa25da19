package dev.graspd.server.site.truth;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.Reason;
import java.util.List;
import java.util.Optional;

/**
 * The refused events and pushes of a repository since this server started (W-54). Names that
 * strangers have chosen are left out: anybody can have something refused.
 *
 * @param sinceSeconds when this server started
 * @param pushes refused changes of refs, the newest first
 * @param events refused events, the newest first
 */
public record Refusals(long sinceSeconds, List<OfRef> pushes, List<OfEvent> events) {
  /** Rows of each list. */
  public static final int ROWS_MAX = 20;

  public Refusals {
    pushes = List.copyOf(pushes);
    events = List.copyOf(events);
  }

  /**
   * When and why.
   *
   * @param times how often in a row
   */
  public record Why(Optional<Reason> reason, long lastSeconds, int times) {}

  /**
   * A refused change of a ref.
   *
   * @param ref its name, if the repository has it
   */
  public record OfRef(Optional<String> ref, Why why) {}

  /** A refused event. */
  public record OfEvent(EventId id, Why why) {}
}
