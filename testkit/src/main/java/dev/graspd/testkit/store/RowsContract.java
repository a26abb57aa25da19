package dev.graspd.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.row.EndedRows.Member;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.EventRows.Group;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.Rows;
import dev.graspd.core.store.row.Sum;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the rules of the store need of an engine's rows. The order among several rows is here,
 * because traffic seldom shows it; the contracts of the store show the rest.
 */
public interface RowsContract {
  /** Runs work on the rows of an empty store, in one transaction. */
  void withRows(Consumer<Rows> work);

  PublicKey ALICE = TestKeys.ALICE.publicKey();
  PublicKey BOB = TestKeys.BOB.publicKey();

  private static Event note(long createdAt, String content) {
    return EventBuilder.note(content).at(createdAt).unsignedBy(ALICE);
  }

  private static Event version(long createdAt, String content) {
    return EventBuilder.kind(30_023)
        .at(createdAt)
        .tag("d", "page")
        .content(content)
        .unsignedBy(ALICE);
  }

  private static long put(Rows rows, Event event, Life life, long due) {
    long seq = rows.log().nextSeq();
    rows.events().put(event, new LogEntry(life, seq), due);
    return seq;
  }

  private static IndexedEvent indexed(Event event, long seq) {
    return new IndexedEvent(event.createdAt(), event.id(), seq);
  }

  private static Event lowerId(Event one, Event other) {
    return one.id().compareTo(other.id()) < 0 ? one : other;
  }

  @Test
  default void oldestMinutesAreTrimmed() {
    withRows(rows -> {
      assertThat(rows.arrivals().newestMinute()).isEmpty();
      for (long minute = 1; minute <= 5; minute++) {
        rows.arrivals().put(10 * minute, 60 * minute);
        rows.arrivals().trim(3);
      }
      assertThat(rows.arrivals().newestMinute()).hasValue(300);
      rows.arrivals().trim(1);
      assertThat(rows.arrivals().newestMinute()).hasValue(300);
      rows.arrivals().trim(0);
      assertThat(rows.arrivals().newestMinute()).isEmpty();
    });
  }

  @Test
  default void eventIsFoundAsItWasPutUntilItIsDeleted() {
    withRows(rows -> {
      Event event = note(10, "a");
      long seq = put(rows, event, Life.DORMANT, 77);

      assertThat(rows.events().find(event.id())).isEqualTo(new LogEntry(Life.DORMANT, seq));
      assertThat(rows.events().present(seq).life()).isEqualTo(Life.DORMANT);
      assertThat(rows.events().present(seq).due()).isEqualTo(77);
      assertThat(rows.events().present(seq).kind()).isEqualTo(event.kind());
      assertThat(rows.events().present(seq).author()).isEqualTo(ALICE);
      assertThat(rows.events().present(seq).event()).isEqualTo(event);

      rows.events().delete(event, new LogEntry(Life.DORMANT, seq), 77);
      assertThat(rows.events().find(event.id())).isNull();
      assertThat(rows.events().firstDue(100)).isEmpty();
      assertThat(rows.events().newestOf(ALICE, Group.HELD, 100, note(1, "other").id())).isNull();
      assertThatThrownBy(() -> rows.events().present(seq))
          .isInstanceOf(IllegalStateException.class);
    });
  }

  @Test
  default void newestOfAnAuthorIsOfItsGroupAndNotNewerThanAsked() {
    withRows(rows -> {
      Event old = note(10, "old");
      Event wanted = note(20, "wanted");
      Event except = note(20, "except");
      Event later = note(21, "later");
      Event held = note(19, "held");
      long oldSeq = put(rows, old, Life.RELEASED, EventRows.NEVER);
      long wantedSeq = put(rows, wanted, Life.STORED, EventRows.NEVER);
      put(rows, except, Life.STORED, EventRows.NEVER);
      put(rows, later, Life.STORED, EventRows.NEVER);
      long heldSeq = put(rows, held, Life.HELD, EventRows.NEVER);
      EventRows events = rows.events();

      assertThat(events.newestOf(ALICE, Group.SERVED, 20, except.id()))
          .isEqualTo(indexed(wanted, wantedSeq));
      assertThat(events.newestOf(ALICE, Group.SERVED, 19, except.id()))
          .isEqualTo(indexed(old, oldSeq));
      assertThat(events.newestOf(ALICE, Group.HELD, 20, except.id()))
          .isEqualTo(indexed(held, heldSeq));
      assertThat(events.newestOf(BOB, Group.SERVED, 20, except.id())).isNull();
      assertThat(events.newestOf(ALICE, Group.ASIDE, 20, except.id())).isNull();
    });
  }

  @Test
  default void versionsOfAnAddressAreServedOrNot() {
    withRows(rows -> {
      Event served = version(30, "served");
      Event aside = version(20, "aside");
      Event held = version(25, "held");
      Address address = served.address().orElseThrow();
      long servedSeq = put(rows, served, Life.STORED, EventRows.NEVER);
      long asideSeq = put(rows, aside, Life.ASIDE, EventRows.NEVER);
      long heldSeq = put(rows, held, Life.HELD, EventRows.NEVER);

      assertThat(rows.events().servedVersion(address)).isEqualTo(indexed(served, servedSeq));
      assertThat(rows.events().heldVersion(address, 30)).isEqualTo(indexed(held, heldSeq));
      assertThat(rows.events().heldVersion(address, 24)).isEqualTo(indexed(aside, asideSeq));
      assertThat(rows.events().heldVersion(address, 19)).isNull();
    });
  }

  @Test
  default void firstDueComesFirstAndNotBeforeItsTime() {
    withRows(rows -> {
      put(rows, note(1, "never"), Life.STORED, EventRows.NEVER);
      long later = put(rows, note(2, "later"), Life.DORMANT, 60);
      long sooner = put(rows, note(3, "sooner"), Life.DORMANT, 50);

      assertThat(rows.events().firstDue(49)).isEmpty();
      assertThat(rows.events().firstDue(70)).isEqualTo(OptionalLong.of(sooner));
      rows.events().delete(note(3, "sooner"), new LogEntry(Life.DORMANT, sooner), 50);
      assertThat(rows.events().firstDue(70)).isEqualTo(OptionalLong.of(later));
    });
  }

  @Test
  default void amongDeletionsTheLowestIdOrTheNewestDecides() {
    withRows(rows -> {
      Event target = version(10, "target");
      Address address = target.address().orElseThrow();
      Event one = deletion(target, 20, "one");
      Event two = deletion(target, 20, "two");
      Event old = deletion(target, 15, "old");
      Stream.of(one, two, old).forEach(rows.deletions()::putTargets);
      EventId lowest = lowerId(lowerId(one, two), old).id();

      assertThat(rows.deletions().firstDeletionOf(target.id(), ALICE)).isEqualTo(lowest);
      assertThat(rows.deletions().firstDeletionOf(target.id(), BOB)).isNull();
      assertThat(rows.deletions().newestDeletionOf(address))
          .isEqualTo(new Request(20, lowerId(one, two).id()));
      rows.deletions().deleteTargets(one);
      rows.deletions().deleteTargets(two);
      assertThat(rows.deletions().firstDeletionOf(target.id(), ALICE)).isEqualTo(old.id());
      assertThat(rows.deletions().newestDeletionOf(address)).isEqualTo(new Request(15, old.id()));
    });
  }

  private static Event deletion(Event target, long createdAt, String content) {
    return EventBuilder.deletionOf(target)
        .tag("a", "30023:" + ALICE + ":page")
        .at(createdAt)
        .content(content)
        .unsignedBy(ALICE);
  }

  @Test
  default void authorsVanishInTheOrderOfTheirKeys() {
    withRows(rows -> {
      PublicKey first = ALICE.compareTo(BOB) < 0 ? ALICE : BOB;
      PublicKey second = first.equals(ALICE) ? BOB : ALICE;
      Request request = new Request(5, note(5, "vanish").id());
      rows.vanished().put(second, request);
      rows.vanished().put(first, request);

      assertThat(rows.vanished().firstVanishing()).isEqualTo(first);
      rows.vanished().endVanishing(first);
      assertThat(rows.vanished().isVanishing(first)).isFalse();
      assertThat(rows.vanished().find(first)).isEqualTo(request);
      assertThat(rows.vanished().firstVanishing()).isEqualTo(second);
    });
  }

  @Test
  default void oldestUnwantedEventIsOfItsKindAndOfTwoTheLowerId() {
    withRows(rows -> {
      Event one = note(1, "one");
      Event two = note(2, "two");
      UnwantedEvent.Why why = UnwantedEvent.Why.REFUSED;
      rows.unwanted().put(UnwantedEvent.refused(one, why, 50, 90));
      rows.unwanted().put(UnwantedEvent.refused(two, why, 50, 90));
      rows.unwanted().put(UnwantedEvent.refused(note(3, "new"), why, 51, 90));

      assertThat(rows.unwanted().oldest(true))
          .isEqualTo(UnwantedEvent.refused(lowerId(one, two), why, 50, 90));
      assertThat(rows.unwanted().count(true)).isEqualTo(3);
      assertThat(rows.unwanted().oldest(false)).isNull();
      assertThat(rows.unwanted().count(false)).isZero();
    });
  }

  @Test
  default void sumsAreApartFromEachOther() {
    withRows(rows -> {
      RepoAddress repository = new RepoAddress(ALICE, new Identifier("one"));
      List<Sum> sums =
          List.of(
              new Sum.DormantOf(ALICE),
              new Sum.DormantOf(BOB),
              new Sum.AllDormant(),
              new Sum.DormantFrom(7, 1),
              new Sum.DormantFrom(8, 1),
              new Sum.DormantFrom(8, 2),
              new Sum.StrangerLists(),
              new Sum.PacksOf(repository),
              new Sum.PacksOfOwner(ALICE),
              new Sum.PacksOfOwner(BOB));
      IntStream.range(0, sums.size()).forEach(n -> rows.sums().put(sums.get(n), n + 1));
      rows.sums().put(new Sum.DormantOf(BOB), 0);
      rows.sums().deleteDaysBefore(8);

      assertThat(sums.stream().map(rows.sums()::get))
          .containsExactly(1L, 0L, 3L, 0L, 5L, 6L, 7L, 8L, 9L, 10L);
    });
  }

  @Test
  default void membersOfARepositoryComeByIdAfterTheLastOne() {
    withRows(rows -> {
      RepoAddress repository = new RepoAddress(ALICE, new Identifier("one"));
      List<Member> members =
          IntStream.range(0, 5)
              .mapToObj(n -> new Member(note(n, "member").id(), n % 2 == 0))
              .sorted((one, other) -> one.id().compareTo(other.id()))
              .toList();
      members.forEach(member -> rows.ended().putMember(repository, member));
      rows.ended()
          .putMember(new RepoAddress(ALICE, new Identifier("one more")), members.getFirst());

      assertThat(rows.ended().members(repository, Optional.empty(), 9)).isEqualTo(members);
      assertThat(rows.ended().members(repository, Optional.of(members.get(1).id()), 2))
          .isEqualTo(members.subList(2, 4));
      members.forEach(member -> rows.ended().deleteMember(repository, member.id()));
      assertThat(rows.ended().members(repository, Optional.empty(), 9)).isEmpty();
    });
  }

  @Test
  default void newestFenceOfEachRoleIsFound() {
    withRows(rows -> {
      assertThat(rows.roles().newest(Role.SYNC)).isZero();
      rows.roles().put(Role.SYNC, 1);
      rows.roles().put(Role.SYNC, 2);
      rows.roles().put(Role.HUNT, 7);

      assertThat(rows.roles().newest(Role.SYNC)).isEqualTo(2);
      assertThat(rows.roles().newest(Role.HUNT)).isEqualTo(7);
      assertThat(rows.roles().newest(Role.DESK)).isZero();
    });
  }
}
