package dev.graspd.sim.sync;

import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Our own server, as far as sync sees it: what it takes, keeps and remembers. It outlives restarts.
 */
final class SimServer implements Home {
  static final RelayUrl OWN = RelayUrl.parse("wss://us.example.org").orElseThrow();
  private static final Signature FORGED = Signature.of(forgedBytes());
  private static final Set<Integer> ROOTS = Set.of(Kinds.PATCH, Kinds.PULL_REQUEST, Kinds.ISSUE);

  final Map<EventId, Event> served = new LinkedHashMap<>();
  final Map<EventId, Event> unwanted = new TreeMap<>();
  final Map<EventId, Event> orphans = new LinkedHashMap<>();
  private final Consumer<SyncInput> log;
  private final BooleanSupplier followsAll;

  /**
   * An empty server.
   *
   * @param followsAll whether repositories that name no other relay are followed too
   */
  SimServer(Consumer<SyncInput> log, BooleanSupplier followsAll) {
    this.log = log;
    this.followsAll = followsAll;
  }

  private static byte[] forgedBytes() {
    byte[] bytes = new byte[Signature.BYTES];
    bytes[0] = 1;
    return bytes;
  }

  /** Signatures are not computed here: a forged one is marked. */
  static Event forge(Event event) {
    return event.body().signed(event.id(), FORGED);
  }

  @Override
  public SyncOutcome submit(Event event, EventSource source) {
    return submit(event);
  }

  SyncOutcome submit(Event event) {
    if (event.signature().equals(FORGED)) {
      return SyncOutcome.FORGED;
    }
    if (served.containsKey(event.id())) {
      return SyncOutcome.KNOWN;
    }
    if (served.values().stream()
        .anyMatch(other ->
            SimRelay.isSameAddress(other, event) && Event.NEWEST_FIRST.compare(other, event) < 0)) {
      unwanted.put(event.id(), event);
      return SyncOutcome.KNOWN;
    }
    if (!isWelcome(event)) {
      refuse(event);
      return SyncOutcome.REFUSED;
    }
    store(event);
    return SyncOutcome.STORED;
  }

  /** An event that only lacks another one is tried again when that is here. */
  private void refuse(Event event) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      unwanted.put(event.id(), event);
    } else {
      orphans.put(event.id(), event);
    }
  }

  private void store(Event event) {
    for (Event other : List.copyOf(served.values())) {
      if (SimRelay.isSameAddress(other, event)) {
        served.remove(other.id());
        unwanted.put(other.id(), other);
      }
    }
    served.put(event.id(), event);
    unwanted.remove(event.id());
    inputOf(event).ifPresent(log);
    for (Event orphan : List.copyOf(orphans.values())) {
      if (orphans.containsKey(orphan.id()) && isWelcome(orphan)) {
        orphans.remove(orphan.id());
        SyncOutcome _ = submit(orphan);
      }
    }
  }

  /** The owner deletes it here; what hangs on it stays, as it may hang on others. */
  void delete(Event event) {
    if (served.remove(event.id()) != null) {
      unwanted.put(event.id(), event);
      log.accept(
          isRoot(event)
              ? new SyncInput.RootGone(event.id())
              : family(Identifier.ofRepositoryEvent(event).orElseThrow()));
    }
  }

  boolean isWelcome(Event event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT ->
          !unwanted.containsKey(event.id())
              && Announcement.of(event).filter(SimServer::namesUs).isPresent();
      case Kinds.GRASP_LIST -> true;
      case Kinds.REPO_STATE ->
          announcements().stream()
              .anyMatch(one ->
                  event
                      .tag("d")
                      .filter(d -> d.value().equals(one.identifier().text()))
                      .isPresent());
      default -> event.tags().stream().anyMatch(this::refersToUs);
    };
  }

  static boolean namesUs(Announcement announcement) {
    return announcement.relayUrls().contains(OWN.text());
  }

  private boolean refersToUs(Tag tag) {
    if (!tag.isIndexed() || "aAeEq".indexOf(tag.letter()) < 0) {
      return false;
    }
    String value = tag.value();
    return value.length() == 64
        ? served.containsKey(EventId.parse(value))
        : announcements().stream().anyMatch(one -> one.address().toString().equals(value));
  }

  List<Announcement> announcements() {
    List<Announcement> all = new ArrayList<>();
    served.values().forEach(event -> Announcement.of(event).ifPresent(all::add));
    return all;
  }

  /** Returns an event that is served. */
  Event served(EventId id) {
    return Objects.requireNonNull(served.get(id), "not served");
  }

  static boolean isRoot(Event event) {
    return ROOTS.contains(event.kind());
  }

  static SortedSet<RepoAddress> repositories(Event root) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    for (Tag tag : root.tags()) {
      if (tag.is("a")) {
        RepoAddress.parse(tag.value()).ifPresent(named::add);
      }
    }
    return named;
  }

  static List<RelayUrl> relays(Announcement announcement) {
    return announcement.relayUrls().stream()
        .flatMap(text -> RelayUrl.parse(text).stream())
        .filter(url -> !url.equals(OWN))
        .toList();
  }

  private Optional<SyncInput> inputOf(Event event) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return Announcement.of(event)
          .map(one ->
              followsAll.getAsBoolean() || !relays(one).isEmpty()
                  ? family(one.identifier())
                  : new SyncInput.Announced(one.identifier()));
    }
    return isRoot(event)
        ? Optional.of(new SyncInput.RootSeen(event.id(), repositories(event)))
        : Optional.empty();
  }

  private SyncInput family(Identifier name) {
    return families(List.of(name)).getFirst();
  }

  private List<SyncInput> families(Collection<Identifier> names) {
    Map<Identifier, SortedMap<RepoAddress, Wanted>> wanted = new TreeMap<>();
    names.forEach(name -> wanted.put(name, new TreeMap<>()));
    for (Announcement one : announcements()) {
      SortedMap<RepoAddress, Wanted> family = wanted.get(one.identifier());
      if (family != null) {
        family.put(one.address(), new Wanted(SyncLevel.FULL, relays(one)));
      }
    }
    List<SyncInput> told = new ArrayList<>();
    wanted.forEach((name, family) -> told.add(new SyncInput.Family(name, family)));
    return told;
  }

  @Override
  public List<SyncInput> fromStart() {
    return families(announcements().stream().map(Announcement::identifier).toList());
  }

  @Override
  public List<SyncInput> read(SyncAction.Read request) {
    List<SyncInput> inputs = new ArrayList<>();
    switch (request) {
      case SyncAction.ReadFamilies(var relay, var reading, var names) -> {
        inputs.addAll(families(names));
        inputs.add(new SyncInput.FamiliesRead(relay, reading));
      }
      case SyncAction.ReadFamily(var name) -> inputs.addAll(families(List.of(name)));
      case SyncAction.ReadRoots(var repositories, _) -> {
        for (Event event : served.values()) {
          if (isRoot(event) && !Collections.disjoint(repositories(event), repositories)) {
            inputs.add(new SyncInput.RootSeen(event.id(), repositories(event)));
          }
        }
      }
    }
    return inputs;
  }

  /** Kept in memory only, as the caches are. */
  void restart() {
    orphans.clear();
  }

  @Override
  public ItemSet set(Filter filter) {
    SummarySet set = new SummarySet();
    served.values().stream().filter(filter::matches).forEach(event -> set.add(item(event)));
    if (filter.tags().isEmpty()) {
      unwanted.values().stream().filter(filter::matches).forEach(event -> set.add(item(event)));
    }
    return set.snapshot();
  }

  private static Item item(Event event) {
    return new Item(event.createdAt(), event.id());
  }

  @Override
  public List<EventId> sift(List<EventId> ids, EventSource source) {
    return ids.stream().filter(id -> !served.containsKey(id) && !unwanted.containsKey(id)).toList();
  }

  @Override
  public SortedSet<EventId> threads(SortedSet<EventId> roots) {
    return SimThreads.below(roots, served.values());
  }
}
