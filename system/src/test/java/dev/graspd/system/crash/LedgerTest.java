package dev.graspd.system.crash;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The test of the tester: every way to lose or revive an event must be noticed. */
class LedgerTest {
  private final Event note = EventBuilder.note("note").unsignedBy(ALICE);
  private final Event deletion = EventBuilder.deletionOf(note).unsignedBy(ALICE);
  private final Event old = EventBuilder.kind(0).at(1000).unsignedBy(ALICE);
  private final Event fresh = EventBuilder.kind(0).at(1001).unsignedBy(ALICE);
  private final Ledger ledger = new Ledger();

  @Test
  void everythingServedIsFine() {
    acknowledge(note, fresh);
    assertThat(ledger.problems(served(note, fresh))).isEmpty();
  }

  @Test
  void aLostEventIsNoticed() {
    acknowledge(note, fresh);
    assertThat(ledger.problems(served(fresh))).containsExactly("acknowledged and lost: " + note);
  }

  @Test
  void whatWasNotAcknowledgedMayBeThereOrNot() {
    ledger.sent(note);
    assertThat(ledger.problems(served())).isEmpty();
    assertThat(ledger.problems(served(note))).isEmpty();
  }

  @Test
  void anEventThatNobodySentIsNoticed() {
    assertThat(ledger.problems(served(note))).hasSize(1);
  }

  @Test
  void aReplacedVersionMayBeAbsent() {
    acknowledge(old, fresh);
    assertThat(ledger.problems(served(fresh))).isEmpty();
  }

  @Test
  void aVersionIsNotReplacedByOneThatIsNotThere() {
    acknowledge(old);
    ledger.sent(fresh);
    assertThat(ledger.problems(served())).hasSize(1);
  }

  @Test
  void anOlderVersionInPlaceOfANewerIsNoticed() {
    acknowledge(old, fresh);
    assertThat(ledger.problems(served(old))).containsExactly("acknowledged and lost: " + fresh);
  }

  @Test
  void twoVersionsAreNoticed() {
    acknowledge(old, fresh);
    assertThat(ledger.problems(served(old, fresh))).hasSize(1);
  }

  @Test
  void aDeletedEventMayBeAbsentIfItsDeletionIsServed() {
    acknowledge(note, deletion);
    assertThat(ledger.problems(served(deletion))).isEmpty();
    assertThat(ledger.problems(served())).containsExactly("acknowledged and lost: " + note);
  }

  @Test
  void aDeletionThatHidNothingMayBeAbsent() {
    ledger.sent(note);
    acknowledge(deletion);
    assertThat(ledger.problems(served())).isEmpty();
  }

  @Test
  void aDeletedEventThatIsServedIsNoticed() {
    acknowledge(note, deletion);
    assertThat(ledger.problems(served(note))).containsExactly("deleted and served: " + note);
    assertThat(ledger.problems(served(note, deletion))).isNotEmpty();
  }

  @Test
  void somebodyElsesDeletionExcusesNothing() {
    Event attempt = EventBuilder.deletionOf(note).unsignedBy(BOB);
    acknowledge(note, attempt);
    assertThat(ledger.problems(served(attempt))).containsExactly("acknowledged and lost: " + note);
    assertThat(ledger.problems(served(note))).isEmpty();
  }

  @Test
  void anAddressIsDeletedUpToTheDate() {
    String address = "0:" + ALICE.publicKey().hex() + ":";
    Event deletesOld = EventBuilder.kind(5).at(1000).tag("a", address).unsignedBy(ALICE);
    acknowledge(old, deletesOld);
    assertThat(ledger.problems(served(deletesOld))).isEmpty();
    acknowledge(fresh);
    assertThat(ledger.problems(served(deletesOld)))
        .containsExactly("acknowledged and lost: " + fresh);
  }

  private void acknowledge(Event... events) {
    for (Event event : events) {
      ledger.sent(event);
      ledger.acknowledged(event.id());
    }
  }

  private static Set<EventId> served(Event... events) {
    return new TreeSet<>(Arrays.stream(events).map(Event::id).toList());
  }
}
