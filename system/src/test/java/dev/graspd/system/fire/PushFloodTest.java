package dev.graspd.system.fire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers send what never becomes a push; a maintainer pushes beside them. */
@Timeout(120)
class PushFloodTest extends HostingSuite {
  private static final int COMMANDS = 2_000;
  private static final String MAINTAINER = "http.extraHeader=X-Forwarded-For: 192.0.2.9";

  private final List<Socket> sockets = new ArrayList<>();
  private Peer server;
  private HostedRepo repo;

  @BeforeEach
  void start() {
    server =
        Peer.start(newWord(), Map.of("NGIT_SYNC_ENABLED", "false", "NGIT_PUSH_COMMANDS_SECS", "3"));
    repo = new HostedRepo(server.uri(), newKey(), newWord());
    try (RelayClient relay = server.connect()) {
      assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
    }
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  @Test
  void fiftyListsThatNeverEndNeitherStopTheServerNorTheMaintainer() throws IOException {
    byte[] body = endless();
    for (int i = 0; i < 50; i++) {
      Socket socket = post("198.51.100." + (1 + i % 2), "Content-Encoding: gzip");
      Thread.ofVirtual().start(() -> send(socket, body));
    }
    for (int i = 0; i < 5; i++) {
      assertMaintainerPushes();
    }
  }

  @Test
  void connectionsThatSendOneByteTakeNoPlaceAndAreEnded() throws IOException {
    for (int i = 0; i < 64; i++) {
      Socket socket = post("198.51.100." + (1 + i % 4), "X: x");
      send(socket, "1\r\n0\r\n".getBytes(ISO_8859_1));
    }
    assertMaintainerPushes();

    for (Socket socket : sockets) {
      assertThat(
              new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine())
          .isEqualTo("HTTP/1.1 408 Request Timeout");
    }
  }

  private void assertMaintainerPushes() {
    GitClient work = work();
    try (RelayClient relay = server.connect()) {
      assertThat(relay.publish(repo.state("main", work.head())).accepted()).isTrue();
    }
    work.must("-c", MAINTAINER, "push", "-f", repo.cloneUrl(), "main");
    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);
  }

  /** Commands with names of 8 KB, compressed to little, in one chunk that is not the last. */
  private static byte[] endless() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    GZIPOutputStream gzip = new GZIPOutputStream(zipped, true);
    Random random = new Random(1);
    for (int i = 0; i < COMMANDS; i++) {
      // Not too little: what inflates a hundredfold is refused anyway.
      byte[] noise = new byte[64];
      random.nextBytes(noise);
      String name = "refs/heads/" + HexFormat.of().formatHex(noise) + "x".repeat(7_900);
      String line = "0".repeat(40) + " " + "1".repeat(40) + " " + name;
      gzip.write(Pkts.line(line).getBytes(UTF_8));
    }
    gzip.flush();
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    chunk.writeBytes((Integer.toHexString(zipped.size()) + "\r\n").getBytes(ISO_8859_1));
    zipped.writeTo(chunk);
    chunk.writeBytes("\r\n".getBytes(ISO_8859_1));
    return chunk.toByteArray();
  }

  private Socket post(String address, String header) throws IOException {
    URI url = URI.create(repo.cloneUrl() + "/" + GitHttp.RECEIVE);
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort());
    sockets.add(socket);
    socket.setSoTimeout((int) Peer.PATIENCE.toMillis());
    String head =
        "POST %s HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: %s\r\n%s\r\nTransfer-Encoding: chunked\r\n\r\n"
            .formatted(url.getPath(), address, header);
    socket.getOutputStream().write(head.getBytes(ISO_8859_1));
    return socket;
  }

  private static void send(Socket socket, byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    } catch (IOException _) {
      // It was refused, which is what it deserves.
      return;
    }
  }
}
