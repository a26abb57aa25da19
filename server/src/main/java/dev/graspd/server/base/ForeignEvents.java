package dev.graspd.server.base;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.RepositoryStore;
import java.util.List;
import java.util.Optional;

/**
 * The announcements and pull requests, served and held, that name another server than this one:
 * what sync and hunt know at a start. Read from an index of hosts, page by page; the rows of our
 * own host, most of them on a large server, are passed over.
 */
public record ForeignEvents(
    EventStore events, RepositoryStore repositories, Optional<String> ownHost) {
  private static final int PAGE = 256;

  /** Below a path of its own a service shares its host with others, and no row is passed over. */
  public static ForeignEvents of(
      EventStore events, RepositoryStore repositories, ServiceAddress own) {
    return new ForeignEvents(
        events,
        repositories,
        own.basePath().equals("/") ? Optional.of(own.text()) : Optional.empty());
  }

  /** Takes one event, and whether it is served. */
  public interface Reader<E extends Exception> {
    void pass(Event event, boolean isServed) throws E;
  }

  /** Passes every event once for each host that it names. */
  public <E extends Exception> void forEach(Reader<E> reader) throws E {
    List<NamedHost> page = repositories.namedHosts(Optional.empty(), PAGE);
    while (!page.isEmpty()) {
      NamedHost last = page.getLast();
      for (NamedHost row : page) {
        if (isOwn(row)) {
          last = NamedHost.endOf(row.host());
          break;
        }
        pass(row, reader);
      }
      page = repositories.namedHosts(Optional.of(last), PAGE);
    }
  }

  private boolean isOwn(NamedHost row) {
    return ownHost.filter(row.host()::equals).isPresent();
  }

  private <E extends Exception> void pass(NamedHost row, Reader<E> reader) throws E {
    Optional<Event> served = events.served(row.id());
    if (served.isPresent()) {
      reader.pass(served.get(), true);
      return;
    }
    Optional<Event> held = repositories.held(row.id());
    if (held.isPresent()) {
      reader.pass(held.get(), false);
    }
  }
}
