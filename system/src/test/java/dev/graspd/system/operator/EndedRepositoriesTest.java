package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deleted repositories over a kill, in time, and as the operator sees them. */
@Timeout(300)
@Claims("grasp-8")
class EndedRepositoriesTest extends RelaySuite {
  private static final String DOMAIN = "ended.example.org";

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo first = repo();
  private final HostedRepo second = repo();

  private static HostedRepo repo() {
    return new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  }

  private static HostedRepo at(ServerProcess server, HostedRepo repo) {
    return new HostedRepo(server.uri(), repo.owner(), repo.identifier());
  }

  private void fill(ServerProcess server, RelayClient relay, HostedRepo repo) {
    GitClient work = GitClient.init(temp.resolve(newWord()));
    String commit = work.commit("README", newWord());
    relay.publish(repo.announcement());
    relay.publish(repo.state("main", commit));
    work.must("push", at(server, repo).cloneUrl(), "main");
  }

  private static void delete(RelayClient relay, HostedRepo repo) {
    Event deletion =
        EventBuilder.kind(5).at(HostedRepo.now()).tag("a", repo.address()).signedBy(repo.owner());
    assertThat(relay.publish(deletion).accepted()).isTrue();
  }

  private static String name(HostedRepo repo) {
    return Bech32.npub(repo.owner().publicKey()) + "/" + repo.identifier();
  }

  /** Returns the exit code and all lines of a command. */
  private String command(String... words) {
    return new OperatorShell(data, DOMAIN).run(words);
  }

  private boolean hasObjects(HostedRepo repo) {
    return Files.exists(new Layout(data.resolve("git")).packs(new Identifier(repo.identifier())));
  }

  private static void until(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  private static String why(ServerProcess server, HostedRepo repo) {
    String npub = Bech32.npub(repo.owner().publicKey());
    String path = "/api/v1/why/" + npub + "/" + repo.identifier() + "/refs/heads/main";
    return GitHttp.text(GitHttp.get("http://" + server.uri().getAuthority() + path));
  }

  @Test
  void repositoryThatAListKeptOutComesBackByItselfHoweverManyStrangersWait() {
    HostedRepo stranger =
        new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), first.identifier());
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      fill(server, relay, first);
      assertThat(relay.publish(stranger.announcement()).message()).startsWith("purgatory: ");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server =
        QuickStart.hosting(data, DOMAIN)
            .environment("NGIT_REPOSITORY_BLACKLIST", name(first))
            .start()) {
      assertThat(why(server, first))
          .contains("\"standing\":\"aside\"", "NGIT_REPOSITORY_BLACKLIST");
      assertThat(command("holding", "restore", name(first)))
          .startsWith("1: ")
          .contains("NGIT_REPOSITORY_BLACKLIST", "start the server again");
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server =
        QuickStart.hosting(data, DOMAIN).environment("NGIT_MAX_HELD_PER_IDENTIFIER", "1").start()) {
      // The stranger has filled the room of new repositories: it comes back all the same.
      until(() -> why(server, first).contains("\"standing\":\"served\""));
      assertThat(command("holding", "restore", name(first)))
          .startsWith("1: nothing is kept of this repository");
      GitClient work = GitClient.init(temp.resolve(newWord()));
      assertThat(work.must("ls-remote", at(server, first).cloneUrl())).contains("refs/heads/main");
    }
  }

  @Test
  void deletedRepositorySurvivesAKillAndIsErasedInItsTimeOrByTheOperator() {
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      fill(server, relay, first);
      fill(server, relay, second);
      delete(relay, first);
      delete(relay, second);
      server.kill();
    }
    assertThat(command("holding", "list"))
        .startsWith("0: ")
        .contains(name(first) + "  deleted since ", name(second), ", refs 1, events 1, packs ");
    assertThat(command("holding", "list", "--json"))
        .contains("{\"repository\":\"" + name(first) + "\",\"cause\":\"deleted\",\"phase\":\"")
        .containsPattern("\"refs\":1,\"events\":1,\"bytes\":[0-9]+}");
    assertThat(command("holding", "erase", name(first)))
        .startsWith("2: ")
        .contains("the server is not running");

    try (ServerProcess server =
            QuickStart.hosting(data, DOMAIN)
                .environment("NGIT_HOLDING_RETENTION_SECS", "1")
                .environment("NGIT_HOLDING_CLEANUP_INTERVAL_SECS", "1")
                .start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.publish(first.announcement()).message()).as("restored").isEmpty();
      GitClient work = GitClient.init(temp.resolve(newWord()));
      assertThat(work.must("ls-remote", at(server, first).cloneUrl())).contains("refs/heads/main");
      delete(relay, first);
      until(() -> !hasObjects(first));

      assertThat(command("holding", "restore", name(second)))
          .startsWith("1: ")
          .contains("its owner deleted it (deletion ", "only a new announcement");
      assertThat(why(server, second))
          .contains("\"standing\":\"aside\"", "its owner deleted it (deletion ", "\"until\":1");
      assertThat(hasObjects(second)).isTrue();
      assertThat(command("holding", "erase", name(second))).startsWith("0: ");
      assertThat(hasObjects(second)).isFalse();
      assertThat(relay.publish(second.announcement()).message()).startsWith("purgatory: ");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    assertThat(command("doctor")).startsWith("0: ");
    assertThat(command("holding", "list")).contains("there are no ended repositories");
  }
}
