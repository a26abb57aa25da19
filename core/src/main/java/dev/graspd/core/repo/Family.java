package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one identifier: the announcements of every owner, the states, the held pull
 * requests, each owner's refs, and the submissions for repositories elsewhere. A value; a change
 * makes a new one. Authority is computed on demand.
 */
public final class Family {
  private static final Comparator<Stated> NEWEST_FIRST =
      Comparator.comparing(Stated::state, RepoState.NEWEST_FIRST);

  /** Heap for one event in addition to its facts: map entries, remembered members and basis. */
  private static final int PER_EVENT = 6 * HeapBytes.ENTRY;

  private final Identifier identifier;
  private final Maintainers.Mode mode;
  private final SortedMap<PublicKey, Announced> announcements;
  private final List<Stated> states;
  private final SortedMap<EventId, Offered> pullRequests;
  private final SortedMap<PublicKey, Refs> refs;
  private final SortedMap<EventId, Submission> submissions;
  private final Authority authority;
  private final long version;
  private volatile @Nullable Map<PublicKey, List<Stated>> statesByAuthor;
  private volatile @Nullable SortedMap<EventId, Standing> basis;

  /** The newest announcement of its author. */
  public record Announced(Announcement announcement, Standing standing, HostingMode hosting) {
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

  Family(
      Identifier identifier,
      Maintainers.Mode mode,
      SortedMap<PublicKey, Announced> announcements,
      List<Stated> states,
      SortedMap<EventId, Offered> pullRequests,
      SortedMap<PublicKey, Refs> refs,
      SortedMap<EventId, Submission> submissions,
      Authority authority,
      long version) {
    this.identifier = identifier;
    this.mode = mode;
    this.announcements = Collections.unmodifiableSortedMap(announcements);
    this.states = Collections.unmodifiableList(states);
    this.pullRequests = Collections.unmodifiableSortedMap(pullRequests);
    this.refs = Collections.unmodifiableSortedMap(refs);
    this.submissions = Collections.unmodifiableSortedMap(submissions);
    this.authority = authority;
    this.version = version;
  }

  /** Returns an empty family. */
  public static Family empty(Identifier identifier, Maintainers.Mode mode) {
    return new FamilyBuilder(identifier, mode).build();
  }

  public Identifier identifier() {
    return identifier;
  }

  /**
   * Returns the version in the store that this was read from, or derived from what was read. Two
   * families with the same parts are equal whatever their versions.
   */
  public long version() {
    return version;
  }

  /** Returns the same family as that of another version. */
  public Family withVersion(long other) {
    return new Family(
        identifier, mode, announcements, states, pullRequests, refs, submissions, authority, other);
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

  /** Returns every object that a ref has, of any repository or place. */
  public SortedSet<Oid> refValues() {
    SortedSet<Oid> values = new TreeSet<>();
    refs.values().forEach(one -> values.addAll(one.values().values()));
    submissions.values().forEach(one -> values.add(one.commit()));
    return values;
  }

  /** Returns the owners whose repository exists now, waiting ones included. */
  public SortedSet<PublicKey> owners() {
    return authority.owners();
  }

  /** Returns the keys that may speak for an owner's repository, empty if there is none. */
  public SortedSet<PublicKey> membersOf(PublicKey owner) {
    return authority.membersOf(owner);
  }

  /** Returns the owners for whose repositories a key may speak. */
  public SortedSet<PublicKey> ownersFor(PublicKey author) {
    return authority.ownersFor(author);
  }

  /** Returns the states that count for an owner's repository, newest first. */
  public List<Stated> statesFor(PublicKey owner) {
    if (states.isEmpty()) {
      return List.of();
    }
    Map<PublicKey, List<Stated>> byAuthor = statesByAuthor();
    List<Stated> counting = new ArrayList<>();
    for (PublicKey member : membersOf(owner)) {
      counting.addAll(byAuthor.getOrDefault(member, List.of()));
    }
    counting.sort(NEWEST_FIRST);
    return Collections.unmodifiableList(counting);
  }

  /** The states that count. */
  private Map<PublicKey, List<Stated>> statesByAuthor() {
    Map<PublicKey, List<Stated>> known = statesByAuthor;
    if (known == null) {
      known = new HashMap<>();
      for (Stated stated : states) {
        if (stated.standing().counts()) {
          known.computeIfAbsent(stated.state().author(), _ -> new ArrayList<>(1)).add(stated);
        }
      }
      statesByAuthor = known;
    }
    return known;
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
    return authority.isListed(key);
  }

  public Family with(Announced announced) {
    return withAll(List.of(announced));
  }

  /** Returns the family with these announcements, each in the place of its author's old one. */
  public Family withAll(Collection<Announced> many) {
    SortedMap<PublicKey, Announced> changed = new TreeMap<>(announcements);
    many.forEach(announced -> changed.put(announced.announcement().author(), announced));
    return many.isEmpty() ? this : withAnnouncements(changed);
  }

  public Family with(Stated stated) {
    List<Stated> changed = new ArrayList<>(states);
    changed.removeIf(other -> other.state().id().equals(stated.state().id()));
    changed.add(stated);
    changed.sort(NEWEST_FIRST);
    return new Family(
        identifier,
        mode,
        announcements,
        changed,
        pullRequests,
        refs,
        submissions,
        authority,
        version);
  }

  public Family with(Offered offered) {
    SortedMap<EventId, Offered> changed = new TreeMap<>(pullRequests);
    changed.put(offered.request().event().id(), offered);
    return new Family(
        identifier, mode, announcements, states, changed, refs, submissions, authority, version);
  }

  public Family withRefs(PublicKey owner, Refs values) {
    return withAllRefs(Map.of(owner, values));
  }

  /** Returns the family in which these owners have these refs. */
  public Family withAllRefs(Map<PublicKey, Refs> values) {
    SortedMap<PublicKey, Refs> changed = new TreeMap<>(refs);
    changed.putAll(values);
    return new Family(
        identifier,
        mode,
        announcements,
        states,
        pullRequests,
        changed,
        submissions,
        authority,
        version);
  }

  public Family with(Submission submission) {
    return withAllSubmissions(Map.of(submission.event(), submission));
  }

  /** Returns the family in which these can be fetched from their signers' places, too. */
  public Family withAllSubmissions(Map<EventId, Submission> more) {
    SortedMap<EventId, Submission> changed = new TreeMap<>(submissions);
    changed.putAll(more);
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
        identifier, mode, announcements, states, pullRequests, refs, changed, authority, version);
  }

  /** Returns the family in which a held event has lapsed. */
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
    return withoutAll(Set.of(id));
  }

  /** Returns the family without these events, whatever they are. */
  public Family withoutAll(Set<EventId> ids) {
    List<Stated> keptStates = new ArrayList<>(states);
    keptStates.removeIf(stated -> ids.contains(stated.state().id()));
    SortedMap<EventId, Offered> keptRequests = new TreeMap<>(pullRequests);
    keptRequests.keySet().removeAll(ids);
    Family rest =
        new Family(
            identifier,
            mode,
            announcements,
            keptStates,
            keptRequests,
            refs,
            submissions,
            authority,
            version);
    Predicate<Announced> goes = one -> ids.contains(one.announcement().event().id());
    if (announcements.values().stream().noneMatch(goes)) {
      return rest;
    }
    SortedMap<PublicKey, Announced> kept = new TreeMap<>(announcements);
    kept.values().removeIf(goes);
    return rest.withAnnouncements(kept);
  }

  private Family withAnnouncements(SortedMap<PublicKey, Announced> changed) {
    Authority authority = new Authority(changed, mode);
    return new Family(
        identifier, mode, changed, states, pullRequests, refs, submissions, authority, version);
  }

  /** Returns the events whose standing this view relies on. */
  public SortedMap<EventId, Standing> basis() {
    SortedMap<EventId, Standing> known = basis;
    if (known == null) {
      known = Collections.unmodifiableSortedMap(readBasis());
      basis = known;
    }
    return known;
  }

  private SortedMap<EventId, Standing> readBasis() {
    SortedMap<EventId, Standing> standings = new TreeMap<>();
    announcements
        .values()
        .forEach(one -> standings.put(one.announcement().event().id(), one.standing()));
    states.forEach(one -> standings.put(one.state().id(), one.standing()));
    pullRequests.forEach((id, one) -> standings.put(id, one.standing()));
    return standings;
  }

  /** Returns about how many bytes of heap this takes, with what it remembers. */
  public long heapBytes() {
    long bytes = 8L * HeapBytes.OBJECT + identifier.heapBytes() + repositoryBytes();
    for (Offered one : pullRequests.values()) {
      bytes += PER_EVENT + one.request().heapBytes() + (long) one.targets().size() * HeapBytes.KEY;
    }
    for (Submission one : submissions.values()) {
      bytes += PER_EVENT + one.heapBytes();
    }
    return bytes;
  }

  /** Returns about how many bytes of heap announcements, states and refs take. */
  public long repositoryBytes() {
    long bytes = 0;
    for (Announced one : announcements.values()) {
      bytes += PER_EVENT + one.announcement().heapBytes();
    }
    for (Stated one : states) {
      bytes += PER_EVENT + one.state().heapBytes();
    }
    for (Refs one : refs.values()) {
      bytes += 2L * HeapBytes.KEY + one.heapBytes();
    }
    return bytes;
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
