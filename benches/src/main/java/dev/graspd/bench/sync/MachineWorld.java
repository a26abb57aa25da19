package dev.graspd.bench.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Followed repositories, each on two of some relays; the same in every run. */
final class MachineWorld {
  private static final long SEED = 0x67726173_70640005L;
  private static final String OWNER = Signer.named("bench sync").publicKey().hex();
  private static final Signer AUTHOR = Signer.named("bench sync author");

  private final MachineHub hub;
  private final int repositories;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Follows so many repositories with so many roots from the start. */
  MachineWorld(boolean withLinks, int repositories, int relays, int roots) {
    this.hub = new MachineHub(withLinks, relays);
    this.repositories = repositories;
    List<RelayUrl> urls =
        IntStream.range(0, relays)
            .mapToObj(i -> RelayUrl.parse("wss://relay-" + i + ".example").orElseThrow())
            .toList();
    for (int i = 0; i < repositories; i++) {
      hub.add(
          new SyncInput.Announced(
              address(i),
              id(),
              SyncLevel.FULL,
              List.of(urls.get(i % relays), urls.get((i + 1) % relays))));
    }
    for (int i = 0; i < roots; i++) {
      hub.add(root());
    }
    hub.tell(new SyncInput.LogRead());
    // Relays are dialled a few at a time.
    for (int i = 0; i < relays; i++) {
      hub.pass();
    }
    check(roots);
  }

  private void check(int roots) {
    long confirmed = hub.confirmed();
    if (confirmed < 2L * (repositories + roots)) {
      throw new IllegalStateException("only " + confirmed + " items are followed");
    }
  }

  private static RepoAddress address(int repository) {
    return RepoAddress.parse("30617:" + OWNER + ":repository-" + repository).orElseThrow();
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
