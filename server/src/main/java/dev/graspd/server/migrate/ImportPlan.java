package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events that an import brings, in their order, and those that it leaves out, with the reasons
 * (operations.md, M-2, M-4, M-8). Pure.
 *
 * @param events in the order in which they are submitted
 * @param own events about the old server itself, if its key is not taken over
 * @param leftOut how many were not brought, by class and reason
 * @param found how many were read, by class; each must be accounted for in the report
 * @param kept ended repositories, to be brought before the deletions that ended them
 * @param deferred deletions that the last pass brings, after what they have ended
 */
public record ImportPlan(
    List<Item> events,
    List<Item> own,
    SortedMap<Category, SortedMap<String, Long>> leftOut,
    SortedMap<Category, Long> found,
    List<Kept> kept,
    List<Item> deferred) {
  /** A class of what is found, as the report counts it. */
  public enum Category {
    DELETIONS,
    ANNOUNCEMENTS,
    STATES,
    ROOTS,
    OTHERS,
    /** Events that waited for their git data at the old server. */
    HELD,
    /** What the old server kept of deleted repositories, and of older versions. */
    KEPT,
    /** Pushes before their event. */
    PLACEHOLDERS,
    REFS,
    OBJECTS;

    /** Returns whether the old server gave it out: leaving it out changes the exit code. */
    public boolean isServed() {
      return switch (this) {
        case DELETIONS, ANNOUNCEMENTS, STATES, ROOTS, OTHERS, REFS -> true;
        case HELD, KEPT, PLACEHOLDERS, OBJECTS -> false;
      };
    }
  }

  /** Where an event is read when it is needed: a million of them would not fit into memory. */
  @FunctionalInterface
  public interface Place {
    Event event() throws IOException;
  }

  /** An event, and how it is counted. */
  public record Item(EventId id, int kind, long createdAt, Category category, Place place) {
    /** Returns an item for an event that was served. */
    public static Item of(Event event, Place place) {
      return new Item(event.id(), event.kind(), event.createdAt(), categoryOf(event.kind()), place);
    }

    Item as(Category other) {
      return new Item(id, kind, createdAt, other, place);
    }
  }

  /** An event that waited, and when its time is over, in seconds since 1970. */
  public record Held(Item item, long until) {}

  /**
   * What was found.
   *
   * @param stored events that the old server served, in any order
   * @param requests deletion requests that it remembered
   * @param held events that waited
   * @param kept how many rows it kept that belong to no ended repository
   * @param superseded how many older versions it kept
   * @param placeholders how many pushes waited for their event
   * @param ended repositories that it kept
   */
  public record Found(
      List<Item> stored,
      List<Item> requests,
      List<Held> held,
      long kept,
      long superseded,
      long placeholders,
      List<Kept> ended) {
    /** Without ended repositories. */
    public Found(
        List<Item> stored,
        List<Item> requests,
        List<Held> held,
        long kept,
        long superseded,
        long placeholders) {
      this(stored, requests, held, kept, superseded, placeholders, List.of());
    }
  }

  /**
   * An ended repository that the old server kept.
   *
   * @param source why it ended, in that server's word
   * @param since when that server ended it, in seconds since 1970
   * @param archive the file with its repository, as that server noted it
   * @param events that are kept with it
   */
  public record Kept(
      RepoAddress repository,
      String source,
      long since,
      Optional<String> archive,
      List<Item> events) {
    public Kept {
      events = List.copyOf(events);
    }

    Kept with(List<Item> more) {
      return new Kept(
          repository,
          source,
          since,
          archive,
          Stream.concat(events.stream(), more.stream()).toList());
    }
  }

  /**
   * What a plan depends on.
   *
   * @param oldKey the key of the old server, if it is not taken over
   * @param retentionSeconds how long ended repositories are kept here
   * @param isLast whether no further pass will bring what was kept
   * @param verifier checks id and signature of a deletion that something is kept for
   */
  public record Circumstances(
      Optional<PublicKey> oldKey,
      long nowSeconds,
      long retentionSeconds,
      boolean isLast,
      Predicate<Event> verifier) {}

  static final String EXPIRED = "its time has run out";
  static final String KEPT = "kept without the repository that it belongs to";
  static final String VANISHED = "its author has vanished: it is erased, not kept";
  static final String BY_LIST = "kept because of a list of the old server: restore it there first";
  static final String AGAIN = "the repository was announced again since";
  static final String NO_DELETION = "the deletion that ended it was not found";
  static final String SUPERSEDED = "older versions are not brought";
  static final String PLACEHOLDER = "a push before its event: push it again";
  static final String NOTE = "notes of the old server about deletions are not needed";

  static final Comparator<Item> ORDER =
      Comparator.comparingInt((Item item) -> rank(item.kind))
          .thenComparingLong(Item::createdAt)
          .thenComparing(Item::id);

  public ImportPlan {
    events = List.copyOf(events);
    own = List.copyOf(own);
    leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    found = Collections.unmodifiableSortedMap(new TreeMap<>(found));
    kept = List.copyOf(kept);
    deferred = List.copyOf(deferred);
  }

  /**
   * Makes the plan.
   *
   * @param oldKey the key of the old server, if it is not taken over
   */
  public static ImportPlan of(Found found, Optional<PublicKey> oldKey, long nowSeconds)
      throws IOException {
    return of(found, new Circumstances(oldKey, nowSeconds, 0, true, _ -> true));
  }

  /** Makes the plan. */
  public static ImportPlan of(Found found, Circumstances now) throws IOException {
    Draft draft = new Draft();
    EndedThere ended = EndedThere.of(found, now);
    for (Item item : found.stored) {
      if (isAboutItself(item, now.oldKey)) {
        draft.own(item);
      } else if (ended.isDeferred(item)) {
        draft.defer(item);
      } else if (ended.isState(item)) {
        draft.count(item);
      } else {
        draft.take(item);
      }
    }
    for (Item item : found.requests) {
      if (rank(item.kind) == 0) {
        draft.take(item.as(Category.DELETIONS));
      } else {
        draft.leaveOut(Category.KEPT, NOTE, 1);
      }
    }
    for (Held one : found.held) {
      if (one.until > now.nowSeconds) {
        draft.take(one.item.as(Category.HELD));
      } else if (!draft.isKnown(one.item)) {
        draft.leaveOut(Category.HELD, EXPIRED, 1);
      }
    }
    draft.leaveOut(Category.KEPT, KEPT, found.kept);
    draft.leaveOut(Category.KEPT, SUPERSEDED, found.superseded);
    draft.leaveOut(Category.PLACEHOLDERS, PLACEHOLDER, found.placeholders);
    ended.leftOut().forEach((reason, count) -> draft.leaveOut(Category.KEPT, reason, count));
    ended.kept().forEach(draft::keep);
    return draft.plan();
  }

  /** A plan while what was read is sorted. For one thread. */
  private static final class Draft {
    private final Map<EventId, Item> items = new HashMap<>();
    private final Map<EventId, Item> own = new HashMap<>();
    private final SortedMap<Category, SortedMap<String, Long>> leftOut = new TreeMap<>();
    private final SortedMap<Category, Long> found = new TreeMap<>();
    private final Map<EventId, Item> deferred = new HashMap<>();
    private final Set<EventId> counted = new HashSet<>();
    private final List<Kept> kept = new ArrayList<>();

    boolean isKnown(Item item) {
      return items.containsKey(item.id)
          || own.containsKey(item.id)
          || deferred.containsKey(item.id)
          || counted.contains(item.id);
    }

    void defer(Item item) {
      if (!isKnown(item)) {
        deferred.put(item.id, item);
        count(item.category, 1);
      }
    }

    /** Counts an event that comes with its kept repository. */
    void count(Item item) {
      if (counted.add(item.id)) {
        count(item.category, 1);
      }
    }

    void keep(Kept one) {
      kept.add(one);
      one.events.forEach(this::count);
    }

    /** An event that was read twice counts once, as what it was first. */
    void take(Item item) {
      if (!isKnown(item)) {
        items.put(item.id, item);
        count(item.category, 1);
      }
    }

    void own(Item item) {
      if (!isKnown(item)) {
        own.put(item.id, item);
        count(item.category, 1);
      }
    }

    void leaveOut(Category category, String reason, long many) {
      if (many > 0) {
        leftOut.computeIfAbsent(category, _ -> new TreeMap<>()).merge(reason, many, Long::sum);
        count(category, many);
      }
    }

    private void count(Category category, long many) {
      found.merge(category, many, Long::sum);
    }

    ImportPlan plan() {
      return new ImportPlan(
          items.values().stream().sorted(ORDER).toList(),
          own.values().stream().sorted(ORDER).toList(),
          leftOut,
          found,
          kept,
          deferred.values().stream().sorted(ORDER).toList());
    }
  }

  private static boolean isAboutItself(Item item, Optional<PublicKey> oldKey) throws IOException {
    return (item.kind == Kinds.METADATA || item.kind == Kinds.RELAY_LIST)
        && oldKey.equals(Optional.of(item.place.event().author()));
  }

  private static int rank(int kind) {
    return switch (kind) {
      case Kinds.VANISH, Kinds.DELETION -> 0;
      case Kinds.ANNOUNCEMENT -> 1;
      case Kinds.REPO_STATE -> 2;
      case Kinds.PATCH, Kinds.PULL_REQUEST, Kinds.ISSUE -> 3;
      default -> 4;
    };
  }

  private static Category categoryOf(int kind) {
    return switch (rank(kind)) {
      case 0 -> Category.DELETIONS;
      case 1 -> Category.ANNOUNCEMENTS;
      case 2 -> Category.STATES;
      case 3 -> Category.ROOTS;
      default -> Category.OTHERS;
    };
  }
}
