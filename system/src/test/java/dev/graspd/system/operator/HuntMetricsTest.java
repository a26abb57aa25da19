package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.GitMischief;
import dev.graspd.testkit.HostileGitServer;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What operators read after a hunt: five repositories of a relay are hunted for once, each at one
 * place, and one of them is complete then. The second attempts would come after twenty seconds.
 */
@Timeout(120)
class HuntMetricsTest extends HostingSuite {
  private static final HostileGitServer.Repository NOTHING =
      new HostileGitServer.Repository("1".repeat(40), new byte[0]);

  private final List<Event> events = new ArrayList<>();

  @Test
  void everyVisitAttemptAndObjectIsCountedOnce() {
    GitClient work = work();
    try (Peer source =
            Peer.start(
                newWord(), Map.of("NGIT_RELAY_ACCEPT", "all", "NGIT_SYNC_ENABLED", "false"));
        GitHost good = GitHost.start();
        HostileGitServer busy = HostileGitServer.start(GitMischief.THROTTLES, NOTHING);
        HostileGitServer wrong = HostileGitServer.start(GitMischief.NO_HTTP, NOTHING)) {
      int port = Ports.reserve();
      Event complete = seek(port, good.show("it", work), "main", work.head());
      seek(port, good.url("it"), "a", id(1), "b", id(2), "c", id(3), "d", id(4));
      seek(port, "http://127.0.0.1:" + Ports.reserve() + "/it.git", "main", id(5));
      // Another name of this machine: the rest that it asks for is not for the others.
      seek(port, busy.url().replace("127.0.0.1", "localhost"), "main", id(6));
      seek(port, wrong.url(), "main", id(7));
      try (RelayClient relay = source.connect()) {
        relay.store(events);
      }
      try (Peer server =
          Peer.at(
              "127.0.0.1",
              port,
              newWord(),
              Map.of(
                  "NGIT_SYNC_BOOTSTRAP_RELAY_URL",
                  source.uri().toString(),
                  "NGIT_SYNC_BATCH_WINDOW_MS",
                  "100"))) {
        server.awaitServed(complete);
        server.await(
            () -> attempts(server, "complete") == 1 && attempts(server, "incomplete") == 4);
        check(server, good);
      }
    }
  }

  private static void check(Peer server, GitHost good) {
    assertThat(passes(server, "brought")).isEqualTo(1);
    // A served repository may be compared with its other copies at any time within an hour.
    assertThat(passes(server, "nothing")).isBetween(1L, 2L);
    assertThat(passes(server, "unreachable")).isEqualTo(1);
    assertThat(passes(server, "throttled")).isEqualTo(1);
    assertThat(passes(server, "hopeless")).isEqualTo(1);
    assertThat(passes(server, "misbehaved")).isZero();

    assertThat(ids(server, "advertised_tip")).isEqualTo(1);
    assertThat(ids(server, "fetched")).isEqualTo(1);
    assertThat(ids(server, "residual_attempted")).isEqualTo(2);
    assertThat(ids(server, "residual_missing")).isEqualTo(2);
    assertThat(ids(server, "residual_skipped")).isEqualTo(2);

    assertThat(deferred(server, "pass_budget")).isEqualTo(1);
    assertThat(deferred(server, "host_rests")).isEqualTo(1);
    assertThat(deferred(server, "naughty_host")).isEqualTo(1);
    assertThat(deferred(server, "too_many_families")).isZero();

    assertThat(server.metric("purgatory_sync_oids_fetched_total")).isEqualTo(1);
    assertThat(server.metric("purgatory_sync_queue_size")).isEqualTo(4);
    assertThat(server.metric("ngit_purgatory_held{type=\"state\"}")).isEqualTo(4);
    assertThat(server.metric("ngit_purgatory_release_seconds_count")).isEqualTo(2);
    assertThat(server.metric("ngit_purgatory_comparisons_overdue")).isZero();
    String domain = "{domain=\"" + good.domain() + "\"}";
    assertThat(server.metric("purgatory_domain_requests_total" + domain)).isBetween(4L, 5L);
  }

  /** Makes an announcement with one place and a state for it; returns the state. */
  private Event seek(int port, String place, String... refs) {
    HostedRepo repo = new HostedRepo(URI.create("ws://127.0.0.1:" + port), newKey(), newWord());
    events.add(repo.announcementWith(List.of(place)));
    events.add(repo.state(refs));
    return events.getLast();
  }

  private static String id(int number) {
    return "%040x".formatted(number);
  }

  private static long attempts(Peer server, String result) {
    return server.metric("purgatory_sync_attempts_total{result=\"" + result + "\"}");
  }

  private static long passes(Peer server, String result) {
    return server.metric("ngit_purgatory_git_fetch_passes_total{result=\"" + result + "\"}");
  }

  private static long ids(Peer server, String kind) {
    return server.metric("ngit_purgatory_git_fetch_oids_total{kind=\"" + kind + "\"}");
  }

  private static long deferred(Peer server, String reason) {
    return server.metric("ngit_purgatory_git_deferred_total{reason=\"" + reason + "\"}");
  }
}
