package dev.graspd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class RawWebSocketTest {
  private static final String UPGRADED =
      "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n";

  @Test
  void readsPlainFragmentedAndCompressedMessages() throws IOException {
    byte[] squeezed = PermessageDeflate.deflate("squeezed".getBytes(StandardCharsets.UTF_8));
    try (var server =
            new Script(
                UPGRADED.getBytes(StandardCharsets.US_ASCII),
                new byte[] {(byte) 0x81, 2, 'h', 'i'},
                new byte[] {0x01, 1, 'a'},
                new byte[] {(byte) 0x80, 1, 'b'},
                new byte[] {(byte) 0xC1, (byte) squeezed.length},
                squeezed,
                new byte[] {(byte) 0x88, 4, 3, (byte) 0xE8, 'o', 'k'});
        var client = RawWebSocket.to(server.uri()).deflate().connect()) {
      assertThat(client.deflates()).isTrue();
      assertThat(client.receiveText()).isEqualTo("hi");
      assertThat(client.receiveText()).isEqualTo("ab");
      assertThat(client.receiveText()).isEqualTo("squeezed");
      assertThat(client.receive()).isEqualTo(new RawWebSocket.Received.Closed(1000, "ok"));
      assertThat(client.receive()).isEqualTo(new RawWebSocket.Received.Ended());
    }
  }

  @Test
  void sendsMaskedFrames() throws IOException {
    try (var server = new Script(UPGRADED.getBytes(StandardCharsets.US_ASCII));
        var client = RawWebSocket.connect(server.uri())) {
      client.sendText("hi");
      client.sendFragments("abc", 2);

      assertThat(server.received())
          .endsWith(
              new byte[] {
                (byte) 0x81,
                (byte) 0x82,
                0,
                0,
                0,
                0,
                'h',
                'i',
                1,
                (byte) 0x81,
                0,
                0,
                0,
                0,
                'a',
                (byte) 0x80,
                (byte) 0x82,
                0,
                0,
                0,
                0,
                'b',
                'c'
              });
    }
  }

  @Test
  void tellsWhyAnUpgradeWasRefused() throws IOException {
    try (var server =
        new Script(
            "HTTP/1.1 429 Slow\r\nX-A: b\r\nContent-Length: 5\r\n\r\nlater"
                .getBytes(StandardCharsets.US_ASCII))) {
      assertThatThrownBy(() -> RawWebSocket.connect(server.uri()))
          .isInstanceOfSatisfying(
              RawWebSocket.Refused.class,
              refused -> {
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.headers()).containsEntry("x-a", "b");
                assertThat(refused.body()).isEqualTo("later");
              });
    }
  }

  @Test
  void waitingEndsAtTheDeadline() throws IOException {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() ->
              RawWebSocket.to(URI.create("ws://127.0.0.1:" + listening.getLocalPort()))
                  .deadline(Duration.ofMillis(50))
                  .connect())
          .hasRootCauseInstanceOf(java.net.SocketTimeoutException.class);
    }
  }

  /** Sends its lines to one client, and remembers what that client says. */
  private static final class Script implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CompletableFuture<byte[]> received = new CompletableFuture<>();
    private volatile Socket peer;

    Script(byte[]... lines) throws IOException {
      Thread.startVirtualThread(() -> {
        try (Socket socket = listening.accept()) {
          peer = socket;
          for (byte[] line : lines) {
            socket.getOutputStream().write(line);
          }
          socket.shutdownOutput();
          received.complete(socket.getInputStream().readNBytes(requestBytes() + 23));
        } catch (IOException e) {
          received.completeExceptionally(e);
        }
      });
    }

    private int requestBytes() {
      String host = "127.0.0.1:" + listening.getLocalPort();
      return ("GET / HTTP/1.1\r\nHost: "
              + host
              + "\r\nConnection: Upgrade\r\n"
              + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n\r\n")
          .length();
    }

    URI uri() {
      return URI.create("ws://127.0.0.1:" + listening.getLocalPort());
    }

    byte[] received() {
      return received.join();
    }

    @Override
    public void close() throws IOException {
      listening.close();
      if (peer != null) {
        peer.close();
      }
    }
  }
}
