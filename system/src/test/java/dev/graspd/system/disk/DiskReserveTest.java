package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose disks have less free than {@code NGIT_MIN_FREE_DISK_BYTES}. */
@Timeout(120)
class DiskReserveTest extends RelaySuite {
  private static final String DOMAIN = "reserve.example.org";
  private static final String MORE_THAN_ANY_DISK = Long.toString(1L << 50);

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo kept = repo();
  private final HostedRepo banned = repo();
  private final HostedRepo ended = repo();

  private static HostedRepo repo() {
    return new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  }

  private Event fill(ServerProcess server, RelayClient relay, HostedRepo repo) {
    GitClient work = GitClient.init(temp.resolve(newWord()));
    String commit = work.commit("README", newWord());
    Event announcement = repo.announcement();
    relay.publish(announcement);
    relay.publish(repo.state("main", commit));
    HostedRepo here = new HostedRepo(server.uri(), repo.owner(), repo.identifier());
    work.must("push", here.cloneUrl(), "main");
    return announcement;
  }

  @Test
  @Claims("P7")
  void operatorIsToldAndBansAndErasuresStillWork() {
    Event stays;
    Event goes;
    try (ServerProcess server =
            QuickStart.hosting(data, DOMAIN).environment("NGIT_MIN_FREE_DISK_BYTES", "0").start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      stays = fill(server, relay, kept);
      goes = fill(server, relay, banned);
      fill(server, relay, ended);
      Event deletion =
          EventBuilder.kind(5)
              .at(HostedRepo.now())
              .tag("a", ended.address())
              .signedBy(ended.owner());
      assertThat(relay.publish(deletion).accepted()).isTrue();
      assertThat(get(server, "/readyz")).isEqualTo("ready\n");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server =
            QuickStart.hosting(data, DOMAIN)
                .environment("NGIT_MIN_FREE_DISK_BYTES", MORE_THAN_ANY_DISK)
                .environment("NGIT_EVENT_BLACKLIST", Bech32.npub(banned.owner().publicKey()))
                .start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.query(Texts.only(stays)).ids()).containsExactly(stays.id());
      assertThat(relay.query(Texts.only(goes)).ids()).isEmpty();
      assertThat(relay.publish(kept.state("main", "12".repeat(20))).message())
          .startsWith("error: storage full");

      assertThat(erased()).startsWith("0: ").contains("is erased for good");
      assertThat(new Layout(data.resolve("git")).packs(new Identifier(ended.identifier())))
          .doesNotExist();

      assertThat(get(server, "/readyz"))
          .startsWith("degraded: ")
          .contains("NGIT_RELAY_DATA_PATH", "NGIT_GIT_DATA_PATH", "NGIT_MIN_FREE_DISK_BYTES");
      assertThat(server.output())
          .anyMatch(line ->
              line.contains("WARN")
                  && line.contains("NGIT_GIT_DATA_PATH")
                  && line.contains("NGIT_MIN_FREE_DISK_BYTES"));
      assertThat(get(server, "/metrics"))
          .contains("ngit_disk_free_bytes{disk=\"git\"} ", "ngit_disk_free_bytes{disk=\"relay\"} ")
          .contains("ngit_disk_reserve_bytes{disk=\"git\"} 1.125899906842624E15\n");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
  }

  private String erased() {
    String name = Bech32.npub(ended.owner().publicKey()) + "/" + ended.identifier();
    try (ServerProcess command =
        QuickStart.hosting(data, DOMAIN).arguments("holding", "erase", name).launch()) {
      int exit = command.awaitExit();
      return exit + ": " + String.join("\n", command.output());
    }
  }

  private static String get(ServerProcess server, String path) {
    return GitHttp.text(GitHttp.get("http://" + server.uri().getAuthority() + path));
  }
}
