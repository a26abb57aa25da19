package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RepoSyncIndexTest {
  private static final RelayUrl ONE = relay("one");
  private static final RelayUrl TWO = relay("two");
  private static final RelayUrl BOOT = relay("boot");

  private static RelayUrl relay(String name) {
    return RelayUrl.parse("wss://" + name + ".example.org").orElseThrow();
  }

  private static EventId id(long number) {
    return EventId.ofWords(7, 7, 7, number);
  }

  private static RepoAddress repo(int owner, String name) {
    return new RepoAddress(PublicKey.parse("%064x".formatted(owner)), new Identifier(name));
  }

  private static SyncItem full(RepoAddress repo) {
    return new SyncItem.OfRepo(repo, SyncLevel.FULL);
  }

  private static SyncItem states(RepoAddress repo) {
    return new SyncItem.OfRepo(repo, SyncLevel.STATE_ONLY);
  }

  private static SyncItem root(long number) {
    return new SyncItem.OfRoot(id(number));
  }

  /** What the changes add up to. */
  private static final class Followed {
    private final SortedMap<RelayUrl, SortedSet<SyncItem>> targets = new TreeMap<>();

    SortedSet<SyncItem> at(RelayUrl relay) {
      return targets.getOrDefault(relay, Collections.emptySortedSet());
    }

    Followed take(RepoSyncIndex index) {
      TargetChanges changes = index.takeChanges();
      changes
          .removed()
          .forEach((relay, items) ->
              items.forEach(item ->
                  assertThat(targets.get(relay).remove(item))
                      .as("%s at %s", item, relay)
                      .isTrue()));
      changes
          .added()
          .forEach((relay, items) ->
              items.forEach(item ->
                  assertThat(targets.computeIfAbsent(relay, _ -> new TreeSet<>()).add(item))
                      .as("%s at %s", item, relay)
                      .isTrue()));
      targets.values().removeIf(SortedSet::isEmpty);
      return this;
    }
  }

  private final RepoSyncIndex index = indexWith(BOOT, ONE, TWO);
  private final Followed followed = new Followed();

  private static RepoSyncIndex indexWith(RelayUrl... open) {
    RepoSyncIndex index = new RepoSyncIndex(new TreeSet<>(List.of(BOOT)));
    List.of(open).forEach(index::open);
    return index;
  }

  private static Wanted wanted(SyncLevel level, RelayUrl... relays) {
    return new Wanted(level, List.of(relays));
  }

  private void family(String name, Map<RepoAddress, Wanted> repositories) {
    index.family(new Identifier(name), new TreeMap<>(repositories));
  }

  private void root(long number, RepoAddress... named) {
    index.rootSeen(id(number), new TreeSet<>(List.of(named)));
  }

  @Test
  void repositoryIsWantedFromItsRelaysAndItsStatesFromBootstrapRelays() {
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE, TWO)));
    root(2, repo(1, "a"));
    followed.take(index);
    assertThat(followed.at(ONE)).containsExactly(full(repo(1, "a")), root(2));
    assertThat(followed.at(BOOT)).containsExactly(states(repo(1, "a")));
  }

  @Test
  void newerAnnouncementReplacesTheRelays() {
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE)));
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, TWO)));
    followed.take(index);
    assertThat(followed.at(ONE)).isEmpty();
    assertThat(followed.at(TWO)).containsExactly(full(repo(1, "a")));
  }

  @Test
  void heldAnnouncementWantsStatesOnlyUntilItIsReleased() {
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.STATE_ONLY, ONE)));
    root(2, repo(1, "a"));
    assertThat(index.takeRootsUnread()).isEmpty();
    assertThat(followed.take(index).at(ONE)).containsExactly(states(repo(1, "a")));
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE)));
    assertThat(index.takeRootsUnread()).containsExactly(repo(1, "a"));
    root(2, repo(1, "a"));
    assertThat(followed.take(index).at(ONE)).containsExactly(full(repo(1, "a")), root(2));
  }

  @Test
  void rootsAreReadOnceAndForgottenWithTheirRepository() {
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE)));
    assertThat(index.takeRootsUnread()).containsExactly(repo(1, "a"));
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, TWO)));
    assertThat(index.takeRootsUnread()).isEmpty();
    root(2, repo(1, "a"));
    assertThat(index.roots()).isOne();
    family("a", Map.of());
    assertThat(index.roots()).isZero();
    assertThat(index.repositories()).isZero();
    assertThat(followed.take(index).targets).isEmpty();
  }

  @Test
  void rootOfARepositoryThatIsNotHereIsNotKept() {
    root(2, repo(1, "a"));
    assertThat(index.roots()).isZero();
  }

  @Test
  void rootOfTwoRepositoriesStaysWhenOneOfThemGoes() {
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE)));
    family("b", Map.of(repo(1, "b"), wanted(SyncLevel.FULL, ONE)));
    root(3, repo(1, "a"), repo(1, "b"));
    family("a", Map.of());
    assertThat(followed.take(index).at(ONE)).containsExactly(full(repo(1, "b")), root(3));
    family("b", Map.of());
    assertThat(followed.take(index).at(ONE)).isEmpty();
  }

  @Test
  void announcementWithoutRepositoryIsFollowedOnTheRelaysOfItsFamily() {
    Wanted first = wanted(SyncLevel.FULL, ONE);
    family("a", Map.of(repo(1, "a"), first, repo(2, "a"), wanted(SyncLevel.FULL)));
    assertThat(followed.take(index).at(ONE)).contains(full(repo(2, "a")));
    family("a", Map.of(repo(2, "a"), wanted(SyncLevel.FULL)));
    assertThat(followed.take(index).at(ONE)).isEmpty();
  }

  @Test
  void whatNoRelayAtWorkNeedsIsNotInMemory() {
    RelayUrl away = relay("away");
    family("a", Map.of(repo(1, "a"), wanted(SyncLevel.FULL, ONE, away)));
    family("b", Map.of(repo(1, "b"), wanted(SyncLevel.FULL, TWO)));
    root(3, repo(1, "a"));
    followed.take(index);
    assertThat(followed.at(away)).isEmpty();
    index.close(BOOT, List.of(new Identifier("a"), new Identifier("b")));
    index.close(ONE, List.of(new Identifier("a")));
    assertThat(index.repositories()).isOne();
    assertThat(index.roots()).isZero();
    index.close(TWO, List.of(new Identifier("b")));
    assertThat(index.repositories()).isZero();
    TargetChanges changes = index.takeChanges();
    assertThat(changes.added()).isEmpty();
    assertThat(changes.removed()).isEmpty();
  }

  /** The same thing worked out from all facts at once. */
  private static final class Naive {
    private final SortedMap<RepoAddress, Wanted> repositories = new TreeMap<>();
    private final Map<EventId, SortedSet<RepoAddress>> roots = new HashMap<>();
    private final SortedSet<RelayUrl> open = new TreeSet<>();

    SortedMap<RelayUrl, SortedSet<SyncItem>> targets() {
      SortedMap<RelayUrl, SortedSet<SyncItem>> targets = new TreeMap<>();
      repositories.forEach((repo, want) -> {
        SortedSet<RelayUrl> relays = relaysOf(repo, want);
        if (!relays.contains(BOOT)) {
          targets.computeIfAbsent(BOOT, _ -> new TreeSet<>()).add(states(repo));
        }
        for (RelayUrl relay : relays) {
          SortedSet<SyncItem> items = targets.computeIfAbsent(relay, _ -> new TreeSet<>());
          items.add(new SyncItem.OfRepo(repo, want.level()));
          roots.forEach((root, named) -> {
            if (want.level() == SyncLevel.FULL && named.contains(repo)) {
              items.add(new SyncItem.OfRoot(root));
            }
          });
        }
      });
      targets.keySet().retainAll(open);
      return targets;
    }

    private SortedSet<RelayUrl> relaysOf(RepoAddress repo, Wanted want) {
      SortedSet<RelayUrl> relays = new TreeSet<>(want.relays());
      if (relays.isEmpty()) {
        repositories.forEach((other, its) -> {
          if (other.identifier().equals(repo.identifier()) && its.level() == SyncLevel.FULL) {
            relays.addAll(its.relays());
          }
        });
      }
      return relays;
    }

    SortedMap<RepoAddress, Wanted> family(Identifier family) {
      SortedMap<RepoAddress, Wanted> of = new TreeMap<>(repositories);
      of.keySet().removeIf(repo -> !repo.identifier().equals(family));
      return of;
    }
  }

  @Test
  void changesAddUpToWhatFollowsFromAllFacts() {
    for (long seed = 0; seed < 300; seed++) {
      new Comparing(new SplittableRandom(seed)).run();
    }
  }

  /** The index is told what the log says, and what it asks for; relays come to work and go. */
  private static final class Comparing {
    private final RandomGenerator random;
    private final RepoSyncIndex index = indexWith();
    private final Followed followed = new Followed();
    private final Naive naive = new Naive();

    Comparing(RandomGenerator random) {
      this.random = random;
    }

    void run() {
      for (int i = 1; i <= 60; i++) {
        happen(i);
        answer();
        if (random.nextInt(3) == 0) {
          check();
        }
      }
      check();
      naive.open.stream().toList().forEach(this::close);
      assertThat(index.repositories()).isZero();
      assertThat(index.roots()).isZero();
    }

    private void happen(int number) {
      RepoAddress repo = repo(1 + random.nextInt(3), "" + random.nextInt(3));
      switch (random.nextInt(6)) {
        case 0 -> {
          naive.repositories.remove(repo);
          tell(repo.identifier());
        }
        case 1 -> {
          List<EventId> known = new ArrayList<>(naive.roots.keySet());
          if (!known.isEmpty()) {
            EventId gone = known.get(random.nextInt(known.size()));
            naive.roots.remove(gone);
            index.rootGone(gone);
          }
        }
        case 2 -> {
          SortedSet<RepoAddress> named =
              new TreeSet<>(List.of(repo, repo(1 + random.nextInt(3), "0")));
          naive.roots.put(id(number), named);
          index.rootSeen(id(number), named);
        }
        case 3 -> {
          RelayUrl relay = List.of(ONE, TWO, BOOT).get(random.nextInt(3));
          if (naive.open.contains(relay)) {
            close(relay);
          } else {
            naive.open.add(relay);
            index.open(relay);
            Stream.of("0", "1", "2").map(Identifier::new).forEach(this::tell);
          }
        }
        default -> {
          RelayUrl[] relays =
              Stream.of(ONE, TWO, BOOT)
                  .filter(_ -> random.nextInt(3) == 0)
                  .toArray(RelayUrl[]::new);
          SyncLevel level = random.nextBoolean() ? SyncLevel.FULL : SyncLevel.STATE_ONLY;
          naive.repositories.put(repo, wanted(level, relays));
          tell(repo.identifier());
        }
      }
    }

    private void tell(Identifier family) {
      index.family(family, naive.family(family));
    }

    /** Only what was taken is known of a relay. */
    private void close(RelayUrl relay) {
      SortedSet<Identifier> there = new TreeSet<>();
      for (SyncItem item : followed.at(relay)) {
        if (item instanceof SyncItem.OfRepo(var repo, _)) {
          there.add(repo.identifier());
        }
      }
      naive.open.remove(relay);
      index.close(relay, there);
      followed.targets.remove(relay);
    }

    private void answer() {
      SortedSet<RepoAddress> asked = index.takeRootsUnread();
      naive.roots.forEach((root, named) -> {
        if (!Collections.disjoint(named, asked)) {
          index.rootSeen(root, named);
        }
      });
    }

    private void check() {
      assertThat(followed.take(index).targets).isEqualTo(naive.targets());
    }
  }
}
