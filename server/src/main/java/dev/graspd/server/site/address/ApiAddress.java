package dev.graspd.server.site.address;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.server.site.address.TalkView.Choice;

/** The address of a document for programs, below the base path (W-82 to W-85, W-87). */
public sealed interface ApiAddress {
  /** The description of the API itself. */
  record Description() implements ApiAddress {}

  /** Something of a repository, whose identifier is whole: {@code .git} is part of it. */
  record OfRepository(RepoAddress repository, ApiView view) implements ApiAddress {}

  /**
   * A list of the threads of a repository.
   *
   * @param choice which threads, with the place where the part begins
   */
  record Threads(RepoAddress repository, Section section, Choice choice, int limit)
      implements ApiAddress {}

  /** A thread, by the event that begins it. */
  record OneThread(RepoAddress repository, Section section, EventId root) implements ApiAddress {}

  /** What a person says of itself. */
  record Person(PublicKey key) implements ApiAddress {}

  /**
   * A search in the whole service.
   *
   * @param part begins behind the hit with this id
   */
  record Search(SiteAddress.Search asked, Part<EventId> part) implements ApiAddress {}

  /** A served event, as it was signed. */
  record SignedEvent(EventId id) implements ApiAddress {}
}
