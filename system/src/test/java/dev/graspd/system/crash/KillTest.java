package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.SharedServer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The server is killed (SIGKILL) in the middle of ingest, again and again, on the same data.
 * Acknowledged events must be there at the next start, every index must agree with a full scan, and
 * starting again must change nothing. Seeds: {@code -Dgraspd.kill.seed}, {@code
 * -Dgraspd.kill.rounds}.
 */
@Claims("P1")
class KillTest {
  private static final int ROUNDS = Integer.getInteger("graspd.kill.rounds", 12);
  private static final long SEED = Long.getLong("graspd.kill.seed", 62);
  private static final int EVENTS_A_CONNECTION = 600;
  private static final int KILL_DELAY_MICROS_MAX = 30_000;

  private final Path directory = SharedServer.directory("kill");
  private final Path store = directory.resolve("relay");

  @Test
  void nothingAcknowledgedIsLost() throws InterruptedException {
    StoreReport before = null;
    EventRound previous = null;
    for (int number = 0; number < ROUNDS; number++) {
      EventRound round = new EventRound(number, SEED, EVENTS_A_CONNECTION);
      try (ServerProcess server = start()) {
        if (previous != null) {
          assertKept(previous, server, before.servedEvents());
        }
        ingestUntilKilled(round, server);
      }
      before = sound("after round " + number + " of seed " + SEED);
      previous = round;
    }
    assertReopeningChangesNothing(previous, before);
  }

  private void assertReopeningChangesNothing(EventRound last, StoreReport before) {
    try (ServerProcess server = start()) {
      assertKept(last, server, before.servedEvents());
      assertThat(server.terminate()).isZero();
    }
    assertThat(sound("after an orderly end")).isEqualTo(before);
  }

  private StoreReport sound(String when) {
    StoreReport report = new EmbeddedEngine().check(store);
    assertThat(report.problems()).as(when).isEmpty();
    return report;
  }

  private ServerProcess start() {
    return QuickStart.relay(directory).start();
  }

  private static void assertKept(EventRound round, ServerProcess server, long servedInAll) {
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      round.assertKept(relay);
      assertThat(relay.count("{}")).isEqualTo(servedInAll);
    }
  }

  /** Sends everything at once and pulls the plug when some of it is answered. */
  private static void ingestUntilKilled(EventRound round, ServerProcess server)
      throws InterruptedException {
    int enough = 1 + round.random().nextInt(round.events() * 3 / 4);
    int delayMicros = round.random().nextInt(KILL_DELAY_MICROS_MAX);
    CountDownLatch answered = new CountDownLatch(enough);
    round.begin(server, answered);
    assertThat(answered.await(60, TimeUnit.SECONDS)).as("enough answers").isTrue();
    // Nothing comes of this wait but another moment for the kill.
    new CountDownLatch(1).await(delayMicros, TimeUnit.MICROSECONDS);
    server.kill();
    round.end();
  }
}
