package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.testkit.EventBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store remembers of events that sync need not bring. */
public interface UnwantedContract extends StoreFixture {
  long WEEK = 7L * 24 * 3600;

  /** Returns the same store by its other side. */
  UnwantedStore unwanted();

  private Optional<Why> why(Event event) {
    return unwanted().unwanted(event.id(), NOW).map(UnwantedEvent::why);
  }

  private void refuse(Event event) {
    put(UnwantedEvent.refused(event, Why.ELSEWHERE, NOW, NOW + WEEK));
  }

  private void put(UnwantedEvent row) {
    boolean done =
        driver()
            .<Boolean>write(tx -> {
              tx.putUnwanted(row);
              return true;
            });
    assertThat(done).isTrue();
  }

  private static List<UnwantedEvent> all(UnwantedStore store, long nowSeconds) {
    List<UnwantedEvent> rows = new ArrayList<>();
    UnwantedStore.Run run = store.unwanted(nowSeconds);
    while (!run.next(3, rows::add)) {
      // the next slice
    }
    return rows;
  }

  @Test
  default void nothingIsUnwantedAtFirst() {
    assertThat(why(EventBuilder.note("x").unsignedBy(ALICE))).isEmpty();
    assertThat(all(unwanted(), NOW)).isEmpty();
  }

  @Test
  default void replacedVersionIsUnwantedAndItsSuccessorIsNot() {
    Event first = EventBuilder.kind(0).at(1).unsignedBy(ALICE);
    Event second = EventBuilder.kind(0).at(2).unsignedBy(ALICE);
    driver().append(first);
    driver().append(second);

    assertThat(unwanted().unwanted(first.id(), NOW))
        .contains(
            new UnwantedEvent(
                first.id(), ALICE.publicKey(), 1, 0, Why.REPLACED, NOW, UnwantedEvent.ALWAYS));
    assertThat(why(second)).isEmpty();
  }

  @Test
  default void everyRemovalButAWithdrawalIsRememberedWithItsReason() {
    Event withdrawn = EventBuilder.note("withdrawn").unsignedBy(ALICE);
    driver().hold(withdrawn);
    driver().remove(withdrawn.id(), Removal.WITHDRAWN);
    assertThat(why(withdrawn)).isEmpty();
    for (Removal removal : EnumSet.complementOf(EnumSet.of(Removal.WITHDRAWN))) {
      Event held = EventBuilder.note("held " + removal).unsignedBy(ALICE);
      driver().hold(held);
      driver().remove(held.id(), removal);

      assertThat(why(held)).contains(Why.ofCode(removal.code()));
    }
  }

  @Test
  default void deletedExpiredAndVanishedEventsAreUnwanted() {
    Event deleted = EventBuilder.note("deleted").unsignedBy(ALICE);
    Event expired = EventBuilder.note("expired").expiringAt(NOW).unsignedBy(ALICE);
    Event vanished = EventBuilder.note("vanished").at(5).unsignedBy(ALICE);
    driver().appendAll(List.of(deleted, expired, vanished));
    driver().delete(EventBuilder.deletionOf(deleted).at(NOW).unsignedBy(ALICE));
    driver().sweepAll(NOW);
    driver().vanish(EventBuilder.kind(Kinds.VANISH).at(6).unsignedBy(ALICE));
    driver().sweepAll(NOW);

    assertThat(why(deleted)).contains(Why.DELETED);
    assertThat(why(expired)).contains(Why.EXPIRED);
    assertThat(why(vanished)).contains(Why.VANISHED);
  }

  @Test
  default void eventThatWasDeletedBeforeItCameIsUnwanted() {
    Event late = EventBuilder.note("late").unsignedBy(ALICE);
    driver().delete(EventBuilder.deletionOf(late).unsignedBy(ALICE));
    driver().append(late);

    assertThat(why(late)).contains(Why.DELETED);
  }

  @Test
  default void whatWaitedInVainMayComeAgainAfterAWeek() {
    Event held = EventBuilder.note("held").unsignedBy(ALICE);
    driver().hold(held);
    driver().remove(held.id(), Removal.LAPSED);

    assertThat(unwanted().unwanted(held.id(), NOW + WEEK - 1)).isPresent();
    assertThat(unwanted().unwanted(held.id(), NOW + WEEK)).isEmpty();
    assertThat(all(unwanted(), NOW + WEEK)).isEmpty();
  }

  @Test
  default void servedEventThatLapsedWithWhatItHungOnStaysWanted() {
    Event comment = EventBuilder.note("comment").unsignedBy(ALICE);
    driver().append(comment);
    driver().remove(comment.id(), Removal.LAPSED);

    assertThat(why(comment)).isEmpty();
  }

  @Test
  default void forgottenDormantDeletionStaysWanted() {
    Event deletion =
        EventBuilder.deletionOf(EventBuilder.note("never").unsignedBy(ALICE)).unsignedBy(ALICE);
    driver().delete(deletion);
    driver().sweepAll(NOW + 31 * 24 * 3600);

    assertThat(store().known(deletion.id())).isEqualTo(Known.UNKNOWN);
    assertThat(why(deletion)).isEmpty();
  }

  @Test
  default void refusalIsRememberedUntilItsTimeIsOver() {
    Event refused = EventBuilder.kind(30_617).at(9).tag("d", "x").unsignedBy(ALICE);
    refuse(refused);

    assertThat(unwanted().unwanted(refused.id(), NOW + WEEK - 1))
        .contains(
            new UnwantedEvent(
                refused.id(), ALICE.publicKey(), 9, 30_617, Why.ELSEWHERE, NOW, NOW + WEEK));
    assertThat(unwanted().unwanted(refused.id(), NOW + WEEK)).isEmpty();
    assertThat(store().known(refused.id())).isEqualTo(Known.UNKNOWN);
  }

  @Test
  default void refusalThatIsForgottenIsWantedAgain() {
    Event refused = EventBuilder.note("refused").unsignedBy(ALICE);
    refuse(refused);

    boolean first = driver().<Boolean>write(tx -> tx.forgetUnwanted(refused.id()));
    boolean second = driver().<Boolean>write(tx -> tx.forgetUnwanted(refused.id()));

    assertThat(List.of(first, second)).containsExactly(true, false);
    assertThat(why(refused)).isEmpty();
  }

  @Test
  default void eventThatIsHereOrGoneIsNotRefused() {
    Event here = EventBuilder.note("here").unsignedBy(ALICE);
    Event gone = EventBuilder.note("gone").unsignedBy(ALICE);
    driver().appendAll(List.of(here, gone));
    driver().remove(gone.id(), Removal.BANNED);
    refuse(here);
    refuse(gone);

    assertThat(why(here)).isEmpty();
    assertThat(why(gone)).contains(Why.BANNED);
  }

  @Test
  default void onlyTheStoreRemembersRemovals() {
    Event event = EventBuilder.note("x").unsignedBy(ALICE);

    assertThatThrownBy(() -> put(UnwantedEvent.removed(event, Removal.EXPIRED, NOW)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void unwantedEventIsTakenLikeAnyOtherAndIsWantedThen() {
    Event lapsed = EventBuilder.note("lapsed").unsignedBy(ALICE);
    Event refused = EventBuilder.note("refused").unsignedBy(ALICE);
    driver().hold(lapsed);
    driver().remove(lapsed.id(), Removal.LAPSED);
    refuse(refused);

    assertThat(driver().hold(lapsed)).isInstanceOf(Appended.Held.class);
    assertThat(driver().append(refused)).isInstanceOf(Appended.Stored.class);
    assertThat(why(lapsed)).isEmpty();
    assertThat(why(refused)).isEmpty();
  }

  @Test
  default void scanGivesEachOnceById() {
    List<Event> refused =
        IntStream.range(0, 10).mapToObj(i -> EventBuilder.note("r" + i).unsignedBy(ALICE)).toList();
    refused.forEach(this::refuse);
    List<EventId> sorted = refused.stream().map(Event::id).sorted().toList();

    assertThat(all(unwanted(), NOW).stream().map(UnwantedEvent::id))
        .containsExactlyElementsOf(sorted);
  }
}
