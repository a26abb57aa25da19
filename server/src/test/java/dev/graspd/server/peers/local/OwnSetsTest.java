package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.Wait;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OwnSetsTest {
  private static final Filter ANNOUNCEMENTS =
      Filter.builder().kinds(List.of(30_617, 10_317)).build();

  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);
  private Instant now = Instant.ofEpochSecond(NOW);
  private OwnSets sets = sets(1_000);

  private OwnSets sets(int itemsMax) {
    return new OwnSets(
        new OwnSets.Sources(store, store, store), Runnable::run, () -> now, itemsMax);
  }

  private static Event announcement(String name, long at) {
    return EventBuilder.kind(30_617).at(at).tag("d", name).unsignedBy(ALICE);
  }

  private void hold(Event event, boolean lapsed) {
    driver.hold(event);
    boolean done =
        driver.<Boolean>write(tx -> {
          tx.repositories().putWait(event.id(), new Wait(new Identifier("repo"), lapsed, 1));
          return true;
        });
    assertThat(done).isTrue();
  }

  private void refuse(Event event) {
    boolean done =
        driver.<Boolean>write(tx -> {
          tx.putUnwanted(UnwantedEvent.refused(event, UnwantedEvent.Why.ELSEWHERE, NOW, NOW + 100));
          return true;
        });
    assertThat(done).isTrue();
  }

  private static OwnSet answer(CompletionStage<OwnSet> stage) {
    return stage.toCompletableFuture().join();
  }

  private ItemSet set(Filter filter) {
    assertThat(answer(sets.of(filter))).isInstanceOf(OwnSet.Ready.class);
    return ((OwnSet.Ready) answer(sets.of(filter))).items();
  }

  private List<EventId> ids(Filter filter) {
    ItemSet items = set(filter);
    return IntStream.range(0, items.size()).mapToObj(i -> items.item(i).id()).toList();
  }

  @Test
  void setHoldsWhatIsServedWhatIsHeldAndWhatIsNotWanted() {
    Event served = announcement("served", 1);
    Event held = announcement("held", 2);
    Event refused = announcement("refused", 3);
    Event old = announcement("new", 4);
    Event current = announcement("new", 5);
    driver.append(served);
    hold(held, false);
    refuse(refused);
    driver.append(old);
    driver.append(current);
    driver.append(EventBuilder.note("another kind").unsignedBy(ALICE));

    assertThat(ids(ANNOUNCEMENTS))
        .containsExactly(served.id(), held.id(), refused.id(), old.id(), current.id());
  }

  @Test
  void whatHasLapsedIsLeftOutSoThatARelayThatHasItIsNoticed() {
    hold(announcement("lapsed", 1), true);

    assertThat(ids(ANNOUNCEMENTS)).isEmpty();
  }

  @Test
  void whatHasExpiredAndIsNotSweptIsHere() {
    Event expired = EventBuilder.kind(30_617).tag("d", "x").expiringAt(NOW - 1).unsignedBy(ALICE);
    driver.append(expired);

    assertThat(ids(ANNOUNCEMENTS)).containsExactly(expired.id());
  }

  @Test
  void unwantedEventsCountOnlyWhereTimeAndKindTellThatTheyMatch() {
    refuse(announcement("refused", 3));

    Filter named = Filter.builder().kinds(List.of(30_617)).tag('d', List.of("refused")).build();
    assertThat(ids(named)).isEmpty();
    assertThat(ids(Filter.builder().kinds(List.of(30_618)).build())).isEmpty();
    assertThat(ids(Filter.builder().authors(List.of(ALICE.publicKey())).build())).isEmpty();
    assertThat(ids(Filter.ALL)).hasSize(1);
  }

  @Test
  void timeOfTheFilterHoldsForEveryPart() {
    for (long at : List.of(9L, 10L, 20L, 21L)) {
      driver.append(announcement("served" + at, at));
      hold(announcement("held" + at, at), false);
      refuse(announcement("refused" + at, at));
    }
    ItemSet items =
        set(Filter.builder().kinds(List.of(30_617)).since(10).until(20).limit(1).build());

    assertThat(IntStream.range(0, items.size()).mapToObj(i -> items.item(i).createdAt()))
        .containsExactly(10L, 10L, 10L, 20L, 20L, 20L);
  }

  @Test
  void refusalWhoseTimeIsOverIsNoPartOfTheSet() {
    refuse(announcement("refused", 3));
    now = now.plusSeconds(100);

    assertThat(ids(ANNOUNCEMENTS)).isEmpty();
  }

  @Test
  void setThatHasNoRoomIsNotMade() {
    for (int i = 0; i < 4; i++) {
      driver.append(announcement("r" + i, i));
    }
    sets = sets(3);
    assertThat(answer(sets.of(ANNOUNCEMENTS))).isEqualTo(new OwnSet.TooMany());

    sets = sets(7);
    ItemSet first = set(ANNOUNCEMENTS);
    assertThat(answer(sets.of(Filter.builder().kinds(List.of(30_617)).build())))
        .isEqualTo(new OwnSet.TooMany());
    now = now.plus(OwnSets.IN_USE_MAX);
    assertThat(set(Filter.builder().kinds(List.of(30_617)).build()).size()).isEqualTo(first.size());
  }

  @Test
  void freshSetServesTheNextRelay() {
    ItemSet first = set(ANNOUNCEMENTS);
    driver.append(announcement("late", 1));
    assertThat(set(ANNOUNCEMENTS)).isSameAs(first);

    now = now.plus(OwnSets.FRESH).plus(Duration.ofMillis(1));
    assertThat(set(ANNOUNCEMENTS).size()).isEqualTo(1);
    assertThat(first.size()).isZero();
  }

  @Test
  void relaysThatAskAtOnceShareOneReading() {
    List<Runnable> tasks = new ArrayList<>();
    OwnSets waiting =
        new OwnSets(new OwnSets.Sources(store, store, store), tasks::add, () -> now, 10);
    CompletionStage<OwnSet> first = waiting.of(ANNOUNCEMENTS);
    CompletionStage<OwnSet> second = waiting.of(ANNOUNCEMENTS);
    assertThat(tasks).hasSize(1);

    tasks.getFirst().run();
    assertThat(answer(first)).isSameAs(answer(second));
  }

  @Test
  void setCannotBeHadWhenNobodyReads() {
    OwnSets closed =
        new OwnSets(
            new OwnSets.Sources(store, store, store),
            _ -> {
              throw new RejectedExecutionException();
            },
            () -> now,
            10);

    assertThat(answer(closed.of(ANNOUNCEMENTS))).isEqualTo(new OwnSet.Failed());
  }

  @Test
  void banIsInTheSet() {
    Event banned = announcement("banned", 1);
    driver.append(banned);
    driver.remove(banned.id(), Removal.BANNED);

    assertThat(ids(ANNOUNCEMENTS)).containsExactly(banned.id());
  }

  @Test
  void shareOfTheHeapDecidesHowManyItemsThereMayBe() {
    assertThat(OwnSets.itemsMaxFor(512L << 20)).isEqualTo(1 << 20);
  }
}
