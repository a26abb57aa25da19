package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.PublicKey;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A served pull request whose commit can be fetched from the place of its signer (GRASP-06).
 *
 * @param family the identifier that it is kept under, one that its {@code a} tags name
 * @param commit the commit of its {@code c} tag and of its ref
 * @param targets the owners that its {@code a} tags name with that identifier; their repositories
 *     show the ref too, if they are here
 */
public record Submission(
    EventId event, PublicKey signer, Identifier family, Oid commit, SortedSet<PublicKey> targets) {
  public Submission {
    targets = Collections.unmodifiableSortedSet(new TreeSet<>(targets));
  }

  /** Returns a pull request as one that is kept under this identifier, if it can be. */
  public static Optional<Submission> of(PullRequest request, Identifier family) {
    SortedSet<PublicKey> targets = request.ownersNamed(family);
    return targets.isEmpty()
        ? Optional.empty()
        : request
            .commit()
            .map(commit ->
                new Submission(
                    request.event().id(), request.event().author(), family, commit, targets));
  }

  /** Returns where it is fetched from. */
  public RefSpace space() {
    return RefSpace.ofSubmissions(signer, family);
  }

  public RefName ref() {
    return RefName.ofNostrEvent(event);
  }

  /** Returns the refs of one signer among these. */
  public static Refs refsOf(PublicKey signer, Iterable<Submission> submissions) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    for (Submission one : submissions) {
      if (one.signer.equals(signer)) {
        refs.put(one.ref(), one.commit);
      }
    }
    return new Refs(refs, Optional.empty());
  }

  long heapBytes() {
    return 4L * HeapBytes.KEY + family.heapBytes() + (long) targets.size() * HeapBytes.KEY;
  }
}
