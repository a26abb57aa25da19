package dev.graspd.server.hosting;

import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.EndedWalk;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.HostingStats;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.purgatory.Expiry;
import dev.graspd.server.family.push.PushViews;
import dev.graspd.server.family.view.HeldReport;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The status of hosting for pages, metrics and the command {@code why}. Thread-safe. */
public final class HostingStatus {
  private final HostingState state;
  private final HostingPolicy policy;
  private final EventStore events;
  private final RepositoryStore repositories;
  private final UptimeClock clock;

  HostingStatus(HostingParts parts, HostingPolicy policy, HostingState state) {
    this.state = state;
    this.policy = policy;
    this.events = parts.events();
    this.repositories = parts.repositories();
    this.clock = parts.clock();
  }

  public Family family(Identifier identifier) {
    return state.families().of(identifier);
  }

  /** Returns a family if it is in memory and current; never reads the store. */
  public Optional<Family> familyAtOnce(Identifier identifier) {
    return state.families().cached(identifier);
  }

  /** Returns the event of an announcement from the store; views do not keep it. */
  public Optional<Event> eventOf(Announcement announcement) {
    EventId id = announcement.event().id();
    return events.served(id).or(() -> repositories.held(id));
  }

  /** Returns whether an accepted announcement has a repository here. */
  public boolean keepsRepository(Announcement announcement) {
    return policy.keepsRepository(announcement);
  }

  public HostingStats stats() {
    SortedMap<String, Long> counts = new TreeMap<>();
    long oldest = 0;
    long now = clock.nanos();
    for (HeldIndex.Entry entry : state.held().all()) {
      if (!entry.until().lapsed()) {
        counts.merge(Expiry.typeOf(entry.ticket()), 1L, Long::sum);
        long begun = entry.until().deadlineNanos() - entry.ticket().life().toNanos();
        oldest = Math.max(oldest, now - begun);
      }
    }
    counts.put("placeholder", (long) state.shelves().count());
    return new HostingStats(
        repositories.countRefs(),
        counts,
        Duration.ofNanos(oldest),
        repositories.countLost(),
        repositories.countSubmissions(),
        repositories.ended().count(),
        EndedWalk.of(repositories.ended())
            .filter(one -> one.cause() == EndedRepository.Cause.UNWELCOME)
            .count());
  }

  /**
   * The wait of an event.
   *
   * @param ends when it lapses, or is forgotten if it has lapsed
   */
  public record HeldUntil(Identifier family, boolean lapsed, Instant ends) {}

  public Optional<HeldUntil> waitOf(EventId id) {
    return state.held().find(id).map(HeldIndex.Entry::until).map(this::waitOf);
  }

  private HeldUntil waitOf(Wait until) {
    Instant now = Instant.ofEpochSecond(clock.now().epochSeconds());
    Instant ends = now.plusNanos(clock.realNanosUntil(until.deadlineNanos()));
    return new HeldUntil(until.home(), until.lapsed(), ends);
  }

  /** Returns the held events of a repository, lapsed ones included. */
  public List<HeldEvent> held(RepoAddress address) {
    // First the family: memory of its held events is not older.
    Family family = family(address.identifier());
    Map<EventId, Instant> ends = new HashMap<>();
    for (HeldIndex.Entry entry : state.held().of(address.identifier())) {
      ends.put(entry.id(), entry.end(clock));
    }
    try (TipLookup.Here here = state.tips().atFirstSight(family)) {
      return HeldReport.of(address.owner(), family, here, ends);
    }
  }

  /** Returns how full the quotas of a repository and its owner are. */
  public List<Quota.Level> room(RepoAddress address) {
    return state.accounts().levels(address);
  }

  /** Returns the clone URLs of a repository on other servers. */
  public CloneUrls cloneUrls(RepoAddress address) {
    return CloneUrls.of(address.owner(), family(address.identifier()), policy.rules().service());
  }

  /** Returns where to push instead, if a repository is only a copy here. */
  public Optional<String> archivedFrom(RepoAddress address) {
    return announced(address)
        .flatMap(announced -> PushViews.archivedFrom(announced, policy.rules()));
  }

  /** Returns whether a repository is a copy that the archive policy keeps. */
  public boolean isArchived(RepoAddress address) {
    return announced(address)
        .filter(announced -> announced.hosting() == HostingMode.ARCHIVED)
        .isPresent();
  }

  private Optional<Family.Announced> announced(RepoAddress address) {
    return family(address.identifier()).announcementOf(address.owner());
  }
}
