package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SyncRelay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every metric of sync is moved once, by a relay that has a bit of everything: what is new, what is
 * refused, what live delivery missed. A second relay cannot be reached, a third is none.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class SyncMetricsTest extends RelaySuite {
  private static final String PREFIX = "ngit_sync_";
  private static final String SOURCES = "ngit_sync_events_total";

  /**
   * What comes after a restart: the first comparison with something to compare, and what takes a
   * day, on a clock on which one has 8.6 seconds.
   */
  private static final List<String> LATER =
      List.of(
          "ngit_sync_gap_events_total",
          "ngit_sync_relay_lacks_total",
          "ngit_sync_relays_dead_total",
          SOURCES + "{source=\"daily\"}");

  /** A NEG-MSG of one that has nothing in any range. */
  private static final String HAS_NOTHING = "6100000200";

  @TempDir Path directory;

  private final SortedSet<String> registered = new TreeSet<>();
  private final SortedSet<String> moved = new TreeSet<>();

  /** A relay with something for every metric. */
  private static final class Various implements SyncRelay.Manners {
    private final AtomicReference<String> repository = new AtomicReference<>("");
    private final long[] openedSeconds = {now()};

    @Override
    public void greet(SyncRelay.Line line) {
      openedSeconds[0] = now();
    }

    @Override
    public void on(SyncRelay.Line line, SyncRelay.Asked asked) throws IOException {
      if (asked.is("NEG-OPEN")) {
        compare(line, asked);
      } else if (asked.isLive()) {
        line.eose(asked);
        live(line, asked);
      } else if (asked.isHistoric()) {
        history(line, asked);
        line.eose(asked);
      }
    }

    /** It lacks announcements that the server has, and pages the rest. */
    private static void compare(SyncRelay.Line line, SyncRelay.Asked asked) throws IOException {
      if (asked.isFor(30617)) {
        line.negMsg(asked, HAS_NOTHING);
      } else {
        line.negErr(asked, "error: not this one");
      }
    }

    private void live(SyncRelay.Line line, SyncRelay.Asked asked) throws IOException {
      if (asked.isFor(30617)) {
        line.event(asked.id(), elsewhere().signedBy(newKey()));
        line.event(asked.id(), elsewhere().tag("expiration", "1000").signedBy(newKey()));
      }
      if (asksForRepository(asked, "#a")) {
        line.event(asked.id(), issue(now()));
      }
      if (asksForRepository(asked, "#q")) {
        line.event(asked.id(), pullRequestOfAnother());
      }
    }

    private void history(SyncRelay.Line line, SyncRelay.Asked asked) throws IOException {
      if (asked.isFor(30618)) {
        line.event(asked.id(), stateOfAStranger());
      } else if (asksForRepository(asked, "#a") && !asked.text().contains("\"until\"")) {
        // Of one second; after a while it is one that live delivery should have brought.
        long seconds = openedSeconds[0] + 2;
        line.event(asked.id(), issue(seconds));
        line.event(asked.id(), issue(seconds));
      }
    }

    private boolean asksForRepository(SyncRelay.Asked asked, String tag) {
      String name = repository.get();
      return !name.isEmpty() && asked.text().contains("\"" + tag + "\":[\"" + name + "\"");
    }

    private Event issue(long seconds) {
      return EventBuilder.kind(1621).at(seconds).tag("a", repository.get()).signedBy(newKey());
    }

    /** It quotes the repository and is for one that nobody here knows. */
    private Event pullRequestOfAnother() {
      return EventBuilder.kind(1618)
          .at(now())
          .tag("a", "30617:" + newKey().publicKey() + ":other")
          .tag("q", repository.get())
          .tag("c", "1".repeat(40))
          .signedBy(newKey());
    }

    private static EventBuilder elsewhere() {
      return EventBuilder.kind(30617)
          .at(now())
          .tag("d", newWord())
          .tag("clone", "https://git.example.com/r.git")
          .tag("relays", "wss://git.example.com");
    }

    private Event stateOfAStranger() {
      String name = repository.get();
      return EventBuilder.kind(30618)
          .at(now())
          .tag("d", name.substring(name.lastIndexOf(':') + 1))
          .tag("refs/heads/main", "1".repeat(40))
          .tag("HEAD", "ref: refs/heads/main")
          .signedBy(newKey());
    }
  }

  @Test
  @Claims("sync-10")
  void everyMetricOfSyncIsMovedOnce() throws IOException {
    Various manners = new Various();
    try (SyncRelay relay = SyncRelay.start(manners);
        ScriptedServer none = ScriptedServer.start(SyncMetricsTest::sayNothing);
        Peer server = Peer.start(newWord(), settings(relay))) {
      host(server, manners, relay.uri(), URI.create("ws://127.0.0.1:" + none.port()));
      awaitMoved(server, SOURCES + "{source=\"live\"}", SOURCES + "{source=\"startup\"}");
      relay.line().hangUp();
      awaitAll(server, LATER);
      assertThat(server.terminate()).isZero();
      server.startAgainWith(
          Map.of("NGIT_TEST_TIME_SCALE", "10000", "NGIT_SYNC_MAX_BACKOFF_SECS", "3600"));
      awaitAll(server, List.of());
    }
  }

  private static void sayNothing(ScriptedServer.Conversation conversation) throws IOException {
    List<String> _ = conversation.readHead();
    conversation.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }

  /** Links notice silence after 4 s, and gaps of live delivery after as much. */
  private static Map<String, String> settings(SyncRelay relay) {
    return Map.of(
        "NGIT_SYNC_BOOTSTRAP_RELAY_URL", relay.uri().toString(),
        "NGIT_SYNC_BATCH_WINDOW_MS", "500",
        "NGIT_SYNC_BASE_BACKOFF_SECS", "1",
        "NGIT_TEST_LINK_TIME_SCALE", "15");
  }

  /** A repository is served whose announcement names relays that cannot be used. */
  private void host(Peer server, Various manners, URI relay, URI none) {
    GitClient work = GitClient.init(directory.resolve(newWord()));
    String commit = work.commit("README", newWord() + "\n");
    URI closed = URI.create("ws://127.0.0.1:" + Ports.reserve());
    SharedRepo repo =
        new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of(relay, closed, none));
    manners.repository.set(repo.address());
    repo.fill(server, server.uri(), work, repo.beginning(commit));
  }

  private void awaitMoved(Peer server, String... names) {
    server.await(() -> {
      read(server);
      return moved.containsAll(List.of(names));
    });
  }

  /** Waits until all have moved that are registered, except these. */
  private void awaitAll(Peer server, List<String> except) {
    SortedSet<String> rest = new TreeSet<>();
    server.await(
        () -> {
          read(server);
          rest.clear();
          rest.addAll(registered);
          rest.removeAll(moved);
          rest.removeAll(except);
          return rest.isEmpty();
        },
        () -> "not moved: " + rest);
    assertThat(moved).hasSizeGreaterThan(15);
  }

  /** A metric has moved if one of its values is not zero; each source of events counts alone. */
  private void read(Peer server) {
    server
        .metricLines(PREFIX)
        .forEach(line -> {
          String series = line.substring(0, line.lastIndexOf(' '));
          String name = series.replaceFirst("\\{.*", "");
          String counted = name.equals(SOURCES) ? series : name;
          registered.add(counted);
          if (!line.endsWith(" 0.0")) {
            moved.add(counted);
          }
        });
  }
}
