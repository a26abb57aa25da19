package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * All that is known of one identifier: the announcements of every owner, the states, what waits,
 * each owner's refs, and what was submitted for repositories elsewhere. A value; a change makes a
 * new one. Who may speak for whom is worked out once, when the announcements change.
 */
public final class Family {
  private final Identifier identifier;
  private final Maintainers.Mode mode;
  private final SortedMap<PublicKey, Announced> announcements;
  private final List<Stated> states;
  private final SortedMap<EventId, Offered> pullRequests;
  private final SortedMap<PublicKey, Refs> refs;
  private final SortedMap<EventId, Submission> submissions;
  private final SortedMap<PublicKey, SortedSet<PublicKey>> members;

  /** The newest announcement of its author. */
  public record Announced(Announcement announcement, Standing standing, Hosting hosting) {
    /** Returns whether a repository of this owner exists now. */
    public boolean isRepository() {
      return standing.counts() && hosting.hasRepository();
    }
  }

  /** A state, served or held. */
  public record Stated(RepoState state, Standing standing) {}

  /**
   * A pull request that is held.
   *
   * @param targets the repositories of this family that it is for
   * @param isSubmission whether it can be fetched from its signer's own place here, too
   */
  public record Offered(
      PullRequest request, SortedSet<PublicKey> targets, Standing standing, boolean isSubmission) {
    /** One that is only for repositories that are here. */
    public Offered(PullRequest request, SortedSet<PublicKey> targets, Standing standing) {
      this(request, targets, standing, false);
    }
  }

  private Family(
      Identifier identifier,
      Maintainers.Mode mode,
      SortedMap<PublicKey, Announced> announcements,
      List<Stated> states,
      SortedMap<EventId, Offered> pullRequests,
      SortedMap<PublicKey, Refs> refs,
      SortedMap<EventId, Submission> submissions,
      SortedMap<PublicKey, SortedSet<PublicKey>> members) {
    this.identifier = identifier;
    this.mode = mode;
    this.announcements = Collections.unmodifiableSortedMap(announcements);
    this.states = Collections.unmodifiableList(states);
    this.pullRequests = Collections.unmodifiableSortedMap(pullRequests);
    this.refs = Collections.unmodifiableSortedMap(refs);
    this.submissions = Collections.unmodifiableSortedMap(submissions);
    this.members = members;
  }

  /** Returns a family of which nothing is known yet. */
  public static Family empty(Identifier identifier, Maintainers.Mode mode) {
    return new Family(
        identifier,
        mode,
        new TreeMap<>(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  public Identifier identifier() {
    return identifier;
  }

  /** Returns the newest announcement of each author. */
  public SortedMap<PublicKey, Announced> announcements() {
    return announcements;
  }

  /** Returns all states, newest first. */
  public List<Stated> states() {
    return states;
  }

  /** Returns the pull requests that are held. */
  public SortedMap<EventId, Offered> pullRequests() {
    return pullRequests;
  }

  public Refs refs(PublicKey owner) {
    return refs.getOrDefault(owner, Refs.NONE);
  }

  /** Returns the refs of all owners that have any. */
  public SortedMap<PublicKey, Refs> allRefs() {
    return refs;
  }

  /** Returns the served pull requests that can be fetched from their signers' places. */
  public SortedMap<EventId, Submission> submissions() {
    return submissions;
  }

  /** Returns every object that a ref has, of whatever repository or place. */
  public SortedSet<Oid> refValues() {
    SortedSet<Oid> values = new TreeSet<>();
    refs.values().forEach(one -> values.addAll(one.values().values()));
    submissions.values().forEach(one -> values.add(one.commit()));
    return values;
  }

  /** Returns the owners whose repository exists now, waiting ones included. */
  public List<PublicKey> owners() {
    return announcements.values().stream()
        .filter(Announced::isRepository)
        .map(announced -> announced.announcement().author())
        .toList();
  }

  /** Returns the keys that may speak for an owner's repository, empty if there is none. */
  public SortedSet<PublicKey> membersOf(PublicKey owner) {
    return members.getOrDefault(owner, Collections.emptySortedSet());
  }

  /** Returns the states that count for an owner's repository, newest first. */
  public List<Stated> statesFor(PublicKey owner) {
    SortedSet<PublicKey> authors = membersOf(owner);
    return states.stream()
        .filter(stated -> stated.standing().counts() && authors.contains(stated.state().author()))
        .toList();
  }

  /** Returns the newest state that a push to this repository must follow. */
  public Optional<RepoState> stateToFollow(PublicKey owner) {
    return statesFor(owner).stream().map(Stated::state).filter(RepoState::isPossible).findFirst();
  }

  public Optional<Announced> announcementOf(PublicKey author) {
    return Optional.ofNullable(announcements.get(author));
  }

  /** Returns whether an announcement that counts, by somebody else, lists this key. */
  public boolean isListed(PublicKey key) {
    return announcements.values().stream()
        .filter(announced -> announced.standing().counts())
        .map(Announced::announcement)
        .anyMatch(other -> !other.author().equals(key) && other.listed().contains(key));
  }

  public Family with(Announced announced) {
    SortedMap<PublicKey, Announced> changed = new TreeMap<>(announcements);
    changed.put(announced.announcement().author(), announced);
    return withAnnouncements(changed);
  }

  public Family with(Stated stated) {
    List<Stated> changed = new ArrayList<>(states);
    changed.removeIf(other -> other.state().id().equals(stated.state().id()));
    changed.add(stated);
    changed.sort(Comparator.comparing(Stated::state, RepoState.NEWEST_FIRST));
    return new Family(
        identifier, mode, announcements, changed, pullRequests, refs, submissions, members);
  }

  public Family with(Offered offered) {
    SortedMap<EventId, Offered> changed = new TreeMap<>(pullRequests);
    changed.put(offered.request().event().id(), offered);
    return new Family(identifier, mode, announcements, states, changed, refs, submissions, members);
  }

  public Family withRefs(PublicKey owner, Refs values) {
    SortedMap<PublicKey, Refs> changed = new TreeMap<>(refs);
    changed.put(owner, values);
    return new Family(
        identifier, mode, announcements, states, pullRequests, changed, submissions, members);
  }

  public Family with(Submission submission) {
    SortedMap<EventId, Submission> changed = new TreeMap<>(submissions);
    changed.put(submission.event(), submission);
    return withSubmissions(changed);
  }

  /** Returns the family in which a pull request cannot be fetched from its signer's place. */
  public Family withoutSubmission(EventId event) {
    SortedMap<EventId, Submission> changed = new TreeMap<>(submissions);
    changed.remove(event);
    return withSubmissions(changed);
  }

  private Family withSubmissions(SortedMap<EventId, Submission> changed) {
    return new Family(
        identifier, mode, announcements, states, pullRequests, refs, changed, members);
  }

  /** Returns the family with the time of a held event over. */
  public Family lapsed(EventId id) {
    return withStanding(id, Standing.LAPSED);
  }

  /** Returns the family in which an event waits again. */
  public Family revived(EventId id) {
    return withStanding(id, Standing.WAITING);
  }

  private Family withStanding(EventId id, Standing standing) {
    Family after = this;
    for (Announced one : announcements.values()) {
      if (one.announcement().event().id().equals(id)) {
        after = after.with(new Announced(one.announcement(), standing, one.hosting()));
      }
    }
    for (Stated one : states) {
      if (one.state().id().equals(id)) {
        after = after.with(new Stated(one.state(), standing));
      }
    }
    Offered offered = pullRequests.get(id);
    return offered == null
        ? after
        : after.with(
            new Offered(offered.request(), offered.targets(), standing, offered.isSubmission()));
  }

  /** Returns the family without an event, whatever it is. */
  public Family without(EventId id) {
    Predicate<Announced> announced = one -> one.announcement().event().id().equals(id);
    List<Stated> keptStates = new ArrayList<>(states);
    keptStates.removeIf(stated -> stated.state().id().equals(id));
    SortedMap<EventId, Offered> keptRequests = new TreeMap<>(pullRequests);
    keptRequests.remove(id);
    Family rest =
        new Family(
            identifier, mode, announcements, keptStates, keptRequests, refs, submissions, members);
    if (announcements.values().stream().noneMatch(announced)) {
      return rest;
    }
    SortedMap<PublicKey, Announced> kept = new TreeMap<>(announcements);
    kept.values().removeIf(announced);
    return rest.withAnnouncements(kept);
  }

  private Family withAnnouncements(SortedMap<PublicKey, Announced> changed) {
    SortedMap<PublicKey, Announcement> counting = new TreeMap<>();
    changed.forEach((author, announced) -> {
      if (announced.standing().counts()) {
        counting.put(author, announced.announcement());
      }
    });
    SortedMap<PublicKey, SortedSet<PublicKey>> spoken = new TreeMap<>();
    changed.forEach((author, announced) -> {
      if (announced.isRepository()) {
        spoken.put(author, Maintainers.of(author, counting, mode));
      }
    });
    return new Family(identifier, mode, changed, states, pullRequests, refs, submissions, spoken);
  }

  /** Returns the events whose standing this view relies on. */
  public SortedMap<EventId, Standing> basis() {
    SortedMap<EventId, Standing> basis = new TreeMap<>();
    announcements
        .values()
        .forEach(one -> basis.put(one.announcement().event().id(), one.standing()));
    states.forEach(one -> basis.put(one.state().id(), one.standing()));
    pullRequests.forEach((id, one) -> basis.put(id, one.standing()));
    return basis;
  }

  /** Returns every object that something held waits for, or that a served state names. */
  public SortedSet<Oid> namedObjects() {
    SortedSet<Oid> named = new TreeSet<>();
    states.forEach(stated -> named.addAll(stated.state().tips()));
    pullRequests.values().stream()
        .map(offered -> offered.request().commit())
        .flatMap(Optional::stream)
        .forEach(named::add);
    return named;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Family that
        && identifier.equals(that.identifier)
        && mode == that.mode
        && announcements.equals(that.announcements)
        && states.equals(that.states)
        && pullRequests.equals(that.pullRequests)
        && refs.equals(that.refs)
        && submissions.equals(that.submissions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(identifier, mode, announcements, states, pullRequests, refs, submissions);
  }

  @Override
  public String toString() {
    return "family " + identifier;
  }
}
