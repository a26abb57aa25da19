package dev.graspd.core.policy;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.repo.TipsHere;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The consequences of a family as it is now: which held events are served, which refs move. The
 * same function serves every cause of a change: an event, a push, a fetch, a deletion, the end of a
 * wait (purgatory.md, section 2; grasp.md, G01-25 to G01-27).
 *
 * @param released held events that are served from now on
 * @param dropped held states that are no longer needed because newer ones are served
 * @param moved the repositories whose refs or HEAD change, with their new refs
 * @param submitted pull requests that can be fetched from their signers' places from now on
 */
public record Settlement(
    SortedSet<EventId> released,
    SortedSet<EventId> dropped,
    SortedMap<PublicKey, Refs> moved,
    SortedMap<EventId, Submission> submitted) {

  public Settlement {
    released = Collections.unmodifiableSortedSet(released);
    dropped = Collections.unmodifiableSortedSet(dropped);
    moved = Collections.unmodifiableSortedMap(moved);
    submitted = Collections.unmodifiableSortedMap(submitted);
  }

  /** One without submissions. */
  public Settlement(
      SortedSet<EventId> released, SortedSet<EventId> dropped, SortedMap<PublicKey, Refs> moved) {
    this(released, dropped, moved, Collections.emptySortedMap());
  }

  /**
   * Computes the consequences.
   *
   * @param delivered the owners whose own repository has just got authorised git data. Only that
   *     ends the wait of an announcement, or a state of its owner whose objects are all here, or a
   *     served repository that its owner maintains
   */
  public static Settlement of(Family family, TipsHere here, SortedSet<PublicKey> delivered) {
    return new Settling(family, here).run(delivered);
  }

  /** Returns the objects that a state still waits for, without those that can never come. */
  public static SortedSet<Oid> missing(RepoState state, TipsHere here) {
    ObjectsHere objects = here.to(state.author());
    SortedSet<Oid> missing = state.tips();
    missing.removeIf(tip -> objects.kindOf(tip).isPresent());
    return missing;
  }

  /** Returns whether a state can be served: all it names is here, and branches are commits. */
  public static boolean isComplete(RepoState state, TipsHere here) {
    ObjectsHere objects = here.to(state.author());
    return state.isPossible()
        && state.refs().entrySet().stream()
            .allMatch(entry -> fits(entry.getKey(), entry.getValue(), objects));
  }

  private static boolean fits(RefName ref, Oid value, ObjectsHere objects) {
    Optional<ObjectKind> kind = objects.kindOf(value);
    return ref.isHead() ? kind.equals(Optional.of(ObjectKind.COMMIT)) : kind.isPresent();
  }

  /** Returns whether there are no consequences: the family is in order. */
  public boolean isEmpty() {
    return released.isEmpty() && dropped.isEmpty() && moved.isEmpty() && submitted.isEmpty();
  }

  /** Returns the family after these changes. */
  public Family applyTo(Family family) {
    Family after =
        family.withAll(
            family.announcements().values().stream()
                .filter(one -> released.contains(one.announcement().event().id()))
                .map(one -> new Announced(one.announcement(), Standing.SERVED, one.hosting()))
                .toList());
    for (Stated one : family.states()) {
      if (released.contains(one.state().id())) {
        after = servedInPlaceOfOlder(after, one.state());
      }
    }
    Set<EventId> gone = new HashSet<>(dropped);
    family.pullRequests().keySet().stream().filter(released::contains).forEach(gone::add);
    return after.withoutAll(gone).withAllRefs(moved).withAllSubmissions(submitted);
  }

  private static Family servedInPlaceOfOlder(Family family, RepoState state) {
    Family after = family;
    for (Stated other : family.states()) {
      boolean replaced =
          other.standing() == Standing.SERVED && other.state().author().equals(state.author());
      after = replaced ? after.without(other.state().id()) : after;
    }
    return after.with(new Stated(state, Standing.SERVED));
  }

  private static final class Settling {
    private final Family family;
    private final TipsHere here;
    private final SortedSet<EventId> released = new TreeSet<>();
    private final SortedSet<EventId> dropped = new TreeSet<>();
    private final SortedMap<PublicKey, Refs> moved = new TreeMap<>();
    private final SortedMap<EventId, Submission> submitted = new TreeMap<>();
    private final Set<EventId> complete = new HashSet<>();

    Settling(Family family, TipsHere here) {
      this.family = family;
      this.here = here;
      for (Stated stated : family.states()) {
        boolean counts = stated.standing().counts();
        if (counts && (isServed(stated) || isComplete(stated.state(), here))) {
          complete.add(stated.state().id());
        }
      }
    }

    Settlement run(SortedSet<PublicKey> delivered) {
      SortedSet<PublicKey> open = openRepositories(delivered);
      SortedMap<PublicKey, RepoState> inForce = new TreeMap<>();
      open.forEach(owner -> newestComplete(owner).ifPresent(state -> inForce.put(owner, state)));
      releaseStates(open);
      dropPointlessStates(open, inForce);
      open.forEach(owner -> align(owner, Optional.ofNullable(inForce.get(owner))));
      releasePullRequests();
      showSubmissions();
      return new Settlement(released, dropped, moved, submitted);
    }

    /** The owners whose announcement is served, or will be after these changes. */
    private SortedSet<PublicKey> openRepositories(SortedSet<PublicKey> delivered) {
      SortedSet<PublicKey> open = new TreeSet<>();
      for (PublicKey owner : family.owners()) {
        Announced own = family.announcements().get(owner);
        if (own == null) {
          continue;
        }
        boolean waits = own.standing() == Standing.WAITING;
        if (waits && (delivered.contains(owner) || isFilledByOwnState(owner))) {
          released.add(own.announcement().event().id());
        }
        if (!waits || released.contains(own.announcement().event().id())) {
          open.add(owner);
        }
      }
      openThoseOfMaintainers(open);
      return open;
    }

    /**
     * A confirmed maintainer of a served repository needs no push: the git data is already here,
     * authorised by others (ADR 24). Each repository that becomes served may let those of its
     * maintainers be served.
     */
    private void openThoseOfMaintainers(SortedSet<PublicKey> open) {
      Deque<PublicKey> next = new ArrayDeque<>(open);
      while (!next.isEmpty()) {
        PublicKey owner = next.remove();
        List<Announced> waiting =
            family.membersOf(owner).stream()
                .filter(member -> !open.contains(member))
                .flatMap(member -> family.announcementOf(member).stream())
                .filter(one -> one.isRepository() && one.standing() == Standing.WAITING)
                .toList();
        if (!waiting.isEmpty() && isRuledByWhatIsHere(owner)) {
          for (Announced one : waiting) {
            released.add(one.announcement().event().id());
            open.add(one.announcement().author());
            next.add(one.announcement().author());
          }
        }
      }
    }

    /** Also checks the objects of a served state: a disk may have lost them. */
    private boolean isRuledByWhatIsHere(PublicKey owner) {
      return family
          .stateToFollow(owner)
          .filter(state -> !state.refs().isEmpty() && isComplete(state, here))
          .isPresent();
    }

    /** A sibling's state does not end the wait of a stranger's announcement; the owner's does. */
    private boolean isFilledByOwnState(PublicKey owner) {
      return newestComplete(owner)
          .filter(state -> state.author().equals(owner) && !state.refs().isEmpty())
          .isPresent();
    }

    private Optional<RepoState> newestComplete(PublicKey owner) {
      return family.statesFor(owner).stream()
          .map(Stated::state)
          .filter(state -> complete.contains(state.id()))
          .findFirst();
    }

    /** Only the newest complete state of each author is served. */
    private void releaseStates(SortedSet<PublicKey> open) {
      Set<PublicKey> served = new HashSet<>();
      for (Stated stated : family.states()) {
        RepoState state = stated.state();
        if (!complete.contains(state.id()) || !speaksForAny(state, open)) {
          continue;
        }
        boolean newest = served.add(state.author());
        if (newest && !isServed(stated)) {
          released.add(state.id());
        } else if (!newest && !isServed(stated)) {
          dropped.add(state.id());
        }
      }
    }

    private boolean speaksForAny(RepoState state, SortedSet<PublicKey> owners) {
      return family.ownersFor(state.author()).stream().anyMatch(owners::contains);
    }

    /** Older than the newly served states wherever it counts, so no longer needed. */
    private void dropPointlessStates(
        SortedSet<PublicKey> open, SortedMap<PublicKey, RepoState> inForce) {
      for (Stated stated : family.states()) {
        RepoState state = stated.state();
        if (stated.standing() != Standing.WAITING || complete.contains(state.id())) {
          continue;
        }
        SortedSet<PublicKey> owners = family.ownersFor(state.author());
        boolean pointless =
            !owners.isEmpty()
                && owners.stream()
                    .allMatch(
                        owner -> open.contains(owner) && isOutdone(state, inForce.get(owner)));
        if (pointless) {
          dropped.add(state.id());
        }
      }
    }

    private boolean isOutdone(RepoState state, @Nullable RepoState by) {
      return by != null
          && released.contains(by.id())
          && RepoState.NEWEST_FIRST.compare(by, state) < 0;
    }

    private void align(PublicKey owner, Optional<RepoState> inForce) {
      Refs before = refsOf(owner);
      List<RepoState> ahead = aheadOf(owner, inForce);
      Refs after = before;
      if (inForce.isPresent()) {
        after = before.with(changes(inForce.get(), before, ahead));
      }
      after = after.withHead(headOf(owner, after));
      if (!after.equals(before)) {
        moved.put(owner, after);
      }
    }

    private Refs refsOf(PublicKey owner) {
      return moved.getOrDefault(owner, family.refs(owner));
    }

    /** The newer states that are held: refs that were pushed for them stay. */
    private List<RepoState> aheadOf(PublicKey owner, Optional<RepoState> inForce) {
      return family.statesFor(owner).stream()
          .map(Stated::state)
          .filter(RepoState::isPossible)
          .takeWhile(state -> inForce.isEmpty() || !state.id().equals(inForce.get().id()))
          .toList();
    }

    private static List<RefChange> changes(RepoState state, Refs before, List<RepoState> ahead) {
      return RefChange.alignment(state.refs(), before.values()).stream()
          .filter(change -> ahead.stream().noneMatch(newer -> follows(before, change.ref(), newer)))
          .toList();
    }

    /** Whether a ref has the value that a state gives it; a state without refs gives none. */
    private static boolean follows(Refs refs, RefName ref, RepoState state) {
      Oid actual = refs.values().get(ref);
      Oid signed = state.refs().get(ref);
      return actual == null ? signed == null && !state.refs().isEmpty() : actual.equals(signed);
    }

    /** The branch that the newest state names, as soon as it is there with the signed value. */
    private Optional<RefName> headOf(PublicKey owner, Refs refs) {
      Optional<RefName> signed =
          family.statesFor(owner).stream()
              .map(Stated::state)
              .filter(RepoState::isPossible)
              .filter(state -> state.head().filter(head -> isThere(head, state, refs)).isPresent())
              .findFirst()
              .flatMap(RepoState::head);
      return signed
          .or(() -> refs.head().filter(refs.values()::containsKey))
          .or(() -> usualBranch(refs));
    }

    private static boolean isThere(RefName head, RepoState state, Refs refs) {
      Oid actual = refs.values().get(head);
      return actual != null && actual.equals(state.refs().get(head));
    }

    private static Optional<RefName> usualBranch(Refs refs) {
      for (String usual : List.of("refs/heads/main", "refs/heads/master")) {
        RefName name = new RefName(usual);
        if (refs.values().containsKey(name)) {
          return Optional.of(name);
        }
      }
      return refs.values().keySet().stream().filter(RefName::isHead).findFirst();
    }

    private void releasePullRequests() {
      for (Offered offered : family.pullRequests().values()) {
        Optional<Oid> commit = offered.request().commit();
        ObjectsHere objects = here.to(offered.request().event().author());
        if (offered.standing() == Standing.WAITING
            && commit.flatMap(objects::kindOf).equals(Optional.of(ObjectKind.COMMIT))) {
          release(offered, commit);
        }
      }
    }

    /**
     * A pull request for no repository here is fetched from its signer's own place; one that cannot
     * be fetched anywhere stays held.
     */
    private void release(Offered offered, Optional<Oid> commit) {
      EventId id = offered.request().event().id();
      SortedSet<PublicKey> homes = new TreeSet<>(offered.targets());
      homes.retainAll(family.owners());
      if (homes.isEmpty() && offered.isSubmission()) {
        Submission.of(offered.request(), family.identifier())
            .ifPresent(submission -> submitted.put(id, submission));
      }
      if (!homes.isEmpty() || submitted.containsKey(id) || family.submissions().containsKey(id)) {
        released.add(id);
      }
      RefChange made = new RefChange(RefName.ofNostrEvent(id), commit);
      for (PublicKey owner : homes) {
        moved.put(owner, refsOf(owner).with(List.of(made)));
      }
    }

    /**
     * Repositories here also show the submissions for them; submissions never show the
     * repositories' refs.
     */
    private void showSubmissions() {
      SortedSet<PublicKey> owners = new TreeSet<>(family.owners());
      for (Submission submission : family.submissions().values()) {
        RefChange shown = new RefChange(submission.ref(), Optional.of(submission.commit()));
        for (PublicKey owner : submission.targets()) {
          boolean isShown =
              submission.commit().equals(refsOf(owner).values().get(submission.ref()));
          if (owners.contains(owner) && !isShown) {
            moved.put(owner, refsOf(owner).with(List.of(shown)));
          }
        }
      }
    }

    private static boolean isServed(Stated stated) {
      return stated.standing() == Standing.SERVED;
    }
  }
}
