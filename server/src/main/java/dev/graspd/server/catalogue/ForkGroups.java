package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts repositories of one project together (W-61): those that name the same earliest unique
 * commit, and of those that name none, those of one identifier. For one part of the list.
 */
public final class ForkGroups {
  /** Others that a row names. */
  public static final int OTHERS_MAX = 20;

  /** What repositories of one row have in common, as their owners say. */
  public enum Common {
    EARLIEST_COMMIT('r'),
    IDENTIFIER('d');

    private final char tag;

    Common(char tag) {
      this.tag = tag;
    }
  }

  /** A repository that is named in the row of another one. */
  public record Fork(RepoAddress address, Optional<String> name) {}

  /**
   * One row.
   *
   * @param newest the one that was announced or updated last, as the query asks
   * @param others the next ones, at most {@link #OTHERS_MAX}
   * @param isCut whether there may be more
   */
  public record Group(CatalogueEntry newest, Common common, List<Fork> others, boolean isCut) {
    public Group {
      others = List.copyOf(others);
    }
  }

  /**
   * A part of the list.
   *
   * @param next where the next part begins; empty at the end
   * @param cut whether it ends here because {@link Catalogue#SCANNED_MAX} announcements were read
   */
  public record Part(List<Group> groups, Optional<ListPosition> next, boolean cut) {
    public Part {
      groups = List.copyOf(groups);
    }

    /** Returns the owners of all repositories that are named. */
    public SortedSet<PublicKey> owners() {
      SortedSet<PublicKey> owners = new TreeSet<>();
      for (Group group : groups) {
        owners.add(group.newest.address().owner());
        group.others.forEach(fork -> owners.add(fork.address().owner()));
      }
      return owners;
    }

    /** Returns a part in which each repository has its own row. */
    public static Part apart(Catalogue.Part part) {
      return new Part(
          part.entries().stream()
              .map(entry -> new Group(entry, Common.IDENTIFIER, List.of(), false))
              .toList(),
          part.next(),
          part.cut());
    }
  }

  private record Key(Common common, String value) {
    static Optional<Key> of(Event announcement) {
      return Catalogue.euc(announcement)
          .map(euc -> new Key(Common.EARLIEST_COMMIT, euc))
          .or(() ->
              Catalogue.values(announcement, "d")
                  .findFirst()
                  .map(identifier -> new Key(Common.IDENTIFIER, identifier)));
    }
  }

  private record Member(Event announcement, Fork fork) {}

  /** The newest of a group, in the order of the query. */
  private record Members(List<Member> hosted, boolean isCut) {}

  private final Catalogue catalogue;
  private final CatalogueQuery query;
  private final List<Group> found = new ArrayList<>();
  private final Map<Key, Members> known = new HashMap<>();

  ForkGroups(Catalogue catalogue, CatalogueQuery query) {
    this.catalogue = catalogue;
    this.query = query;
  }

  int size() {
    return found.size();
  }

  List<Group> found() {
    return found;
  }

  /** Adds a row, unless a newer one has this repository; returns how many announcements it read. */
  int add(Event announcement) {
    Optional<Key> key = Key.of(announcement);
    if (key.isEmpty()) {
      return 1;
    }
    int read = 1;
    Members members = known.get(key.get());
    if (members == null) {
      List<Event> all = announcements(key.get());
      read += all.size();
      members = members(key.get(), all);
      known.put(key.get(), members);
    }
    add(announcement, key.get(), members);
    return read;
  }

  private List<Event> announcements(Key key) {
    return catalogue.announcements(key.common.tag, key.value, OTHERS_MAX + 1);
  }

  private Members members(Key key, List<Event> all) {
    List<Member> hosted = new ArrayList<>();
    for (Event one : all) {
      if (Key.of(one).filter(key::equals).isPresent()) {
        catalogue
            .hosted(one)
            .map(address -> new Member(one, new Fork(address, Catalogue.name(one))))
            .ifPresent(hosted::add);
      }
    }
    return new Members(ordered(hosted), all.size() > OTHERS_MAX);
  }

  /** They were read in the order of their announcements. */
  private List<Member> ordered(List<Member> announced) {
    return switch (query.sort()) {
      case ANNOUNCED -> announced;
      case UPDATED -> {
        SortedMap<Updated, Member> updated = new TreeMap<>();
        for (Member one : announced) {
          Event update = catalogue.update(one.announcement).orElse(one.announcement);
          updated.put(new Updated(update.createdAt(), update.id(), one.announcement.author()), one);
        }
        yield List.copyOf(updated.values());
      }
    };
  }

  /** The place of a repository in the list by the last update, as {@link UpdatedList} has it. */
  private record Updated(long at, EventId by, PublicKey owner) implements Comparable<Updated> {
    private static final Comparator<Updated> NEWEST_FIRST =
        Comparator.comparingLong(Updated::at)
            .reversed()
            .thenComparing(Updated::by)
            .thenComparing(Updated::owner);

    @Override
    public int compareTo(Updated other) {
      return NEWEST_FIRST.compare(this, other);
    }
  }

  private void add(Event announcement, Key key, Members members) {
    List<Member> all = members.hosted;
    boolean isBelowAnother =
        !all.isEmpty() && !all.getFirst().announcement.id().equals(announcement.id());
    if (!isBelowAnother) {
      List<Fork> others = all.stream().skip(1).map(Member::fork).toList();
      catalogue
          .entry(announcement, query)
          .ifPresent(entry -> found.add(new Group(entry, key.common, others, members.isCut)));
    }
  }
}
