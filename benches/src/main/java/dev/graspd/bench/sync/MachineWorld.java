package dev.graspd.bench.sync;

import dev.graspd.bench.sync.MachineHub.Relays;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Followed repositories, each on two of some relays; the same in every run. */
final class MachineWorld {
  private static final long SEED = 0x67726173_70640005L;
  private static final String OWNER = Signer.named("bench sync").publicKey().hex();
  private static final Signer AUTHOR = Signer.named("bench sync author");

  private static final String NAME = "repository-";

  private final MachineHub hub;
  private final List<RelayUrl> urls;
  private final int repositories;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Follows so many repositories with so many roots from the start. */
  MachineWorld(boolean withLinks, int repositories, int relays, int roots) {
    this(withLinks ? Relays.LINKED : Relays.AGREEABLE, repositories, relays);
    for (int i = 0; i < roots; i++) {
      hub.add(root());
    }
    hub.pass();
    check(roots);
  }

  private MachineWorld(Relays kind, int repositories, int relays) {
    this.hub = new MachineHub(kind, relays, this::family);
    this.repositories = repositories;
    this.urls =
        IntStream.range(0, relays)
            .mapToObj(i -> RelayUrl.parse("wss://relay-" + i + ".example").orElseThrow())
            .toList();
    for (int i = 0; i < repositories; i++) {
      hub.add(family(address(i).identifier()));
    }
    hub.tell(new SyncInput.LogRead());
    // Relays are dialled a few at a time.
    for (int i = 0; i < relays; i++) {
      hub.pass();
    }
  }

  /** So many repositories of relays that cannot be reached. */
  static MachineWorld away(int repositories, int relays) {
    MachineWorld world = new MachineWorld(Relays.AWAY, repositories, relays);
    if (world.hub.families() != repositories || world.confirmed() > 0) {
      throw new IllegalStateException("not every repository is known, or a relay was reached");
    }
    return world;
  }

  /** What the store has of a family; nothing keeps it. */
  private SyncInput.Family family(Identifier name) {
    int number = Integer.parseInt(name.text().substring(NAME.length()));
    List<RelayUrl> named =
        List.of(urls.get(number % urls.size()), urls.get((number + 1) % urls.size()));
    return new SyncInput.Family(
        name, new TreeMap<>(Map.of(address(number), new Wanted(SyncLevel.FULL, named))));
  }

  int families() {
    return hub.families();
  }

  private void check(int roots) {
    long confirmed = hub.confirmed();
    if (confirmed < 2L * (repositories + roots)) {
      throw new IllegalStateException("only " + confirmed + " items are followed");
    }
  }

  private static RepoAddress address(int repository) {
    return RepoAddress.parse("30617:" + OWNER + ":" + NAME + repository).orElseThrow();
  }

  private EventId id() {
    return EventId.ofWords(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }

  /** Returns a new root of some repository. */
  SyncInput.RootSeen root() {
    return new SyncInput.RootSeen(
        id(), new TreeSet<>(List.of(address(random.nextInt(repositories)))));
  }

  /** Adds new roots, each in its own window; all must be followed in the end. */
  void takeRoots(List<SyncInput.RootSeen> roots) {
    roots.forEach(hub::tell);
  }

  long confirmed() {
    return hub.confirmed();
  }

  /** Returns an unsigned comment from some relay; nothing here checks signatures. */
  Runnable comment() {
    Event event =
        EventBuilder.kind(1111)
            .tag("a", address(random.nextInt(repositories)).toString())
            .content(Long.toString(random.nextLong()))
            .unsignedBy(AUTHOR);
    return hub.delivery(event);
  }
}
