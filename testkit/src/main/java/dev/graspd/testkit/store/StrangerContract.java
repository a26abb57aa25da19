package dev.graspd.testkit.store;

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
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import org.junit.jupiter.api.Test;

/** What every store does with lists of servers of keys that take part in nothing. */
public interface StrangerContract extends StoreFixture {
  private static Event list(int author, long at) {
    return EventBuilder.kind(Kinds.GRASP_LIST)
        .at(at)
        .tag("g", "wss://git.example.org")
        .unsignedBy(Signer.numbered(author));
  }

  /** For so many of these lists, whose authors do not take part. */
  private static StrangerRoom roomFor(int lists) {
    return new StrangerRoom(lists * StrangerRoom.bytesOf(list(1, 99)), _ -> false);
  }

  private Appended bring(Event list, StrangerRoom room) {
    return driver().write(tx -> tx.appendStranger(list, room, NOW));
  }

  @Test
  default void oldestListOfAStrangerGivesWay() {
    Event first = list(1, 50);
    Event second = list(2, 10);
    Event third = list(3, 30);
    assertThat(bring(first, roomFor(2))).isEqualTo(new Appended.Stored(1));
    assertThat(bring(second, roomFor(2))).isEqualTo(new Appended.Stored(2));
    assertThat(bring(third, roomFor(2))).isEqualTo(new Appended.Stored(3));

    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(third, second));
    assertThat(store().known(first.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().tail(3, 10))
        .containsExactly(
            new LogRecord.Removed(
                4,
                first.id(),
                first.createdAt(),
                Kinds.GRASP_LIST,
                first.author(),
                Removal.EVICTED));
    assertThat(bring(first, roomFor(2))).as("may come back").isInstanceOf(Appended.Stored.class);
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(first, third));
  }

  @Test
  default void newVersionTakesTheRoomOfItsOlderOneAndIsTheNewest() {
    bring(list(1, 1), roomFor(2));
    bring(list(2, 2), roomFor(2));
    bring(list(1, 3), roomFor(2));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(list(1, 3), list(2, 2)));

    bring(list(3, 4), roomFor(2));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(list(3, 4), list(1, 3)));
  }

  @Test
  default void listThatIsRefusedTakesNothing() {
    bring(list(1, 5), roomFor(2));
    bring(list(2, 2), roomFor(2));
    assertThat(bring(list(2, 2), roomFor(2))).isEqualTo(new Appended.Duplicate(false));
    assertThat(bring(list(1, 4), roomFor(2))).isEqualTo(new Appended.Superseded(list(1, 5).id()));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(list(1, 5), list(2, 2)));
  }

  @Test
  default void removedListLeavesItsRoom() {
    bring(list(1, 1), roomFor(2));
    bring(list(2, 2), roomFor(2));
    driver().remove(list(2, 2).id(), Removal.DELETED);
    bring(list(3, 3), roomFor(2));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(list(3, 3), list(1, 1)));
  }

  @Test
  default void listOfWhoTakesPartStaysAndDoesNotCount() {
    Event participants = list(9, 9);
    driver().append(participants);
    bring(list(1, 1), roomFor(2));
    bring(list(2, 2), roomFor(2));
    StrangerRoom later = new StrangerRoom(roomFor(2).bytesMax(), list(1, 1).author()::equals);
    bring(list(3, 3), later);
    assertThat(driver().ids(Filter.ALL))
        .isEqualTo(idsOf(participants, list(3, 3), list(2, 2), list(1, 1)));

    bring(list(4, 4), roomFor(2));
    assertThat(driver().ids(Filter.ALL))
        .isEqualTo(idsOf(participants, list(4, 4), list(3, 3), list(1, 1)));
  }

  @Test
  default void newestListStaysEvenIfItIsLargerThanTheRoom() {
    bring(list(1, 1), roomFor(1));
    StrangerRoom small = new StrangerRoom(10, _ -> false);
    assertThat(bring(list(2, 2), small)).isInstanceOf(Appended.Stored.class);
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(list(2, 2)));
  }

  @Test
  default void onlyListsOfServersAreStrangers() {
    Event note = EventBuilder.note("no list").unsignedBy(Signer.numbered(1));
    assertThatThrownBy(() -> bring(note, roomFor(1))).isInstanceOf(IllegalArgumentException.class);
    assertThat(store().lastSeq()).isZero();
  }
}
