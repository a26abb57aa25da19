package dev.graspd.testkit.fire;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What strangers do to the web server. */
final class WebAttacks {
  private static final int CONNECTIONS = 20;

  private WebAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of("pages", List.of("pages", "PageThreads"), WebAttacks::pages),
        Attack.of(
            "downloads that nobody reads",
            List.of("waiting_files", "FileStreams"),
            WebAttacks::downloads),
        Attack.of("requests in advance", List.of("pipelined", "Pipelined"), WebAttacks::pipelined),
        Attack.of("upgrades on a wrong path", List.of(), WebAttacks::upgrades),
        Attack.of("heads without end", List.of(), WebAttacks::heads));
  }

  private static void pages(Sockets sockets, List<String> addresses) {
    List<String> paths =
        List.of(
            "/",
            "/status",
            "/metrics",
            "/api/v1/purgatory",
            "/api/v1/sync",
            sockets.target().path());
    eachHttp(
        sockets,
        addresses,
        (socket, address) -> {
          OutputStream sink = OutputStream.nullOutputStream();
          for (int i = 0; i < 30; i++) {
            Sockets.get(socket, sockets.target(), address, paths.get(i % paths.size()));
            byte[] some = new byte[1 << 16];
            sink.write(some, 0, Math.max(0, socket.getInputStream().read(some)));
          }
        });
  }

  private static void downloads(Sockets sockets, List<String> addresses) {
    String repository = sockets.target().path().replaceFirst("\\.git$", "");
    eachHttp(
        sockets,
        addresses,
        (socket, address) ->
            Sockets.get(socket, sockets.target(), address, repository + "/archive/HEAD.tar"));
  }

  private static void pipelined(Sockets sockets, List<String> addresses) {
    eachHttp(
        sockets,
        addresses,
        (socket, address) -> {
          for (int i = 0; i < 2_000; i++) {
            Sockets.get(socket, sockets.target(), address, "/status");
          }
        });
  }

  private static void upgrades(Sockets sockets, List<String> addresses) {
    eachHttp(
        sockets,
        addresses,
        (socket, address) -> {
          for (int i = 0; i < 10; i++) {
            String head =
                """
                GET /nowhere HTTP/1.1
                Host: %s
                X-Forwarded-For: %s
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==

                """
                    .formatted(sockets.target().server().getAuthority(), address)
                    .replace("\n", "\r\n");
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read(new byte[4096]) < 0) {
              return;
            }
          }
        });
  }

  private static void heads(Sockets sockets, List<String> addresses) {
    eachHttp(
        sockets,
        addresses,
        (socket, address) ->
            socket
                .getOutputStream()
                .write(
                    ("GET / HTTP/1.1\r\nX-Forwarded-For: "
                            + address
                            + "\r\nX-Long: "
                            + "x".repeat(7_000))
                        .getBytes(StandardCharsets.US_ASCII)));
  }

  /** What one connection sends. */
  interface Talk {
    void run(Socket socket, String address) throws IOException;
  }

  private static void eachHttp(Sockets sockets, List<String> addresses, Talk talk) {
    for (int i = 0; i < CONNECTIONS * addresses.size(); i++) {
      String address = addresses.get(i % addresses.size());
      sockets.start(() -> talk.run(sockets.http(), address));
    }
  }
}
