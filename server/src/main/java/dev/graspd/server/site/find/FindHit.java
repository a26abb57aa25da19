package dev.graspd.server.site.find;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.address.SiteAddress;
import java.util.Optional;

/**
 * One thing that a search has found.
 *
 * @param event that was found; its time is as its author says
 * @param title its name, may be empty
 * @param word what it is, for people
 * @param page where it is shown
 * @param repository where it belongs, if that is here
 * @param snippet a part of its text, may be empty
 */
public record FindHit(
    EventHead event,
    String title,
    String word,
    SiteAddress page,
    Optional<RepoAddress> repository,
    String snippet) {
  /** Returns who has signed it. */
  public PublicKey author() {
    return event.author();
  }
}
