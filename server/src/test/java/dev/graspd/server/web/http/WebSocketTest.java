package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.server.web.RelayClient;
import dev.graspd.server.web.TestServer;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.RawWebSocket.Received;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.ModelEventStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames, compression and closing, over real sockets. */
final class WebSocketTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void pingIsAnsweredWithItsPayload() {
    try (RelayClient client = server.client()) {
      client.socket().sendFrame(RawWebSocket.PING, true, "abc".getBytes(StandardCharsets.UTF_8));

      assertThat(client.socket().receive())
          .isInstanceOfSatisfying(
              Received.Pong.class, pong -> assertThat(pong.bytes()).asString().isEqualTo("abc"));
    }
  }

  @Test
  void aMessageInFragmentsIsOneMessageThoughAPingComesBetween() {
    try (RelayClient client = server.client()) {
      client.socket().sendFrame(RawWebSocket.TEXT, false, bytes("[\"REQ\",\"s"));
      client.socket().sendFrame(RawWebSocket.PING, true, new byte[0]);
      client.socket().sendFrame(RawWebSocket.CONTINUATION, false, new byte[0]);
      client.socket().sendFrame(RawWebSocket.CONTINUATION, true, bytes("\",{\"kinds\":[9]}]"));

      assertThat(client.socket().receive()).isInstanceOf(Received.Pong.class);
      assertThat(client.next().getFirst()).isEqualTo("EOSE");
    }
  }

  @Test
  void aMessageThatArrivesByteByByteIsUnderstood() {
    try (RelayClient client = server.client()) {
      byte[] text = bytes("[\"REQ\",\"s\",{\"kinds\":[9]}]");
      for (byte b : RawWebSocket.header(0x80 | RawWebSocket.TEXT, text.length)) {
        client.socket().sendBytes(new byte[] {b});
      }
      for (byte b : text) {
        client.socket().sendBytes(new byte[] {b});
      }

      assertThat(client.next().getFirst()).isEqualTo("EOSE");
    }
  }

  @Test
  void framesSentRightBehindTheUpgradeAreNotLost() {
    // The blank line ends the request; what follows it in the same packet is the first frame. Its
    // last four bytes are the line ends that our client adds to its headers.
    String text = "[\"REQ\",\"s\",{\"kinds\":[9]}]";
    byte[] header = RawWebSocket.header(0x80 | RawWebSocket.TEXT, text.length() + 4L);
    String frame = new String(header, StandardCharsets.ISO_8859_1) + text;
    try (RawWebSocket socket =
        RawWebSocket.to(server.uri("/")).header("X-A", "b\r\n\r\n" + frame).connect()) {
      assertThat(socket.receiveText()).startsWith("[\"AUTH\"");
      assertThat(socket.receiveText()).startsWith("[\"EOSE\"");
    }
  }

  @Test
  void compressedMessagesAreUnderstoodAndLargeEventsComeCompressed() {
    Event small = EventBuilder.kind(3000).content("small").signedBy(TestKeys.ALICE);
    Event large = EventBuilder.kind(3000).content("large ".repeat(5_000)).signedBy(TestKeys.BOB);
    try (RawWebSocket socket = RawWebSocket.to(server.uri("/")).deflate().connect();
        RelayClient client = new RelayClient(socket)) {
      assertThat(socket.deflates()).isTrue();
      socket.sendDeflated(RelayClient.eventMessage(small));
      assertThat(client.next()).isEqualTo(List.of("OK", small.id().hex(), true, ""));
      socket.sendDeflated(RelayClient.eventMessage(large));
      assertThat(client.next()).isEqualTo(List.of("OK", large.id().hex(), true, ""));

      assertThat(client.request("stored", "{\"kinds\":[3000]}"))
          .contains(small.id().hex(), large.id().hex());
      assertThat(socket.compressedReceived()).isEqualTo(1);
    }
  }

  @Test
  void oneEventGoesToCompressingAndPlainSubscribersAlike() {
    Event event = EventBuilder.kind(3001).content("x".repeat(3_000)).signedBy(TestKeys.ALICE);
    try (RelayClient plain = server.client();
        RelayClient compressing =
            new RelayClient(RawWebSocket.to(server.uri("/")).deflate().connect());
        RelayClient publisher = server.client()) {
      plain.request("p", "{\"kinds\":[3001]}");
      compressing.ask("[\"REQ\",\"a \\\"long\\\" name\",{\"kinds\":[3001]}]");
      publisher.publish(event);

      assertThat(plain.next()).asString().contains("x".repeat(3_000));
      assertThat(compressing.next()).asString().contains("x".repeat(3_000));
      assertThat(compressing.socket().compressedReceived()).isEqualTo(1);
      assertThat(plain.socket().compressedReceived()).isZero();
    }
  }

  @Test
  void anOfferThatCannotBeKeptIsDeclined() {
    try (RawWebSocket socket =
        RawWebSocket.to(server.uri("/"))
            .header("Sec-WebSocket-Extensions", "permessage-deflate; server_max_window_bits=9")
            .connect()) {
      assertThat(socket.deflates()).isFalse();
      assertThat(socket.receiveText()).startsWith("[\"AUTH\"");
    }
  }

  @Test
  void aClientThatSaysGoodbyeGetsItsGoodbyeBack() {
    try (RelayClient client = server.client()) {
      client.socket().sendClose(1000, "bye");

      assertThat(client.socket().receiveClose().code()).isEqualTo(1000);
      assertThat(client.socket().endsBeforeDeadline()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "82 80 00000000 83 80 00000000", // opcode 3
        "89 fe 0080 00000000", // ping of 128 bytes
        "09 80 00000000", // ping in fragments
        "80 80 00000000", // continuation of nothing
        "01 80 00000000 81 80 00000000", // a new message inside another
        "c1 80 00000000", // compressed, not agreed on
        "a1 80 00000000", // RSV2
        "81 00" // not masked
      })
  void brokenFramesCloseTheConnectionWithAReason(String hex) {
    try (RelayClient client = server.client()) {
      client.socket().sendBytes(HexFormat.of().parseHex(hex.replace(" ", "")));

      Received.Closed closed = client.socket().receiveClose();
      assertThat(closed.code()).isEqualTo(1002);
      assertThat(closed.reason()).isNotEmpty();
    }
  }

  @Test
  void aSilentPeerIsAskedAndThenGivenUp() {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            times.message(),
            times.stalledOutput(),
            times.closing());
    try (TestServer hasty = TestServer.builder().times(shorter).start();
        RawWebSocket silent = RawWebSocket.to(hasty.uri("/")).withoutPongs().connect()) {
      assertThat(silent.endsBeforeDeadline()).isTrue();
      assertThat(silent.pingsReceived()).isEqualTo(1);
    }
  }

  @Test
  void aPeerThatAnswersPingsStays() {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            times.message(),
            times.stalledOutput(),
            times.closing());
    try (TestServer hasty = TestServer.builder().times(shorter).start();
        RawWebSocket lively =
            RawWebSocket.to(hasty.uri("/")).deadline(Duration.ofSeconds(1)).connect()) {
      lively.receiveText();

      assertThat(lively.endsBeforeDeadline()).isFalse();
      assertThat(lively.pingsReceived()).isPositive();
    }
  }

  @Test
  void aMessageThatNeverEndsIsGivenUp() {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            Duration.ofMillis(200),
            times.stalledOutput(),
            times.closing());
    try (TestServer hasty = TestServer.builder().times(shorter).start();
        RelayClient client = new RelayClient(hasty.connect())) {
      client.socket().sendFrame(RawWebSocket.TEXT, false, bytes("[\"REQ\""));

      assertThat(client.socket().receiveClose())
          .isEqualTo(new Received.Closed(1008, "the message took too long"));
    }
  }

  @Test
  void atShutdownClientsAreToldThatTheServerGoesAway() throws InterruptedException {
    TestServer ending = TestServer.start();
    try (RelayClient client = ending.client()) {
      Event event = EventBuilder.note("last").signedBy(TestKeys.ALICE);
      client.send(RelayClient.eventMessage(event));
      assertThat(client.next()).isEqualTo(List.of("OK", event.id().hex(), true, ""));
      Thread stopping = Thread.startVirtualThread(ending::close);

      assertThat(client.socket().receiveClose())
          .isEqualTo(new Received.Closed(1001, "the server is shutting down"));
      client.socket().sendClose(1001, "");
      assertThat(client.socket().endsBeforeDeadline()).isTrue();
      assertThat(stopping.join(Duration.ofSeconds(60))).isTrue();
    }
  }

  @Test
  void whatIsUnderWayAtShutdownIsAnsweredBeforeTheGoodbye() {
    List<Event> events =
        IntStream.range(0, 200)
            .mapToObj(i -> EventBuilder.kind(3002).content("" + i).signedBy(TestKeys.ALICE))
            .toList();
    EventStore store = new ModelEventStore();
    TestServer ending = TestServer.builder().store(store).start();
    SortedSet<String> accepted = new TreeSet<>();
    try (RelayClient client = ending.client()) {
      events.forEach(event -> client.socket().queueText(RelayClient.eventMessage(event)));
      client.socket().flush();
      accepted.add((String) client.next().get(1));
      Thread.startVirtualThread(ending::close);

      Received received = client.socket().receive();
      while (received instanceof Received.Text(var text)) {
        if (text.contains(",true,")) {
          accepted.add(text.substring(7, 71));
        }
        received = client.socket().receive();
      }
      assertThat(received).isEqualTo(new Received.Closed(1001, "the server is shutting down"));
    }
    SortedSet<String> stored = new TreeSet<>();
    for (Event event : events) {
      if (store.known(event.id()) == Known.SERVED) {
        stored.add(event.id().hex());
      }
    }
    assertThat(stored).isNotEmpty().isEqualTo(accepted);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
