package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/** What a relay is sent in one life, all at once, and what it acknowledged of it. */
final class EventRound {
  private static final int CONNECTIONS = 2;
  private static final int DUPLICATES_TRIED = 20;

  private final String name;
  private final RandomGenerator random;
  private final CrashLoad load;
  private final Ledger ledger = new Ledger();
  private final List<List<Event>> shares = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  EventRound(int number, long seed, int eventsAConnection) {
    this.name = "round " + number + " of seed " + seed;
    this.random = new SplittableRandom(seed * 1000 + number);
    this.load = new CrashLoad(number, random);
    for (int i = 0; i < CONNECTIONS; i++) {
      shares.add(load.events(eventsAConnection));
    }
  }

  RandomGenerator random() {
    return random;
  }

  int events() {
    return shares.stream().mapToInt(List::size).sum();
  }

  int acknowledged() {
    return ledger.acknowledgedCount();
  }

  /** Begins to send everything; returns at once. */
  void begin(ServerProcess server, CountDownLatch answered) {
    for (List<Event> share : shares) {
      RawWebSocket socket = RawWebSocket.connect(server.uri());
      threads.add(Thread.ofPlatform().start(() -> send(socket, share)));
      threads.add(Thread.ofPlatform().start(() -> receive(socket, answered)));
    }
  }

  /** Waits until nothing comes any more: the server is dead. */
  void end() throws InterruptedException {
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
  void assertKept(RelayClient relay) {
    RelayClient.Stored stored = relay.query(load.filter());
    Set<EventId> served = new TreeSet<>(stored.ids());
    assertThat(ledger.problems(served)).as(name).isEmpty();
    assertThat(stored.finish()).isTrue();
    ledger.acknowledgedEvents().stream()
        .filter(event -> served.contains(event.id()))
        .limit(DUPLICATES_TRIED)
        .forEach(event -> assertThat(relay.publish(event).message()).startsWith("duplicate: "));
  }
}
