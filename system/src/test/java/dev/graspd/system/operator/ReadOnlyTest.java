package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with {@code NGIT_READ_ONLY=true}: it serves, and nothing writes by itself. */
@Timeout(120)
class ReadOnlyTest extends RelaySuite {
  private static final String DOMAIN = "still.example.org";
  private static final Pattern THREAD =
      Pattern.compile("^\"([a-z-]+?)(-\\d+)?\"", Pattern.MULTILINE);
  private static final List<String> WRITERS =
      List.of("holding", "hunt", "purgatory", "sweep", "sync", "sync-log", "upkeep");

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo repo = new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  private final HostedRepo ended =
      new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());

  private ServerProcess start(boolean readOnly) {
    return QuickStart.hosting(data, DOMAIN)
        .environment("NGIT_SYNC_ENABLED", "true")
        .environment("NGIT_READ_ONLY", Boolean.toString(readOnly))
        .environment("NGIT_HOLDING_RETENTION_SECS", "1")
        .start();
  }

  private static String url(ServerProcess server, HostedRepo repo) {
    return new HostedRepo(server.uri(), repo.owner(), repo.identifier()).cloneUrl();
  }

  private GitClient fill(ServerProcess server, RelayClient relay, HostedRepo into) {
    GitClient work = GitClient.init(temp.resolve(newWord()));
    String commit = work.commit("README", newWord());
    relay.publish(into.announcement());
    relay.publish(into.state("main", commit));
    work.must("push", url(server, into), "main");
    return work;
  }

  @Test
  @Claims("P1")
  void pushesAreRefusedAndNothingChangesByItself() {
    GitClient work;
    Event held;
    try (ServerProcess server = start(false);
        RelayClient relay = RelayClient.connect(server.uri())) {
      work = fill(server, relay, repo);
      fill(server, relay, ended);
      held = repo.state("main", work.commit("README", "more\n"));
      assertThat(relay.publish(held).message()).startsWith("purgatory: ");
      delete(relay, ended);
      assertThat(threads(server)).containsAll(WRITERS);
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server = start(true);
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(threads(server)).isNotEmpty().doesNotContainAnyElementsOf(WRITERS);
      Answer.Ok refused = relay.publish(held);
      assertThat(refused.accepted()).isFalse();
      assertThat(refused.message())
          .isEqualTo(
              "restricted: server is read-only; see https://" + DOMAIN + "/errors/read-only");
      assertThat(work.mustFail("push", url(server, repo), "main", "HEAD:refs/heads/other"))
          .contains(
              "main -> main (server is read-only)",
              "HEAD -> other (server is read-only)",
              "/errors/read-only");
      assertThat(work.must("ls-remote", url(server, repo))).contains("refs/heads/main");
      String npub = Bech32.npub(ended.owner().publicKey());
      assertThat(command("holding", "erase", npub + "/" + ended.identifier()))
          .startsWith("1: ")
          .contains("this server is read-only (NGIT_READ_ONLY=true)");
      assertThat(command("repo", "show", name(repo)))
          .startsWith("0: ")
          .contains(name(repo), "1 branches", "archived     no");
      assertThat(command("purgatory", "list")).startsWith("0: ").contains(held.id().hex());
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    assertThat(command("repo", "list", "--json"))
        .startsWith("0: {\"items\":[{")
        .contains("\"identifier\":\"" + repo.identifier() + "\"", "\"next\":null")
        .doesNotContain(ended.identifier());
  }

  private static String name(HostedRepo repo) {
    return Bech32.npub(repo.owner().publicKey()) + "/" + repo.identifier();
  }

  private static void delete(RelayClient relay, HostedRepo repo) {
    Event deletion =
        EventBuilder.kind(5).at(HostedRepo.now()).tag("a", repo.address()).signedBy(repo.owner());
    assertThat(relay.publish(deletion).accepted()).isTrue();
  }

  private String command(String... words) {
    return new OperatorShell(data, DOMAIN).run(words);
  }

  /** The names of the process's threads, without numbers. */
  private static SortedSet<String> threads(ServerProcess server) {
    Path jcmd = Path.of(System.getProperty("java.home", ""), "bin", "jcmd");
    try {
      Process dump =
          new ProcessBuilder(jcmd.toString(), Long.toString(server.pid()), "Thread.print")
              .redirectErrorStream(true)
              .start();
      Matcher names =
          THREAD.matcher(new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      SortedSet<String> threads = new TreeSet<>();
      while (names.find()) {
        threads.add(names.group(1));
      }
      return threads;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
