package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.catalogue.Catalogue.Scan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * The list of repositories by their newest states: it reads states and announcements, newest first,
 * and names a repository at the event that updated it last. A state may update several, of owners
 * who share a maintainer. For one part of the list.
 */
final class UpdatedList {
  private final Catalogue catalogue;
  private final CatalogueQuery query;
  private final IntSupplier size;
  private final ToIntFunction<Event> reader;
  private Optional<ListPosition> last;
  private int scanned;

  /**
   * Reads nothing yet.
   *
   * @param size returns how many rows there are
   * @param reader takes the announcement of a repository and returns how many it has read for that
   */
  UpdatedList(
      Catalogue catalogue, CatalogueQuery query, IntSupplier size, ToIntFunction<Event> reader) {
    this.catalogue = catalogue;
    this.query = query;
    this.size = size;
    this.reader = reader;
    this.last = query.after();
  }

  Scan scan(QueryRun run) {
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(Catalogue.SLICE_WORK, Catalogue.SLICE_BYTES);
      for (QueryRun.Found found : slice.events()) {
        Optional<Event> update = Catalogue.event(found.json());
        if (update.isPresent() && isAhead(update.get()) && !add(update.get())) {
          return new Scan(last, size.getAsInt() < query.limit());
        }
      }
      end = slice.end();
    }
    return new Scan(Optional.empty(), false);
  }

  /** The event of the cursor itself may have updated more repositories. */
  private boolean isAhead(Event update) {
    return query
        .after()
        .filter(at -> !at.id().equals(update.id()) && !at.isBefore(update.createdAt(), update.id()))
        .isEmpty();
  }

  /** Adds the repositories that an event updated last; returns false if the part ends before. */
  private boolean add(Event update) {
    if (scanned >= Catalogue.SCANNED_MAX) {
      return false;
    }
    scanned++;
    List<Event> announcements =
        repositories(update).stream()
            .filter(one -> isAhead(update, one))
            .sorted(Comparator.comparing(Event::author))
            .toList();
    for (Event one : announcements) {
      if (size.getAsInt() == query.limit() || scanned >= Catalogue.SCANNED_MAX) {
        return false;
      }
      boolean isItsPlace = isUpdatedBy(one, update.id()) && isWanted(one);
      scanned += isItsPlace ? reader.applyAsInt(one) : 1;
      last =
          Optional.of(new ListPosition(update.createdAt(), update.id(), Optional.of(one.author())));
    }
    last = Optional.of(new ListPosition(update.createdAt(), update.id()));
    return true;
  }

  private boolean isAhead(Event update, Event announcement) {
    return query
        .after()
        .filter(at -> !at.isBefore(update.createdAt(), update.id(), announcement.author()))
        .isEmpty();
  }

  private List<Event> repositories(Event update) {
    return update.kind() == Kinds.ANNOUNCEMENT
        ? List.of(update)
        : Identifier.ofRepositoryEvent(update)
            .map(one -> catalogue.announcementsOf(one, Catalogue.SCANNED_MAX))
            .orElse(List.of());
  }

  private boolean isUpdatedBy(Event announcement, EventId update) {
    return catalogue.update(announcement).filter(last -> last.id().equals(update)).isPresent();
  }

  private boolean isWanted(Event announcement) {
    return query.owner().filter(owner -> !owner.equals(announcement.author())).isEmpty()
        && query
            .topic()
            .filter(topic -> Catalogue.values(announcement, "t").noneMatch(topic::equals))
            .isEmpty();
  }
}
