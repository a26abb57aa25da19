package dev.graspd.server.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.sync.relays.SyncInput;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Translates records of the log into inputs of the sync machine (sync.md, section 3): roots at
 * once; of announcements that name other relays it says which families to read from the store. Most
 * announcements name this server alone, and only the machine knows whether their family is
 * followed. It remembers nothing else, and reading a family once more does no harm. Used by one
 * thread.
 */
final class LogTranslation {
  static final Set<Integer> ROOT_KINDS = Set.of(Kinds.PATCH, Kinds.PULL_REQUEST, Kinds.ISSUE);

  private final Predicate<Announcement> isFollowed;

  /** In the order of the log. */
  private final Set<Identifier> changed = new LinkedHashSet<>();

  /**
   * The record of a removed announcement does not say its family. The record of the family's change
   * comes later, and moves to the end of the log with each further change: until the reader is at
   * the end, every change of a family counts.
   */
  private boolean isAnnouncementRemoved;

  /**
   * Nothing is changed yet.
   *
   * @param isFollowed whether an announcement alone makes its family one that is followed
   */
  LogTranslation(Predicate<Announcement> isFollowed) {
    this.isFollowed = isFollowed;
  }

  /** Notes a record; returns the input that follows at once. */
  Optional<SyncInput> on(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, var event) -> served(event);
      case LogRecord.Released(_, var event) -> served(event);
      case LogRecord.Held(_, var event) -> announced(event);
      case LogRecord.Removed(_, var id, _, var kind, _, _) -> removed(id, kind);
      case LogRecord.FamilyChanged(_, var family) -> {
        if (isAnnouncementRemoved) {
          changed.add(family);
        }
        yield Optional.empty();
      }
      case LogRecord.RefsMoved _, LogRecord.BansChanged _ -> Optional.empty();
    };
  }

  private Optional<SyncInput> served(Event event) {
    return ROOT_KINDS.contains(event.kind()) ? Optional.of(root(event)) : announced(event);
  }

  private Optional<SyncInput> announced(Event event) {
    Optional<Announcement> announcement = Announcement.of(event);
    if (announcement.isEmpty()) {
      return Optional.empty();
    }
    Identifier family = announcement.get().identifier();
    if (isFollowed.test(announcement.get())) {
      changed.add(family);
      return Optional.empty();
    }
    return Optional.of(new SyncInput.Announced(family));
  }

  private Optional<SyncInput> removed(EventId id, int kind) {
    isAnnouncementRemoved |= kind == Kinds.ANNOUNCEMENT;
    return ROOT_KINDS.contains(kind) ? Optional.of(new SyncInput.RootGone(id)) : Optional.empty();
  }

  /** Returns a root with the repositories that it names. */
  static SyncInput.RootSeen root(Event event) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    event.tags().stream()
        .filter(tag -> tag.is("a"))
        .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
        .forEach(named::add);
    return new SyncInput.RootSeen(event.id(), Collections.unmodifiableSortedSet(named));
  }

  /** Returns the families to read, each once. */
  List<Identifier> takeChanged() {
    List<Identifier> taken = List.copyOf(changed);
    changed.clear();
    return taken;
  }

  /** The reader is at the end of the log. */
  void atEnd() {
    isAnnouncementRemoved = false;
  }
}
