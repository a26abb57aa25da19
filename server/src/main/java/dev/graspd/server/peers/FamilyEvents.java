package dev.graspd.server.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.base.ForeignEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the events of families from the store, for sync. Used by one thread. */
record FamilyEvents(EventStore events, RepositoryStore repositories) {
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int HELD_PAGE = 256;

  /** Expired events count until they are removed: the log reports that. */
  private static final long EXPIRED_TOO = 0;

  /** Passes all announcements, served and held, page by page. */
  <E extends Exception> void forEachAnnouncement(ForeignEvents.Reader<E> reader) throws E {
    QueryRun run =
        events.query(
            List.of(Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build()), EXPIRED_TOO);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found one : slice.events()) {
        reader.pass(event(one.json()), true);
      }
      end = slice.end();
    }
    List<Waiting> page = repositories.waiting(Optional.empty(), HELD_PAGE);
    while (!page.isEmpty()) {
      for (Waiting row : page) {
        Optional<Event> held =
            row.kind() == Kinds.ANNOUNCEMENT ? repositories.held(row.id()) : Optional.empty();
        if (held.isPresent()) {
          reader.pass(held.get(), false);
        }
      }
      page = repositories.waiting(Optional.of(page.getLast().id()), HELD_PAGE);
    }
  }

  /** Returns the served announcements of a family. */
  List<Announcement> served(Identifier family) {
    List<Announcement> found = new ArrayList<>();
    forEach(
        Filter.builder()
            .kinds(List.of(Kinds.ANNOUNCEMENT))
            .tag('d', List.of(family.text()))
            .build(),
        event -> Announcement.of(event).ifPresent(found::add));
    return found;
  }

  /** Returns the held announcements of a family. */
  List<Announcement> held(Identifier family) {
    return repositories.waiting(family).stream()
        .filter(row -> row.kind() == Kinds.ANNOUNCEMENT)
        .flatMap(row -> repositories.held(row.id()).stream())
        .flatMap(event -> Announcement.of(event).stream())
        .toList();
  }

  /** Returns the served patches, pull requests and issues of a repository. */
  List<SyncInput> roots(RepoAddress repository) {
    List<SyncInput> found = new ArrayList<>();
    forEach(
        Filter.builder()
            .kinds(LogTranslation.ROOT_KINDS.stream().sorted().toList())
            .tag('a', List.of(repository.toString()))
            .build(),
        event -> found.add(LogTranslation.root(event)));
    return found;
  }

  private void forEach(Filter filter, Consumer<Event> action) {
    QueryRun run = events.query(List.of(filter), EXPIRED_TOO);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      slice.events().forEach(one -> action.accept(event(one.json())));
      end = slice.end();
    }
  }

  private static Event event(byte[] json) {
    if (EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)) {
      return event;
    }
    throw new IllegalStateException("the store is damaged: an event cannot be read");
  }
}
