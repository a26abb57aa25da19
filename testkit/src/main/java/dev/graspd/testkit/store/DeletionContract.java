package dev.graspd.testkit.store;

import static dev.graspd.core.store.StoreTransaction.DORMANT_DELETION_SECONDS;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static dev.graspd.testkit.store.StoreFixture.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every store does when an author asks to hide events (NIP-09) or to vanish (NIP-62). */
public interface DeletionContract extends StoreFixture {
  @Test
  default void deletedEventDoesNotComeBack() {
    Event event = EventBuilder.note("oops").tag("t", "x").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(event).unsignedBy(ALICE);
    driver().append(event);

    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Stored(3));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(deletion));
    assertThat(store().known(event.id())).isEqualTo(Known.GONE);
    assertThat(driver().append(event)).isEqualTo(new Appended.Deleted(deletion.id()));
    assertThat(driver().hold(event)).isEqualTo(new Appended.Deleted(deletion.id()));
    assertThat(store().tail(0, 10))
        .containsExactly(
            new LogRecord.Removed(
                2, event.id(), event.createdAt(), 1, ALICE.publicKey(), Removal.DELETED),
            new LogRecord.Stored(3, deletion));
  }

  @Test
  default void heldEventCanBeDeleted() {
    Event event = EventBuilder.note("oops").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(event).unsignedBy(ALICE);
    driver().hold(event);

    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Stored(3));
    assertThat(store().known(event.id())).isEqualTo(Known.GONE);
  }

  @Test
  default void deletionByAnotherKeyHidesNothing() {
    Event event = EventBuilder.note("mine").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(event).unsignedBy(BOB);
    driver().append(event);

    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Held(2));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(event));
    assertThat(driver().remove(event.id(), Removal.EXPIRED)).isTrue();
    assertThat(driver().append(event)).isEqualTo(new Appended.Stored(4));
  }

  @Test
  default void deletionThatHidesNothingWaitsForItsTarget() {
    Event event = EventBuilder.note("late").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(event).unsignedBy(ALICE);

    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Held(1));
    assertThat(store().known(deletion.id())).isEqualTo(Known.HELD);
    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Duplicate(true));
    assertThat(driver().ids(Filter.ALL)).isEmpty();
    assertThat(driver().append(event)).isEqualTo(new Appended.Deleted(deletion.id()));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(deletion));
    assertThat(store().known(event.id())).isEqualTo(Known.GONE);
    assertThat(store().tail(0, 10)).containsExactly(new LogRecord.Released(2, deletion));
    assertThat(store().nextSweepSeconds()).isEmpty();
  }

  @Test
  default void dormantDeletionIsForgottenInTime() {
    Event event = EventBuilder.note("very late").unsignedBy(ALICE);
    Event address = EventBuilder.kind(30_000).tag("d", "x").at(1).unsignedBy(ALICE);
    Event deletion =
        EventBuilder.deletionOf(event)
            .tag("a", "30000:" + ALICE.publicKey().hex() + ":x")
            .unsignedBy(ALICE);
    driver().delete(deletion);

    assertThat(store().nextSweepSeconds()).hasValue(NOW + DORMANT_DELETION_SECONDS);
    assertThat(driver().sweep(NOW + DORMANT_DELETION_SECONDS - 1, 10)).isZero();
    assertThat(driver().sweep(NOW + DORMANT_DELETION_SECONDS, 10)).isEqualTo(1);
    assertThat(store().known(deletion.id())).isEqualTo(Known.UNKNOWN);
    assertThat(driver().append(event)).isEqualTo(new Appended.Stored(3));
    assertThat(driver().append(address)).isEqualTo(new Appended.Stored(4));
  }

  @Test
  default void targetsOfADeletionThatHidSomethingStayAwayForEver() {
    Event here = EventBuilder.note("here").unsignedBy(ALICE);
    Event late = EventBuilder.note("late").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(here, late).unsignedBy(ALICE);
    driver().append(here);
    driver().delete(deletion);
    driver().sweepAll(NOW + 2 * DORMANT_DELETION_SECONDS);

    assertThat(driver().append(late)).isEqualTo(new Appended.Deleted(deletion.id()));
  }

  @Test
  default void deletionByAddressHidesVersionsUpToItsTime() {
    String address = "30000:" + ALICE.publicKey().hex() + ":list";
    Event old = EventBuilder.kind(30_000).tag("d", "list").at(90).unsignedBy(ALICE);
    Event equal = EventBuilder.kind(30_000).tag("d", "list").at(100).unsignedBy(ALICE);
    Event newer = EventBuilder.kind(30_000).tag("d", "list").at(101).unsignedBy(ALICE);
    Event other = EventBuilder.kind(30_000).tag("d", "other").at(90).unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf().tag("a", address).at(100).unsignedBy(ALICE);
    driver().append(old);
    driver().append(other);

    assertThat(driver().delete(deletion)).isEqualTo(new Appended.Stored(4));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(deletion, other));
    assertThat(driver().append(equal)).isEqualTo(new Appended.Deleted(deletion.id()));
    assertThat(driver().append(newer)).isEqualTo(new Appended.Stored(5));
  }

  @Test
  default void deletionByAddressHidesHeldVersionsToo() {
    String address = "30000:" + ALICE.publicKey().hex() + ":list";
    Event served = EventBuilder.kind(30_000).tag("d", "list").at(90).unsignedBy(ALICE);
    Event heldOld = EventBuilder.kind(30_000).tag("d", "list").at(95).unsignedBy(ALICE);
    Event heldNew = EventBuilder.kind(30_000).tag("d", "list").at(101).unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf().tag("a", address).at(100).unsignedBy(ALICE);
    driver().append(served);
    driver().hold(heldOld);
    driver().hold(heldNew);
    driver().delete(deletion);

    assertThat(store().known(served.id())).isEqualTo(Known.GONE);
    assertThat(store().known(heldOld.id())).isEqualTo(Known.GONE);
    assertThat(store().known(heldNew.id())).isEqualTo(Known.HELD);
  }

  @Test
  default void newerDormantDeletionOfAnAddressFallsBackToTheOlderOne() {
    String address = "30000:" + ALICE.publicKey().hex() + ":list";
    Event version = EventBuilder.kind(30_000).tag("d", "list").at(40).unsignedBy(ALICE);
    Event obeyed = EventBuilder.deletionOf().tag("a", address).at(50).unsignedBy(ALICE);
    Event dormant = EventBuilder.deletionOf().tag("a", address).at(100).unsignedBy(ALICE);
    Event between = EventBuilder.kind(30_000).tag("d", "list").at(70).unsignedBy(ALICE);
    Event before = EventBuilder.kind(30_000).tag("d", "list").at(45).unsignedBy(ALICE);
    driver().append(version);
    driver().delete(obeyed);
    driver().delete(dormant);
    driver().sweepAll(NOW + DORMANT_DELETION_SECONDS);

    assertThat(driver().append(before)).isEqualTo(new Appended.Deleted(obeyed.id()));
    assertThat(driver().append(between)).isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void deletionsAndVanishRequestsCannotBeDeleted() {
    Event note = EventBuilder.note("x").unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(note).unsignedBy(ALICE);
    Event vanish = EventBuilder.kind(Kinds.VANISH).at(1).unsignedBy(ALICE);
    driver().append(note);
    driver().delete(deletion);
    driver().vanish(vanish);

    Event attempt = EventBuilder.deletionOf(deletion, vanish).at(200).unsignedBy(ALICE);
    Event laterVanish = EventBuilder.kind(Kinds.VANISH).at(300).unsignedBy(BOB);
    Event early = EventBuilder.deletionOf(laterVanish).at(400).unsignedBy(BOB);
    assertThat(driver().delete(attempt)).isInstanceOf(Appended.Held.class);
    assertThat(driver().delete(early)).isInstanceOf(Appended.Held.class);
    assertThat(driver().vanish(laterVanish)).isInstanceOf(Appended.Stored.class);
    assertThat(store().known(deletion.id())).isEqualTo(Known.SERVED);
    assertThat(store().known(vanish.id())).isEqualTo(Known.SERVED);
  }

  @Test
  default void onlyKind5DeletesAndOnlyKind62Vanishes() {
    Event note = EventBuilder.note("x").unsignedBy(ALICE);

    assertThatThrownBy(() -> driver().delete(note)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> driver().vanish(note)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void deletionThatIsOnlyAppendedIsServedAndNotObeyed() {
    Event note = EventBuilder.note("x").at(1).unsignedBy(ALICE);
    Event deletion = EventBuilder.deletionOf(note).at(2).unsignedBy(ALICE);
    driver().append(note);
    driver().append(deletion);

    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(deletion, note));
  }

  @Test
  default void vanishedAuthorIsSweptAndStaysAway() {
    Event old = EventBuilder.note("old").at(50).unsignedBy(ALICE);
    Event equal = EventBuilder.kind(0).at(100).unsignedBy(ALICE);
    Event newer = EventBuilder.note("new").at(101).unsignedBy(ALICE);
    Event held = EventBuilder.note("held").at(60).unsignedBy(ALICE);
    Event others = EventBuilder.note("bob's").at(50).unsignedBy(BOB);
    Event vanish = EventBuilder.kind(Kinds.VANISH).at(100).unsignedBy(ALICE);
    Stream.of(old, equal, newer, others).forEach(driver()::append);
    driver().hold(held);

    assertThat(driver().vanish(vanish)).isEqualTo(new Appended.Stored(6));
    assertThat(isVanishing()).isTrue();
    assertThat(store().nextSweepSeconds()).hasValue(0);
    assertThat(driver().sweep(NOW, 1)).isEqualTo(1);
    assertThat(isVanishing()).isTrue();
    assertThat(driver().sweep(NOW, 100)).isEqualTo(2);
    assertThat(isVanishing()).isFalse();
    assertThat(store().nextSweepSeconds()).isEmpty();
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(newer, vanish, others));
    assertThat(Stream.of(old, equal, held).map(event -> store().known(event.id())))
        .containsOnly(Known.GONE);
    assertThat(driver().append(old)).isEqualTo(new Appended.Vanished(vanish.id()));
  }

  private boolean isVanishing() {
    return driver().write(transaction -> transaction.isVanishing(ALICE.publicKey()));
  }

  @Test
  default void eventOfAVanishedAuthorIsRefusedBeforeTheSweep() {
    Event old = EventBuilder.note("old").at(50).unsignedBy(ALICE);
    Event held = EventBuilder.note("held").at(50).unsignedBy(ALICE);
    Event vanish = EventBuilder.kind(Kinds.VANISH).at(100).unsignedBy(ALICE);
    Event oldDeletion = EventBuilder.deletionOf(old).at(60).unsignedBy(ALICE);
    driver().hold(held);
    driver().vanish(vanish);

    assertThat(driver().append(old)).isEqualTo(new Appended.Vanished(vanish.id()));
    assertThat(driver().delete(oldDeletion)).isEqualTo(new Appended.Vanished(vanish.id()));
    assertThat(driver().release(held.id())).contains(new Appended.Vanished(vanish.id()));
    assertThat(store().known(held.id())).isEqualTo(Known.GONE);
  }

  @Test
  default void newerRequestToVanishTakesThePlaceOfTheOlder() {
    Event first = EventBuilder.kind(Kinds.VANISH).at(100).unsignedBy(ALICE);
    Event second = EventBuilder.kind(Kinds.VANISH).at(200).unsignedBy(ALICE);
    Event older = EventBuilder.kind(Kinds.VANISH).at(150).unsignedBy(ALICE);
    driver().vanish(first);
    driver().vanish(second);
    driver().sweepAll(NOW);

    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(second));
    assertThat(driver().vanish(older)).isEqualTo(new Appended.Vanished(second.id()));
    assertThat(driver().query(List.of(Filter.ALL), NOW).ids()).hasSize(1);
  }

  /** What one deletion of an unknown event may take, of one key, one payer and in all. */
  private Appended delete(Event deletion, DormantRoom room, long at) {
    return store().write(tx -> tx.delete(deletion, room, at)).toCompletableFuture().join();
  }

  private static Event unheardOf(Signer author, int number) {
    return EventBuilder.kind(Kinds.DELETION).tag("e", "%064x".formatted(number)).unsignedBy(author);
  }

  @Test
  default void dormantDeletionsOfAKeyAreBounded() {
    long bytes = DormantRoom.bytesOf(unheardOf(ALICE, 1));
    DormantRoom room = new DormantRoom(7, 2 * bytes, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(delete(unheardOf(ALICE, 1), room, NOW)).isInstanceOf(Appended.Held.class);
    assertThat(delete(unheardOf(ALICE, 2), room, NOW)).isInstanceOf(Appended.Held.class);
    Event third = unheardOf(ALICE, 3);
    assertThat(delete(third, room, NOW)).isEqualTo(new Appended.NoRoom());
    assertThat(store().known(third.id())).isEqualTo(Known.UNKNOWN);
    assertThat(delete(unheardOf(BOB, 3), room, NOW)).isInstanceOf(Appended.Held.class);
    assertThat(driver().remove(unheardOf(ALICE, 1).id(), Removal.EXPIRED)).isTrue();
    assertThat(delete(third, room, NOW)).isInstanceOf(Appended.Held.class);
  }

  @Test
  default void dormantDeletionsInAllAreBoundedAndThoseThatHideSomethingAreNot() {
    long bytes = DormantRoom.bytesOf(unheardOf(ALICE, 1));
    DormantRoom room = new DormantRoom(7, Long.MAX_VALUE, Long.MAX_VALUE, bytes);
    Event note = EventBuilder.note("here").unsignedBy(BOB);
    driver().append(note);
    assertThat(delete(unheardOf(ALICE, 1), room, NOW)).isInstanceOf(Appended.Held.class);
    assertThat(delete(unheardOf(BOB, 2), room, NOW)).isEqualTo(new Appended.NoRoom());
    assertThat(delete(EventBuilder.deletionOf(note).unsignedBy(BOB), room, NOW))
        .isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void dormantDeletionsOfAPayerAreBoundedForADay() {
    long bytes = DormantRoom.bytesOf(unheardOf(ALICE, 1));
    DormantRoom mine = new DormantRoom(7, Long.MAX_VALUE, bytes, Long.MAX_VALUE);
    DormantRoom others = new DormantRoom(8, Long.MAX_VALUE, bytes, Long.MAX_VALUE);
    assertThat(delete(unheardOf(ALICE, 1), mine, NOW)).isInstanceOf(Appended.Held.class);
    assertThat(delete(unheardOf(BOB, 2), mine, NOW)).isEqualTo(new Appended.NoRoom());
    assertThat(delete(unheardOf(BOB, 2), others, NOW)).isInstanceOf(Appended.Held.class);
    assertThat(delete(unheardOf(BOB, 3), mine, NOW + DormantRoom.DAY))
        .isInstanceOf(Appended.Held.class);
  }
}
