package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The states behind the refs of one repository, so that pages say who has signed what.
 *
 * @param served the states that are served, newest first
 * @param waiting the newest state, if it is held until its git data is here; it rules as soon as
 *     that comes
 */
public record SignedRefs(List<RepoState> served, Optional<RepoState> waiting) {
  public static final SignedRefs NONE = new SignedRefs(List.of(), Optional.empty());

  public SignedRefs {
    served = List.copyOf(served);
  }

  /** Reads the states that count for a repository, newest first. */
  public static SignedRefs of(List<Family.Stated> states) {
    return new SignedRefs(
        states.stream()
            .filter(one -> one.standing() == Standing.SERVED)
            .map(Family.Stated::state)
            .toList(),
        states.stream()
            .filter(one -> one.state().isPossible())
            .findFirst()
            .filter(one -> one.standing() == Standing.WAITING)
            .map(Family.Stated::state));
  }

  /** Returns the newest served state that gives a ref this value. */
  public Optional<EventHead> signer(RefName ref, Oid value) {
    return served.stream()
        .filter(state -> value.equals(state.refs().get(ref)))
        .map(RepoState::event)
        .findFirst();
  }

  /** Returns the held state that gives a ref another value, or removes it. */
  public Optional<EventHead> waiting(RefName ref, Oid value) {
    return waiting.filter(state -> !value.equals(state.refs().get(ref))).map(RepoState::event);
  }

  /** Returns who has signed these states. */
  public SortedSet<PublicKey> signers() {
    return Stream.concat(served.stream(), waiting.stream())
        .map(state -> state.event().author())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns a text that is another one for other states. */
  public String version() {
    return Stream.concat(served.stream(), waiting.stream())
        .map(state -> state.id().hex())
        .collect(Collectors.joining(" ", waiting.isPresent() ? "waiting " : "", ""));
  }
}
