package dev.graspd.testkit.store.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.StoreDriver;
import dev.graspd.testkit.store.StoreFixture;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What every store does with bans. */
public interface BanContract extends StoreFixture {
  Order ORDER = new Order("uid 7", "cli", "spam, again", StoreDriver.NOW);
  Banned MALLORY = new Banned.OfKey(TestKeys.MALLORY.publicKey());
  Appended BARRED = new Appended.Barred(Removal.BANNED);

  private BanStore bans() {
    return store().bans();
  }

  private Ban impose(Banned what) {
    return driver().write(tx -> tx.bans().impose(what, ORDER, OptionalLong.empty()));
  }

  private Optional<Ban> lift(Banned what) {
    return driver().write(tx -> tx.bans().lift(what, ORDER));
  }

  private boolean setAside(Ban ban, Event event) {
    return driver().write(tx -> tx.bans().setAside(ban, event.id(), StoreDriver.NOW));
  }

  private static Event note(Signer signer, String text) {
    return EventBuilder.note(text).signedBy(signer);
  }

  private static Event ofRepository(Signer signer, int kind, String identifier) {
    return EventBuilder.kind(kind).tag("d", identifier).signedBy(signer);
  }

  @Test
  default void bannedEventIsGoneInTheSameLogStep() {
    Event event = note(TestKeys.MALLORY, "spam");
    driver().append(event);
    long before = store().lastSeq();

    impose(new Banned.OfEvent(event.id()));

    assertThat(store().known(event.id())).isEqualTo(Known.UNKNOWN);
    assertThat(driver().ids(Filter.ALL)).isEmpty();
    assertThat(store().tail(before, 10))
        .hasSize(2)
        .hasExactlyElementsOfTypes(LogRecord.BansChanged.class, LogRecord.Removed.class)
        .last()
        .extracting(record -> ((LogRecord.Removed) record).id())
        .isEqualTo(event.id());
    assertThat(driver().append(event)).isEqualTo(BARRED);
    assertThat(driver().append(note(TestKeys.MALLORY, "other")))
        .isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void everyChangeOfBansIsInTheLog() {
    long before = store().lastSeq();
    impose(MALLORY);
    assertThat(store().tail(before, 10)).containsExactly(new LogRecord.BansChanged(before + 1));

    Optional<Ban> _ = lift(MALLORY);
    Optional<Ban> _ = lift(MALLORY);
    assertThat(store().tail(before + 1, 10)).containsExactly(new LogRecord.BansChanged(before + 2));
  }

  @Test
  default void eventThatWasNeverHereIsKeptOut() {
    Event event = note(TestKeys.MALLORY, "to come");
    impose(new Banned.OfEvent(event.id()));

    assertThat(driver().append(event)).isEqualTo(BARRED);
    assertThat(driver().hold(event)).isEqualTo(BARRED);
    assertThat(bans().against(event)).isPresent();
  }

  @Test
  default void everyWayIntoTheStoreIsClosedToABannedKey() {
    Event held = note(TestKeys.MALLORY, "held");
    driver().hold(held);
    Ban ban = impose(MALLORY);

    assertThat(driver().append(note(TestKeys.MALLORY, "new"))).isEqualTo(BARRED);
    assertThat(driver().hold(note(TestKeys.MALLORY, "waits"))).isEqualTo(BARRED);
    assertThat(driver().release(held.id())).contains(BARRED);
    assertThat(
            driver()
                .delete(
                    EventBuilder.kind(Kinds.DELETION)
                        .tag("e", held.id().hex())
                        .signedBy(TestKeys.MALLORY)))
        .isEqualTo(BARRED);
    assertThat(
            driver()
                .vanish(
                    EventBuilder.kind(Kinds.VANISH)
                        .tag("relay", "ALL_RELAYS")
                        .signedBy(TestKeys.MALLORY)))
        .isEqualTo(BARRED);
    assertThat(bans().aside(ban, 10)).as("a release after the ban").containsExactly(held);
    assertThat(driver().append(note(TestKeys.ALICE, "mine"))).isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void repositoryKeepsOutItsOwnAnnouncementsAndStatesOnly() {
    impose(
        new Banned.OfRepository(
            new RepoAddress(TestKeys.ALICE.publicKey(), Identifier.parse("bad").orElseThrow())));

    for (int kind : List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE)) {
      assertThat(driver().append(ofRepository(TestKeys.ALICE, kind, "bad"))).isEqualTo(BARRED);
      assertThat(driver().append(ofRepository(TestKeys.ALICE, kind, "good")))
          .isInstanceOf(Appended.Stored.class);
      assertThat(driver().append(ofRepository(TestKeys.BOB, kind, "bad")))
          .isInstanceOf(Appended.Stored.class);
    }
    assertThat(driver().append(note(TestKeys.ALICE, "bad"))).isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void liftedBanLetsInAgainWhatItHadSetAside() {
    Event event = note(TestKeys.MALLORY, "spam");
    driver().append(event);
    Ban ban = impose(MALLORY);
    assertThat(setAside(ban, event)).isTrue();
    assertThat(setAside(ban, event)).as("twice").isFalse();
    driver()
        .write(tx -> {
          tx.bans().complete(MALLORY);
          return true;
        });
    assertThat(bans().all()).extracting(Ban::phase).containsExactly(Ban.Phase.IN_FORCE);

    assertThat(lift(MALLORY)).isPresent();
    assertThat(lift(MALLORY)).as("twice").isEmpty();

    assertThat(bans().aside(ban, 10)).containsExactly(event);
    assertThat(driver().append(event)).isInstanceOf(Appended.Stored.class);
    assertThat(driver().<Boolean>write(tx -> tx.bans().takeOut(ban, event))).isTrue();
    driver()
        .write(tx -> {
          tx.bans().forget(MALLORY);
          return true;
        });
    assertThat(bans().all()).isEmpty();
    assertThat(driver().ids(Filter.ALL)).containsExactly(event.id());
  }

  @Test
  default void eventOfTwoBansComesBackAfterBoth() {
    Event event = note(TestKeys.MALLORY, "spam");
    driver().append(event);
    Ban ofEvent = impose(new Banned.OfEvent(event.id()));
    Ban ofKey = impose(MALLORY);

    Optional<Ban> _ = lift(new Banned.OfEvent(event.id()));
    assertThat(driver().append(event)).isEqualTo(BARRED);
    assertThat(driver().<Boolean>write(tx -> tx.bans().takeOut(ofEvent, event))).isTrue();

    assertThat(bans().aside(ofEvent, 10)).isEmpty();
    assertThat(bans().aside(ofKey, 10)).containsExactly(event);
  }

  @Test
  default void banThatKeepsOutIsNotForgotten() {
    impose(MALLORY);
    driver()
        .write(tx -> {
          tx.bans().forget(MALLORY);
          return true;
        });
    assertThat(bans().all()).hasSize(1);
  }

  @Test
  default void forgottenBanLeavesNothingAside() {
    Event event = note(TestKeys.MALLORY, "spam");
    driver().append(event);
    Ban ban = impose(MALLORY);
    setAside(ban, event);
    driver()
        .write(tx -> {
          Optional<Ban> _ = tx.bans().lift(MALLORY, ORDER);
          tx.bans().forget(MALLORY);
          return true;
        });
    assertThat(bans().countAside(ban)).isZero();
  }

  @Test
  default void secondBanChangesReasonAndEnd() {
    Ban first = impose(MALLORY);
    Order later = new Order("uid 8", "cli", "for a week", StoreDriver.NOW + 5);
    Ban second =
        driver()
            .write(tx -> tx.bans().impose(MALLORY, later, OptionalLong.of(StoreDriver.NOW + 9)));

    assertThat(bans().all()).containsExactly(second);
    assertThat(second.number()).isEqualTo(first.number());
    assertThat(second.reason()).isEqualTo("for a week");
    assertThat(second.isOverAt(StoreDriver.NOW + 8)).isFalse();
    assertThat(second.isOverAt(StoreDriver.NOW + 9)).isTrue();
  }

  @Test
  default void announcementsComeBackFirstThenByTime() {
    Ban ban = impose(MALLORY);
    Optional<Ban> _ = lift(MALLORY);
    Event old = EventBuilder.kind(1).at(5).content("old").signedBy(TestKeys.MALLORY);
    Event young = EventBuilder.kind(1).at(9).content("young").signedBy(TestKeys.MALLORY);
    Event announcement = ofRepository(TestKeys.MALLORY, Kinds.ANNOUNCEMENT, "repo");
    driver().appendAll(List.of(young, old, announcement));
    impose(MALLORY);
    List.of(young, old, announcement).forEach(event -> setAside(ban, event));

    assertThat(bans().aside(ban, 10)).containsExactly(announcement, old, young);
    assertThat(bans().aside(ban, 1)).containsExactly(announcement);
    assertThat(bans().countAside(ban)).isEqualTo(3);
  }

  @Test
  default void eachOrderHasALineInTheAuditLog() {
    impose(MALLORY);
    driver()
        .write(tx -> {
          Optional<Ban> _ = tx.bans().lift(MALLORY, ORDER);
          tx.bans().note(ORDER, "ban", "key of this server", "refused: own key");
          return true;
        });

    assertThat(bans().audit(0, 10))
        .extracting(AuditEntry::number, AuditEntry::action, AuditEntry::result)
        .containsExactly(
            tuple(3L, "ban", "refused: own key"),
            tuple(2L, "unban", "lifted"),
            tuple(1L, "ban", "no end"));
    assertThat(bans().audit(0, 10)).extracting(AuditEntry::order).containsOnly(ORDER);
    assertThat(bans().audit(0, 1)).hasSize(1);
    assertThat(bans().audit(StoreDriver.NOW + 1, 10)).isEmpty();
  }

  @Test
  default void auditLineIsDroppedAfter400Days() {
    impose(MALLORY);
    Order late = new Order("uid 7", "cli", "", StoreDriver.NOW + AuditEntry.KEPT_SECONDS + 1);
    driver()
        .write(tx -> {
          tx.bans().note(late, "ban", "x", "refused");
          return true;
        });
    assertThat(bans().audit(0, 10)).extracting(AuditEntry::number).containsExactly(2L);
  }

  @Test
  default void failedOrderLeavesNoLine() {
    EventId id = note(TestKeys.BOB, "kept").id();
    try {
      driver()
          .write(tx -> {
            Ban _ = tx.bans().impose(new Banned.OfEvent(id), ORDER, OptionalLong.empty());
            throw new IllegalStateException("planned");
          });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("planned");
    }
    assertThat(bans().all()).isEmpty();
    assertThat(bans().audit(0, 10)).isEmpty();
  }
}
