package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Known;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.gate.Origin;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has room when strangers have filled theirs, on the real store. */
@Timeout(120)
class HeldRoomsTest {
  /** Of the bench: pull requests that wait for one identifier. */
  private static final int ROOM = 64;

  @TempDir Path directory;
  private final TestGit git = new TestGit.Sets(new SetOfObjects());
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeEach
  void open() {
    bench = new HuntFixture(directory, git);
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static Origin from(int address) {
    return new Origin.Client(Collections.emptySortedSet(), new Payer.Address(false, address));
  }

  /** Sends pull requests of keys and addresses that are used once; returns how many wait. */
  private int fill(int from, int count) {
    int held = 0;
    for (int i = from; i < from + count; i++) {
      Event request = repo.pullRequest(Signer.named("stranger " + i), 100 + i, ALICE);
      held += bench.send(request, from(i)).startsWith(HELD) ? 1 : 0;
    }
    return held;
  }

  /**
   * Sends pull requests for many identifiers, from keys and addresses used once, until the room is
   * full.
   */
  private void fillAll(int from, String content) {
    int refused = 0;
    for (int i = from; i < from + 1_000 && refused < 3; i++) {
      String identifier = "other-" + i / 4;
      Signer key = Signer.named("stranger " + i);
      String place = "/prs/" + Bech32.npub(key.publicKey()) + "/" + identifier + ".git";
      Event request =
          EventBuilder.kind(1618)
              .content(content)
              .tag("a", "30617:" + BOB.publicKey() + ":" + identifier)
              .tag("c", git.oid(i).hex())
              .tag("clone", "https://git.example.org" + place)
              .unsignedBy(key);
      refused += bench.send(request, from(i)).contains("too many events wait") ? 1 : 0;
    }
    assertThat(refused).isEqualTo(3);
  }

  @Test
  void strangersCannotKeepAMaintainerFromSigningAndPushing() {
    repo.hosted(ALICE);
    assertThat(fill(0, ROOM + 10)).isEqualTo(ROOM);

    assertThat(bench.send(repo.state(ALICE, 1, "main=2"), from(1))).isEqualTo(HELD);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
    assertThat(bench.send(repo.state(ALICE, 2, "main=3"), from(1))).isEqualTo(HELD);
    assertThat(bench.send(repo.announcement(BOB, 0), from(2))).startsWith(HELD);
    assertThat(bench.send(repo.state(BOB, 1, "main=4"), from(2))).isEqualTo(HELD);
    repo.assertSettled("full of pull requests");
  }

  @Test
  void strangersCannotFillTheServerForThoseWhoBelong() {
    repo.hosted(ALICE);
    fillAll(1_000, "x".repeat(60_000));
    fillAll(10_000, "");

    assertThat(bench.send(repo.state(ALICE, 1, "main=2"), from(1))).isEqualTo(HELD);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
  }

  @Test
  void whatHasLapsedDoesNotCountAndLeavesFirst() {
    repo.hosted(ALICE);
    assertThat(fill(0, ROOM)).isEqualTo(ROOM);
    Event first = repo.pullRequest(Signer.named("stranger 0"), 100, ALICE);
    bench.awaitLapse(first);
    bench.await(
        () -> bench.store.repositories().waiting().stream().allMatch(row -> row.until().lapsed()));

    assertThat(fill(ROOM, ROOM)).isEqualTo(ROOM);

    bench.await(() -> bench.store.repositories().waiting().size() == ROOM);
    assertThat(bench.store.repositories().waiting()).noneMatch(row -> row.until().lapsed());
    assertThat(bench.store.known(first.id())).isNotEqualTo(Known.HELD);
    repo.assertSettled("full again");
  }

  @Test
  void oneAddressLeavesRoomForOthersAlsoAfterARestart() {
    repo.hosted(ALICE);
    int held = 0;
    for (int i = 0; i < ROOM; i++) {
      Event request = repo.pullRequest(Signer.named("stranger " + i), 100 + i, ALICE);
      held += bench.send(request, from(7)).startsWith(HELD) ? 1 : 0;
    }
    assertThat(held).isEqualTo(ROOM / 8);

    close();
    open();
    Event another = repo.pullRequest(Signer.named("another"), 200, ALICE);
    assertThat(bench.send(another, from(7)))
        .startsWith("rate-limited: too many events from this address wait for git data");
    assertThat(bench.send(another, from(8))).startsWith(HELD);
  }

  @Test
  void whatNeedsNotWaitFindsNoRoomFull() {
    repo.hosted(ALICE);
    assertThat(fill(0, ROOM)).isEqualTo(ROOM);

    Event request = repo.pullRequest(BOB, 1, ALICE);
    assertThat(bench.send(request, from(1_000))).isEmpty();
    assertThat(bench.isServed(request)).isTrue();
  }

  @Test
  void aNewRepositoryHasItsAnnouncementAndItsNewestState() {
    assertThat(bench.send(repo.announcement(ALICE, 0), from(1))).isEqualTo(HELD);
    Event older = repo.state(ALICE, 1, "main=1");
    Event newer = repo.state(ALICE, 2, "main=2");
    assertThat(bench.send(older, from(1))).isEqualTo(HELD);
    assertThat(bench.send(newer, from(1))).isEqualTo(HELD);

    assertThat(bench.store.known(older.id())).isNotEqualTo(Known.HELD);
    assertThat(bench.send(repo.state(ALICE, 1, "main=3"), from(1)))
        .startsWith("rate-limited: too many events of this key wait for git data");
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
    assertThat(bench.isServed(newer)).isTrue();
    assertThat(List.of(repo.refs(ALICE))).containsExactly("main=2");
    repo.assertSettled("served");
  }
}
