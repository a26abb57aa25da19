package dev.graspd.conformance.grasp02;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Git data that is on another server only is fetched from there. */
@Timeout(180)
class Grasp02GitTest extends RelaySuite {
  /** An event of a client is given three minutes for its push. */
  private static final Map<String, String> SOON = Map.of("NGIT_TEST_TIME_SCALE", "100");

  @TempDir Path directory;

  @Test
  @Claims("G02-2")
  void whatIsOnAnotherServerOnlyIsFetchedAndServedHere() {
    try (Peer there = Peer.start(newWord());
        Peer here = Peer.start(newWord(), SOON)) {
      SharedRepo repo =
          new SharedRepo(newKey(), newWord(), List.of(there.uri(), here.uri()), List.of());
      GitClient work = GitClient.init(directory.resolve("work"));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      repo.fill(there, there.uri(), work, beginning);
      Event[] events = beginning.toArray(new Event[0]);
      try (RelayClient relay = here.connect()) {
        for (Event event : events) {
          assertThat(relay.publish(event).accepted()).isTrue();
        }
      }
      here.awaitServed(events);

      Path clone = directory.resolve("clone");
      work.must("clone", "-q", repo.cloneUrl(here.uri()), clone.toString());
      assertThat(GitClient.at(clone).head()).isEqualTo(work.head());
      // Fetched objects are counted when their pass ends, after all of them are served.
      here.await(() -> here.metric("purgatory_sync_oids_fetched_total") == 1);
      here.await(() -> here.metric("purgatory_sync_queue_size") == 0);
    }
  }

  @Test
  @Claims("G02-2")
  void pullRequestThatIsOnAnotherServerOnlyIsFetchedAndServedHere() {
    try (Peer there = Peer.start(newWord());
        Peer here = Peer.start(newWord(), SOON)) {
      SharedRepo repo =
          new SharedRepo(newKey(), newWord(), List.of(there.uri(), here.uri()), List.of());
      GitClient work = GitClient.init(directory.resolve("work"));
      List<Event> beginning = repo.beginning(work.commit("README", repo.identifier()));
      repo.fill(there, there.uri(), work, beginning);
      work.must("checkout", "-q", "-b", "change");
      HostedRepo copy = new HostedRepo(there.uri(), repo.owner(), repo.identifier());
      Event request = copy.pullRequest(newKey(), work.commit("change", "a change"));
      try (RelayClient relay = there.connect()) {
        assertThat(relay.publish(request).accepted()).isTrue();
      }
      work.must("push", copy.cloneUrl(), "change:refs/nostr/" + request.id().hex());
      there.awaitServed(request);
      try (RelayClient relay = here.connect()) {
        for (Event event : beginning) {
          assertThat(relay.publish(event).accepted()).isTrue();
        }
        assertThat(relay.publish(request).accepted()).isTrue();
      }
      here.awaitServed(request);
      assertThat(work.must("ls-remote", repo.cloneUrl(here.uri())))
          .contains(work.head() + "\trefs/nostr/" + request.id().hex());
    }
  }
}
