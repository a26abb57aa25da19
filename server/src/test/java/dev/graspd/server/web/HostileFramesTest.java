package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.PermessageDeflate;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.RawWebSocket.Received;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that break the WebSocket protocol, its text or its limits. After each of them the server
 * holds no memory for it, and serves others.
 */
final class HostileFramesTest {
  private static final int MESSAGE_BYTES_MAX = TestServer.WEB.maxMessageBytes();

  @TempDir private static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.builder().store(Stores.open(directory)).start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void othersAreServedAndNothingIsHeld() {
    GoodClient.isServed(server);
    assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
    assertThat(Eventually.holds(() -> server.web().socketBytes() == 0)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nonsense",
        "[",
        "]",
        "[\"REQ\"",
        "[\"REQ\",\"s\",{]",
        "{\"EVENT\":1}",
        "[\"EVENT\",{\"id\":\"\\ud800\"}]",
        "[\"REQ\",\"s\",{}] trailing",
        "\u0000",
        "[\"\u0001\"]",
        "[NaN]",
        "[1e999999999]",
        "[\"EVENT\",{\"kind\":1e999999999}]",
        "/* comment */[]"
      })
  void brokenJsonGetsAnAnswerAndKeepsTheSocket(String broken) {
    try (RelayClient client = server.client()) {
      assertThat(client.ask(broken).getFirst()).isIn("NOTICE", "CLOSED", "OK");

      assertThat(client.request("after", "{\"limit\":0}")).hasSize(1);
    }
  }

  @Test
  void jsonThatIsAMegabyteDeepGetsANotice() {
    try (RelayClient client = server.client()) {
      assertThat(client.ask("[".repeat(1_000_000)).getFirst()).isEqualTo("NOTICE");
      assertThat(client.ask("[\"REQ\",\"s\"," + "{\"a\":".repeat(100_000)).getFirst())
          .isIn("NOTICE", "CLOSED");
      assertThat(client.request("after", "{\"limit\":0}")).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c0af", "eda080", "f4908080", "e28c", "5b22f09f98225d"})
  void brokenUtf8GetsANoticeAndCode1007(String hex) {
    try (RelayClient client = server.client()) {
      client.socket().sendFrame(RawWebSocket.TEXT, true, HexFormat.of().parseHex(hex));

      assertThat(client.next()).isEqualTo(List.of("NOTICE", "invalid: message is not valid UTF-8"));
      assertThat(client.socket().receiveClose())
          .isEqualTo(new Received.Closed(1007, "message is not valid UTF-8"));
    }
  }

  @Test
  void aFrameHeaderOfOneGibibyteIsRefusedAtOnce() {
    try (RelayClient client = server.client()) {
      client.socket().sendBytes(RawWebSocket.header(0x80 | RawWebSocket.TEXT, 1L << 30));

      assertThat(client.socket().receiveClose())
          .isEqualTo(
              new Received.Closed(1009, "a message has at most " + MESSAGE_BYTES_MAX + " bytes"));
    }
  }

  @Test
  void aMessageJustAboveTheLimitIsRefusedThoughItIsStillBeingSent() {
    try (RelayClient client = server.client()) {
      Background.send(() ->
          client.socket().sendFrame(RawWebSocket.TEXT, true, new byte[MESSAGE_BYTES_MAX + 1]));

      assertThat(client.socket().receiveClose().code()).isEqualTo(1009);
    }
  }

  @Test
  void manyHalfMessagesHoldOnlyWhatWasSent() {
    List<RawWebSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      RawWebSocket socket = server.connect();
      sockets.add(socket);
      socket.sendBytes(
          RawWebSocket.header(0x80 | RawWebSocket.TEXT, MESSAGE_BYTES_MAX), new byte[100]);
    }

    GoodClient.isServed(server);
    assertThat(server.web().socketBytes()).isLessThan(100 * 8_192);
    sockets.forEach(RawWebSocket::abort);
  }

  @Test
  void fragmentsWithoutEndAreCut() {
    try (RelayClient client = server.client()) {
      client.socket().sendFrame(RawWebSocket.TEXT, false, new byte[] {'['});
      for (int i = 0; i < 64; i++) {
        client.socket().sendFrame(RawWebSocket.CONTINUATION, false, new byte[] {' '});
      }

      assertThat(client.socket().receiveClose())
          .isEqualTo(new Received.Closed(1009, "a message has at most 64 fragments"));
    }
  }

  @Test
  void emptyFragmentsWithoutEndAreCutToo() {
    try (RelayClient client = server.client()) {
      client.socket().sendFrame(RawWebSocket.TEXT, false, new byte[0]);
      for (int i = 0; i < 64; i++) {
        client.socket().sendFrame(RawWebSocket.CONTINUATION, false, new byte[0]);
      }

      assertThat(client.socket().receiveClose().code()).isEqualTo(1009);
    }
  }

  @Test
  void aDeflateBombIsCutAtTheMessageLimit() {
    byte[] bomb = PermessageDeflate.deflate(new byte[1 << 30 >> 4]);
    assertThat(bomb.length).isLessThan(100_000);
    try (RelayClient client =
        new RelayClient(RawWebSocket.to(server.uri("/")).deflate().connect())) {
      client.socket().sendBytes(RawWebSocket.header(0xC0 | RawWebSocket.TEXT, bomb.length), bomb);

      assertThat(client.socket().receiveClose())
          .isEqualTo(
              new Received.Closed(1009, "a message has at most " + MESSAGE_BYTES_MAX + " bytes"));
    }
  }

  @Test
  void aClientThatSendsWhatInflatesALotDoesNotKeepOthersWaiting() {
    String text = "[\"REQ\",\"s\",{}" + " ".repeat(MESSAGE_BYTES_MAX - 100) + "]";
    byte[] squeezed = PermessageDeflate.deflate(text.getBytes(StandardCharsets.UTF_8));
    byte[] header = RawWebSocket.header(0xC0 | RawWebSocket.TEXT, squeezed.length);
    List<RelayClient> others = IntStream.range(0, 8).mapToObj(_ -> server.client()).toList();
    try (RelayClient hostile =
        new RelayClient(RawWebSocket.to(server.uri("/")).deflate().connect())) {
      for (int i = 0; i < 100; i++) {
        hostile.socket().sendBytes(header, squeezed);
      }
      for (RelayClient other : others) {
        assertThat(other.request("s", "{\"limit\":0}")).hasSize(1);
      }
    }
    others.forEach(RelayClient::close);
  }

  @Test
  void aLargeCompressedMessageKeepsItsPlaceAmongOthers() {
    String large = "[\"REQ\",\"large %d\",{\"limit\":0}" + " ".repeat(100_000) + "]";
    try (RelayClient client =
        new RelayClient(RawWebSocket.to(server.uri("/")).deflate().connect())) {
      for (int i = 0; i < 3; i++) {
        client.socket().sendDeflated(large.formatted(i));
        client.socket().sendDeflated("[\"REQ\",\"small %d\",{\"limit\":0}]".formatted(i));
      }
      for (int i = 0; i < 3; i++) {
        assertThat(client.next()).isEqualTo(List.of("EOSE", "large " + i));
        assertThat(client.next()).isEqualTo(List.of("EOSE", "small " + i));
      }
    }
  }

  @Test
  void aLargeMessageThatCannotBeInflatedEndsTheConnection() {
    byte[] broken = new byte[20_000];
    Arrays.fill(broken, (byte) 7);
    try (RelayClient client =
        new RelayClient(RawWebSocket.to(server.uri("/")).deflate().connect())) {
      client
          .socket()
          .sendBytes(RawWebSocket.header(0xC0 | RawWebSocket.TEXT, broken.length), broken);

      assertThat(client.socket().receiveClose())
          .isEqualTo(new Received.Closed(1007, "the message cannot be decompressed"));
    }
  }

  @Test
  void pingsWithoutEndAreAnsweredWithoutPilingUp() {
    try (RelayClient client = server.client()) {
      byte[] ping = RawWebSocket.header(0x80 | RawWebSocket.PING, 0);
      byte[] many = new byte[ping.length * 1_000];
      for (int i = 0; i < 1_000; i++) {
        System.arraycopy(ping, 0, many, i * ping.length, ping.length);
      }
      client.socket().sendBytes(many);

      for (int i = 0; i < 1_000; i++) {
        assertThat(client.socket().receive()).isInstanceOf(Received.Pong.class);
      }
    }
  }

  @Test
  void connectionsThatBreakOffAnywhereLeaveNothingBehind() {
    byte[] text = "[\"REQ\",\"s\",{}]".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 100; i++) {
      RawWebSocket socket = server.connect();
      byte[] header = RawWebSocket.header(0x80 | RawWebSocket.TEXT, text.length);
      socket.sendBytes(header, Arrays.copyOf(text, i % (text.length + 1)));
      socket.abort();
    }

    assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
  }
}
