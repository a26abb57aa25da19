package dev.graspd.server.hunt;

import static dev.graspd.server.hunt.HostFixture.FAMILY;
import static dev.graspd.server.hunt.HostFixture.announcement;
import static dev.graspd.server.hunt.HostFixture.pullRequest;
import static dev.graspd.server.hunt.HostFixture.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hunt.git.RealGitServer;
import dev.graspd.testkit.GitMischief;
import dev.graspd.testkit.HostileGitServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The hunt against real git servers and bad ones: real packs, real sockets, the real store. */
@Timeout(180)
class HuntHostTest {
  @TempDir Path temporary;
  private Scratch elsewhere;
  private RealGitServer server;
  private HostFixture bench;

  @BeforeEach
  void begin() throws IOException {
    elsewhere = Scratch.init(temporary.resolve("served/repo"));
    server = new RealGitServer(temporary.resolve("served"));
    bench = new HostFixture(temporary.resolve("data"));
  }

  @AfterEach
  void end() {
    bench.close();
    server.close();
  }

  private String url() {
    return server.url("repo/.git");
  }

  private Oid served(String branch) {
    return bench
        .host
        .repositories()
        .find(HostFixture.address(ALICE))
        .orElseThrow()
        .refs()
        .values()
        .get(new RefName("refs/heads/" + branch));
  }

  private UrlTry lastTry(String url) {
    UrlTry last =
        bench.hunt.view(FAMILY).orElseThrow().tries().get(CloneUrl.parse(url).orElseThrow());
    return last == null ? new UrlTry(UrlTry.Result.CANCELLED, "", false, 0) : last;
  }

  private UrlTry.Result lastResult(String url) {
    return lastTry(url).result();
  }

  // ---- quotas

  private void beginAgain(Quota quota) {
    bench.close();
    bench = new HostFixture(temporary.resolve("other data"), quota);
  }

  private String largeCommit() throws IOException {
    byte[] content = new byte[20_000];
    new Random(1).nextBytes(content);
    return elsewhere.commit("large", content);
  }

  @Test
  void packBeyondTheQuotaIsNotTakenAndItsHostIsNotBlamed() throws IOException {
    beginAgain(new Quota(10_000, 1 << 20));
    Event state = state(ALICE, 0, "main", largeCommit());
    bench.hold(announcement(ALICE, url()), state);
    bench.startHunting();
    bench.await(() -> lastResult(url()) == UrlTry.Result.HINDERED);
    assertThat(lastTry(url()).why())
        .startsWith("the repository has no room for it: 0 bytes of 9.7 KiB are taken");
    assertThat(bench.isServed(state)).isFalse();
    bench.awaitNoBytes();
  }

  @Test
  void pullRequestBeyondTheQuotaDoesNotKeepAStateFromWhatItNeeds() throws IOException {
    beginAgain(new Quota(10_000, 1 << 20));
    String commit = elsewhere.commit("a", "one");
    elsewhere.git("checkout", "-q", "-b", "change");
    Event state = state(ALICE, 0, "main", commit);
    Event request = pullRequest(BOB, ALICE, largeCommit());
    bench.hold(announcement(ALICE, url()), state, request);
    bench.startHunting();
    bench.awaitServed(state);
    bench.await(() -> lastResult(url()) == UrlTry.Result.HINDERED);
    assertThat(lastTry(url()).why()).contains("of 7.8 KiB that pull requests may fill are taken");
    assertThat(bench.isServed(request)).isFalse();
    bench.await(() -> bench.gitBytes() < 10_000);
  }

  @Test
  void whatWaitedBeforeTheStartIsFetchedAndServed() throws IOException {
    String commit = elsewhere.commit("a", "one");
    Event announcement = announcement(ALICE, url());
    Event state = state(ALICE, 0, "main", commit);
    bench.hold(announcement, state);
    bench.startHunting();
    bench.awaitServed(announcement, state);
    assertThat(served("main")).isEqualTo(new Oid(commit));
    bench.await(() -> bench.hunt.totals().orElseThrow().fetched() == 1);
    assertThat(bench.hunt.view(FAMILY).orElseThrow().waits()).isFalse();
  }

  @Test
  void theDiarySaysOfEachEventWhereItWasLookedFor() throws IOException {
    String commit = elsewhere.commit("a", "one");
    Event announcement = announcement(ALICE, url());
    Event state = state(ALICE, 0, "main", commit);
    Event request = pullRequest(BOB, ALICE, "1".repeat(40));
    bench.hold(announcement, state, request);
    bench.startHunting();
    bench.awaitServed(announcement, state);
    bench.await(() -> bench.hunt.totals().orElseThrow().incomplete() >= 2);

    assertThat(sought(announcement)).containsExactly(url() + " brought: objects: 1");
    assertThat(sought(state)).containsExactly(url() + " brought: objects: 1");
    assertThat(sought(request))
        .hasSize(2)
        .startsWith(url() + " nothing: it has only what others wait for")
        .allMatch(line -> line.startsWith(url() + " nothing: "));
  }

  private List<String> sought(Event event) {
    return bench.diary.of(new Subject.OfEvent(event.id())).stream()
        .filter(entry -> entry.step() == Step.SOUGHT)
        .map(entry -> entry.source() + " " + entry.text())
        .toList();
  }

  @Test
  void stateThatComesBeforeItsDataIsServedWhenTheDataIsThere() throws IOException {
    String first = elsewhere.commit("a", "one");
    bench.startHunting();
    bench.hold(announcement(ALICE, url()), state(ALICE, 0, "main", first));
    bench.await(() -> bench.hunt.totals().orElseThrow().completed() == 1);
    Scratch later = Scratch.init(temporary.resolve("later"));
    String second = later.commit("b", "two");
    Event state = state(ALICE, 1, "main", second);
    bench.hold(state);
    bench.await(() -> bench.hunt.totals().orElseThrow().incomplete() >= 1);
    assertThat(bench.isServed(state)).isFalse();
    elsewhere.git("fetch", "-q", later.directory().toString(), "main:later");
    bench.awaitServed(state);
    assertThat(served("main")).isEqualTo(new Oid(second));
  }

  @Test
  void partOfWhatIsWantedIsServedAndTheRestStaysWanted() throws IOException {
    String commit = elsewhere.commit("a", "one");
    Event state = state(ALICE, 0, "main", commit);
    Event request = pullRequest(BOB, ALICE, "1".repeat(40));
    bench.hold(announcement(ALICE, url()), state, request);
    bench.startHunting();
    bench.awaitServed(state);
    bench.await(() -> bench.hunt.totals().orElseThrow().incomplete() >= 1);
    assertThat(bench.isServed(request)).isFalse();
    assertThat(bench.hunt.view(FAMILY).orElseThrow().waits()).isTrue();
    assertThat(bench.host.hunting().missingData(FAMILY).wanted())
        .containsExactly(new Oid("1".repeat(40)));
  }

  /** Fsck forbids a tree with an entry .git; the state beside it must not suffer. */
  @Test
  void badPullRequestDoesNotSpoilWhatAStateNeeds() throws IOException {
    String commit = elsewhere.commit("a", "one");
    String bad = badCommit();
    elsewhere.git("update-ref", "refs/nostr/" + "2".repeat(64), bad);
    Event state = state(ALICE, 0, "main", commit);
    Event request = pullRequest(BOB, ALICE, bad);
    bench.hold(announcement(ALICE, url()), state, request);
    bench.startHunting();
    bench.awaitServed(state);
    assertThat(bench.isServed(request)).isFalse();
  }

  private String badCommit() {
    String blob = elsewhere.git("rev-parse", "main:a");
    byte[] name = "100644 .git\0".getBytes(StandardCharsets.ISO_8859_1);
    byte[] id = HexFormat.of().parseHex(blob);
    byte[] entry = Arrays.copyOf(name, name.length + id.length);
    System.arraycopy(id, 0, entry, name.length, id.length);
    Scratch.Run tree =
        elsewhere.run(entry, "hash-object", "-t", "tree", "--literally", "-w", "--stdin");
    assertThat(tree.code()).isZero();
    return elsewhere.git("commit-tree", "-m", "bad", tree.text());
  }

  @Test
  void badServerLeavesNoByte() throws IOException {
    String commit = elsewhere.commit("a", "one");
    HostileGitServer.Repository repository =
        new HostileGitServer.Repository(commit, elsewhere.pack("main"));
    Event state = state(ALICE, 0, "main", commit);
    try (HostileGitServer bad = HostileGitServer.start(GitMischief.GIVES_UP, repository)) {
      bench.hold(announcement(ALICE, bad.url()), state);
      bench.startHunting();
      bench.await(() -> lastResult(bad.url()) == UrlTry.Result.MISBEHAVED);
      bench.awaitNoBytes();
      assertThat(bench.isServed(state)).isFalse();
    }
  }

  @Test
  void oneBadUrlDoesNotHideAGoodOne() throws IOException {
    String commit = elsewhere.commit("a", "one");
    HostileGitServer.Repository repository =
        new HostileGitServer.Repository(commit, elsewhere.pack("main"));
    Event state = state(ALICE, 0, "main", commit);
    try (HostileGitServer bad = HostileGitServer.start(GitMischief.TRUNCATED_PACK, repository)) {
      bench.hold(announcement(ALICE, bad.url(), url()), state);
      bench.startHunting();
      bench.awaitServed(state);
      assertThat(served("main")).isEqualTo(new Oid(commit));
    }
  }

  @Test
  void pushEndsTheFetchInFlight() throws Exception {
    String commit = elsewhere.commit("a", "one");
    byte[] pack = elsewhere.pack("main");
    HostileGitServer.Repository repository = new HostileGitServer.Repository(commit, pack);
    try (HostileGitServer slow =
        HostileGitServer.start(GitMischief.SILENT_IN_THE_PACK, repository)) {
      Event state = state(ALICE, 0, "main", commit);
      bench.hold(announcement(ALICE, slow.url()), state);
      bench.startHunting();
      bench.await(() -> slow.requests().size() >= 3);
      bench.push(ALICE, "main", commit, pack);
      assertThat(slow.isLeftAlone()).isTrue();
      bench.await(() -> bench.hunt.view(FAMILY).orElseThrow().running().isEmpty());
      assertThat(bench.hunt.view(FAMILY).orElseThrow().waits()).isFalse();
      assertThat(bench.isServed(state)).isTrue();
      assertThat(bench.hunt.totals().orElseThrow().fetched()).isZero();
    }
  }

  @Test
  void endLeavesNothingInQuarantine() throws Exception {
    String commit = elsewhere.commit("a", "one");
    HostileGitServer.Repository repository =
        new HostileGitServer.Repository(commit, elsewhere.pack("main"));
    try (HostileGitServer slow =
        HostileGitServer.start(GitMischief.SILENT_IN_THE_PACK, repository)) {
      bench.hold(announcement(ALICE, slow.url()), state(ALICE, 0, "main", commit));
      bench.startHunting();
      bench.await(() -> bench.gitBytes() > 0);
      bench.hunt.close();
      assertThat(slow.isLeftAlone()).isTrue();
      assertThat(bench.gitBytes()).isZero();
    }
  }
}
