package dev.graspd.core.policy.push;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoState;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The facts that decide on a push: one repository as it is now, or one key's submissions.
 *
 * @param kind which of the two
 * @param relayUrl where to publish what is missing, for the answers
 * @param archivedFrom set if pushes belong elsewhere: the clone URL to use, or where to find one
 * @param refs all refs, those of pull requests included
 * @param state the newest authorised state that can be obeyed, served or held
 * @param pullRequests known pull requests, served or held, that the push names
 * @param unrelated events that are known and are no pull requests for this repository
 * @param foreignPlaceholders refs of unknown events that another address has pushed
 * @param deleted events that the push names and that were deleted
 */
public record PushView(
    RefSpace.Kind kind,
    String relayUrl,
    Optional<String> archivedFrom,
    SortedMap<RefName, Oid> refs,
    Optional<RepoState> state,
    SortedMap<EventId, PullRequest> pullRequests,
    SortedSet<EventId> unrelated,
    SortedSet<EventId> foreignPlaceholders,
    SortedSet<EventId> deleted) {
  /** A view of a repository; nothing that the push names was deleted. */
  public PushView(
      String relayUrl,
      Optional<String> archivedFrom,
      SortedMap<RefName, Oid> refs,
      Optional<RepoState> state,
      SortedMap<EventId, PullRequest> pullRequests,
      SortedSet<EventId> unrelated,
      SortedSet<EventId> foreignPlaceholders) {
    this(
        RefSpace.Kind.REPOSITORY,
        relayUrl,
        archivedFrom,
        refs,
        state,
        pullRequests,
        unrelated,
        foreignPlaceholders,
        Collections.emptySortedSet());
  }

  /** A view of what one key has submitted: there are no branches, and so no states. */
  public static PushView ofSubmissions(
      String relayUrl,
      SortedMap<RefName, Oid> refs,
      SortedMap<EventId, PullRequest> pullRequests,
      SortedSet<EventId> unrelated,
      SortedSet<EventId> foreignPlaceholders) {
    return new PushView(
        RefSpace.Kind.SUBMISSIONS,
        relayUrl,
        Optional.empty(),
        refs,
        Optional.empty(),
        pullRequests,
        unrelated,
        foreignPlaceholders,
        Collections.emptySortedSet());
  }

  /** Returns this view with events that were deleted. */
  public PushView withDeleted(SortedSet<EventId> events) {
    return new PushView(
        kind,
        relayUrl,
        archivedFrom,
        refs,
        state,
        pullRequests,
        unrelated,
        foreignPlaceholders,
        events);
  }
}
