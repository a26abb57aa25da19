package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.talk.event.TalkEvent.Offer;

/**
 * One state of a pull request: what its root or an update of it offers.
 *
 * @param number counted from 1; 0 for a proposal, which moves nothing
 */
public record PullRevision(int number, EventHead event, Offer offer) {
  public boolean isProposed() {
    return number == 0;
  }
}
