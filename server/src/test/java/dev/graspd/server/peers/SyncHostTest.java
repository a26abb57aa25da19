package dev.graspd.server.peers;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.store.Known;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.peers.link.LinkInbox;
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
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sync over real sockets with a relay that does what a test says. */
@Timeout(60)
final class SyncHostTest {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final int TEXT = 1;
  private static final int CLOSE = 8;

  private final BlockingQueue<ScriptedServer.Frame> frames = new LinkedBlockingQueue<>();
  private final AtomicInteger upgrades = new AtomicInteger();

  /** A relay that says this of itself, and does that on a WebSocket. */
  private ScriptedServer relay(String document, Script script) {
    return ScriptedServer.start(talk -> {
      List<String> head = talk.readHead();
      boolean upgrade =
          head.stream()
              .anyMatch(line -> line.toLowerCase(Locale.ROOT).equals("upgrade: websocket"));
      if (upgrade) {
        upgrades.incrementAndGet();
        talk.send(Conversation.upgradeFor(head));
        script.run(talk);
      } else {
        talk.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/nostr+json\r\nContent-Length: "
                + document.length()
                + "\r\nConnection: close\r\n\r\n"
                + document);
      }
    });
  }

  private void listen(Conversation talk) throws IOException {
    while (true) {
      frames.add(talk.readFrame());
    }
  }

  private ScriptedServer.Frame nextFrame() throws InterruptedException {
    ScriptedServer.Frame frame = frames.poll(PATIENT.toSeconds(), TimeUnit.SECONDS);
    assertThat(frame).isNotNull();
    return frame;
  }

  private static String eventFor(String subscription, Event event) {
    return "[\"EVENT\",\""
        + subscription
        + "\","
        + new String(event.json(), StandardCharsets.UTF_8)
        + "]";
  }

  /** Reads the first request, which is the live one for announcements; returns its name. */
  private static String firstRequest(Conversation talk) throws IOException {
    String text = talk.readFrame().text();
    assertThat(text).startsWith("[\"REQ\",\"g1\",").contains("30617").contains("\"limit\":0");
    return "g1";
  }

  @Test
  void whatARelaySendsGoesThroughTheGate() throws Exception {
    Event ours = TestGate.ours(ALICE, "x");
    Event elsewhere = TestGate.elsewhere(BOB, "y");
    Script script =
        talk -> {
          String live = firstRequest(talk);
          talk.sendText(eventFor(live, elsewhere));
          talk.sendText(eventFor(live, ours));
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      Eventually.await(() -> sync.world.store.known(ours.id()) == Known.HELD);
      assertThat(sync.world.store.known(elsewhere.id())).isEqualTo(Known.UNKNOWN);
      RelayView view = sync.await(one -> one.phase().isOpen());
      assertThat(view.bootstrap()).isTrue();
      // It is counted when the gate has answered, a moment after it is on disk.
      Eventually.await(() -> sync.metrics.told.contains("event, live"));
      assertThat(sync.metrics.told)
          .containsOnlyOnce("connected to " + sync.relay)
          .doesNotContain("new event");
    }
  }

  @Test
  void aPrivateServiceIsLeftAlone() throws Exception {
    try (ScriptedServer server = relay("{\"supported_grasps\":[\"GRASP-08\"]}", this::listen);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      RelayView view = sync.await(one -> !one.lastError().isEmpty());
      assertThat(view.health()).isEqualTo(RelayHealth.State.DISCONNECTED);
      assertThat(view.phase()).isEqualTo(RelayPhase.DISCONNECTED);
      assertThat(upgrades).hasValue(0);
    }
  }

  @Test
  void aRelayThatDoesNotAnswerIsGivenUpInTime() throws Exception {
    try (ScriptedServer server = ScriptedServer.start(Conversation::drain);
        TestSync sync = new TestSync(server.port(), Duration.ofMillis(300))) {
      RelayView view = sync.await(one -> one.failures() > 0);
      assertThat(view.lastError()).isNotEmpty();
      assertThat(view.phase()).isNotEqualTo(RelayPhase.CONNECTED);
      assertThat(sync.metrics.told).contains("could not connect to " + sync.relay);
    }
  }

  @Test
  void aChallengeIsAnsweredWithTheServersKey() throws Exception {
    Script script =
        talk -> {
          talk.sendText("[\"AUTH\",\"prove it\"]");
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      String text = nextFrame().text();
      while (!text.startsWith("[\"AUTH\"")) {
        text = nextFrame().text();
      }
      assertThat(text)
          .contains("\"kind\":22242")
          .contains(TestSync.SERVER.publicKey().hex())
          .contains("[\"relay\",\"" + sync.relay + "\"]")
          .contains("[\"challenge\",\"prove it\"]");
    }
  }

  @Test
  void aRelayThatMakesEventsUpIsLeft() throws Exception {
    Script script =
        talk -> {
          String live = firstRequest(talk);
          for (int i = 0; i < 3; i++) {
            talk.sendText(eventFor(live, forged(i)));
          }
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      while (nextFrame().opcode() != CLOSE) {
        assertThat(upgrades).hasValue(1);
      }
      RelayView view = sync.await(one -> one.failures() > 0);
      assertThat(view.lastError()).contains("wrong id or signature");
      for (int i = 0; i < 3; i++) {
        assertThat(sync.world.store.known(forged(i).id())).isEqualTo(Known.UNKNOWN);
      }
    }
  }

  private static Event forged(int number) {
    return EventBuilder.kind(30_617)
        .tag("d", "forged" + number)
        .body(ALICE.publicKey())
        .signed(
            TestGate.ours(ALICE, "forged" + number).id(), Signature.of(new byte[Signature.BYTES]));
  }

  @Test
  void aRelayThatSendsWhatNobodyAskedForIsLeft() throws Exception {
    Script script =
        talk -> {
          String live = firstRequest(talk);
          Event note = EventBuilder.note("spam").signedBy(BOB);
          for (int i = 0; i < 100; i++) {
            talk.sendText(eventFor(live, note));
          }
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      RelayView view = sync.await(one -> one.failures() > 0);
      assertThat(view.lastError()).contains("nobody asked for");
    }
  }

  @Test
  void aRelayThatTalksTooMuchIsLeft() throws Exception {
    Script script =
        talk -> {
          for (int i = 0; i < 21; i++) {
            talk.sendText("[\"NOTICE\",\"number " + i + "\"]");
          }
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      RelayView view = sync.await(one -> one.failures() > 0);
      assertThat(view.lastError()).contains("notices in a minute");
    }
  }

  @Test
  void aFloodWaitsAtTheSocketWhileTheGateIsBusy() throws Exception {
    int events = 1_000;
    String filling = "x".repeat(20_000);
    Script script =
        talk -> {
          String live = firstRequest(talk);
          for (int i = 0; i < events; i++) {
            Event event =
                EventBuilder.kind(30_617).tag("d", "r" + i).content(filling).signedBy(BOB);
            talk.sendText(eventFor(live, event));
          }
          listen(talk);
        };
    BlockingQueue<Runnable> unverified = new LinkedBlockingQueue<>();
    int mostAtOnce = 0;
    try (ScriptedServer server = relay("{}", script);
        TestSync _ =
            new TestSync(server.port(), PATIENT, world -> world.gate(false, unverified::add))) {
      // However fast we are, more than one comes while nobody takes any.
      Eventually.await(() -> unverified.size() > 1);
      for (int i = 0; i < events; i++) {
        Runnable next = unverified.poll(PATIENT.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        mostAtOnce = Math.max(mostAtOnce, unverified.size() + 1);
        next.run();
      }
    }
    // One event more than fits may be on its way.
    assertThat(mostAtOnce).isBetween(2, LinkInbox.UNJUDGED_BYTES_MAX / filling.length() + 1);
  }

  @Test
  void whatMayBeWantedNowIsAskedForById() throws Exception {
    Event event = TestGate.ours(ALICE, "x");
    Script script =
        talk -> {
          talk.sendText("[\"EOSE\",\"" + firstRequest(talk) + "\"]");
          listen(talk);
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      sync.await(one -> one.phase().isOpen());
      sync.switchboard.ask(sync.relay, new TreeSet<>(List.of(event.id())));
      String text = nextFrame().text();
      while (!text.contains(event.id().hex())) {
        text = nextFrame().text();
      }
      assertThat(text).startsWith("[\"REQ\"").contains("\"ids\":[");
    }
  }

  @Test
  void theEndClosesRequestsAndSaysGoodbye() throws Exception {
    Script script =
        talk -> {
          String live = firstRequest(talk);
          talk.sendText("[\"EOSE\",\"" + live + "\"]");
          while (true) {
            ScriptedServer.Frame frame = talk.readFrame();
            frames.add(frame);
            if (frame.opcode() == CLOSE) {
              talk.sendClose(frame.closeCode(), "");
              return;
            }
          }
        };
    try (ScriptedServer server = relay("{}", script);
        TestSync sync = new TestSync(server.port(), PATIENT)) {
      sync.await(one -> one.phase().isOpen());
      sync.host.close();
      StringBuilder said = new StringBuilder();
      ScriptedServer.Frame frame = nextFrame();
      while (frame.opcode() == TEXT) {
        said.append(frame.text());
        frame = nextFrame();
      }
      assertThat(said).contains("[\"CLOSE\",\"g1\"]");
      assertThat(frame.closeCode()).isEqualTo(1001);
      assertThat(upgrades).hasValue(1);
    }
  }
}
