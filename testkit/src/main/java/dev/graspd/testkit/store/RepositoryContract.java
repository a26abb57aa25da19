package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.NamedHosts;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.testkit.EventBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What every store keeps of repositories. */
public interface RepositoryContract extends VersionContract, PeeledContract {
  private List<Submission> allSubmissions() {
    return families(RepositoryStore.Rows.SUBMISSIONS).stream()
        .flatMap(family -> repositories().submissions(family).stream())
        .toList();
  }

  private List<ArrivedTip> allArrived() {
    return families(RepositoryStore.Rows.ARRIVED).stream()
        .flatMap(family -> repositories().arrived(family).stream())
        .toList();
  }

  private List<PackRecord> allPacks() {
    return families(RepositoryStore.Rows.PACKS).stream()
        .flatMap(family -> repositories().packs(family).stream())
        .toList();
  }

  @Test
  default void refsAreKeptForEachOwner() {
    write(tx -> {
      tx.repositories().putRefs(ALICES, REFS);
      tx.repositories().putRefs(BOBS, REFS.withHead(Optional.empty()));
      tx.repositories().putRefs(LONG, REFS);
    });

    assertThat(repositories().refs(FAMILY))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(ALICES.owner(), REFS, BOBS.owner(), REFS.withHead(Optional.empty())));
    assertThat(allRefs()).containsOnlyKeys(ALICES, BOBS, LONG);
    assertThat(repositories().countRefs()).isEqualTo(3);
    assertThat(repositories().refs(new Identifier("rep"))).isEmpty();
    assertThat(driver().<Refs>write(tx -> tx.repositories().refs(LONG))).isEqualTo(REFS);
  }

  @Test
  default void waitsAreFoundByTheirFamily() {
    Event first = EventBuilder.note("first").unsignedBy(ALICE);
    Event second = EventBuilder.note("second").unsignedBy(ALICE);
    Identifier other = new Identifier("other");
    write(tx -> {
      tx.hold(first, NOW);
      tx.hold(second, NOW);
      tx.repositories().putWait(first.id(), new Wait(FAMILY, false, 1));
      tx.repositories().putWait(second.id(), new Wait(LONG.identifier(), false, 1));
    });
    assertThat(repositories().waiting(FAMILY)).extracting(Waiting::id).containsExactly(first.id());
    assertThat(repositories().waiting(LONG.identifier()))
        .extracting(Waiting::id)
        .containsExactly(second.id());

    long before = repositories().version(FAMILY);
    write(tx -> tx.repositories().putWait(first.id(), new Wait(other, false, 1)));
    assertThat(repositories().waiting(FAMILY)).isEmpty();
    assertThat(repositories().version(FAMILY)).as("left").isGreaterThan(before);
    assertThat(repositories().waiting(other)).hasSize(1);
    write(tx -> tx.release(first.id(), NOW));
    assertThat(repositories().waiting(other)).isEmpty();
  }

  @Test
  default void repositoryWithoutRefsHasNoRow() {
    write(tx -> tx.repositories().putRefs(ALICES, REFS));
    write(tx -> tx.repositories().putRefs(ALICES, Refs.NONE));

    assertThat(allRefs()).isEmpty();
    assertThat(driver().<Refs>write(tx -> tx.repositories().refs(ALICES))).isEqualTo(Refs.NONE);
  }

  @Test
  default void waitOfAHeldEventGoesWithIt() {
    Event released = EventBuilder.note("released").unsignedBy(ALICE);
    Event removed = EventBuilder.note("removed").unsignedBy(ALICE);
    Event kept = EventBuilder.note("kept").unsignedBy(ALICE);
    Event lapsed = EventBuilder.note("lapsed").unsignedBy(ALICE);
    write(tx -> {
      for (Event event : new Event[] {released, removed, kept, lapsed}) {
        tx.hold(event, NOW);
        tx.repositories().putWait(event.id(), new Wait(FAMILY, false, 5));
      }
      tx.repositories().putWait(kept.id(), new Wait(LONG.identifier(), true, -7));
      tx.repositories().putWait(lapsed.id(), Wait.lapsed(LONG.identifier(), -7, NOW));
    });
    assertThat(repositories().waiting()).hasSize(4);
    List<Waiting> first = repositories().waiting(Optional.empty(), 3);
    assertThat(first).isEqualTo(repositories().waiting().subList(0, 3));
    assertThat(repositories().waiting(Optional.of(first.getLast().id()), 3))
        .isEqualTo(repositories().waiting().subList(3, 4));

    write(tx -> {
      tx.release(released.id(), NOW);
      tx.remove(removed.id(), Removal.LAPSED, NOW);
    });
    assertThat(repositories().waiting())
        .containsExactlyInAnyOrder(
            Waiting.of(kept, new Wait(LONG.identifier(), true, -7)),
            Waiting.of(lapsed, Wait.lapsed(LONG.identifier(), -7, NOW)));
    assertThat(driver().<Optional<Wait>>write(tx -> tx.repositories().waitOf(released.id())))
        .isEmpty();
    assertThat(repositories().held(kept.id())).contains(kept);
    assertThat(repositories().held(released.id())).isEmpty();
  }

  @Test
  default void whatIsNotedOfAHeldEventStaysWhenItsTimeChanges() {
    Event event = EventBuilder.note("held").unsignedBy(ALICE);
    Waiting.Sender from = new Waiting.Sender(-7, Long.MAX_VALUE, NOW);
    Waiting noted = Waiting.of(event, true, from, new Wait(FAMILY, false, 5));
    write(tx -> {
      tx.hold(event, NOW);
      tx.repositories().putWaiting(noted);
      tx.repositories().putWait(event.id(), Wait.lapsed(FAMILY, 9, NOW));
    });

    assertThat(repositories().waiting()).containsExactly(noted.with(Wait.lapsed(FAMILY, 9, NOW)));
    assertThat(driver().<Optional<Waiting>>write(tx -> tx.repositories().waiting(event.id())))
        .contains(noted.with(Wait.lapsed(FAMILY, 9, NOW)));
  }

  @Test
  default void onlyHeldEventsWait() {
    Event served = EventBuilder.note("served").unsignedBy(ALICE);
    driver().append(served);

    assertThatThrownBy(
            () -> write(tx -> tx.repositories().putWait(served.id(), new Wait(FAMILY, false, 1))))
        .hasStackTraceContaining("not held");
    assertThat(repositories().waiting()).isEmpty();
  }

  @Test
  default void placeholdersAreKeptByEventAndRepository() {
    EventId event = EventBuilder.note("later").unsignedBy(BOB).id();
    Placeholder alices = new Placeholder(event, ALICES, COMMIT, "shelf-1", "10.0.0.1", 77, 9);
    Placeholder longOne = new Placeholder(event, LONG, COMMIT, "shelf-2", "", 78, 10);
    write(tx -> {
      tx.repositories().putPlaceholder(alices);
      tx.repositories().putPlaceholder(longOne);
    });

    assertThat(repositories().placeholders()).containsExactlyInAnyOrder(alices, longOne);
    assertThat(
            driver()
                .<Optional<Placeholder>>write(
                    tx -> tx.repositories().placeholder(event, longOne.space())))
        .contains(longOne);
    assertThat(
            driver()
                .<Boolean>write(tx -> tx.repositories().removePlaceholder(event, alices.space())))
        .isTrue();
    assertThat(
            driver()
                .<Boolean>write(tx -> tx.repositories().removePlaceholder(event, alices.space())))
        .isFalse();
    assertThat(repositories().placeholders()).containsExactly(longOne);
  }

  @Test
  default void pushesOfOneNameToARepositoryAndBelowPrsAreTwo() {
    EventId event = EventBuilder.note("later").unsignedBy(BOB).id();
    RefSpace place = RefSpace.ofSubmissions(LONG.owner(), LONG.identifier());
    Placeholder hosted = new Placeholder(event, LONG, COMMIT, "shelf-1", "10.0.0.1", 77, 9);
    Placeholder submitted = new Placeholder(event, place, COMMIT, "shelf-2", "", 78, 10);
    write(tx -> {
      tx.repositories().putPlaceholder(hosted);
      tx.repositories().putPlaceholder(submitted);
    });

    assertThat(repositories().placeholders()).containsExactlyInAnyOrder(hosted, submitted);
    assertThat(
            driver()
                .<Optional<Placeholder>>write(tx -> tx.repositories().placeholder(event, place)))
        .contains(submitted);
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removePlaceholder(event, place)))
        .isTrue();
    assertThat(repositories().placeholders()).containsExactly(hosted);
  }

  @Test
  default void submissionsAreKeptApartFromRefs() {
    Submission first = submission("first", FAMILY);
    Submission second = submission("second", FAMILY);
    Submission elsewhere = submission("elsewhere", LONG.identifier());
    write(tx -> {
      tx.repositories().putSubmission(first);
      tx.repositories().putSubmission(second);
      tx.repositories().putSubmission(elsewhere);
    });

    assertThat(repositories().submissions(FAMILY)).containsExactlyInAnyOrder(first, second);
    assertThat(repositories().submissions(new Identifier("rep"))).isEmpty();
    assertThat(allSubmissions()).containsExactlyInAnyOrder(first, second, elsewhere);
    assertThat(repositories().countSubmissions()).isEqualTo(3);
    assertThat(allRefs()).isEmpty();
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeSubmission(first))).isTrue();
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeSubmission(first))).isFalse();
    assertThat(repositories().submissions(FAMILY)).containsExactly(second);
  }

  @Test
  default void whatArrivedIsNotedForItsSignerAndFamily() {
    ArrivedTip alices = new ArrivedTip(FAMILY, ALICES.owner(), COMMIT);
    ArrivedTip another = new ArrivedTip(FAMILY, ALICES.owner(), new Oid("2".repeat(40)));
    ArrivedTip bobs = new ArrivedTip(FAMILY, BOBS.owner(), COMMIT);
    ArrivedTip elsewhere = new ArrivedTip(LONG.identifier(), ALICES.owner(), COMMIT);
    write(tx -> {
      tx.repositories().putArrived(alices);
      tx.repositories().putArrived(another);
      tx.repositories().putArrived(bobs);
      tx.repositories().putArrived(elsewhere);
      tx.repositories().putArrived(alices);
    });

    assertThat(repositories().arrived(FAMILY)).containsExactlyInAnyOrder(alices, another, bobs);
    assertThat(repositories().arrived(LONG.identifier())).containsExactly(elsewhere);
    assertThat(repositories().arrived(new Identifier("rep"))).isEmpty();
    assertThat(allArrived()).containsExactlyInAnyOrder(alices, another, bobs, elsewhere);
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeArrived(alices))).isTrue();
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeArrived(alices))).isFalse();
    assertThat(repositories().arrived(FAMILY)).containsExactlyInAnyOrder(another, bobs);
  }

  private static Submission submission(String text, Identifier family) {
    return new Submission(
        EventBuilder.note(text).unsignedBy(BOB).id(),
        BOB.publicKey(),
        family,
        COMMIT,
        new TreeSet<>(Set.of(ALICES.owner(), BOBS.owner())));
  }

  @Test
  default void packsBelongToFamilies() {
    PackRecord pack = new PackRecord(FAMILY, "pack-" + COMMIT.hex(), ALICE.publicKey(), 123);
    write(tx -> tx.repositories().putPack(pack));
    write(tx -> tx.repositories().putPack(pack));

    assertThat(allPacks()).containsExactly(pack);
    assertThat(repositories().packs(FAMILY)).containsExactly(pack);
    assertThat(repositories().packs(new Identifier(FAMILY.text() + "2"))).isEmpty();
    assertThat(repositories().packs(new Identifier("0"))).isEmpty();
  }

  @Test
  default void packThatIsForgottenBelongsToNobody() {
    PackRecord lost = new PackRecord(FAMILY, "pack-" + COMMIT.hex(), ALICE.publicKey(), 123);
    PackRecord kept =
        new PackRecord(
            FAMILY,
            "pack-" + "1".repeat(40),
            new TreeMap<>(Map.of(ALICE.publicKey(), 45L, BOB.publicKey(), 6L)));
    write(tx -> tx.repositories().putPack(lost));
    write(tx -> tx.repositories().putPack(kept));
    write(tx -> assertThat(tx.repositories().removePack(FAMILY, lost.name())).isTrue());
    write(tx -> assertThat(tx.repositories().removePack(FAMILY, lost.name())).isFalse());

    assertThat(allPacks()).containsExactly(kept);
  }

  @Test
  default void bytesOfPacksAreSummedUpForRepositoriesAndOwners() {
    write(tx -> {
      tx.repositories().putPack(new PackRecord(FAMILY, "a", ALICE.publicKey(), 100));
      tx.repositories()
          .putPack(
              new PackRecord(
                  FAMILY, "b", new TreeMap<>(Map.of(ALICE.publicKey(), 20L, BOB.publicKey(), 3L))));
      tx.repositories().putPack(new PackRecord(LONG.identifier(), "c", ALICE.publicKey(), 4_000));
    });
    assertThat(repositories().packBytes(ALICES)).isEqualTo(new PackBytes(120, 4_120));
    assertThat(repositories().packBytes(LONG)).isEqualTo(new PackBytes(4_000, 4_120));
    assertThat(repositories().packBytes(BOBS)).isEqualTo(new PackBytes(3, 3));

    write(tx -> {
      tx.repositories().putPack(new PackRecord(FAMILY, "a", BOB.publicKey(), 7));
      assertThat(tx.repositories().packBytes(ALICES)).isEqualTo(new PackBytes(20, 4_020));
      assertThat(tx.repositories().removePack(FAMILY, "b")).isTrue();
      assertThat(tx.repositories().removePack(FAMILY, "b")).isFalse();
    });
    assertThat(repositories().packBytes(ALICES)).isEqualTo(new PackBytes(0, 4_000));
    assertThat(repositories().packBytes(BOBS)).isEqualTo(new PackBytes(7, 7));
    assertThat(repositories().countPacks()).isEqualTo(2);
  }

  private static LostGitData lost(Identifier family, long until) {
    return new LostGitData(
        family, new TreeSet<>(Set.of("a", "b")), new TreeSet<>(Set.of(COMMIT)), until);
  }

  @Test
  default void lostGitDataIsNotedUntilItsFamilyIsWhole() {
    LostGitData first = lost(FAMILY, 5);
    LostGitData later = new LostGitData(FAMILY, new TreeSet<>(), new TreeSet<>(Set.of(COMMIT)), 7);
    LostGitData elsewhere = lost(LONG.identifier(), 6);
    write(tx -> {
      assertThat(tx.repositories().lost(FAMILY)).isEmpty();
      tx.repositories().putLost(first);
      assertThat(tx.repositories().lost(FAMILY)).contains(first);
      tx.repositories().putLost(elsewhere);
    });
    write(tx -> tx.repositories().putLost(later));

    assertThat(repositories().lost(FAMILY)).contains(later);
    assertThat(repositories().lost(LONG.identifier())).contains(elsewhere);
    assertThat(repositories().lost(new Identifier("rep"))).isEmpty();
    assertThat(repositories().countLost()).isEqualTo(2);
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeLost(FAMILY))).isTrue();
    assertThat(driver().<Boolean>write(tx -> tx.repositories().removeLost(FAMILY))).isFalse();
    assertThat(repositories().lost(FAMILY)).isEmpty();
    assertThat(repositories().countLost()).isEqualTo(1);
  }

  @Test
  default void familiesAreReadInPages() {
    Set<Identifier> all = new TreeSet<>();
    write(tx -> {
      for (int i = 0; i < 7; i++) {
        Identifier family = new Identifier("x".repeat(1 + i % 3) + i);
        all.add(family);
        tx.repositories().putRefs(new RepoAddress(ALICE.publicKey(), family), REFS);
        tx.repositories().putRefs(new RepoAddress(BOB.publicKey(), family), REFS);
        tx.repositories().putPack(new PackRecord(family, "a", ALICE.publicKey(), 1));
        tx.repositories().putPack(new PackRecord(family, "b", ALICE.publicKey(), 1));
        tx.repositories().putArrived(new ArrivedTip(family, ALICES.owner(), COMMIT));
        tx.repositories().putSubmission(submission("pr " + i, family));
        tx.repositories().putLost(lost(family, i));
      }
    });

    for (RepositoryStore.Rows rows : RepositoryStore.Rows.values()) {
      List<Identifier> found = new ArrayList<>();
      List<Identifier> page = repositories().families(rows, Optional.empty(), 2);
      while (!page.isEmpty()) {
        assertThat(page).hasSizeLessThanOrEqualTo(2);
        found.addAll(page);
        page = repositories().families(rows, Optional.of(page.getLast()), 2);
      }
      assertThat(found).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  default void keysOfServedAndHeldAnnouncementsTakePart() {
    Event served =
        announcement("one").tag("maintainers", CAROL.publicKey().hex()).unsignedBy(ALICE);
    Event held = announcement("two").unsignedBy(BOB);
    assertThat(repositories().takesPart(ALICE.publicKey())).isFalse();
    write(tx -> {
      tx.append(served, NOW);
      tx.hold(held, NOW);
    });
    assertThat(repositories().takesPart(ALICE.publicKey())).isTrue();
    assertThat(repositories().takesPart(BOB.publicKey())).isTrue();
    assertThat(repositories().takesPart(CAROL.publicKey())).isTrue();

    write(tx -> {
      tx.remove(served.id(), Removal.LAPSED, NOW);
      tx.release(held.id(), NOW);
    });
    assertThat(repositories().takesPart(ALICE.publicKey())).isFalse();
    assertThat(repositories().takesPart(BOB.publicKey())).isTrue();
    assertThat(repositories().takesPart(CAROL.publicKey())).isFalse();
  }

  @Test
  default void keyIsNamedInItsNewestAnnouncements() {
    String bob = BOB.publicKey().hex();
    Event old = announcement("old").at(1).tag("maintainers", bob).unsignedBy(ALICE);
    Event own = announcement("own").at(2).unsignedBy(BOB);
    Event named = announcement("named").at(3).tag("maintainers", bob).unsignedBy(ALICE);
    Event other = announcement("other").at(4).unsignedBy(CAROL);
    write(tx -> {
      tx.append(old, NOW);
      tx.append(own, NOW);
      tx.hold(named, NOW);
      tx.append(other, NOW);
    });

    assertThat(repositories().namedIn(BOB.publicKey(), 9))
        .containsExactly(new Identifier("named"), new Identifier("old"), new Identifier("own"));
    assertThat(repositories().namedIn(BOB.publicKey(), 2))
        .containsExactly(new Identifier("named"), new Identifier("own"));
  }

  @Test
  default void hostsThatEventsNameAreReadInPages() {
    Event own = announcement("own").tag("relays", "wss://Own.example/x").unsignedBy(ALICE);
    Event both =
        announcement("both")
            .at(5)
            .tag("relays", "wss://own.example", "wss://b.example:7")
            .tag("clone", "https://user@a.example/x.git")
            .unsignedBy(ALICE);
    Event held = announcement("held").tag("clone", "git@c.example:x").unsignedBy(BOB);
    Event request =
        EventBuilder.kind(Kinds.PULL_REQUEST)
            .tag("clone", "https://b.example:7/y.git")
            .at(6)
            .unsignedBy(BOB);
    Event note = EventBuilder.note("note").tag("clone", "https://d.example/x").unsignedBy(BOB);
    write(tx -> {
      for (Event event : new Event[] {own, both, request, note}) {
        tx.append(event, NOW);
      }
      tx.hold(held, NOW);
    });

    List<NamedHost> all =
        List.of(
            new NamedHost(NamedHosts.UNREADABLE, held.createdAt(), held.id()),
            new NamedHost("a.example", 5, both.id()),
            new NamedHost("b.example:7", 6, request.id()),
            new NamedHost("b.example:7", 5, both.id()),
            new NamedHost("own.example", own.createdAt(), own.id()),
            new NamedHost("own.example", 5, both.id()));
    assertThat(repositories().namedHosts(Optional.empty(), 10)).isEqualTo(all);
    assertThat(repositories().namedHosts(Optional.of(all.get(1)), 2)).isEqualTo(all.subList(2, 4));
    assertThat(repositories().namedHosts(Optional.of(NamedHost.endOf("b.example:7")), 10))
        .isEqualTo(all.subList(4, 6));

    write(tx -> tx.remove(both.id(), Removal.LAPSED, NOW));
    assertThat(repositories().namedHosts(Optional.empty(), 10)).hasSize(3);
  }

  private static EventBuilder announcement(String identifier) {
    return EventBuilder.kind(Kinds.ANNOUNCEMENT).tag("d", identifier);
  }

  @Test
  default void listsThatWereAppliedAreKept() {
    assertThat(repositories().lists()).isEmpty();
    write(tx -> tx.repositories().putLists("first"));
    String long2 = "schwarz \u00e4\n".repeat(5_000);
    write(tx -> tx.repositories().putLists(long2));
    assertThat(repositories().lists()).contains(long2);
    write(tx -> tx.repositories().putLists(""));
    assertThat(repositories().lists()).contains("");
  }

  @Test
  default void howFarFamiliesAreInLineIsKept() {
    assertThat(repositories().settled()).isEmpty();
    write(tx -> tx.repositories().putSettled(new RepositoryStore.Settled(7, "rules \u00e4")));
    assertThat(repositories().settled()).contains(new RepositoryStore.Settled(7, "rules \u00e4"));
    write(tx -> tx.repositories().putSettled(new RepositoryStore.Settled(1L << 40, "")));
    assertThat(repositories().settled()).contains(new RepositoryStore.Settled(1L << 40, ""));
  }

  @Test
  default void identityOfTheServerIsKept() {
    assertThat(repositories().identity(Identity.DOMAIN)).isEmpty();
    write(tx -> tx.repositories().putIdentity(Identity.DOMAIN, "old.example.org"));
    write(tx -> tx.repositories().putIdentity(Identity.DOMAIN, "new.example.org"));
    assertThat(repositories().identity(Identity.DOMAIN)).contains("new.example.org");
    assertThat(repositories().identity(Identity.PUBLIC_KEY)).isEmpty();
    write(tx -> tx.repositories().putIdentity(Identity.PUBLIC_KEY, "ab".repeat(32)));
    assertThat(repositories().identity(Identity.PUBLIC_KEY)).contains("ab".repeat(32));
    assertThat(repositories().lists()).isEmpty();
  }

  @Test
  default void uptimeIsKept() {
    assertThat(repositories().uptimeNanos()).isZero();
    write(tx -> tx.repositories().putUptime(12_345_678_901L));
    assertThat(repositories().uptimeNanos()).isEqualTo(12_345_678_901L);
  }

  @Test
  default void uptimeNeverGoesBack() {
    write(tx -> tx.repositories().putUptime(2_000));
    write(tx -> tx.repositories().putUptime(1_000));
    assertThat(repositories().uptimeNanos()).isEqualTo(2_000);
  }
}
