package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The command that tells why, asked of a running server by a process of its own. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class WhyTest extends RelaySuite {
  private static final String DOMAIN = "why.example.org";
  private static final String KNOWN = "0: ";
  private static final String UNKNOWN = "1: ";
  private static final String WRONG = "2: ";
  private static final Duration PAUSE = Duration.ofMillis(50);

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo named =
      new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());

  /** Returns the exit code and all lines. */
  private String why(String url, String... words) {
    List<String> arguments = new ArrayList<>(List.of("why", "--url", url));
    arguments.addAll(List.of(words));
    return new OperatorShell(data, DOMAIN).run(arguments.toArray(String[]::new));
  }

  private static String root(ServerProcess server) {
    return "http://" + server.uri().getAuthority();
  }

  private String npub() {
    return Bech32.npub(named.owner().publicKey());
  }

  @Test
  void heldThenReleasedThenOnlyInTheStore() {
    GitClient work = GitClient.init(temp.resolve("work"));
    String commit = work.commit("README", "hello\n");
    Event announcement = named.announcement();
    Event state = named.state("main", commit);
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      HostedRepo here = new HostedRepo(server.uri(), named.owner(), named.identifier());
      assertThat(relay.publish(announcement).accepted()).isTrue();
      assertThat(relay.publish(state).accepted()).isTrue();
      assertThat(why(root(server), state.id().hex()))
          .startsWith(KNOWN)
          .contains(
              "now: not served yet: it waits for all of the 1 objects that it names",
              "until: ",
              "held (a client): waits for objects " + commit);
      assertThat(why(root(server), npub() + "/" + named.identifier(), "main"))
          .startsWith(KNOWN)
          .contains("no git data yet", "event " + state.id() + ", says " + commit);

      assertThat(work.mustFail("push", here.cloneUrl(), "main:other")).contains("rejected");
      work.must("push", here.cloneUrl(), "main");
      assertThat(why(root(server), Bech32.encode("note", state.id().bytes())))
          .startsWith(KNOWN)
          .contains("now: stored, and served", "released (a push): ");
      assertThat(why(root(server), npub() + "/" + named.identifier() + "/refs/heads/main"))
          .startsWith(KNOWN)
          .contains("now: at " + commit, "moved (a push): it is at " + commit);
      assertThat(why(root(server), npub() + "/" + named.identifier(), "other"))
          .startsWith(KNOWN)
          .contains("refused (a push): ");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start()) {
      assertThat(why(root(server), state.id().hex()))
          .startsWith(KNOWN)
          .contains("now: stored, and served", "not in this run's diary");
    }
  }

  /** Half an hour passes in eighteen seconds. */
  private static final String TIME_SCALE = "100";

  @Test
  void whereItWasLookedForWhileItWaitsWhenItIsHereAndWhenItIsGivenUp() {
    GitClient work = GitClient.init(temp.resolve("work"));
    String commit = work.commit("README", "hello\n");
    try (GitHost host = GitHost.start();
        Peer server = Peer.start(newWord(), Map.of("NGIT_TEST_TIME_SCALE", TIME_SCALE));
        RelayClient relay = server.connect()) {
      String place = host.url("it");
      HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
      Event state = repo.state("main", commit);
      HostedRepo other = new HostedRepo(server.uri(), newKey(), newWord());
      Event never = other.state("main", "12".repeat(20));
      relay.publish(repo.announcementWith(List.of(place)));
      relay.publish(state);
      relay.publish(other.announcementWith(List.of(place)));
      relay.publish(never);
      String url = "http://" + server.uri().getAuthority();
      server.await(() -> life(url, never).contains("\"step\":\"sought\""));
      assertThat(why(url, never.id().hex()))
          .startsWith(KNOWN)
          .contains(
              "now: not served yet: it waits for all of the 1 objects",
              "  held (a client): waits for objects " + "12".repeat(20),
              "  sought (" + place + "): nothing: no repository",
              "the server looks for git data of the repository; attempts so far: ",
              "  visited " + place + ", nothing: no repository");
      // Between two attempts it may just be looking what is missing, or wait for its turn.
      Pattern next = Pattern.compile("next attempt: 20|visiting now: " + Pattern.quote(place));
      server.await(() -> next.matcher(why(url, never.id().hex())).find());
      String npub = Bech32.npub(other.owner().publicKey());
      assertThat(why(url, npub + "/" + other.identifier(), "main"))
          .startsWith(KNOWN)
          .contains("has no git data yet", "visited " + place + ", nothing: no repository");

      host.show("it", work);
      server.awaitServed(state);
      assertThat(why(url, state.id().hex()))
          .startsWith(KNOWN)
          .contains("now: stored, and served")
          .containsSubsequence(
              "  held (a client)",
              "  sought (" + place + "): nothing: no repository",
              "  sought (" + place + "): brought: objects: 1",
              "  released (git data from a clone URL): its git data is here; it is served");

      server.await(() -> life(url, never).contains("\"standing\":\"lapsed\""));
      assertThat(why(url, never.id().hex()))
          .startsWith(KNOWN)
          .contains("now: not served: it expired while it waited for all of the 1 objects")
          .containsSubsequence(
              "  held (a client)",
              "  sought (" + place + "): nothing: no repository",
              " times, last at ",
              "  lapsed: its git data did not come in time")
          .doesNotContain("looks for git data");
    }
  }

  private static String life(String url, Event event) {
    return GitHttp.text(GitHttp.get(url + "/api/v1/why/" + event.id()));
  }

  @Test
  void refusedUnknownAndWrong() {
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      Event stray = named.state("main", "12".repeat(20));
      Answer.Ok no = relay.publish(stray);
      assertThat(no.accepted()).isFalse();
      assertThat(why(root(server), stray.id().hex()))
          .startsWith(KNOWN)
          .contains("refused (a client): " + Texts.withoutPage(no.message()))
          .doesNotContain("127.0.0.1");
      HttpResponse<byte[]> json = GitHttp.get(root(server) + "/api/v1/why/" + stray.id());
      assertThat(json.statusCode()).isEqualTo(200);
      assertThat(json.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
      assertThat(GitHttp.text(json))
          .contains("\"known\":true", "\"step\":\"refused\"")
          .doesNotContain("127.0.0.1");
      assertThat(why(root(server), "--json", stray.id().hex()))
          .startsWith(KNOWN)
          .contains("\"known\":true", "\"step\":\"refused\"");

      assertThat(why(root(server), "ab".repeat(32)))
          .startsWith(UNKNOWN)
          .contains("nothing is known of it here");
      assertThat(why(root(server), "main")).startsWith(WRONG).contains("neither an event");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
      assertThat(why(root(server), "ab".repeat(32)))
          .startsWith(WRONG)
          .contains("no server answers");
    }
  }

  /** An announcement is remembered for a day after its time, the reason for a week more. */
  @Test
  void whyAnAnnouncementWasGivenUpIsKeptWhenItIsForgottenItself() {
    Event announcement = named.announcement();
    ServerProcess.Builder days =
        QuickStart.hosting(data, DOMAIN).environment("NGIT_TEST_TIME_SCALE", "10000");
    try (ServerProcess server = days.start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.publish(announcement).accepted()).isTrue();
      while (!life(root(server), announcement).contains("\"standing\":\"removed\"")) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      assertThat(why(root(server), announcement.id().hex()))
          .startsWith(KNOWN)
          .contains("given up, its git data never came");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start()) {
      assertThat(why(root(server), announcement.id().hex()))
          .startsWith(KNOWN)
          .contains("given up, its git data never came");
    }
  }
}
