package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.FamilyDirectory;
import dev.graspd.testkit.suite.GitHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Repositories in states that time or a disk brings about (W-37). A server whose clock runs fast
 * makes them, before the one that is looked at starts on the same directory.
 */
record SampleStates(URI server, Signer owner) {
  /** The identifier of the copy, which the settings of both servers name. */
  static final String COPIED = "copied";

  /** Half an hour, after which an event has expired, is three seconds. */
  private static final String SCALE = "600";

  HostedRepo copied() {
    return new HostedRepo(server, owner, COPIED);
  }

  HostedRepo expired() {
    return new HostedRepo(server, owner, "expired");
  }

  HostedRepo lost() {
    return new HostedRepo(server, owner, "lost");
  }

  /**
   * Makes them, and ends the server again.
   *
   * @param directory of the server
   * @param elsewhere where the original of the copy is
   */
  void make(ServerProcess.Builder starting, Path directory, GitHost elsewhere, GitClient work) {
    String commit = work.commit("README.md", "# A sample\n");
    try (ServerProcess process = starting.environment("NGIT_TEST_TIME_SCALE", SCALE).start();
        RelayClient relay = RelayClient.connect(process.uri())) {
      publish(
          relay,
          expired().announcement(),
          expired().state("main", "0123456789abcdef0123456789abcdef01234567"),
          original(elsewhere.show(COPIED, work)),
          copied().state("main", commit),
          lost().announcement(),
          lost().state("main", commit));
      String _ = work.must("push", "-q", lost().cloneUrl(), "main");
      Eventually.await(() -> page(copied(), "/tree/HEAD").contains("A sample"));
      Eventually.await(() -> page(expired(), "").contains("Expired in the last week"));
      assertThat(process.terminate()).isZero();
    }
    lose(FamilyDirectory.of(directory, lost().identifier()));
  }

  private Event original(String cloneUrl) {
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", COPIED)
        .tag("clone", cloneUrl)
        .tag("relays", "ws://127.0.0.1:9")
        .signedBy(owner);
  }

  private static void publish(RelayClient relay, Event... events) {
    for (Event event : List.of(events)) {
      assertThat(relay.publish(event)).matches(ok -> ok.accepted());
    }
  }

  private static String page(HostedRepo repo, String below) {
    return GitHttp.text(GitHttp.get(repo.cloneUrl().replaceFirst("\\.git$", "") + below));
  }

  private static void lose(Path family) {
    try (Stream<Path> files = Files.walk(family)) {
      List<Path> packs = files.filter(file -> file.toString().endsWith(".pack")).toList();
      assertThat(packs).isNotEmpty();
      for (Path pack : packs) {
        Files.delete(pack);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
