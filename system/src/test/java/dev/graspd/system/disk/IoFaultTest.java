package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The disk reports an error at one operation of ours. A sync that fails ends the process (P6); any
 * other error refuses the push and leaves nothing of it.
 */
@Timeout(300)
class IoFaultTest extends RelaySuite {
  private static final int COMMIT_BYTES = 500;
  private static final int FAILED = 1;

  private static final Path DATA = SharedServer.directory("io-faults");
  private static final Path FAULT = DATA.resolve("fault");

  /** One server for all errors that it survives. */
  private static ServerProcess server;

  @TempDir Path temp;

  @BeforeAll
  static void start() {
    server = hosting(DATA, FAULT).start();
  }

  @AfterAll
  static void end() {
    assertThat(server.terminate()).isZero();
  }

  @AfterEach
  void mend() throws IOException {
    Files.deleteIfExists(FAULT);
  }

  private static ServerProcess.Builder hosting(Path data, Path fault) {
    return QuickStart.hosting(data, DiskStory.DOMAIN).testSwitch("filefaults", fault.toString());
  }

  private DiskStory story(Path data) {
    return new DiskStory(data, GitClient.init(temp.resolve("work")), newKey(), newWord());
  }

  /** The operation, and a part of the path at which it fails. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "open incoming",
        "write incoming",
        "open .idx",
        "write .idx",
        "open target",
        "write target",
        "make-directory families",
        "link .pack",
        "link .idx"
      })
  void anErrorRefusesThePushAndNothingIsLeftOfIt(String fault) throws IOException {
    DiskStory story = story(DATA);
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      story.announce(relay);
      String commit = story.signed(relay, COMMIT_BYTES);
      long packs = story.packs();
      Files.writeString(FAULT, fault);
      HttpResponse<byte[]> response = story.push(server, commit);
      assertThat(response.statusCode()).as(GitHttp.text(response)).isEqualTo(503);
      assertThat(GitHttp.text(response).strip()).isEqualTo("error: storage failure");
      story.assertNothingIsLeft();
      assertThat(story.packs()).isEqualTo(packs);

      Files.delete(FAULT);
      assertThat(DiskStory.isDone(story.push(server, commit))).as("when it is mended").isTrue();
      story.assertServed(server);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sync .pack",
        "sync target",
        "sync-directory quarantine",
        "sync-directory objects/pack"
      })
  void aSyncThatFailsEndsTheProcessAndTheNextStartFindsNothingHalf(String fault)
      throws IOException {
    Path data = SharedServer.directory(newWord());
    Path asked = data.resolve("fault");
    DiskStory story = story(data);
    try (ServerProcess broken = hosting(data, asked).start()) {
      String commit = signedTwice(broken, story);
      Files.writeString(asked, fault);
      HttpResponse<byte[]> response =
          fault.contains("quarantine")
              ? story.offer(broken, story.named().pullRequest(newKey(), commit), commit)
              : story.push(broken, commit);
      assertThat(response.statusCode()).as(GitHttp.text(response)).isEqualTo(503);
      assertThat(GitHttp.text(response).strip()).isEqualTo("error: storage failure");
      assertThat(broken.awaitExit()).isEqualTo(FAILED);
      assertThat(String.join("\n", broken.output()))
          .containsOnlyOnce("the store has failed; this process ends");
    }
    try (ServerProcess next = hosting(data, temp.resolve("none")).start()) {
      story.assertServed(next);
      story.assertNothingIsLeft();
      assertThat(next.terminate()).isZero();
    }
    story.assertSound(hosting(data, temp.resolve("none")));
  }

  /** Returns what was signed and is not here yet. The connection is closed: an end waits for it. */
  private static String signedTwice(ServerProcess server, DiskStory story) {
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      story.announce(relay);
      story.push(server, story.signed(relay, COMMIT_BYTES));
      return story.signed(relay, 2 * COMMIT_BYTES);
    }
  }

  @Test
  void anErrorRefusesTheEventThatWouldPublishAndItIsTakenLater() throws IOException {
    DiskStory story = story(DATA);
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      story.announce(relay);
      story.push(server, story.signed(relay, COMMIT_BYTES));
      String offered = story.signed(relay, 2 * COMMIT_BYTES);
      Event request = story.named().pullRequest(newKey(), offered);
      assertThat(GitHttp.text(story.offer(server, request, offered))).contains("ok refs/nostr/");
      Files.writeString(FAULT, "link .pack");
      assertThat(relay.publish(request).message()).startsWith("error: storage failure; see ");
      assertThat(relay.query(Texts.only(request)).events()).isEmpty();

      Files.delete(FAULT);
      assertThat(relay.publish(request).accepted()).as("when it is mended").isTrue();
      assertThat(relay.query(Texts.only(request)).events()).hasSize(1);
    }
  }
}
