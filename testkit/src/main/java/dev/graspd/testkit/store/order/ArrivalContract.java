package dev.graspd.testkit.store.order;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreFixture;
import org.junit.jupiter.api.Test;

/** When events came, as every store knows it: by the minute. */
public interface ArrivalContract extends StoreFixture {
  long MINUTE = 60;

  /** The beginning of a minute. */
  long NOON = 1_800_000_000;

  private Event note(String text) {
    return EventBuilder.note(text).at(5).unsignedBy(ALICE);
  }

  private Event cameAt(long seconds, String text) {
    Event event = note(text);
    Appended _ = driver().write(tx -> tx.append(event, seconds));
    return event;
  }

  @Test
  default void eventCameInTheMinuteInWhichItWasStored() {
    Event first = cameAt(NOON + 1, "a");
    Event second = cameAt(NOON + MINUTE - 1, "b");
    Event third = cameAt(NOON + MINUTE, "c");
    Event fourth = cameAt(NOON + 90 * MINUTE + 30, "d");

    assertThat(store().arrival(first.id())).contains(new Arrival.Within(NOON, false));
    assertThat(store().arrival(second.id())).contains(new Arrival.Within(NOON, false));
    assertThat(store().arrival(third.id())).contains(new Arrival.Within(NOON + MINUTE, false));
    assertThat(store().arrival(fourth.id()))
        .contains(new Arrival.Within(NOON + 90 * MINUTE, false));
  }

  @Test
  default void clockThatWasSetBackIsBelieved() {
    Event late = cameAt(NOON + 10 * MINUTE, "a");
    Event early = cameAt(NOON, "b");

    assertThat(store().arrival(late.id())).contains(new Arrival.Within(NOON + 10 * MINUTE, false));
    assertThat(store().arrival(early.id())).contains(new Arrival.Within(NOON, false));
  }

  @Test
  default void heldEventIsThereSinceItsRelease() {
    Event held = note("held");
    Appended _ = driver().write(tx -> tx.hold(held, NOON));
    assertThat(store().arrival(held.id())).isEmpty();

    driver().write(tx -> tx.release(held.id(), NOON + 3 * MINUTE));
    assertThat(store().arrival(held.id())).contains(new Arrival.Within(NOON + 3 * MINUTE, true));
  }

  @Test
  default void eventThatIsNotHereHasNoTime() {
    cameAt(NOON, "a");
    assertThat(store().arrival(note("never").id())).isEmpty();
  }
}
