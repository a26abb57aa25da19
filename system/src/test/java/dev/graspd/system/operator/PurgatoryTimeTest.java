package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Lifetimes of what waits, through the socket: a minute passes in 240 milliseconds, so that half an
 * hour is enough for a push of real git on a busy machine.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class PurgatoryTimeTest extends RelaySuite {
  private static final int SCALE = 250;
  private static final String HELD = "purgatory: won't be served until git data arrives";
  private static final String AGAIN = "duplicate: in purgatory";

  @TempDir Path directory;

  private ServerProcess start() {
    return QuickStart.relay(SharedServer.directory(newWord()))
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_TEST_TIME_SCALE", Integer.toString(SCALE))
        .start();
  }

  private static void until(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  @Test
  void announcementWaitsHalfAnHourAndIsRevivedByAState() {
    try (ServerProcess server = start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
      GitClient work = GitClient.init(directory.resolve("work"));
      String commit = work.commit("README", "hello\n");
      Event announcement = repo.announcement();
      long sent = System.nanoTime();
      assertThat(relay.publish(announcement).message()).isEqualTo(HELD);
      assertThat(relay.publish(announcement).message()).isEqualTo(AGAIN);
      // Another one by the same key that names the first is refused once the first has lapsed.
      HostedRepo other = new HostedRepo(server.uri(), newKey(), newWord());
      until(() -> relay.publish(issueAbout(repo)).message().startsWith("restricted: "));
      Duration waited = Duration.ofNanos(System.nanoTime() - sent).multipliedBy(SCALE);
      assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
      assertThat(work.must("ls-remote", repo.cloneUrl())).isEmpty();
      assertThat(work.mustFail("ls-remote", other.cloneUrl())).contains("not found");

      assertThat(relay.publish(repo.state("main", commit)).message()).isEqualTo(HELD);
      work.must("push", repo.cloneUrl(), "main");
      assertThat(relay.query(Texts.only(announcement)).events()).hasSize(1);
    }
  }

  private static Event issueAbout(HostedRepo repo) {
    return EventBuilder.kind(1621)
        .at(HostedRepo.now())
        .tag("a", repo.address())
        .signedBy(repo.owner());
  }

  @Test
  @Claims("G01-27")
  void refsReturnWhenTheStateTheyWerePushedUnderExpires() {
    try (ServerProcess server = start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
      GitClient work = GitClient.init(directory.resolve("work"));
      String first = work.commit("README", "hello\n");
      relay.publish(repo.announcement());
      relay.publish(repo.state("main", first));
      work.must("push", repo.cloneUrl(), "main");
      String second = work.commit("README", "more\n");
      String never = "1234".repeat(10);
      long sent = System.nanoTime();
      Event state = repo.state("main", second, "dev", never);
      assertThat(relay.publish(state).message()).isEqualTo(HELD);
      assertThat(work.must("push", repo.cloneUrl(), "main"))
          .contains("still missing: refs/heads/dev " + never);
      assertThat(main(work, repo)).isEqualTo(second);

      until(() -> main(work, repo).equals(first));
      Duration waited = Duration.ofNanos(System.nanoTime() - sent).multipliedBy(SCALE);
      assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
      assertThat(relay.query(Texts.only(state)).events()).isEmpty();
      assertThat(work.mustFail("push", repo.cloneUrl(), "main")).contains("remote rejected");
    }
  }

  private static String main(GitClient git, HostedRepo repo) {
    return git.must("ls-remote", repo.cloneUrl(), "refs/heads/main").split("\t", 2)[0];
  }

  @Test
  @Claims("G01-32")
  void pushBeforeItsEventIsGivenUpAfterTwentyMinutes() {
    try (ServerProcess server = start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      HostedRepo repo = new HostedRepo(server.uri(), newKey(), newWord());
      GitClient work = GitClient.init(directory.resolve("work"));
      String first = work.commit("README", "hello\n");
      relay.publish(repo.announcement());
      relay.publish(repo.state("main", first));
      work.must("push", repo.cloneUrl(), "main");
      String tip = work.commit("README", "more\n");
      String ref = "refs/nostr/" + repo.pullRequest(newKey(), tip).id();
      long pushed = System.nanoTime();
      work.must("push", repo.cloneUrl(), tip + ":" + ref);
      assertThat(advertisedToPushers(repo)).contains(ref);
      assertThat(work.must("ls-remote", repo.cloneUrl())).doesNotContain(ref);

      until(() -> !advertisedToPushers(repo).contains(ref));
      Duration waited = Duration.ofNanos(System.nanoTime() - pushed).multipliedBy(SCALE);
      assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMinutes(20));
      GitClient stranger = GitClient.init(directory.resolve("stranger"));
      assertThat(stranger.mustFail("fetch", repo.cloneUrl(), tip)).contains("not our ref");
    }
  }

  private static String advertisedToPushers(HostedRepo repo) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(repo.cloneUrl() + "/info/refs?service=git-receive-pack"))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
