package dev.graspd.server.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Translates records of the log, and events that name other servers, into inputs of the sync
 * machine (sync.md, section 3). Records only note facts. The inputs follow from all facts of a
 * repository when the reader has caught up: by then replacements are noted too. Used by one thread.
 *
 * <p>The reader can begin again, from the events that name other servers: repositories that it does
 * not find again were removed meanwhile.
 */
final class LogTranslation {
  private static final Set<Integer> ROOT_KINDS =
      Set.of(Kinds.PATCH, Kinds.PULL_REQUEST, Kinds.ISSUE);

  private final LogFollower.Reading reading;
  private final FamilyEvents store;

  /** Families in which an announcement names another relay, or did since the start. */
  private final Set<Identifier> followed = new HashSet<>();

  private final Map<RepoAddress, Noted> repositories = new HashMap<>();
  private final Map<EventId, RepoAddress> announcements = new HashMap<>();
  private final Set<EventId> roots = new HashSet<>();

  private final SortedSet<RepoAddress> changed = new TreeSet<>();

  /** Events from before the reader began again, not found again yet. */
  private final Set<EventId> unconfirmed = new HashSet<>();

  private record Version(
      EventId id, long createdAt, boolean hasRepository, List<RelayUrl> relays) {}

  /** The facts of one repository's announcements, and the last input about it. */
  private static final class Noted {
    private @Nullable Version served;
    private @Nullable Version held;
    private SyncInput.@Nullable Announced told;

    /** Roots matter at the relays that its family names, and are read when the first one is. */
    private boolean hasRoots;

    void forget(EventId id) {
      served = served != null && served.id().equals(id) ? null : served;
      held = held != null && held.id().equals(id) ? null : held;
    }
  }

  LogTranslation(LogFollower.Reading reading, FamilyEvents store) {
    this.reading = reading;
    this.store = store;
  }

  /** The reader has lost records of the log and begins again. */
  void beginAgain() {
    unconfirmed.clear();
    unconfirmed.addAll(announcements.keySet());
    unconfirmed.addAll(roots);
  }

  /** Everything has been read again; returns the removals that were missed. */
  List<SyncInput> readAgain() {
    List<SyncInput> inputs = new ArrayList<>();
    if (!unconfirmed.isEmpty()) {
      repositories.forEach((address, noted) -> {
        if (noted.hasRoots) {
          readRoots(address, inputs);
        }
      });
    }
    for (EventId id : new TreeSet<>(unconfirmed)) {
      inputs.addAll(removed(id));
    }
    unconfirmed.clear();
    return inputs;
  }

  /** The events that name other servers follow; the families of earlier ones are read again. */
  void beginReading() {
    followed.clear();
  }

  /** Notes an event that names another server; returns inputs that need not wait. */
  List<SyncInput> found(Event event, boolean isServed) {
    return announced(event, isServed);
  }

  /** Notes a record; returns inputs that need not wait. */
  List<SyncInput> on(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, var event) -> served(event);
      case LogRecord.Released(_, var event) -> served(event);
      case LogRecord.Held(_, var event) -> announced(event, false);
      case LogRecord.Removed(_, var id, _, _, _, _) -> removed(id);
      case LogRecord.RefsMoved _, LogRecord.FamilyChanged _, LogRecord.BansChanged _ -> List.of();
    };
  }

  private List<SyncInput> served(Event event) {
    return ROOT_KINDS.contains(event.kind()) ? root(event) : announced(event, true);
  }

  private List<SyncInput> announced(Event event, boolean isServed) {
    List<SyncInput> inputs = new ArrayList<>();
    Announcement.of(event).ifPresent(one -> announced(one, isServed, inputs));
    return inputs;
  }

  /**
   * The first announcement of a family that names another relay brings the others: we follow them
   * there too. At relays where all are followed only states are asked for, and no roots.
   */
  private void announced(Announcement announcement, boolean isServed, List<SyncInput> inputs) {
    List<RelayUrl> relays = reading.relaysOf().apply(announcement);
    Identifier family = announcement.identifier();
    boolean isFirst = !relays.isEmpty() && followed.add(family);
    if (reading.followsAll() || followed.contains(family)) {
      note(announcement, relays, isServed, inputs);
    }
    if (isFirst) {
      store.heldAnnouncements(family, event -> inputs.addAll(announced(event, false)));
      store.servedAnnouncements(family, event -> inputs.addAll(announced(event, true)));
    }
  }

  private void note(
      Announcement announcement, List<RelayUrl> relays, boolean isServed, List<SyncInput> inputs) {
    EventId id = announcement.event().id();
    RepoAddress address = announcement.address();
    Noted noted = repositories.get(address);
    if (noted == null) {
      noted = new Noted();
      repositories.put(address, noted);
    }
    if (!noted.hasRoots && followed.contains(address.identifier())) {
      noted.hasRoots = true;
      readRoots(address, inputs);
    }
    noted.forget(id);
    Version version =
        new Version(
            id,
            announcement.event().createdAt(),
            reading.keepsRepository().test(announcement),
            relays);
    if (isServed) {
      noted.served = version;
    } else if (noted.held == null || noted.held.createdAt() <= version.createdAt()) {
      noted.held = version;
    }
    announcements.put(id, address);
    unconfirmed.remove(id);
    changed.add(address);
  }

  private void readRoots(RepoAddress address, List<SyncInput> inputs) {
    store.roots(address, ROOT_KINDS, event -> inputs.addAll(root(event)));
  }

  private List<SyncInput> root(Event event) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    event.tags().stream()
        .filter(tag -> tag.is("a"))
        .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
        .forEach(named::add);
    unconfirmed.remove(event.id());
    boolean isFollowed =
        named.stream()
            .anyMatch(one -> repositories.containsKey(one) && followed.contains(one.identifier()));
    return isFollowed && roots.add(event.id())
        ? List.of(new SyncInput.RootSeen(event.id(), Collections.unmodifiableSortedSet(named)))
        : List.of();
  }

  private List<SyncInput> removed(EventId id) {
    RepoAddress address = announcements.remove(id);
    Noted noted = address == null ? null : repositories.get(address);
    if (address != null && noted != null) {
      noted.forget(id);
      changed.add(address);
    }
    return roots.remove(id) ? List.of(new SyncInput.Gone(id)) : List.of();
  }

  /** The reader has caught up; returns the inputs for changed repositories. */
  List<SyncInput> caughtUp() {
    List<SyncInput> inputs = new ArrayList<>();
    for (RepoAddress address : changed) {
      Noted noted = repositories.get(address);
      if (noted != null) {
        conclude(address, noted, inputs);
      }
    }
    changed.clear();
    return inputs;
  }

  private void conclude(RepoAddress address, Noted noted, List<SyncInput> inputs) {
    SyncInput.Announced now = conclusion(address, noted.served, noted.held);
    SyncInput.Announced before = noted.told;
    noted.told = now;
    if (now == null) {
      repositories.remove(address);
      if (before != null) {
        inputs.add(new SyncInput.Gone(before.announcement()));
      }
    } else if (!now.equals(before)) {
      inputs.add(now);
    }
  }

  /**
   * We want a hosted repository in full, and also a maintainer's announcement without a repository;
   * for a held announcement we want only the states.
   */
  private static SyncInput.@Nullable Announced conclusion(
      RepoAddress address, @Nullable Version served, @Nullable Version held) {
    if (served == null) {
      return held == null
          ? null
          : new SyncInput.Announced(address, held.id(), SyncLevel.STATE_ONLY, held.relays());
    }
    if (served.hasRepository()) {
      return new SyncInput.Announced(address, served.id(), SyncLevel.FULL, served.relays());
    }
    return held == null
        ? new SyncInput.Announced(address, served.id(), SyncLevel.FULL, List.of())
        : new SyncInput.Announced(address, held.id(), SyncLevel.FULL, held.relays());
  }
}
