package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static dev.graspd.testkit.store.StoreFixture.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.testkit.EventBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What every store keeps of repositories that are not hosted any longer. */
public interface EndedContract extends StoreFixture {
  RepoAddress ONE = new RepoAddress(ALICE.publicKey(), new Identifier("one"));
  RepoAddress TWO = new RepoAddress(ALICE.publicKey(), new Identifier("\u00e9".repeat(125)));
  Event ISSUE = EventBuilder.kind(1621).tag("a", ONE.toString()).unsignedBy(BOB);

  /** Returns the same store by its other side. */
  RepositoryStore repositories();

  private static EndedRepository holding(RepoAddress repository, EndedRepository.Phase phase) {
    return new EndedRepository(
        repository,
        EndedRepository.Cause.DELETED,
        phase,
        RepositoryContract.REFS,
        Optional.of(ISSUE.id()),
        5,
        NOW,
        NOW + 100,
        "d\u00e9letion 5");
  }

  @Test
  default void endedRepositoriesAreReadInPages() {
    SortedSet<RepoAddress> all = new TreeSet<>(both());
    for (int i = 0; i < 5; i++) {
      all.add(new RepoAddress(BOB.publicKey(), new Identifier("x".repeat(1 + i % 3) + i)));
    }
    boolean done =
        in(tx -> {
          all.forEach(one -> tx.ended().put(holding(one, EndedRepository.Phase.HELD)));
          return true;
        });
    assertThat(done).isTrue();
    assertThat(repositories().ended().count()).isEqualTo(7);

    List<RepoAddress> found = new ArrayList<>();
    List<EndedRepository> page = repositories().ended().page(Optional.empty(), 2);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(2);
      page.forEach(one -> found.add(one.repository()));
      RepoAddress last = found.getLast();
      // What a reader ends on its way does not end its walk.
      boolean removed = in(tx -> tx.ended().remove(last));
      assertThat(removed).isTrue();
      page = repositories().ended().page(Optional.of(last), 2);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(all);
  }

  private static SortedSet<RepoAddress> both() {
    return new TreeSet<>(List.of(ONE, TWO));
  }

  private <R> R in(Function<StoreTransaction, R> work) {
    return driver().write(work);
  }

  private List<SetAsideEvent> aside(RepoAddress repository) {
    return repositories().ended().aside(repository, Optional.empty(), 100);
  }

  /** Keeps both repositories, and sets an event aside for some of them. */
  private boolean setAside(Event event, SortedSet<RepoAddress> repositories) {
    return in(tx -> {
      tx.ended().put(holding(ONE, EndedRepository.Phase.HELD));
      tx.ended().put(holding(TWO, EndedRepository.Phase.HELD));
      return tx.ended().setAside(event.id(), repositories);
    });
  }

  private boolean setAside(Event event) {
    return setAside(event, new TreeSet<>(List.of(ONE)));
  }

  @Test
  default void whatIsKeptOfARepositoryIsReadBack() {
    EndedRepository first = holding(ONE, EndedRepository.Phase.GATHERING);
    EndedRepository orphaned =
        new EndedRepository(
            TWO,
            EndedRepository.Cause.ORPHANED,
            EndedRepository.Phase.ERASING,
            RepositoryContract.REFS.withHead(Optional.empty()),
            Optional.empty(),
            0,
            1,
            2,
            "");
    boolean done =
        in(tx -> {
          tx.ended().put(first);
          tx.ended().put(orphaned);
          tx.ended().put(first.withPhase(EndedRepository.Phase.HELD));
          return true;
        });

    assertThat(done).isTrue();
    assertThat(repositories().ended().find(ONE))
        .contains(first.withPhase(EndedRepository.Phase.HELD));
    assertThat(repositories().ended().all())
        .containsExactly(first.withPhase(EndedRepository.Phase.HELD), orphaned);
    assertThat(this.<Optional<EndedRepository>>in(tx -> tx.ended().find(TWO))).contains(orphaned);
    assertThat(repositories().ended().of(TWO.identifier())).containsExactly(orphaned);
    assertThat(repositories().ended().of(new Identifier("on"))).isEmpty();
    assertThat(this.<Boolean>in(tx -> tx.ended().remove(ONE))).isTrue();
    assertThat(this.<Boolean>in(tx -> tx.ended().remove(ONE))).isFalse();
    assertThat(repositories().ended().all()).containsExactly(orphaned);
  }

  @Test
  default void whatIsSetAsideIsUnknownToAllWhoAsk() {
    driver().append(ISSUE);
    assertThat(setAside(ISSUE)).isTrue();

    assertThat(store().known(ISSUE.id())).isEqualTo(Known.UNKNOWN);
    assertThat(store().served(ISSUE.id())).isEmpty();
    assertThat(repositories().held(ISSUE.id())).isEmpty();
    assertThat(driver().ids(Filter.ALL)).isEmpty();
    assertThat(store().stats().servedEvents()).isZero();
    assertThat(store().stats().heldEvents()).isZero();
    assertThat(this.<Known>in(tx -> tx.known(ISSUE.id()))).isEqualTo(Known.UNKNOWN);
    assertThat(driver().release(ISSUE.id())).isEmpty();
    assertThat(driver().remove(ISSUE.id(), Removal.BANNED)).isFalse();
    assertThat(store().tail(0, 10))
        .containsExactly(
            new LogRecord.Removed(
                store().lastSeq() - 2,
                ISSUE.id(),
                ISSUE.createdAt(),
                ISSUE.kind(),
                BOB.publicKey(),
                Removal.WITHDRAWN),
            new LogRecord.FamilyChanged(store().lastSeq() - 1, ONE.identifier()),
            new LogRecord.FamilyChanged(store().lastSeq(), TWO.identifier()));
    assertThat(aside(ONE)).containsExactly(new SetAsideEvent(ISSUE, false));
    assertThat(repositories().ended().countAside(ONE)).isEqualTo(1);
    assertThat(aside(TWO)).isEmpty();
  }

  @Test
  default void onlyWhatIsHereIsSetAsideAndOnlyForWhatIsKept() {
    assertThat(setAside(ISSUE)).isFalse();
    Event dormant = EventBuilder.deletionOf(ISSUE).unsignedBy(BOB);
    driver().delete(dormant);
    assertThat(setAside(dormant)).isFalse();
    RepoAddress unknown = new RepoAddress(BOB.publicKey(), ONE.identifier());
    assertThatThrownBy(() -> setAside(dormant, new TreeSet<>(List.of(unknown))))
        .hasMessageContaining("nothing is kept of");
  }

  @Test
  default void whatWaitedIsRememberedAsSuchAndWaitsNoMore() {
    driver().hold(ISSUE);
    boolean _ =
        in(tx -> {
          tx.repositories().putWait(ISSUE.id(), new Wait(ONE.identifier(), false, 5));
          return true;
        });
    assertThat(setAside(ISSUE)).isTrue();

    assertThat(aside(ONE)).containsExactly(new SetAsideEvent(ISSUE, true));
    assertThat(repositories().waiting()).isEmpty();
    assertThatThrownBy(() ->
            in(tx -> {
              tx.repositories().putWait(ISSUE.id(), new Wait(ONE.identifier(), false, 5));
              return true;
            }))
        .hasStackTraceContaining("not held");
  }

  @Test
  default void whatComesBackIsNewToThoseWhoFollowTheLog() {
    driver().append(ISSUE);
    setAside(ISSUE, both());
    long before = store().lastSeq();

    assertThat(driver().append(ISSUE)).isEqualTo(new Appended.Stored(before + 1));
    assertThat(store().tail(before, 10)).containsExactly(new LogRecord.Stored(before + 1, ISSUE));
    assertThat(driver().ids(Filter.ALL)).isEqualTo(idsOf(ISSUE));
    assertThat(aside(ONE)).isEmpty();
    assertThat(aside(TWO)).isEmpty();
    assertThat(this.<Boolean>in(tx -> tx.ended().remove(ONE))).isTrue();
    assertThat(store().known(ISSUE.id())).isEqualTo(Known.SERVED);
  }

  @Test
  default void whoseEventIsSetAsideIsTold() {
    driver().append(ISSUE);
    assertThat(repositories().ended().keepersOf(ISSUE.id())).isEmpty();
    setAside(ISSUE, both());
    EndedRepository one = holding(ONE, EndedRepository.Phase.HELD);
    EndedRepository two = holding(TWO, EndedRepository.Phase.HELD);
    assertThat(repositories().ended().keepersOf(ISSUE.id())).containsExactly(one, two);
    assertThat(repositories().ended().keepersOf(EventBuilder.note("other").unsignedBy(BOB).id()))
        .isEmpty();
    assertThat(this.<Integer>in(tx -> tx.ended().discardAside(ONE, 10))).isEqualTo(1);
    assertThat(repositories().ended().keepersOf(ISSUE.id())).containsExactly(two);
  }

  @Test
  default void whatIsSetAsideForTwoStaysUntilBothAreForgotten() {
    driver().append(ISSUE);
    setAside(ISSUE, both());

    assertThat(this.<Integer>in(tx -> tx.ended().discardAside(ONE, 10))).isEqualTo(1);
    assertThat(aside(ONE)).isEmpty();
    assertThat(aside(TWO)).containsExactly(new SetAsideEvent(ISSUE, false));
    assertThat(this.<Boolean>in(tx -> tx.ended().remove(TWO))).isTrue();
    assertThat(aside(TWO)).isEmpty();
    assertThat(driver().append(ISSUE)).isInstanceOf(Appended.Stored.class);
  }

  @Test
  default void eventsAreForgottenInSlices() {
    for (int i = 0; i < 5; i++) {
      Event event = EventBuilder.note("n" + i).unsignedBy(BOB);
      driver().append(event);
      setAside(event);
    }

    List<SetAsideEvent> all = aside(ONE);
    Optional<EventId> second = Optional.of(all.get(1).event().id());
    assertThat(this.<List<SetAsideEvent>>in(tx -> tx.ended().aside(ONE, Optional.empty(), 2)))
        .isEqualTo(all.subList(0, 2));
    assertThat(this.<List<SetAsideEvent>>in(tx -> tx.ended().aside(ONE, second, 2)))
        .isEqualTo(all.subList(2, 4));
    assertThat(repositories().ended().aside(ONE, second, 2)).isEqualTo(all.subList(2, 4));
    assertThat(this.<Integer>in(tx -> tx.ended().discardAside(ONE, 3))).isEqualTo(3);
    assertThat(this.<Integer>in(tx -> tx.ended().discardAside(ONE, 3))).isEqualTo(2);
    assertThat(this.<Integer>in(tx -> tx.ended().discardAside(ONE, 3))).isZero();
    assertThat(aside(ONE)).isEmpty();
  }

  @Test
  default void deletionReachesWhatIsSetAside() {
    driver().append(ISSUE);
    setAside(ISSUE, both());
    Event deletion = EventBuilder.deletionOf(ISSUE).unsignedBy(BOB);

    assertThat(driver().delete(deletion)).isInstanceOf(Appended.Stored.class);
    assertThat(store().known(ISSUE.id())).isEqualTo(Known.GONE);
    assertThat(store().gone(ISSUE.id()))
        .contains(new Gone(Removal.DELETED, Optional.of(deletion.id())));
    assertThat(driver().append(ISSUE)).isEqualTo(new Appended.Deleted(deletion.id()));
    assertThat(aside(ONE)).isEmpty();
    assertThat(aside(TWO)).isEmpty();
  }

  @Test
  default void deletionOfAnAddressReachesWhatIsSetAside() {
    Event state = EventBuilder.kind(Kinds.REPO_STATE).tag("d", "one").unsignedBy(BOB);
    driver().append(state);
    setAside(state);
    Event deletion =
        EventBuilder.kind(Kinds.DELETION)
            .at(state.createdAt())
            .tag("a", state.address().orElseThrow().toString())
            .unsignedBy(BOB);

    assertThat(driver().delete(deletion)).isInstanceOf(Appended.Stored.class);
    assertThat(aside(ONE)).isEmpty();
  }

  @Test
  default void whoVanishesTakesAlongWhatIsSetAside() {
    driver().append(ISSUE);
    setAside(ISSUE);
    driver().vanish(EventBuilder.kind(Kinds.VANISH).at(ISSUE.createdAt() + 1).unsignedBy(BOB));
    driver().sweepAll(NOW);

    assertThat(aside(ONE)).isEmpty();
    assertThat(store().known(ISSUE.id())).isEqualTo(Known.GONE);
  }

  @Test
  default void whatExpiresIsSetAsideNoMore() {
    Event event = EventBuilder.note("short").expiringAt(NOW + 10).unsignedBy(BOB);
    driver().append(event);
    setAside(event);
    driver().sweepAll(NOW + 10);

    assertThat(aside(ONE)).isEmpty();
    assertThat(store().nextSweepSeconds()).isEmpty();
  }
}
