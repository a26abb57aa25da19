package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static dev.graspd.testkit.store.StoreFixture.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every store does with events that come in: serving, holding, replacing, removing. */
public interface AppendContract extends StoreFixture {
  @Test
  default void storedEventIsServedUnchanged() {
    Event event =
        EventBuilder.note("quote \" back \\ line \n null \u0000 \u00e9 \ud83d\ude00")
            .tag("t", "x")
            .unsignedBy(ALICE);

    assertThat(driver().append(event)).isEqualTo(new Appended.Stored(1));
    assertThat(store().known(event.id())).isEqualTo(Known.SERVED);
    Event served = store().served(event.id()).orElseThrow();
    assertThat(served.json()).isEqualTo(event.json());
    assertThat(served.body()).isEqualTo(event.body());
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(event));
    assertThat(store().stats().servedEvents()).isEqualTo(1);
    assertThat(store().lastSeq()).isEqualTo(1);
  }

  @Test
  default void unknownIdIsUnknown() {
    Event event = EventBuilder.note("never sent").unsignedBy(ALICE);

    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().served(event.id())).isEmpty();
    assertThat(driver().<Optional<Event>>write(transaction -> transaction.event(event.id())))
        .isEmpty();
  }

  @Test
  default void sameEventAgainIsADuplicate() {
    Event event = EventBuilder.note("once").unsignedBy(ALICE);
    driver().append(event);

    assertThat(driver().append(event)).isEqualTo(new Appended.Duplicate(false));
    assertThat(driver().hold(event)).isEqualTo(new Appended.Duplicate(false));
    assertThat(store().lastSeq()).isEqualTo(1);
  }

  @Test
  default void newerVersionReplacesTheOlder() {
    Event older = EventBuilder.kind(0).at(100).unsignedBy(ALICE);
    Event newer = EventBuilder.kind(0).at(101).unsignedBy(ALICE);
    driver().append(older);

    assertThat(driver().append(newer)).isEqualTo(new Appended.Stored(3));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(newer));
    assertThat(store().known(older.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().tail(0, 10))
        .containsExactly(
            new LogRecord.Removed(2, older.id(), 100, 0, ALICE.publicKey(), Removal.REPLACED),
            new LogRecord.Stored(3, newer));
  }

  @Test
  default void olderVersionIsSuperseded() {
    Event older = EventBuilder.kind(10_002).at(100).unsignedBy(ALICE);
    Event newer = EventBuilder.kind(10_002).at(101).unsignedBy(ALICE);
    driver().append(newer);

    assertThat(driver().append(older)).isEqualTo(new Appended.Superseded(newer.id()));
    assertThat(driver().hold(older)).isEqualTo(new Appended.Superseded(newer.id()));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(newer));
  }

  @Test
  default void onEqualTimesTheLowestIdWinsTheAddress() {
    Event first = EventBuilder.kind(0).at(100).content("a").unsignedBy(ALICE);
    Event second = EventBuilder.kind(0).at(100).content("b").unsignedBy(ALICE);
    Event low = first.id().compareTo(second.id()) < 0 ? first : second;
    Event high = low.equals(first) ? second : first;
    driver().append(high);
    driver().append(low);

    assertThat(driver().append(high)).isEqualTo(new Appended.Superseded(low.id()));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(low));
  }

  @Test
  default void addressesDifferByKindAuthorAndFirstIdentifier() {
    String longName = "x".repeat(600);
    Event plain = EventBuilder.kind(30_000).at(9).tag("d", "a").tag("d", "b").unsignedBy(ALICE);
    Event other = EventBuilder.kind(30_000).at(8).tag("d", "b").unsignedBy(ALICE);
    Event kind = EventBuilder.kind(30_001).at(7).tag("d", "a").unsignedBy(ALICE);
    Event author = EventBuilder.kind(30_000).at(6).tag("d", "a").unsignedBy(BOB);
    Event missing = EventBuilder.kind(30_000).at(5).unsignedBy(ALICE);
    Event longer = EventBuilder.kind(30_000).at(4).tag("d", longName).unsignedBy(ALICE);
    Stream.of(plain, other, kind, author, missing, longer).forEach(driver()::append);

    assertThat(driver().ids(Filter.ALL))
        .isEqualTo(idsOf(plain, other, kind, author, missing, longer));

    Event empty = EventBuilder.kind(30_000).at(10).tag("d", "").unsignedBy(ALICE);
    Event newLonger = EventBuilder.kind(30_000).at(11).tag("d", longName).unsignedBy(ALICE);
    Stream.of(empty, newLonger).forEach(driver()::append);

    assertThat(driver().ids(Filter.ALL))
        .isEqualTo(idsOf(newLonger, empty, plain, other, kind, author));
  }

  @Test
  default void heldEventIsKnownAndNotServed() {
    Event event = EventBuilder.note("later").tag("t", "x").unsignedBy(ALICE);

    assertThat(driver().hold(event)).isEqualTo(new Appended.Held(1));
    assertThat(store().known(event.id())).isEqualTo(Known.HELD);
    assertThat(store().served(event.id())).isEmpty();
    assertThat(driver().<Optional<Event>>write(transaction -> transaction.event(event.id())))
        .contains(event);
    assertThat(driver().ids(Filter.ALL)).isEmpty();
    assertThat(driver().count(Filter.ALL)).isZero();
    assertThat(driver().append(event)).isEqualTo(new Appended.Duplicate(true));
    assertThat(store().stats().heldEvents()).isEqualTo(1);
    assertThat(store().stats().servedEvents()).isZero();
  }

  @Test
  default void heldVersionDoesNotReplaceTheServedOne() {
    Event served = EventBuilder.kind(0).at(100).unsignedBy(ALICE);
    Event held = EventBuilder.kind(0).at(101).unsignedBy(ALICE);
    driver().append(served);
    driver().hold(held);

    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(served));
    assertThat(driver().release(held.id())).contains(new Appended.Stored(4));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(held));
  }

  @Test
  default void releasedEventIsServedWithANewNumber() {
    Event event = EventBuilder.note("waits").unsignedBy(ALICE);
    driver().hold(event);
    driver().append(EventBuilder.note("between").unsignedBy(BOB));

    assertThat(driver().release(event.id())).contains(new Appended.Stored(3));
    assertThat(store().known(event.id())).isEqualTo(Known.SERVED);
    assertThat(store().tail(0, 10)).last().isEqualTo(new LogRecord.Released(3, event));
    assertThat(store().tail(0, 10)).hasSize(2);
    assertThat(driver().release(event.id())).isEmpty();
  }

  @Test
  default void heldVersionThatIsOutrunIsRemovedOnRelease() {
    Event held = EventBuilder.kind(0).at(100).unsignedBy(ALICE);
    Event newer = EventBuilder.kind(0).at(101).unsignedBy(ALICE);
    driver().hold(held);
    driver().append(newer);

    assertThat(driver().release(held.id())).contains(new Appended.Superseded(newer.id()));
    assertThat(store().known(held.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().stats().heldEvents()).isZero();
  }

  @Test
  default void barredEventStaysAway() {
    Event event = EventBuilder.note("spam").tag("t", "x").unsignedBy(ALICE);
    driver().append(event);

    assertThat(driver().remove(event.id(), Removal.BANNED)).isTrue();
    assertThat(driver().remove(event.id(), Removal.BANNED)).isFalse();
    assertThat(store().known(event.id())).isEqualTo(Known.GONE);
    assertThat(driver().append(event)).isEqualTo(new Appended.Barred(Removal.BANNED));
    assertThat(driver().ids(Filter.builder().tag('t', List.of("x")).build())).isEmpty();
  }

  @Test
  default void excludedEventMayComeBack() {
    Event event = EventBuilder.note("of an excluded key").tag("t", "x").unsignedBy(ALICE);
    driver().append(event);

    assertThat(driver().remove(event.id(), Removal.EXCLUDED)).isTrue();
    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(driver().ids(Filter.builder().tag('t', List.of("x")).build())).isEmpty();
    assertThat(driver().append(event)).isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void lapsedEventMayComeBack() {
    Event event = EventBuilder.note("again").unsignedBy(ALICE);
    driver().hold(event);

    assertThat(driver().remove(event.id(), Removal.LAPSED)).isTrue();
    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(driver().append(event)).isEqualTo(new Appended.Stored(3));
  }

  @Test
  default void expiredEventIsHiddenAtOnceAndSweptLater() {
    Event event = EventBuilder.note("short").expiringAt(NOW + 10).unsignedBy(ALICE);
    Event lasting = EventBuilder.note("long").unsignedBy(ALICE);
    driver().append(event);
    driver().append(lasting);

    assertThat(store().nextSweepSeconds()).hasValue(NOW + 10);
    assertThat(driver().count(Filter.ALL)).isEqualTo(2);
    assertThat(driver().sweep(NOW + 9, 10)).isZero();
    assertThat(driver().count(List.of(Filter.ALL), NOW + 10)).isEqualTo(1);
    assertThat(driver().query(List.of(Filter.ALL), NOW + 10).ids()).isEqualTo(idsOf(lasting));
    assertThat(driver().items(Filter.ALL, NOW + 10)).hasSize(1);
    assertThat(driver().sweep(NOW + 10, 10)).isEqualTo(1);
    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().nextSweepSeconds()).isEmpty();
    assertThat(store().tail(2, 1))
        .containsExactly(
            new LogRecord.Removed(
                3, event.id(), event.createdAt(), 1, ALICE.publicKey(), Removal.EXPIRED));
  }

  @Test
  default void ephemeralEventIsNeverStored() {
    Event event = EventBuilder.kind(20_001).unsignedBy(ALICE);

    assertThatThrownBy(() -> driver().append(event)).isInstanceOf(IllegalArgumentException.class);
    assertThat(store().lastSeq()).isZero();
  }

  @Test
  default void workThatThrowsLeavesNothing() {
    Event event = EventBuilder.note("half").unsignedBy(ALICE);
    IllegalStateException thrown = new IllegalStateException("changed my mind");

    assertThatThrownBy(() ->
            driver()
                .write(transaction -> {
                  transaction.append(event, NOW);
                  throw thrown;
                }))
        .isSameAs(thrown);
    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(driver().append(event)).isEqualTo(new Appended.Stored(1));
  }

  @Test
  default void transactionSeesItsOwnWrites() {
    Event event = EventBuilder.note("mine").unsignedBy(ALICE);

    Known known =
        driver()
            .write(transaction -> {
              transaction.append(event, NOW);
              return transaction.known(event.id());
            });

    assertThat(known).isEqualTo(Known.SERVED);
  }
}
