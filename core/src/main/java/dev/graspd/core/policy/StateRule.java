package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Kind 30618 (grasp.md, G01-12). */
final class StateRule {
  private static final int NAMES_SHOWN_MAX = 3;

  private StateRule() {}

  static Admission decide(Event event, Facts facts, HostingRules rules) {
    Optional<RepoState> parsed = RepoState.of(event);
    if (parsed.isEmpty()) {
      return refuse(EventReason.STATE_WITHOUT_NAME);
    }
    RepoState state = parsed.get();
    if (state.refs().size() + state.impossible().size() > rules.maxStateRefs()) {
      return new Admission.Refuse(
          EventReason.TOO_MANY_REFS.refusal("the limit is " + rules.maxStateRefs()));
    }
    if (rules.isBlackListed(new RepoAddress(state.author(), state.identifier()))) {
      return refuse(EventReason.REPOSITORY_UNWELCOME);
    }
    Family known = facts.family(state.identifier());
    if (known.announcements().isEmpty()) {
      return refuse(EventReason.NO_ANNOUNCEMENT);
    }
    Family family = revivedFor(state.author(), known);
    SortedSet<PublicKey> owners = family.ownersFor(state.author());
    if (owners.isEmpty()) {
      return refuse(
          family.owners().isEmpty() ? EventReason.NO_ANNOUNCEMENT : EventReason.NOT_A_MAINTAINER);
    }
    owners.removeIf(owner -> standingOf(owner, family) != Standing.WAITING);
    return new Admission.Join(
        family.with(new Stated(state, Standing.WAITING)),
        Collections.unmodifiableSortedSet(owners),
        impossible(state));
  }

  /** A state that a lapsed announcement would authorise revives that announcement. */
  static Family revivedFor(PublicKey author, Family family) {
    if (!family.ownersFor(author).isEmpty()) {
      return family;
    }
    List<Announced> lapsed =
        family.announcements().values().stream()
            .filter(one -> one.standing() == Standing.LAPSED)
            .toList();
    Family revived =
        family.withAll(
            lapsed.stream()
                .map(one -> new Announced(one.announcement(), Standing.WAITING, one.hosting()))
                .toList());
    return revived.ownersFor(author).isEmpty() ? family : onlyNeeded(author, lapsed, revived);
  }

  /** Keeps only the revivals that the author's authority depends on. */
  private static Family onlyNeeded(PublicKey author, List<Announced> lapsed, Family revived) {
    Family kept = revived;
    for (Announced one : lapsed) {
      Family without = kept.with(one);
      kept = without.ownersFor(author).isEmpty() ? kept : without;
    }
    return kept;
  }

  private static Standing standingOf(PublicKey owner, Family family) {
    return family.announcementOf(owner).map(Announced::standing).orElse(Standing.LAPSED);
  }

  /** Names refs that can never be applied, so that the author can correct them. */
  private static String impossible(RepoState state) {
    if (state.isPossible()) {
      return "";
    }
    int shown = Math.min(NAMES_SHOWN_MAX, state.impossible().size());
    return "; this state can never be served: no valid object id or ref name in "
        + String.join(", ", state.impossible().subList(0, shown)).replaceAll("[^ -~]", "?");
  }

  private static Admission refuse(EventReason reason) {
    return new Admission.Refuse(reason.refusal());
  }
}
