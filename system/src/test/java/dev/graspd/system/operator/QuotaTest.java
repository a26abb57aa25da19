package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a repository and an owner may take, as real git sees it. */
@Timeout(120)
class QuotaTest extends HostingSuite {
  private static final long KIBIBYTE = 1_024;
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private static Peer server;

  @BeforeAll
  static void start() {
    server =
        Peer.start(
            newWord(),
            Map.of(
                "NGIT_MAX_REPOSITORY_BYTES",
                Long.toString(40 * KIBIBYTE),
                "NGIT_MAX_OWNER_BYTES",
                Long.toString(50 * KIBIBYTE),
                "NGIT_MAX_PUSH_COMMANDS",
                "10",
                "NGIT_TEST_TIME_SCALE",
                "200",
                "NGIT_WEB",
                "plain"));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private HostedRepo repo(Signer owner) {
    return new HostedRepo(server.uri(), owner, newWord());
  }

  /** A text that a pack holds in about so many bytes. */
  private static String text(long packedBytes) {
    SplittableRandom random = new SplittableRandom(packedBytes);
    StringBuilder text = new StringBuilder();
    // Each letter says six bits.
    for (long i = 0; i < packedBytes * 8 / 6; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  private void publish(Event... events) {
    try (RelayClient relay = server.connect()) {
      for (Event event : events) {
        assertThat(relay.publish(event).accepted()).isTrue();
      }
    }
  }

  /** Signs for a new commit with a file of this size, and tries to push it. */
  private GitClient.Run push(HostedRepo repo, GitClient work, long bytes) {
    publish(repo.state("main", work.commit(newWord(), text(bytes))));
    return work.run("push", repo.cloneUrl(), "main");
  }

  /** W-124: {@code NGIT_WEB=plain}. */
  @Test
  void plainServerShowsTheRepositoryButNoCode() {
    HostedRepo repo = repo(newKey());
    publish(repo.announcement());
    assertThat(push(repo, work(), KIBIBYTE).worked()).isTrue();
    String page = repo.cloneUrl().replaceFirst("\\.git$", "");
    assertThat(GitHttp.text(GitHttp.get(page))).contains("git clone", "Branches", "main");
    for (String rest : List.of("/tree/HEAD", "/commits/HEAD", "/branches", "/archive/HEAD.zip")) {
      assertThat(GitHttp.get(page + rest).statusCode()).as(rest).isEqualTo(404);
    }
    String service = "http://" + repo.service();
    assertThat(GitHttp.get(service + "/repos").statusCode()).isEqualTo(404);
    assertThat(GitHttp.get(service + "/").statusCode()).isEqualTo(200);
    assertThat(document(repo).get("clone")).isEqualTo(repo.cloneUrl());
  }

  private static Map<?, ?> document(HostedRepo repo) {
    String npub = Bech32.npub(repo.owner().publicKey());
    String url = "http://" + repo.service() + "/api/v1/repositories/" + npub + "/";
    return JsonTree.object(GitHttp.text(GitHttp.get(url + repo.identifier())));
  }

  private static long used(HostedRepo repo, String account) {
    Map<?, ?> room = JsonTree.asObject(document(repo).get("room"));
    return ((Number) JsonTree.asObject(room.get(account)).get("used")).longValue();
  }

  @Test
  void aPushBeyondTheRepositorysQuotaIsRefusedWithWordsAndLeavesNothing() {
    HostedRepo repo = repo(newKey());
    GitClient work = work();
    publish(repo.announcement());
    assertThat(push(repo, work, 10 * KIBIBYTE).worked()).isTrue();
    String before = refs(repo).getFirst();
    long bytes = server.packBytes(repo.identifier());
    assertThat(used(repo, "repository")).isEqualTo(bytes).isBetween(10_000L, 12_000L);

    GitClient.Run refused = push(repo, work, 35 * KIBIBYTE);
    assertThat(refused.worked()).isFalse();
    assertThat(refused.output())
        .contains("[remote rejected] main -> main (the repository has no room for it: 10")
        .contains("of 40 KiB are taken; keep large files elsewhere, or ask the operator")
        .contains("/errors/repository-quota");
    assertThat(server.packBytes(repo.identifier())).isEqualTo(bytes);
    assertThat(used(repo, "repository")).isEqualTo(bytes);
    assertThat(refs(repo)).containsExactly(before);
    server.await(() -> server.quarantinedBytes() == 0);

    work.must("reset", "-q", "--hard", "HEAD~1");
    assertThat(push(repo, work, 5 * KIBIBYTE).worked()).as("what fits is taken").isTrue();
    server.kill();
    server.startAgain();
    assertThat(used(repo, "repository"))
        .isEqualTo(server.packBytes(repo.identifier()))
        .isGreaterThan(bytes);
  }

  @Test
  void aPushThatLeavesLittleRoomIsToldSo() {
    HostedRepo repo = repo(newKey());
    GitClient work = work();
    publish(repo.announcement());
    assertThat(push(repo, work, 20 * KIBIBYTE).output()).doesNotContain("this repository takes");
    GitClient.Run told = push(repo, work, 15 * KIBIBYTE);
    assertThat(told.worked()).as(told.output()).isTrue();
    assertThat(told.output())
        .containsPattern("remote: this repository takes 3\\d.* of 40 KiB \\(\\d\\d %\\); what is");
    assertThat(GitHttp.text(GitHttp.get(repo.cloneUrl()))).contains("of 40 KiB, nearly full");
  }

  @Test
  void allRepositoriesOfAnOwnerTogetherHaveAQuota() {
    Signer owner = newKey();
    HostedRepo first = repo(owner);
    HostedRepo second = repo(owner);
    publish(first.announcement(), second.announcement());
    assertThat(push(first, work(), 30 * KIBIBYTE).worked()).isTrue();
    GitClient.Run refused = push(second, work(), 30 * KIBIBYTE);
    assertThat(refused.output()).contains("(the owner's repositories have no room for it: 30");
    assertThat(used(second, "repository")).isZero();
    assertThat(used(second, "owner")).isEqualTo(server.packBytes(first.identifier()));
    assertThat(server.packBytes(second.identifier())).isZero();
  }

  @Test
  void aLengthBeyondTheQuotaIsAnsweredBeforeTheBody() {
    HostedRepo repo = repo(newKey());
    GitClient work = work();
    publish(repo.announcement(), repo.state("main", work.head()));
    byte[] body =
        RawPush.plain().command(RawPush.ZERO, work.head(), MAIN).pack(new byte[1 << 20]).body();
    HttpResponse<byte[]> answer = GitHttp.post(repo, GitHttp.RECEIVE, body);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(GitHttp.text(answer))
        .contains("the repository has no room for it: 0 bytes of 40 KiB are taken");
  }

  @Test
  void whatIsFoundElsewhereAndHasNoRoomIsNotTakenAndProgramsCanSeeWhy() {
    try (GitHost host = GitHost.start()) {
      HostedRepo repo = repo(newKey());
      GitClient work = work();
      String commit = work.commit("large", text(60 * KIBIBYTE));
      publish(repo.announcementWith(List.of(host.show("it", work))), repo.state("main", commit));
      server.await(() -> detail(repo).startsWith("the repository has no room for it: 0 bytes of"));
      assertThat(place(repo).get("outcome")).isEqualTo("hindered");
      assertThat(server.packBytes(repo.identifier())).isZero();
      server.await(() -> server.quarantinedBytes() == 0);
    }
  }

  private static Map<?, ?> place(HostedRepo repo) {
    return JsonTree.asObject(JsonTree.asArray(document(repo).get("clone_urls")).getFirst());
  }

  private static String detail(HostedRepo repo) {
    return String.valueOf(place(repo).get("detail"));
  }

  @Test
  void theServerSaysWhatItGives() {
    assertThat(
            GitHttp.text(
                GitHttp.get(
                    server.uri().toString().replace("ws:", "http:"),
                    "Accept",
                    "application/nostr+json")))
        .contains(
            "The git data of a repository may take 40 KiB, that of all repositories of one owner"
                + " 50 KiB.");
  }
}
