package dev.graspd.server.site.person;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.core.talk.member.ServerList;
import dev.graspd.server.catalogue.CatalogueEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The facts about a person here (W-60, W-85).
 *
 * @param profile what it says of itself; claims
 * @param signed the event that says so
 * @param servers the GRASP servers that it prefers
 * @param listed the event that says so
 * @param owned its repositories, copies of those that are hosted elsewhere too
 * @param maintained repositories of others for which it may speak
 * @param threads the newest that it began
 */
public record PersonFacts(
    PublicKey key,
    Profile profile,
    Optional<EventHead> signed,
    ServerList servers,
    Optional<EventHead> listed,
    Some<CatalogueEntry> owned,
    Some<CatalogueEntry> maintained,
    Some<Begun> threads) {
  /**
   * A part of a list.
   *
   * @param hasMore whether there are others, which are left out
   */
  public record Some<T>(List<T> entries, boolean hasMore) {
    public Some {
      entries = List.copyOf(entries);
    }
  }

  /**
   * A thread that the person began.
   *
   * @param repository where it is shown, if that is here
   */
  public record Begun(
      EventId id, RootKind kind, String title, long createdAt, Optional<RepoAddress> repository) {}

  /** Returns whether something of the person is here at all. */
  public boolean isAny() {
    return signed.isPresent()
        || listed.isPresent()
        || hasRepositories()
        || !threads.entries.isEmpty();
  }

  /** Returns whether the person takes part in a repository. */
  public boolean hasRepositories() {
    return !owned.entries.isEmpty() || !maintained.entries.isEmpty();
  }

  /** Returns its own repositories that are copies of others, or those that are not. */
  List<CatalogueEntry> owned(boolean areArchived) {
    return owned.entries.stream().filter(one -> one.archived() == areArchived).toList();
  }

  /** Returns the owners of all repositories that are named. */
  public Stream<PublicKey> owners() {
    return Stream.concat(owned.entries.stream(), maintained.entries.stream())
        .map(one -> one.address().owner());
  }
}
