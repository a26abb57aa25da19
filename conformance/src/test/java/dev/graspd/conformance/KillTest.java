package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.server.store.lmdb.StoreChecker;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.ServerProcess;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The server is killed (SIGKILL) in the middle of ingest, again and again, on the same data. What
 * it acknowledged must be there at the next start, every index must agree with a full scan, and
 * starting again must change nothing. Seeds: {@code -Dgraspd.kill.seed}, {@code
 * -Dgraspd.kill.rounds}.
 */
@Claims("P1")
class KillTest {
  private static final int ROUNDS = Integer.getInteger("graspd.kill.rounds", 20);
  private static final long SEED = Long.getLong("graspd.kill.seed", 62);
  private static final int CONNECTIONS = 2;
  private static final int EVENTS_A_CONNECTION = 600;
  private static final int KILL_DELAY_MICROS_MAX = 30_000;

  private final Path directory = SharedServer.directory("kill");
  private final Path store = directory.resolve("relay");

  @Test
  void nothingAcknowledgedIsLost() throws InterruptedException {
    StoreChecker.Report before = null;
    Round previous = null;
    for (int number = 0; number < ROUNDS; number++) {
      Round round = new Round(number);
      try (ServerProcess server = start()) {
        if (previous != null) {
          previous.assertKept(server, before.servedEvents());
        }
        round.ingestUntilKilled(server);
      }
      before = sound("after round " + number + " of seed " + SEED);
      previous = round;
    }
    assertReopeningChangesNothing(previous, before);
  }

  private void assertReopeningChangesNothing(Round last, StoreChecker.Report before) {
    try (ServerProcess server = start()) {
      last.assertKept(server, before.servedEvents());
      assertThat(server.terminate()).isZero();
    }
    assertThat(sound("after an orderly end")).isEqualTo(before);
  }

  private StoreChecker.Report sound(String when) {
    StoreChecker.Report report = StoreChecker.check(store);
    assertThat(report.problems()).as(when).isEmpty();
    return report;
  }

  private ServerProcess start() {
    return QuickStart.relay(directory).start();
  }

  /** One life of the server. */
  private static final class Round {
    private final int number;
    private final RandomGenerator random;
    private final CrashLoad load;
    private final Ledger ledger = new Ledger();
    private final List<List<Event>> shares = new ArrayList<>();

    Round(int number) {
      this.number = number;
      this.random = new SplittableRandom(SEED * 1000 + number);
      this.load = new CrashLoad(number, random);
      for (int i = 0; i < CONNECTIONS; i++) {
        shares.add(load.events(EVENTS_A_CONNECTION));
      }
    }

    /** Sends everything at once and pulls the plug when some of it is answered. */
    void ingestUntilKilled(ServerProcess server) throws InterruptedException {
      int enough = 1 + random.nextInt(CONNECTIONS * EVENTS_A_CONNECTION * 3 / 4);
      int delayMicros = random.nextInt(KILL_DELAY_MICROS_MAX);
      CountDownLatch answered = new CountDownLatch(enough);
      List<Thread> threads = new ArrayList<>();
      for (List<Event> share : shares) {
        RawWebSocket socket = RawWebSocket.connect(server.uri());
        threads.add(Thread.ofPlatform().start(() -> send(socket, share)));
        threads.add(Thread.ofPlatform().start(() -> receive(socket, answered)));
      }
      assertThat(answered.await(60, TimeUnit.SECONDS)).as("answers in round %s", number).isTrue();
      // Nothing comes of this wait but another moment for the kill.
      new CountDownLatch(1).await(delayMicros, TimeUnit.MICROSECONDS);
      server.kill();
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private void send(RawWebSocket socket, List<Event> share) {
      try {
        for (Event event : share) {
          ledger.sent(event);
          socket.sendText("[\"EVENT\"," + Texts.jsonOf(event) + "]");
        }
      } catch (UncheckedIOException e) {
        // The server is dead, as it should be: the rest was never sent.
        assertThat(e.getCause()).isInstanceOf(SocketException.class);
      }
    }

    private void receive(RawWebSocket socket, CountDownLatch answered) {
      try (socket) {
        while (socket.receive() instanceof RawWebSocket.Received.Text(var text)) {
          if (Answer.parse(text) instanceof Answer.Ok ok) {
            if (ok.accepted()) {
              ledger.acknowledged(EventId.parse(ok.id()));
            }
            answered.countDown();
          }
        }
      }
    }

    /** The next life of the server serves what this one acknowledged. */
    void assertKept(ServerProcess server, long servedInAll) {
      try (RelayClient relay = RelayClient.connect(server.uri())) {
        RelayClient.Stored stored = relay.query(load.filter());
        Set<EventId> served = new TreeSet<>(stored.ids());
        assertThat(ledger.problems(served)).as("round %s of seed %s", number, SEED).isEmpty();
        assertThat(stored.finish()).isTrue();
        assertThat(relay.count("{}")).isEqualTo(servedInAll);
        ledger.acknowledgedEvents().stream()
            .filter(event -> served.contains(event.id()))
            .limit(20)
            .forEach(event -> assertThat(relay.publish(event).message()).startsWith("duplicate: "));
      }
    }
  }
}
