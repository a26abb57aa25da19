package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;

/**
 * A commit that was pushed for an event that nobody knows yet. Its objects are on a shelf.
 *
 * @param space where it was pushed to
 * @param from a name of the address that pushed it, which says nothing to those who do not have the
 *     key; empty for the operator's own
 * @param bytes what the shelf takes on disk
 * @param deadlineNanos when it is given up, on the clock that stands still while the server is down
 */
public record Placeholder(
    EventId event,
    RefSpace space,
    Oid commit,
    String shelf,
    String from,
    long bytes,
    long deadlineNanos) {
  /** A push to a repository. */
  public Placeholder(
      EventId event,
      RepoAddress repository,
      Oid commit,
      String shelf,
      String from,
      long bytes,
      long deadlineNanos) {
    this(event, RefSpace.ofRepository(repository), commit, shelf, from, bytes, deadlineNanos);
  }
}
