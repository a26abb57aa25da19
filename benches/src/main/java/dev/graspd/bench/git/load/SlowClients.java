package dev.graspd.bench.git.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that hold a clone open: one half reads the pack byte by byte, the other half sends the
 * request byte by byte. They stay until they are closed, or the server cuts them.
 */
public final class SlowClients implements AutoCloseable {
  private static final Duration BYTE_EVERY = Duration.ofSeconds(1);
  private static final int CLAIMED_BYTES = 10_000;

  /** Small, so that a pack does not fit into the buffers of the machine. */
  private static final int RECEIVE_BUFFER_BYTES = 4_096;

  private final List<Socket> open = new ArrayList<>();

  private SlowClients() {}

  /** Opens so many, one after the other. */
  public static SlowClients open(int count, Served served) throws IOException {
    SlowClients clients = new SlowClients();
    for (int i = 0; i < count; i++) {
      if (i % 2 == 0) {
        clients.read(served);
      } else {
        clients.write(served);
      }
    }
    return clients;
  }

  private void read(Served served) throws IOException {
    Request.Command clone = Request.all(served.source().refs().values());
    Socket socket = connect(served, clone.body().length);
    socket.getOutputStream().write(clone.body());
    byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    if (!new String(status, StandardCharsets.US_ASCII).equals("HTTP/1.1 200")) {
      throw new IllegalStateException("a slow client was refused");
    }
    dribble(() -> socket.getInputStream().read() >= 0);
  }

  private void write(Served served) throws IOException {
    Socket socket = connect(served, CLAIMED_BYTES);
    dribble(() -> {
      socket.getOutputStream().write('0');
      return true;
    });
  }

  private Socket connect(Served served, int bodyBytes) throws IOException {
    URI server = served.server().uri();
    Socket socket = new Socket();
    open.add(socket);
    socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
    String head =
        """
        POST %s/git-upload-pack HTTP/1.1
        Host: %s
        Content-Type: application/x-git-upload-pack-request
        Git-Protocol: version=2
        Content-Length: %d

        """
            .formatted(served.path(), server.getAuthority(), bodyBytes)
            .replace("\n", "\r\n");
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private interface OneByte {
    boolean moves() throws IOException;
  }

  private static void dribble(OneByte next) {
    Thread.ofVirtual()
        .name("slow-client")
        .start(() -> {
          try {
            while (next.moves()) {
              Thread.sleep(BYTE_EVERY);
            }
          } catch (IOException | InterruptedException _) {
            // It was closed.
          }
        });
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }
}
