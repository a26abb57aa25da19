package dev.graspd.server.talk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.core.talk.event.TalkEvent.PatchPosition;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.core.talk.member.ServerList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * The served events of a person, read from the store by its key: never more than the newest events
 * of a kind, however many there are. Thread-safe.
 */
@Blocking
public record PersonEvents(
    EventStore store, RepositoryStore repositories, LongSupplier nowSeconds) {
  /** The newest threads of one person that are read. */
  public static final int THREADS_MAX = 50;

  /** The newest announcements by one person that are read, and as many that name it. */
  public static final int ANNOUNCEMENTS_MAX = 100;

  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  /**
   * What a person says of itself.
   *
   * @param signed the event that says so
   */
  public record Said<T>(T content, Optional<EventHead> signed) {}

  /**
   * The newest threads that a person began, parts of others' left out.
   *
   * @param hasMore whether older ones were not read
   */
  public record Begun(List<Root> threads, boolean hasMore) {
    public Begun {
      threads = List.copyOf(threads);
    }
  }

  public Said<Profile> profile(PublicKey key) {
    Optional<Event> event = newest(key, Kinds.METADATA);
    return new Said<>(event.map(Profile::of).orElse(Profile.NONE), event.map(Event::head));
  }

  /** Returns the GRASP servers that a person prefers. */
  public Said<ServerList> servers(PublicKey key) {
    Optional<Event> event = newest(key, Kinds.GRASP_LIST);
    return new Said<>(event.map(ServerList::of).orElse(ServerList.NONE), event.map(Event::head));
  }

  /** Returns the newest issues, pull requests and patches of a person. */
  public Begun begun(PublicKey key) {
    // One more tells whether there are more.
    List<Event> events = read(key, TalkEvents.ROOTS, THREADS_MAX + 1);
    List<Root> roots =
        events.stream()
            .limit(THREADS_MAX)
            .flatMap(event -> TalkReader.read(event).stream())
            .filter(Root.class::isInstance)
            .map(Root.class::cast)
            .filter(root -> root.patch().flatMap(PatchPosition::previous).isEmpty())
            .toList();
    return new Begun(roots, events.size() > THREADS_MAX);
  }

  /**
   * Returns the identifiers of the newest announcements by a person, and of the newest that name
   * it: where {@code NGIT_MAINTAINER_MODE} is {@code listed}, that alone makes a maintainer.
   * Anybody can name anybody, so these take no place of its own ones.
   */
  public SortedSet<Identifier> announced(PublicKey key) {
    SortedSet<Identifier> announced = new TreeSet<>(repositories.namedIn(key, ANNOUNCEMENTS_MAX));
    read(key, Set.of(Kinds.ANNOUNCEMENT), ANNOUNCEMENTS_MAX).stream()
        .flatMap(event -> Identifier.ofRepositoryEvent(event).stream())
        .forEach(announced::add);
    return Collections.unmodifiableSortedSet(announced);
  }

  private Optional<Event> newest(PublicKey key, int kind) {
    return read(key, Set.of(kind), 1).stream().findFirst();
  }

  private List<Event> read(PublicKey key, Set<Integer> kinds, int max) {
    Filter filter = Filter.builder().kinds(kinds).authors(List.of(key)).limit(max).build();
    QueryRun run = store.query(List.of(filter), nowSeconds.getAsLong());
    List<Event> events = new ArrayList<>();
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      slice.events().stream().flatMap(one -> event(one.json()).stream()).forEach(events::add);
      end = slice.end();
    }
    return events;
  }

  private static Optional<Event> event(byte[] json) {
    return EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)
        ? Optional.of(event)
        : Optional.empty();
  }
}
