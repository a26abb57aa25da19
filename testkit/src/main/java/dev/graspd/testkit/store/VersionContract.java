package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every work that changes a family raises its version, and the log tells the last one (ADR 29). */
public interface VersionContract extends RepositoryFixture {
  @Test
  default void movedRefsAreInTheLog() {
    write(tx -> tx.repositories().putRefs(LONG, REFS));

    assertThat(store().tail(0, 10))
        .containsExactly(
            new LogRecord.RefsMoved(1, LONG), new LogRecord.FamilyChanged(2, LONG.identifier()));
    assertThat(store().lastSeq()).isEqualTo(2);
  }

  @Test
  default void familyThatNobodyChangedHasNoVersion() {
    driver().append(EventBuilder.note("no repository").unsignedBy(ALICE));
    assertThat(repositories().version(FAMILY)).isZero();
    assertThat(store().tail(0, 10)).hasSize(1);
  }

  @Test
  default void everyWorkThatChangesAFamilyRaisesItsVersionOnce() {
    write(tx -> {
      tx.repositories().putRefs(ALICES, REFS);
      tx.repositories().putRefs(BOBS, REFS);
      assertThat(tx.repositories().version(FAMILY)).isZero();
    });
    long first = repositories().version(FAMILY);
    assertThat(first).isEqualTo(store().lastSeq());
    write(tx -> {
      assertThat(tx.repositories().version(FAMILY)).isEqualTo(first);
      tx.repositories().putPack(new PackRecord(FAMILY, "pack-1", ALICE.publicKey(), 1));
    });
    assertThat(repositories().version(FAMILY)).isGreaterThan(first);
    assertThat(repositories().version(LONG.identifier())).isZero();
  }

  @Test
  default void workMayRaiseAVersionItself() {
    long raised =
        driver()
            .<Long>write(tx -> {
              tx.repositories().putRefs(ALICES, REFS);
              return tx.repositories().raise(FAMILY);
            });
    assertThat(repositories().version(FAMILY)).isEqualTo(raised).isEqualTo(store().lastSeq());
    long again =
        driver()
            .<Long>write(tx -> {
              long version = tx.repositories().raise(FAMILY);
              tx.repositories().putRefs(BOBS, REFS);
              return version;
            });
    assertThat(repositories().version(FAMILY)).as("changed after it").isGreaterThan(again);
  }

  @Test
  default void onlyTheLastChangeOfAFamilyIsInTheLog() {
    for (int i = 0; i < 5; i++) {
      String name = "pack-" + i;
      write(tx -> tx.repositories().putPack(new PackRecord(FAMILY, name, ALICE.publicKey(), 1)));
    }
    assertThat(store().tail(0, 10))
        .containsExactly(new LogRecord.FamilyChanged(store().lastSeq(), FAMILY));
  }

  @Test
  default void refusedWorkRaisesNothing() {
    assertThatThrownBy(() ->
            write(tx -> {
              tx.repositories().putRefs(ALICES, REFS);
              throw new IllegalStateException("no");
            }))
        .hasStackTraceContaining("no");
    assertThat(repositories().version(FAMILY)).isZero();
  }

  @Test
  default void everythingOfAFamilyRaisesItsVersion() {
    Event announcement = EventBuilder.kind(30_617).tag("d", FAMILY.text()).unsignedBy(ALICE);
    Event held = EventBuilder.note("held").unsignedBy(ALICE);
    raises("an announcement", tx -> tx.append(announcement, NOW));
    raises(
        "a wait",
        tx -> {
          tx.hold(held, NOW);
          tx.repositories().putWait(held.id(), new Wait(FAMILY, false, 1));
        });
    raises("a longer wait", tx -> tx.repositories().putWait(held.id(), new Wait(FAMILY, false, 2)));
    raises("the end of a wait", tx -> tx.remove(held.id(), Removal.EXPIRED, NOW));
    raises("the end of an announcement", tx -> tx.remove(announcement.id(), Removal.BANNED, NOW));
    Placeholder push =
        new Placeholder(held.id(), RefSpace.ofRepository(ALICES), COMMIT, "", "", 1, 1);
    raises("a push", tx -> tx.repositories().putPlaceholder(push));
    assertThat(repositories().placeholders(FAMILY)).containsExactly(push);
    assertThat(repositories().placeholders(LONG.identifier())).isEmpty();
    raises(
        "the end of a push", tx -> tx.repositories().removePlaceholder(push.event(), push.space()));
    ArrivedTip tip = new ArrivedTip(FAMILY, ALICE.publicKey(), COMMIT);
    raises("an object", tx -> tx.repositories().putArrived(tip));
    raises("the end of an object", tx -> tx.repositories().removeArrived(tip));
    raises(
        "packs",
        tx -> tx.repositories().putPack(new PackRecord(FAMILY, "p", ALICE.publicKey(), 1)));
    raises("fewer packs", tx -> tx.repositories().removePack(FAMILY, "p"));
    raises(
        "lost git data",
        tx ->
            tx.repositories()
                .putLost(
                    new LostGitData(FAMILY, new TreeSet<>(), new TreeSet<>(List.of(COMMIT)), 1)));
    raises("its return", tx -> tx.repositories().removeLost(FAMILY));
  }

  private void raises(String what, Consumer<StoreTransaction> work) {
    long before = repositories().version(FAMILY);
    write(work);
    assertThat(repositories().version(FAMILY)).as(what).isGreaterThan(before);
  }

  @Test
  default void familiesAreReadInTheOrderOfTheirLastChange() {
    List<Identifier> families =
        List.of(new Identifier("b"), new Identifier("c"), new Identifier("a"));
    families.forEach(family -> write(tx -> tx.repositories().raise(family)));
    write(tx -> tx.repositories().raise(families.getFirst()));
    long last = store().lastSeq();

    assertThat(repositories().changedFamilies(0, 10))
        .extracting(LogRecord.FamilyChanged::family)
        .containsExactly(families.get(1), families.get(2), families.get(0));
    assertThat(repositories().changedFamilies(0, 2)).hasSize(2);
    assertThat(repositories().changedFamilies(last - 1, 10))
        .containsExactly(new LogRecord.FamilyChanged(last, families.getFirst()));
    assertThat(repositories().changedFamilies(last, 10)).isEmpty();
  }

  /** Its refs name the pull request. */
  @Test
  default void removalOfAPullRequestChangesTheFamiliesThatItIsFor() {
    Event request =
        EventBuilder.kind(Kinds.PULL_REQUEST)
            .tag("c", COMMIT.hex())
            .tag("a", ALICES.toString())
            .tag("a", LONG.toString())
            .unsignedBy(BOB);
    write(tx -> {
      tx.repositories().putRefs(ALICES, REFS);
      tx.append(request, NOW);
    });
    long before = repositories().version(FAMILY);
    write(tx -> tx.remove(request.id(), Removal.EXPIRED, NOW));
    assertThat(repositories().version(FAMILY)).isGreaterThan(before);
    assertThat(repositories().version(LONG.identifier())).as("a stranger's word").isZero();
  }
}
