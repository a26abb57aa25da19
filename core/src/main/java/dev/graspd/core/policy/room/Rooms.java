package dev.graspd.core.policy.room;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.store.Waiting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * How much may wait for git data, and where. Each identifier has rooms: one for each served
 * repository, which its maintainers alone can use; one for repositories that are not served yet;
 * one for pull requests. The last two are for strangers, who also share one room over all
 * identifiers. A full room refuses new events. Lapsed events do not count, and leave before the
 * room overflows.
 */
public final class Rooms {
  /** Announcements and states of one key for a repository that is not served yet. */
  public static final int NEW_REPOSITORY_EVENTS_PER_KEY = 2;

  /** The part of the pull requests of an identifier that one key may have. */
  public static final int KEY_SHARE = 64;

  /** The part of what others leave of a room that one address may use, and one key of all rooms. */
  public static final int ADDRESS_SHARE = 8;

  /** The part of what others leave of a room that one larger network may use. */
  public static final int SITE_SHARE = 4;

  private Rooms() {}

  /**
   * How large the rooms are.
   *
   * @param repository of a served repository
   * @param identifier of strangers, for one identifier: for new repositories, and for pull requests
   * @param all of strangers, over all identifiers
   */
  public record Sizes(Load repository, Load identifier, Load all) {}

  /** A number of events, and the bytes of heap that they take when parsed. */
  public record Load(long events, long bytes) {
    public static final Load NONE = new Load(0, 0);

    public Load plus(Load other) {
      return new Load(events + other.events, bytes + other.bytes);
    }

    public Load minus(Load other) {
      return new Load(events - other.events, bytes - other.bytes);
    }

    public static Load of(Waiting row) {
      return new Load(1, row.heapBytes());
    }

    boolean isWithin(Load size) {
      return events <= size.events && bytes <= size.bytes;
    }

    private Load dividedBy(int parts) {
      return new Load(events / parts, bytes / parts);
    }
  }

  /** The waiting events of a room: in all, and of the author and sender of an event. */
  public record Occupancy(Load all, Load ofKey, Load ofAddress, Load ofSite) {

    public static Occupancy of(Collection<Waiting> rows, Waiting asking) {
      Waiting.Sender from = asking.from();
      return new Occupancy(
          load(rows, _ -> true),
          load(rows, row -> row.author().equals(asking.author())),
          load(rows, row -> row.from().address() == from.address()),
          load(rows, row -> row.from().site() == from.site()));
    }

    private static Load load(Collection<Waiting> rows, Predicate<Waiting> isCounted) {
      return rows.stream().filter(isCounted).map(Load::of).reduce(Load.NONE, Load::plus);
    }
  }

  /** Whether an event may begin to wait. */
  public sealed interface Answer {
    /**
     * It may.
     *
     * @param belongs whether in the room of a served repository
     * @param replaced an older state of the same author whose place it takes
     */
    record Welcome(boolean belongs, Optional<EventId> replaced) implements Answer {}

    record Full(Reason why) implements Answer {}
  }

  /**
   * Decides on an event.
   *
   * @param asking its row; whether it belongs is decided here
   * @param served the members of each served repository of its identifier
   * @param held the held events of its identifier
   * @param strangers waiting events of strangers over all identifiers
   */
  public static Answer decide(
      Waiting asking,
      Collection<SortedSet<PublicKey>> served,
      Collection<Waiting> held,
      Occupancy strangers,
      Sizes sizes) {
    List<Waiting> waiting =
        held.stream()
            .filter(row -> !row.until().lapsed() && !row.id().equals(asking.id()))
            .toList();
    if (asking.isPullRequest()) {
      return pullRequest(asking, waiting, strangers, sizes);
    }
    List<SortedSet<PublicKey>> own =
        served.stream().filter(members -> members.contains(asking.author())).toList();
    return own.isEmpty()
        ? newRepository(asking, waiting, strangers, sizes)
        : ofRepository(asking, own, waiting, sizes);
  }

  /** One repository of its author with a place left is enough: others cannot take all of them. */
  private static Answer ofRepository(
      Waiting asking, List<SortedSet<PublicKey>> own, List<Waiting> waiting, Sizes sizes) {
    boolean fits =
        own.stream()
            .map(members ->
                Occupancy.load(waiting, row -> !row.isStranger() && members.contains(row.author())))
            .anyMatch(used -> hasPlace(used, asking, sizes.repository()));
    return fits
        ? new Answer.Welcome(true, Optional.empty())
        : new Answer.Full(EventReason.TOO_MANY_STATES_HELD);
  }

  private static Answer newRepository(
      Waiting asking, List<Waiting> waiting, Occupancy strangers, Sizes sizes) {
    List<Waiting> room =
        waiting.stream().filter(row -> row.isStranger() && !row.isPullRequest()).toList();
    List<Waiting> ofKey =
        room.stream().filter(row -> row.author().equals(asking.author())).toList();
    if (ofKey.size() < NEW_REPOSITORY_EVENTS_PER_KEY) {
      return stranger(asking, room, sizes.identifier(), strangers, sizes, Optional.empty());
    }
    Optional<Waiting> older = olderState(asking, ofKey);
    if (older.isEmpty()) {
      return new Answer.Full(EventReason.TOO_MANY_HELD_OF_KEY);
    }
    List<Waiting> rest = room.stream().filter(row -> !row.equals(older.get())).toList();
    return stranger(asking, rest, sizes.identifier(), strangers, sizes, older.map(Waiting::id));
  }

  /** A newer state of the same author takes the place of the older one. */
  private static Optional<Waiting> olderState(Waiting asking, List<Waiting> ofKey) {
    return ofKey.stream()
        .filter(row -> row.kind() == asking.kind() && row.createdAt() < asking.createdAt())
        .min(Comparator.comparingLong(Waiting::createdAt).thenComparing(Waiting::id));
  }

  private static Answer pullRequest(
      Waiting asking, List<Waiting> waiting, Occupancy strangers, Sizes sizes) {
    List<Waiting> room = waiting.stream().filter(Waiting::isPullRequest).toList();
    Load ofKey = Occupancy.of(room, asking).ofKey();
    return hasPlace(ofKey, asking, sizes.identifier().dividedBy(KEY_SHARE))
        ? stranger(asking, room, sizes.identifier(), strangers, sizes, Optional.empty())
        : new Answer.Full(EventReason.TOO_MANY_HELD_OF_KEY);
  }

  private static Answer stranger(
      Waiting asking,
      List<Waiting> room,
      Load size,
      Occupancy strangers,
      Sizes sizes,
      Optional<EventId> replaced) {
    Optional<Reason> here = refusal(asking, Occupancy.of(room, asking), size);
    Optional<Reason> anywhere = refusal(asking, strangers, sizes.all());
    return here.or(() -> anywhere.or(() -> ofKey(asking, strangers.ofKey(), sizes.all())))
        .<Answer>map(Answer.Full::new)
        .orElseGet(() -> new Answer.Welcome(false, replaced));
  }

  private static Optional<Reason> refusal(Waiting asking, Occupancy used, Load size) {
    if (!used.all().plus(Load.of(asking)).isWithin(size)) {
      return Optional.of(EventReason.TOO_MANY_HELD);
    }
    Waiting.Sender from = asking.from();
    boolean tooMany =
        (from.address() != Waiting.Sender.UNKNOWN
                && !hasShare(used.ofAddress(), used.all(), asking, size, ADDRESS_SHARE))
            || (from.site() != Waiting.Sender.UNKNOWN
                && !hasShare(used.ofSite(), used.all(), asking, size, SITE_SHARE));
    return tooMany ? Optional.of(EventReason.TOO_MANY_HELD_FROM_ADDRESS) : Optional.empty();
  }

  /** A new repository always has room for its announcement and a state. */
  private static Optional<Reason> ofKey(Waiting asking, Load ofKey, Load size) {
    return ofKey.events() < NEW_REPOSITORY_EVENTS_PER_KEY
            || hasPlace(ofKey, asking, size.dividedBy(ADDRESS_SHARE))
        ? Optional.empty()
        : Optional.of(EventReason.TOO_MANY_HELD_OF_KEY);
  }

  private static boolean hasShare(Load own, Load all, Waiting asking, Load size, int share) {
    Load others = all.minus(own);
    return hasPlace(own, asking, size.minus(others).dividedBy(share));
  }

  /** The first one always has a place. */
  private static boolean hasPlace(Load own, Waiting asking, Load share) {
    return own.events() == 0 || own.plus(Load.of(asking)).isWithin(share);
  }

  /**
   * Returns the lapsed events that must leave because a room is too full, in the order in which
   * they would leave anyway.
   *
   * @param held the held events of one identifier
   * @param servedRepositories how many of its repositories are served
   */
  public static List<Waiting> surplus(
      Collection<Waiting> held, int servedRepositories, Sizes sizes) {
    Load repository = sizes.repository();
    Load ofRepositories =
        new Load(
            repository.events() * Math.max(1, servedRepositories),
            repository.bytes() * Math.max(1, servedRepositories));
    List<Waiting> surplus = new ArrayList<>();
    surplus.addAll(surplus(held, Waiting::isPullRequest, sizes.identifier()));
    surplus.addAll(
        surplus(held, row -> row.isStranger() && !row.isPullRequest(), sizes.identifier()));
    surplus.addAll(surplus(held, row -> !row.isStranger(), ofRepositories));
    return surplus;
  }

  private static List<Waiting> surplus(
      Collection<Waiting> held, Predicate<Waiting> isInRoom, Load size) {
    Load used = Occupancy.load(held, isInRoom);
    List<Waiting> surplus = new ArrayList<>();
    for (Waiting row :
        held.stream()
            .filter(row -> isInRoom.test(row) && row.until().lapsed())
            .sorted(LEAVES_FIRST)
            .toList()) {
      if (used.isWithin(size)) {
        break;
      }
      used = used.minus(Load.of(row));
      surplus.add(row);
    }
    return surplus;
  }

  /** The order in which lapsed events leave. */
  public static final Comparator<Waiting> LEAVES_FIRST =
      Comparator.<Waiting>comparingLong(row -> row.until().deadlineNanos())
          .thenComparing(Waiting::id);
}
