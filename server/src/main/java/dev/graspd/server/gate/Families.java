package dev.graspd.server.gate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Hex;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Hosting;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The families as they are now, each read from the store when it is asked for and kept until the
 * log tells of a change. Thread-safe.
 */
final class Families {
  private static final int KEPT_MAX = 4_096;
  private static final int TAIL_RECORDS = 1_000;
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final HeldIndex held;
  private final HostingRules rules;
  private final Maintainers.Mode mode;
  private final Cache<Identifier, Family> kept =
      Caffeine.newBuilder().maximumSize(KEPT_MAX).build();

  /** Which family an event of a kept family belongs to: removals name only the event. */
  private final Cache<EventId, Identifier> homes =
      Caffeine.newBuilder().maximumSize(32 * KEPT_MAX).build();

  private final AtomicBoolean follows = new AtomicBoolean();
  private final AtomicLong waitsChanged = new AtomicLong();
  private volatile long seenSeq;

  Families(
      EventStore events,
      RepositoryStore repositories,
      HeldIndex held,
      HostingRules rules,
      Maintainers.Mode mode) {
    this.events = events;
    this.repositories = repositories;
    this.held = held;
    this.rules = rules;
    this.mode = mode;
    this.seenSeq = events.lastSeq();
  }

  Family of(Identifier identifier) {
    followLog();
    Family family = kept.getIfPresent(identifier);
    if (family == null) {
      long seq = events.lastSeq();
      long waits = waitsChanged.get();
      family = read(identifier);
      keep(identifier, family, seq, waits);
    }
    return family;
  }

  /**
   * Returns a family that is at hand as it is now; empty if its view must be built, or if the log
   * has records that were not followed yet. Reads nothing: for event loops.
   */
  Optional<Family> cached(Identifier identifier) {
    return seenSeq >= events.lastSeq()
        ? Optional.ofNullable(kept.getIfPresent(identifier))
        : Optional.empty();
  }

  /** Follows the log after each commit, so that views at hand are known to be current. */
  void keepUp(Executor executor) {
    events.onCommit(() -> {
      if (follows.compareAndSet(false, true)) {
        executor.execute(this::followOnce);
      }
    });
  }

  private void followOnce() {
    follows.set(false);
    followLog();
  }

  /**
   * Keeps what was read, unless something was written meanwhile, which may or may not be in it:
   * then it is read again next time. Not at the same time as it is forgotten: it would come back.
   */
  private synchronized void keep(Identifier identifier, Family family, long seq, long waits) {
    if (events.lastSeq() == seq && seenSeq <= seq && waitsChanged.get() == waits) {
      kept.put(identifier, family);
    }
  }

  /** Forgets a family whose waits have changed: the log does not tell of those. */
  synchronized void changed(Identifier identifier) {
    waitsChanged.incrementAndGet();
    kept.invalidate(identifier);
  }

  private synchronized void followLog() {
    List<LogRecord> records = events.tail(seenSeq, TAIL_RECORDS);
    while (!records.isEmpty()) {
      records.forEach(this::note);
      seenSeq = records.getLast().seq();
      records = events.tail(seenSeq, TAIL_RECORDS);
    }
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> note(event);
      case LogRecord.Held(_, var event) -> note(event);
      case LogRecord.Released(_, var event) -> note(event);
      case LogRecord.RefsMoved(_, var repository) -> kept.invalidate(repository.identifier());
      case LogRecord.Removed(_, var id, _, _, _, _) -> {
        Identifier home = homes.getIfPresent(id);
        if (home != null) {
          kept.invalidate(home);
        }
      }
    }
  }

  private void note(Event event) {
    Identifier home = homes.getIfPresent(event.id());
    if (home != null) {
      kept.invalidate(home);
    }
    if (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE) {
      event.tag("d").flatMap(tag -> Identifier.parse(tag.value())).ifPresent(kept::invalidate);
    }
  }

  private Family read(Identifier identifier) {
    List<Event> served = served(identifier);
    List<HeldIndex.Entry> waiting = held.of(identifier);
    Family family = withRefs(Family.empty(identifier, mode));
    for (Event event : served) {
      family = withServed(family, event);
    }
    for (HeldIndex.Entry entry : waiting) {
      Optional<Event> event = repositories.held(entry.id());
      Standing standing = entry.until().lapsed() ? Standing.LAPSED : Standing.WAITING;
      family = event.isPresent() ? withHeld(family, event.get(), standing) : family;
    }
    family = withHosting(family);
    family.basis().keySet().forEach(id -> homes.put(id, identifier));
    return family;
  }

  private List<Event> served(Identifier identifier) {
    Filter filter =
        Filter.builder()
            .kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE))
            .tag('d', List.of(identifier.text()))
            .build();
    return StoreQueries.all(events, filter, SLICE_WORK, SLICE_BYTES);
  }

  private Family withRefs(Family family) {
    Family with = family;
    for (var entry : repositories.refs(family.identifier()).entrySet()) {
      with = with.withRefs(entry.getKey(), entry.getValue());
    }
    for (Submission submission : repositories.submissions(family.identifier())) {
      with = with.with(submission);
    }
    return with;
  }

  private static Family withServed(Family family, Event event) {
    Family with = family;
    Optional<Announcement> announcement = Announcement.of(event);
    if (announcement.isPresent()) {
      with = with.with(new Announced(announcement.get(), Standing.SERVED, Hosting.UNHOSTED));
    }
    Optional<RepoState> state = RepoState.of(event);
    if (state.isPresent()) {
      with = with.with(new Stated(state.get(), Standing.SERVED));
    }
    return with;
  }

  private Family withHeld(Family family, Event event, Standing standing) {
    Optional<Announcement> announcement = Announcement.of(event);
    if (announcement.isPresent()) {
      return family.with(new Announced(announcement.get(), standing, Hosting.HOSTED));
    }
    Optional<RepoState> state = RepoState.of(event);
    if (state.isPresent()) {
      return family.with(new Stated(state.get(), standing));
    }
    return PullRequest.of(event)
        .map(request -> family.with(offered(request, family.identifier(), standing)))
        .orElse(family);
  }

  private Offered offered(PullRequest request, Identifier home, Standing standing) {
    return new Offered(
        request, targets(request, home), standing, rules.isSubmission(request, home));
  }

  /** The owners in this family that a held pull request, or the one that it updates, names. */
  private SortedSet<PublicKey> targets(PullRequest request, Identifier home) {
    List<PullRequest> naming = new ArrayList<>(List.of(request));
    request.event().tags().stream()
        .filter(tag -> tag.is("e") || tag.is("E"))
        .filter(tag -> Hex.isLowerHex(tag.value(), 64))
        .map(tag -> EventId.parse(tag.value()))
        .flatMap(id -> events.served(id).or(() -> repositories.held(id)).stream())
        .flatMap(event -> PullRequest.of(event).stream())
        .forEach(naming::add);
    SortedSet<PublicKey> targets = new TreeSet<>();
    for (PullRequest one : naming) {
      if (targets.isEmpty()) {
        one.repositories().stream()
            .filter(address -> address.identifier().equals(home))
            .map(RepoAddress::owner)
            .forEach(targets::add);
      }
    }
    return targets;
  }

  /** What is hosted follows from the rules of now, not from those when it came. */
  private Family withHosting(Family family) {
    Family with = family;
    for (Announced one : family.announcements().values()) {
      Hosting hosting = rules.hosting(one.announcement(), family).orElse(Hosting.UNHOSTED);
      if (hosting != one.hosting()) {
        with = with.with(new Announced(one.announcement(), one.standing(), hosting));
      }
    }
    return with;
  }
}
