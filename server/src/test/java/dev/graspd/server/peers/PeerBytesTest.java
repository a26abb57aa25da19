package dev.graspd.server.peers;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.Known;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.peers.local.TestGate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Relays whose events take far more heap than bytes on the wire, and a gate that is slow. */
@Timeout(60)
final class PeerBytesTest {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final int EVENTS = 80;
  private static final int TAGS = 1_900;
  private static final Payer HOSTILE = new Payer.Host("127.0.0.1");
  private static final Payer OTHER = new Payer.Host("localhost");
  private static final long SHARE = 1L << 20;

  /** The event that a connection may always have at the gate, and what one read of it brings. */
  private static final long BEYOND = SHARE / 2;

  private final ByteBudget budget = new ByteBudget("peers", SHARE * ByteBudget.SHARE);
  private final BlockingQueue<Runnable> unverified = new LinkedBlockingQueue<>();

  /** A relay that does this on a WebSocket, when it was asked for announcements. */
  private static ScriptedServer relay(Script script) {
    return ScriptedServer.start(talk -> {
      List<String> head = talk.readHead();
      if (head.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("upgrade:"))) {
        talk.send(Conversation.upgradeFor(head));
        assertThat(talk.readFrame().text()).startsWith("[\"REQ\",\"g1\",");
        script.run(talk);
        talk.drain();
      } else {
        talk.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
      }
    });
  }

  private static void send(Conversation talk, Event event) throws IOException {
    talk.sendText("[\"EVENT\",\"g1\"," + new String(event.json(), StandardCharsets.UTF_8) + "]");
  }

  private static Event large(int number) {
    EventBuilder event = EventBuilder.kind(30_617).tag("d", "r" + number);
    for (int i = 0; i < TAGS; i++) {
      event.tag("t", "");
    }
    return event.signedBy(BOB);
  }

  @Test
  void aRelayHoldsItsShareAndAnotherGoesOn() throws Exception {
    List<Event> larges = IntStream.range(0, EVENTS).mapToObj(PeerBytesTest::large).toList();
    long each = HeapBytes.of(larges.getFirst());
    Event ours = TestGate.ours(ALICE, "x");
    CompletableFuture<Event> toSend = new CompletableFuture<>();
    Script floods =
        talk -> {
          for (Event event : larges) {
            send(talk, event);
          }
        };
    Script waits = talk -> send(talk, toSend.join());
    try (ScriptedServer hostile = relay(floods);
        ScriptedServer other = relay(waits);
        TestSync sync =
            new TestSync(
                List.of("127.0.0.1:" + hostile.port(), "localhost:" + other.port()),
                PATIENT,
                world -> world.gate(false, unverified::add),
                budget)) {
      Eventually.await(() -> unverified.size() == EVENTS || budget.refused() > 0);
      assertThat(unverified.size() * each).isLessThanOrEqualTo(SHARE);

      toSend.complete(ours);
      Eventually.await(() -> budget.usedBy(OTHER) == HeapBytes.of(ours));
      assertThat(budget.usedBy(HOSTILE)).isBetween(SHARE / 2, SHARE + BEYOND);

      for (int i = 0; i < EVENTS + 1; i++) {
        Runnable next = unverified.poll(PATIENT.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).as("event %d of %d", i, EVENTS + 1).isNotNull();
        assertThat(budget.usedBy(HOSTILE)).isLessThanOrEqualTo(SHARE + BEYOND);
        next.run();
      }
      Eventually.await(() -> budget.usedBytes() == 0);
      assertThat(sync.world.store.known(ours.id())).isEqualTo(Known.HELD);
    }
  }
}
