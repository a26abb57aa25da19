package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.SharedServer;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other projects start any server that understands the variables of the reference server. */
class HarnessTest {
  @TempDir Path directory;

  @Test
  @Claims({"C-19", "C-12"})
  void theVariablesOfTheReferenceServerStartAServerThatHosts() {
    String address = "127.0.0.1:" + Ports.reserve();
    ServerProcess.Builder builder =
        ServerProcess.of(SharedServer.jar(), SharedServer.directory("harness"))
            .environment("NGIT_BIND_ADDRESS", address)
            .environment("NGIT_DOMAIN", address)
            .environment("NGIT_GIT_DATA_PATH", directory.resolve("git").toString())
            .environment("NGIT_RELAY_DATA_PATH", directory.resolve("relay").toString())
            .environment("NGIT_DATABASE_BACKEND", "memory")
            .environment("NGIT_RELAY_NAME", "a harness")
            .environment("NGIT_RELAY_ACCEPT", "grasp")
            .environment("NGIT_SYNC_STARTUP_DELAY_SECS", "0")
            .environment("NGIT_SYNC_PLUS_ENABLED", "false")
            .environment("NGIT_METRICS_ENABLED", "false")
            .arguments()
            .jvm("-Xmx256m");
    try (ServerProcess server = builder.start();
        RelayClient relay = RelayClient.connect(URI.create("ws://" + address))) {
      assertThat(server.uri().getAuthority()).isEqualTo(address);
      assertThat(GitHttp.get("http://" + address).statusCode()).isEqualTo(200);
      HostedRepo repo = new HostedRepo(server.uri(), Signer.named("harness"), "first");
      GitClient work = GitClient.init(directory.resolve("work"));
      String commit = work.commit("README", "hello\n");
      Event announcement = repo.announcement();
      assertThat(relay.publish(announcement).accepted()).isTrue();
      assertThat(relay.publish(repo.state("main", commit)).accepted()).isTrue();
      work.must("push", repo.cloneUrl(), "main");
      assertThat(relay.query(Texts.only(announcement)).ids()).containsExactly(announcement.id());
    }
  }

  @Test
  @Claims("C-12")
  void whoAsksBeforeTheServerIsReadyIsToldSoOrFindsNobody() {
    String address = "127.0.0.1:" + Ports.reserve();
    try (ServerProcess server =
        ServerProcess.of(SharedServer.jar(), SharedServer.directory("early"))
            .environment("NGIT_BIND_ADDRESS", address)
            .environment("NGIT_RELAY_ACCEPT", "grasp")
            .jvm("-Xmx256m")
            .launch()) {
      Set<Integer> early = new TreeSet<>();
      int status = 0;
      while (status != 200) {
        status = statusOf("http://" + address);
        assertThat(status == 200 || server.isAlive()).as("%s", server.output()).isTrue();
        early.add(status);
      }
      assertThat(early).as("no connection, not ready, ready").isSubsetOf(0, 503, 200);
      assertThat(statusOf("http://" + address)).isEqualTo(200);
      try (RelayClient relay = RelayClient.connect(URI.create("ws://" + address))) {
        assertThat(relay.query("{\"limit\":1}").events()).isEmpty();
      }
    }
  }

  /** Returns 0 if there is no connection. */
  private static int statusOf(String url) {
    try {
      return GitHttp.get(url).statusCode();
    } catch (UncheckedIOException e) {
      assertThat(e.getCause()).isInstanceOf(ConnectException.class);
      return 0;
    }
  }
}
