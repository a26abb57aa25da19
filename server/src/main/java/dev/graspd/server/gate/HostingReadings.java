package dev.graspd.server.gate;

import dev.graspd.core.hunt.CloneUrls;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What may be read about hosting, for pages, metrics and those who ask why. Thread-safe. */
public final class HostingReadings {
  private final HostingState state;
  private final HostingPolicy policy;
  private final EventStore events;
  private final RepositoryStore repositories;
  private final UptimeClock clock;

  HostingReadings(HostingParts parts, HostingPolicy policy, HostingState state) {
    this.state = state;
    this.policy = policy;
    this.events = parts.events();
    this.repositories = parts.repositories();
    this.clock = parts.clock();
  }

  /** Returns a family as it is now. */
  public Family family(Identifier identifier) {
    return state.families().of(identifier);
  }

  /** Returns the event of an announcement, from the store: views keep only what decides. */
  public Optional<Event> eventOf(Announcement announcement) {
    EventId id = announcement.event().id();
    return events.served(id).or(() -> repositories.held(id));
  }

  /** Returns whether this server keeps a repository for an announcement that it has accepted. */
  public boolean keepsRepository(Announcement announcement) {
    return policy.keepsRepository(announcement);
  }

  /** Returns what waits and for how long. */
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
    List<Holding> ended = repositories.holdings();
    return new HostingStats(
        repositories.countRefs(),
        counts,
        Duration.ofNanos(oldest),
        state.losses().count(),
        repositories.countSubmissions(),
        ended.size(),
        ended.stream().filter(one -> one.cause() == Holding.Cause.UNWELCOME).count());
  }

  /**
   * How an event waits.
   *
   * @param ends when it is given up, or forgotten if it is only remembered
   */
  public record HeldUntil(Identifier family, boolean lapsed, Instant ends) {}

  /** Returns how an event waits, if it does. */
  public Optional<HeldUntil> waitOf(EventId id) {
    return state.held().find(id).map(HeldIndex.Entry::until).map(this::waitOf);
  }

  private HeldUntil waitOf(Wait until) {
    Instant now = Instant.ofEpochSecond(clock.now().epochSeconds());
    Instant ends = now.plusNanos(clock.realNanosUntil(until.deadlineNanos()));
    return new HeldUntil(until.home(), until.lapsed(), ends);
  }

  /** Returns what is held for a repository, and what was until its time was over. */
  public List<HeldEvent> held(RepoAddress address) {
    Map<EventId, Instant> ends = new HashMap<>();
    for (HeldIndex.Entry entry : state.held().of(address.identifier())) {
      ends.put(entry.id(), entry.end(clock));
    }
    Family family = family(address.identifier());
    try (TipLookup.Here here = state.tips().atFirstSight(family)) {
      return HeldReport.of(address.owner(), family, here, ends);
    }
  }

  /** Returns how much room the packs of a repository, and of all of its owner, take. */
  public List<Quota.Level> room(RepoAddress address) {
    return state.accounts().levels(address);
  }

  /** Returns the clone URLs under which a repository's data may be, beside this service. */
  public CloneUrls cloneUrls(RepoAddress address) {
    return CloneUrls.of(address.owner(), family(address.identifier()), policy.rules().service());
  }

  /** Returns where pushes to a repository belong, if it is only a copy here. */
  public Optional<String> archivedFrom(RepoAddress address) {
    return announced(address)
        .flatMap(announced -> PushViews.archivedFrom(announced, policy.rules()));
  }

  /** Returns whether a repository is a copy that the archive policy keeps. */
  public boolean isArchived(RepoAddress address) {
    return announced(address)
        .filter(announced -> announced.hosting() == dev.graspd.core.repo.Hosting.ARCHIVED)
        .isPresent();
  }

  private Optional<Family.Announced> announced(RepoAddress address) {
    return family(address.identifier()).announcementOf(address.owner());
  }
}
