package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.talk.event.TalkEvent.Root;
import java.util.List;

/**
 * One revision of a patch series (W-47).
 *
 * @param number counted from 1; 0 for a proposal of somebody who is neither author nor maintainer
 * @param parts the patches in their order
 */
public record PatchSeries(int number, List<Root> parts) {
  public PatchSeries {
    parts = List.copyOf(parts);
  }

  /** Returns the event that begins it. */
  public EventHead first() {
    return parts.getFirst().head();
  }

  public boolean isProposed() {
    return number == 0;
  }
}
