package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The hosted repositories, read from the store: the newest announcement first. An answer costs a
 * bounded number of announcements, however few of them match. Blocks. Thread-safe.
 *
 * @param hosted whether there is a repository for a served announcement
 * @param archived whether it is a copy of a repository hosted elsewhere
 */
public record Catalogue(
    EventStore events,
    RepositoryStore repositories,
    Predicate<Announcement> hosted,
    Predicate<Announcement> archived) {
  /** Announcements that one answer may read. */
  public static final int SCANNED_MAX = 1_000;

  static final int SLICE_WORK = 2_000;
  static final int SLICE_BYTES = 1 << 20;
  private static final int NAME_CHARS_MAX = 128;
  private static final int DESCRIPTION_CHARS_MAX = 1_000;
  private static final int LIST_MAX = 20;
  private static final int LIST_CHARS_MAX = 256;

  /**
   * A part of the list.
   *
   * @param next where the next part begins; empty at the end
   * @param cut whether it ends here because {@link #SCANNED_MAX} announcements were read
   */
  public record Part(List<CatalogueEntry> entries, Optional<ListPosition> next, boolean cut) {
    public Part {
      entries = List.copyOf(entries);
    }
  }

  /** Returns the next part of the list. */
  public Part list(CatalogueQuery query) {
    List<CatalogueEntry> entries = new ArrayList<>();
    Scan scan =
        scan(
            query,
            entries::size,
            announcement -> {
              entry(announcement, query).ifPresent(entries::add);
              return 1;
            });
    return new Part(entries, scan.next, scan.cut);
  }

  /**
   * Returns the next part of a list in which forks are one row: it is at the place of the one that
   * comes first, and the others are named in it.
   */
  public ForkGroups.Part groups(CatalogueQuery query) {
    ForkGroups groups = new ForkGroups(this, query);
    Scan scan = scan(query, groups::size, groups::add);
    return new ForkGroups.Part(groups.found(), scan.next, scan.cut);
  }

  /** Where reading the list has ended. */
  record Scan(Optional<ListPosition> next, boolean cut) {}

  /**
   * Reads announcements in the order of the query.
   *
   * @param size returns how many rows there are
   * @param reader takes an announcement and returns how many it has read for that
   */
  private Scan scan(CatalogueQuery query, IntSupplier size, ToIntFunction<Event> reader) {
    return switch (query.sort()) {
      case ANNOUNCED -> announced(query, size, reader);
      case UPDATED ->
          new UpdatedList(this, query, size, reader).scan(events.query(List.of(updates(query)), 0));
    };
  }

  private Scan announced(CatalogueQuery query, IntSupplier size, ToIntFunction<Event> reader) {
    Optional<ListPosition> last = query.after();
    int scanned = 0;
    QueryRun run = events.query(List.of(filter(query)), 0);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found found : slice.events()) {
        if (query.after().filter(at -> !at.isBefore(found.createdAt(), found.id())).isPresent()) {
          continue;
        }
        if (size.getAsInt() == query.limit() || scanned >= SCANNED_MAX) {
          return new Scan(last, size.getAsInt() < query.limit());
        }
        scanned += event(found.json()).map(reader::applyAsInt).orElse(1);
        last = Optional.of(new ListPosition(found.createdAt(), found.id()));
      }
      end = slice.end();
    }
    return new Scan(Optional.empty(), false);
  }

  /** Returns one repository, if its announcement is served and it is hosted. */
  public Optional<CatalogueEntry> find(RepoAddress address) {
    Filter own =
        Filter.builder()
            .kinds(List.of(Kinds.ANNOUNCEMENT))
            .authors(List.of(address.owner()))
            .tag('d', List.of(address.identifier().text()))
            .limit(1)
            .build();
    return all(own).stream().findFirst().flatMap(this::entry);
  }

  private static Filter filter(CatalogueQuery query) {
    Filter.Builder filter = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT));
    query.owner().ifPresent(owner -> filter.authors(List.of(owner)));
    query.topic().ifPresent(topic -> filter.tag('t', List.of(topic)));
    query.after().ifPresent(after -> filter.until(after.createdAt()));
    return filter.build();
  }

  private static Filter updates(CatalogueQuery query) {
    Filter.Builder filter = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE));
    query.after().ifPresent(after -> filter.until(after.createdAt()));
    return filter.build();
  }

  /** Returns an announcement that the query asks for; its owner and topic are not looked at. */
  Optional<CatalogueEntry> entry(Event event, CatalogueQuery query) {
    return Optional.of(event)
        .filter(one -> query.text().filter(text -> !hasWords(one, text)).isEmpty())
        .flatMap(this::entry)
        .filter(entry -> query.archived().filter(one -> one != entry.archived()).isEmpty());
  }

  static Optional<Event> event(byte[] json) {
    return EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)
        ? Optional.of(event)
        : Optional.empty();
  }

  private static boolean hasWords(Event event, String text) {
    String all =
        Stream.of("d", "name", "description", "t")
            .flatMap(tag -> values(event, tag))
            .reduce("", (one, other) -> one + "\n" + other)
            .toLowerCase(Locale.ROOT);
    return Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+", -1)).allMatch(all::contains);
  }

  private Optional<CatalogueEntry> entry(Event event) {
    return Announcement.of(event).filter(hosted).map(announcement -> entry(event, announcement));
  }

  private CatalogueEntry entry(Event event, Announcement announcement) {
    RepoAddress address = announcement.address();
    Refs refs = repositories.refs(address.identifier()).getOrDefault(address.owner(), Refs.NONE);
    long bytes =
        PackRecord.sharesOf(repositories.packs(address.identifier()))
            .getOrDefault(address.owner(), 0L);
    return new CatalogueEntry(
        address,
        event.id(),
        name(event),
        text(event, "description", DESCRIPTION_CHARS_MAX),
        list(event, "t"),
        list(event, "web"),
        list(event, "relays"),
        euc(event),
        head(refs),
        event.createdAt(),
        updated(event, announcement),
        archived.test(announcement),
        bytes,
        counts(refs));
  }

  /** Returns its name, shortened. */
  static Optional<String> name(Event event) {
    return text(event, "name", NAME_CHARS_MAX);
  }

  private static Optional<String> text(Event event, String tag, int charsMax) {
    return Optional.of(Announcement.text(event, tag))
        .filter(text -> !text.isBlank())
        .map(text -> cut(text, charsMax));
  }

  private static String cut(String text, int charsMax) {
    return text.length() <= charsMax ? text : text.substring(0, charsMax) + "…";
  }

  private static List<String> list(Event event, String tag) {
    return values(event, tag).limit(LIST_MAX).map(text -> cut(text, LIST_CHARS_MAX)).toList();
  }

  static Stream<String> values(Event event, String name) {
    return event.tags().stream()
        .filter(tag -> tag.is(name))
        .flatMap(tag -> tag.items().stream().skip(1));
  }

  /** NIP-34: {@code ["r", commit, "euc"]}. */
  static Optional<String> euc(Event event) {
    return event.tags().stream()
        .filter(tag -> tag.is("r") && tag.items().size() > 2 && tag.items().get(2).equals("euc"))
        .map(Tag::value)
        .filter(text -> Oid.parse(text).isPresent())
        .findFirst();
  }

  private static Optional<CatalogueEntry.Head> head(Refs refs) {
    return refs.head()
        .flatMap(ref ->
            Optional.ofNullable(refs.values().get(ref))
                .map(oid -> new CatalogueEntry.Head(ref, oid)));
  }

  private long updated(Event event, Announcement announcement) {
    return newestState(announcement).map(Event::createdAt).orElse(event.createdAt());
  }

  /** Returns the event that updated an announced repository last. */
  Optional<Event> update(Event event) {
    return Announcement.of(event).map(one -> newestState(one).orElse(event));
  }

  /** Only states of those who may speak for a repository are served. */
  private Optional<Event> newestState(Announcement announcement) {
    SortedSet<PublicKey> authors = new TreeSet<>(announcement.listed());
    authors.add(announcement.author());
    Filter states =
        Filter.builder()
            .kinds(List.of(Kinds.REPO_STATE))
            .authors(authors)
            .tag('d', List.of(announcement.identifier().text()))
            .limit(1)
            .build();
    return all(states).stream().findFirst();
  }

  /** Returns announcements of one identifier, at most this many. */
  List<Event> announcementsOf(Identifier identifier, int max) {
    return announcements('d', identifier.text(), max);
  }

  /** Returns the newest announcements that have a tag of one value, at most this many. */
  List<Event> announcements(char tag, String value, int max) {
    return all(
        Filter.builder()
            .kinds(List.of(Kinds.ANNOUNCEMENT))
            .tag(tag, List.of(value))
            .limit(max)
            .build());
  }

  /** Returns the address of an announced repository that is hosted. */
  Optional<RepoAddress> hosted(Event event) {
    return Announcement.of(event).filter(hosted).map(Announcement::address);
  }

  private List<Event> all(Filter filter) {
    List<Event> found = new ArrayList<>();
    QueryRun run = events.query(List.of(filter), 0);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      slice.events().forEach(one -> event(one.json()).ifPresent(found::add));
      end = slice.end();
    }
    return found;
  }

  private static CatalogueEntry.Counts counts(Refs refs) {
    int branches = 0;
    int tags = 0;
    int pullRequests = 0;
    for (RefName ref : refs.values().keySet()) {
      if (ref.isNostr()) {
        pullRequests++;
      } else if (ref.text().startsWith("refs/tags/")) {
        tags++;
      } else {
        branches++;
      }
    }
    return new CatalogueEntry.Counts(branches, tags, pullRequests);
  }
}
