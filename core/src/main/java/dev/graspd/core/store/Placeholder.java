package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;

/**
 * A commit that was pushed before its event. Its objects are on a shelf.
 *
 * @param space where it was pushed to
 * @param from a name of the address that pushed it, which means nothing without the server's key;
 *     empty for the operator
 * @param bytes size of the shelf on disk
 * @param deadlineNanos when it expires, on the clock that stands still while the server is down
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
