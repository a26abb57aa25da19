package dev.graspd.server.site.truth;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The states that count for a repository, and where they differ from its refs (W-51).
 *
 * @param states of each maintainer the newest, and the newest served one if that is another; newest
 *     first
 * @param moreStates how many are left out
 * @param differences by name of the ref, then as the states
 * @param moreDifferences how many of them are left out
 */
public record SignedFacts(
    List<Signed> states, int moreStates, List<Difference> differences, int moreDifferences) {
  /** States that are shown and compared. */
  static final int STATES_MAX = 50;

  static final int DIFFERENCES_MAX = 100;

  /** What a state does for the refs of a repository. */
  public enum Effect {
    /** Refs follow it. */
    RULES,
    /** It rules as soon as its git data is here; pushes follow it already. */
    RULES_NEXT,
    /** Another one that is served is newer. */
    NEWER_RULES,
    /** It waits for git data, and one that is newer rules already. */
    WAITS_BEHIND,
    /** It names a ref or a value that git forbids. */
    IMPOSSIBLE
  }

  /**
   * A state.
   *
   * @param refs how many branches and tags it names
   */
  public record Signed(EventHead event, boolean isServed, int refs, Effect effect) {}

  /**
   * A ref to which a state gives another value than it has here.
   *
   * @param here empty if the ref is not here
   * @param there empty if the state does not name it
   */
  public record Difference(RefName ref, Optional<Oid> here, EventHead state, Optional<Oid> there) {}

  public SignedFacts {
    states = List.copyOf(states);
    differences = List.copyOf(differences);
  }

  /**
   * Reads the states that count.
   *
   * @param counting newest first
   * @param refs as they are served
   */
  static SignedFacts of(List<Stated> counting, Refs refs) {
    List<Stated> newest = newest(counting);
    List<Stated> compared = newest.stream().limit(STATES_MAX).toList();
    List<Difference> differences = new ArrayList<>();
    int all = 0;
    for (RefName ref : names(compared, refs)) {
      Optional<Oid> here = Optional.ofNullable(refs.values().get(ref));
      for (Stated one : compared) {
        Optional<Oid> there = Optional.ofNullable(one.state().refs().get(ref));
        if (!there.equals(here)) {
          all++;
          if (all <= DIFFERENCES_MAX) {
            differences.add(new Difference(ref, here, one.state().event(), there));
          }
        }
      }
    }
    return new SignedFacts(
        signed(compared), newest.size() - compared.size(), differences, all - differences.size());
  }

  private static List<Stated> newest(List<Stated> counting) {
    Set<PublicKey> authors = new HashSet<>();
    Set<PublicKey> ofServed = new HashSet<>();
    List<Stated> newest = new ArrayList<>();
    for (Stated one : counting) {
      boolean isFirst = authors.add(one.state().author());
      boolean isFirstServed =
          one.standing() == Standing.SERVED && ofServed.add(one.state().author());
      if (isFirst || isFirstServed) {
        newest.add(one);
      }
    }
    return newest;
  }

  private static List<Signed> signed(List<Stated> states) {
    List<Signed> signed = new ArrayList<>();
    boolean isRuled = false;
    boolean isFollowed = false;
    for (Stated one : states) {
      RepoState state = one.state();
      boolean isServed = one.standing() == Standing.SERVED;
      Effect effect = effect(state.isPossible(), isServed, isRuled, isFollowed);
      isRuled = isRuled || effect == Effect.RULES;
      isFollowed = isFollowed || state.isPossible();
      signed.add(new Signed(state.event(), isServed, state.refs().size(), effect));
    }
    return signed;
  }

  private static Effect effect(
      boolean isPossible, boolean isServed, boolean isRuled, boolean isFollowed) {
    if (!isPossible) {
      return Effect.IMPOSSIBLE;
    }
    if (isServed) {
      return isRuled ? Effect.NEWER_RULES : Effect.RULES;
    }
    return isFollowed ? Effect.WAITS_BEHIND : Effect.RULES_NEXT;
  }

  private static SortedSet<RefName> names(List<Stated> states, Refs refs) {
    SortedSet<RefName> names = new TreeSet<>();
    if (!states.isEmpty()) {
      refs.values().keySet().stream().filter(RefName::isHeadOrTag).forEach(names::add);
      states.forEach(one -> names.addAll(one.state().refs().keySet()));
    }
    return names;
  }

  /** Whether the state that rules has the same time as the next one that is served. */
  boolean isTie() {
    List<Signed> served =
        states.stream()
            .filter(one -> one.effect == Effect.RULES || one.effect == Effect.NEWER_RULES)
            .toList();
    return served.size() > 1 && served.get(0).event.createdAt() == served.get(1).event.createdAt();
  }
}
