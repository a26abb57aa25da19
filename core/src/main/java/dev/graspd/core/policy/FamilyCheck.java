package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.repo.TipsHere;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds problems of a family: a consequence that did not happen, or refs for git clients that
 * differ from the signed ones. Checks on purpose both with the settlement and without it, so that a
 * mistake in the settlement cannot hide.
 */
public final class FamilyCheck {
  private final Family family;
  private final Function<EventId, Optional<Event>> served;
  private final List<String> problems = new ArrayList<>();

  private FamilyCheck(Family family, Function<EventId, Optional<Event>> served) {
    this.family = family;
    this.served = served;
  }

  /**
   * Returns each problem as a sentence for the operator; none if all is well.
   *
   * @param here the objects that count as here
   * @param served finds a served event
   */
  public static List<String> problems(
      Family family, TipsHere here, Function<EventId, Optional<Event>> served) {
    FamilyCheck check = new FamilyCheck(family, served);
    check.settled(Settlement.of(family, here, Collections.emptySortedSet()));
    for (Announced announced : family.announcements().values()) {
      if (announced.isRepository()) {
        check.pullRequests(announced.announcement().author());
      }
      if (announced.isRepository() && announced.standing() == Standing.SERVED) {
        check.signed(announced.announcement().author());
      }
    }
    family.submissions().values().forEach(check::submission);
    return List.copyOf(check.problems);
  }

  private void settled(Settlement settlement) {
    settlement
        .released()
        .forEach(id -> problems.add("event %s waits, and all it waits for is here".formatted(id)));
    settlement
        .dropped()
        .forEach(id -> problems.add("event %s waits, and a newer one is in force".formatted(id)));
    settlement
        .submitted()
        .keySet()
        .forEach(id -> problems.add("pull request %s has no ref".formatted(id)));
    settlement
        .moved()
        .keySet()
        .forEach(owner -> problems.add("refs of %s are not settled".formatted(address(owner))));
  }

  private RepoAddress address(PublicKey owner) {
    return new RepoAddress(owner, family.identifier());
  }

  private void pullRequests(PublicKey owner) {
    family
        .refs(owner)
        .values()
        .forEach((ref, value) -> {
          Optional<Oid> signed =
              ref.nostrEvent()
                  .flatMap(served)
                  .flatMap(PullRequest::of)
                  .flatMap(PullRequest::commit);
          if (ref.isNostr() && !signed.equals(Optional.of(value))) {
            problems.add(
                "%s of %s is %s, its event says %s"
                    .formatted(ref, address(owner), value, text(signed.orElse(null))));
          }
        });
  }

  private void submission(Submission submission) {
    Optional<Submission> signed =
        served
            .apply(submission.event())
            .flatMap(PullRequest::of)
            .flatMap(request -> Submission.of(request, family.identifier()));
    if (!signed.equals(Optional.of(submission))) {
      problems.add(
          "%s of %s is %s, its event says %s"
              .formatted(
                  submission.ref(),
                  submission.space(),
                  submission.commit(),
                  text(signed.map(Submission::commit).orElse(null))));
    }
  }

  private void signed(PublicKey owner) {
    List<RepoState> states =
        family.statesFor(owner).stream()
            .filter(stated -> stated.standing() == Standing.SERVED)
            .map(Stated::state)
            .toList();
    // A state that names nothing deletes nothing.
    if (!states.isEmpty() && !states.getFirst().refs().isEmpty()) {
      RepoState inForce = states.getFirst();
      List<RepoState> ahead = aheadOf(owner, inForce);
      refs(owner, inForce, ahead);
      head(owner, inForce, ahead);
    }
  }

  private List<RepoState> aheadOf(PublicKey owner, RepoState inForce) {
    return family.statesFor(owner).stream()
        .map(Stated::state)
        .takeWhile(state -> !state.id().equals(inForce.id()))
        .toList();
  }

  private void refs(PublicKey owner, RepoState inForce, List<RepoState> ahead) {
    Refs refs = family.refs(owner);
    SortedSet<RefName> names = new TreeSet<>(inForce.refs().keySet());
    names.addAll(refs.values().keySet());
    names.removeIf(RefName::isNostr);
    for (RefName name : names) {
      Optional<Oid> value = Optional.ofNullable(refs.values().get(name));
      Optional<Oid> signed = Optional.ofNullable(inForce.refs().get(name));
      boolean isAhead =
          ahead.stream()
              .anyMatch(state -> value.equals(Optional.ofNullable(state.refs().get(name))));
      if (!value.equals(signed) && !isAhead) {
        problems.add(
            "%s of %s is %s, state %s says %s"
                .formatted(
                    name,
                    address(owner),
                    text(value.orElse(null)),
                    inForce.id(),
                    text(signed.orElse(null))));
      }
    }
  }

  private void head(PublicKey owner, RepoState inForce, List<RepoState> ahead) {
    Optional<RefName> signed = inForce.head().filter(inForce.refs()::containsKey);
    Optional<RefName> head = family.refs(owner).head();
    if (ahead.isEmpty() && signed.isPresent() && !signed.equals(head)) {
      problems.add(
          "HEAD of %s is %s, state %s says %s"
              .formatted(
                  address(owner), text(head.orElse(null)), inForce.id(), signed.orElseThrow()));
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "nothing" : value.toString();
  }
}
