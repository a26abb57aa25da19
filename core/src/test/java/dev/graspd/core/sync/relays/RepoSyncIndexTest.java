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

  private final RepoSyncIndex index = new RepoSyncIndex(new TreeSet<>(List.of(BOOT)));
  private final Followed followed = new Followed();

  @Test
  void repositoryIsWantedFromItsRelaysAndItsStatesFromBootstrapRelays() {
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE, TWO));
    index.rootSeen(id(2), new TreeSet<>(List.of(repo(1, "a"))));
    followed.take(index);
    assertThat(followed.at(ONE)).containsExactly(full(repo(1, "a")), root(2));
    assertThat(followed.at(BOOT)).containsExactly(states(repo(1, "a")));
  }

  @Test
  void newerAnnouncementReplacesTheRelays() {
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE));
    index.announced(repo(1, "a"), id(2), SyncLevel.FULL, List.of(TWO));
    followed.take(index);
    assertThat(followed.at(ONE)).isEmpty();
    assertThat(followed.at(TWO)).containsExactly(full(repo(1, "a")));
  }

  @Test
  void heldAnnouncementWantsStatesOnlyUntilItIsReleased() {
    index.announced(repo(1, "a"), id(1), SyncLevel.STATE_ONLY, List.of(ONE));
    index.rootSeen(id(2), new TreeSet<>(List.of(repo(1, "a"))));
    assertThat(followed.take(index).at(ONE)).containsExactly(states(repo(1, "a")));
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE));
    assertThat(followed.take(index).at(ONE)).containsExactly(full(repo(1, "a")), root(2));
  }

  @Test
  void rootBeforeItsRepositoryIsInertUntilItIsAnnounced() {
    index.rootSeen(id(2), new TreeSet<>(List.of(repo(1, "a"))));
    assertThat(followed.take(index).at(ONE)).isEmpty();
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE));
    assertThat(followed.take(index).at(ONE)).containsExactly(full(repo(1, "a")), root(2));
  }

  @Test
  void rootOfTwoRepositoriesStaysWhenOneOfThemGoes() {
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE));
    index.announced(repo(1, "b"), id(2), SyncLevel.FULL, List.of(ONE));
    index.rootSeen(id(3), new TreeSet<>(List.of(repo(1, "a"), repo(1, "b"))));
    index.gone(id(1));
    assertThat(followed.take(index).at(ONE)).containsExactly(full(repo(1, "b")), root(3));
    index.gone(id(2));
    assertThat(followed.take(index).at(ONE)).isEmpty();
  }

  @Test
  void announcementWithoutRepositoryIsFollowedOnTheRelaysOfItsFamily() {
    index.announced(repo(1, "a"), id(1), SyncLevel.FULL, List.of(ONE));
    index.announced(repo(2, "a"), id(2), SyncLevel.FULL, List.of());
    assertThat(followed.take(index).at(ONE)).contains(full(repo(2, "a")));
    index.gone(id(1));
    assertThat(followed.take(index).at(ONE)).isEmpty();
  }

  /** The same thing worked out from all facts at once. */
  private static final class Naive {
    private record Want(EventId announcement, SyncLevel level, List<RelayUrl> relays) {}

    private final SortedMap<RepoAddress, Want> repositories = new TreeMap<>();
    private final Map<EventId, SortedSet<RepoAddress>> roots = new HashMap<>();

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
      return targets;
    }

    private SortedSet<RelayUrl> relaysOf(RepoAddress repo, Want want) {
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
  }

  @Test
  void changesAddUpToWhatFollowsFromAllFacts() {
    for (long seed = 0; seed < 300; seed++) {
      compare(new SplittableRandom(seed));
    }
  }

  private static void compare(RandomGenerator random) {
    RepoSyncIndex index = new RepoSyncIndex(new TreeSet<>(List.of(BOOT)));
    Followed followed = new Followed();
    Naive naive = new Naive();
    for (int i = 1; i <= 60; i++) {
      RepoAddress repo = repo(1 + random.nextInt(3), "" + random.nextInt(3));
      switch (random.nextInt(4)) {
        case 0 -> {
          List<EventId> known = new ArrayList<>(naive.roots.keySet());
          naive.repositories.values().forEach(want -> known.add(want.announcement()));
          if (!known.isEmpty()) {
            EventId gone = known.get(random.nextInt(known.size()));
            naive.roots.remove(gone);
            naive.repositories.values().removeIf(want -> want.announcement().equals(gone));
            index.gone(gone);
          }
        }
        case 1 -> {
          SortedSet<RepoAddress> named =
              new TreeSet<>(List.of(repo, repo(1 + random.nextInt(3), "0")));
          naive.roots.put(id(i), named);
          index.rootSeen(id(i), named);
        }
        default -> {
          List<RelayUrl> relays = new ArrayList<>();
          List.of(ONE, TWO, BOOT)
              .forEach(relay -> {
                if (random.nextInt(3) == 0) {
                  relays.add(relay);
                }
              });
          SyncLevel level = random.nextBoolean() ? SyncLevel.FULL : SyncLevel.STATE_ONLY;
          naive.repositories.put(repo, new Naive.Want(id(i), level, relays));
          index.announced(repo, id(i), level, relays);
        }
      }
      if (random.nextInt(3) == 0) {
        assertThat(followed.take(index).targets).isEqualTo(naive.targets());
      }
    }
    assertThat(followed.take(index).targets).isEqualTo(naive.targets());
  }
}
