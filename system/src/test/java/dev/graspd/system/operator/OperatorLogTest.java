package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator reads in the log of a real server. */
class OperatorLogTest {
  /** More than the buffers of both sockets hold. */
  private static final int LARGE = 16 << 20;

  private static final String GUEST = "203.0.113.7";
  private static final String SPAMMER = "198.51.100.9";

  /** A name that would like to be read as something else. */
  private static final String NASTY = "x outcome=refused reason=wrong-id address=192.0.2.1";

  @TempDir Path directory;

  @Test
  void clientThatLeavesIsOneLine() throws IOException {
    try (ServerProcess server = start("leavers", Map.of("NGIT_LOG_FORMAT", "json"));
        RelayClient relay = RelayClient.connect(server.uri())) {
      HostedRepo repo = new HostedRepo(server.uri(), TestKeys.ALICE, "left");
      GitClient work = work(LARGE);
      announce(relay, repo, work);
      byte[] body = push(work).body();
      sendAndLeave(repo, GitHttp.RECEIVE, body, body.length / 2);
      work.must("push", repo.cloneUrl(), "main");
      byte[] want =
          (Pkts.line("want " + work.head() + " side-band-64k ofs-delta\n")
                  + Pkts.FLUSH
                  + Pkts.line("done\n"))
              .getBytes(StandardCharsets.UTF_8);
      sendAndLeave(repo, GitHttp.UPLOAD, want, want.length);
      // Nothing else is logged of it, however long we wait.
      relay.hangUp();
      assertThat(server.terminate()).isZero();
      String name = Bech32.npub(TestKeys.ALICE.publicKey()) + "/left";
      assertThat(server.output())
          .as("lines of requests")
          .filteredOn(line -> line.contains("\"action\""))
          .satisfiesExactly(
              left ->
                  assertThat(left)
                      .contains("\"level\":\"info\"", "\"message\":\"push ended: the client left\"")
                      .contains("\"action\":\"push\",\"outcome\":\"cut\",\"bytes\":")
                      .contains("\"repository\":\"" + name + "\""),
              pushed ->
                  assertThat(pushed)
                      .contains("\"message\":\"push accepted: 1 ref\"")
                      .contains("\"action\":\"push\",\"outcome\":\"accepted\",\"bytes\":"),
              cloned ->
                  assertThat(cloned)
                      .contains("\"message\":\"clone ended: the client left\"")
                      .contains("\"action\":\"clone\",\"outcome\":\"cut\",\"bytes\":")
                      .contains("\"repository\":\"" + name + "\""));
      assertThat(server.output())
          .noneMatch(line -> line.contains("Exception") || line.contains("\"address\""));
    }
  }

  @Test
  void everyRequestHasItsLineAndFail2banFindsThoseItWants() throws IOException {
    Map<String, String> settings = Map.of("NGIT_LOG_REQUESTS", "all", "NGIT_LOG_ADDRESSES", "true");
    try (ServerProcess server = start("requests", settings);
        RelayClient relay = RelayClient.connect(server.uri());
        RelayClient guest = from(server, GUEST);
        RelayClient spammer = from(server, SPAMMER)) {
      HostedRepo repo = new HostedRepo(server.uri(), TestKeys.ALICE, NASTY);
      GitClient work = work(1_000);
      announce(relay, repo, work);
      work.must("push", repo.cloneUrl(), "main");
      GitClient copy = GitClient.at(directory);
      copy.must("-c", header(GUEST), "clone", "-q", repo.cloneUrl(), "copy");
      String second = work.commit("README", "more\n");
      assertThat(relay.publish(repo.state("main", second)).accepted()).isTrue();
      work.must("push", repo.cloneUrl(), "main");
      GitClient.at(directory.resolve("copy")).must("-c", header(GUEST), "fetch", "-q");
      work.commit("README", "unsigned\n");
      work.mustFail("-c", header(GUEST), "push", repo.cloneUrl(), "main");
      Event unrelated = EventBuilder.note("what for?").signedBy(TestKeys.BOB);
      assertThat(guest.publish(unrelated).accepted()).isFalse();
      Event forged = EventBuilder.note("forged").unsignedBy(TestKeys.BOB);
      for (int i = 0; i < 3; i++) {
        assertThat(spammer.publish(forged).accepted()).isFalse();
      }
      relay.hangUp();
      guest.hangUp();
      spammer.hangUp();
      assertThat(server.terminate()).isZero();
      List<String> lines =
          server.output().stream()
              .filter(line -> line.contains(" action="))
              .map(
                  line -> line.replaceAll("^\\S+ INFO +", "").replaceAll("(bytes|ms)=\\d+", "$1=N"))
              .toList();
      String name = "repository=\"" + Bech32.npub(TestKeys.ALICE.publicKey()) + "/" + NASTY + "\"";
      assertThat(lines)
          .containsExactly(
              "pushes: push accepted: 1 ref action=push outcome=accepted bytes=N duration_ms=N "
                  + name,
              "reads: clone served action=clone outcome=accepted address=203.0.113.7 bytes=N duration_ms=N "
                  + name,
              "pushes: push accepted: 1 ref action=push outcome=accepted bytes=N duration_ms=N "
                  + name,
              "reads: fetch served action=fetch outcome=accepted address=203.0.113.7 bytes=N duration_ms=N "
                  + name,
              "pushes: push refused action=push outcome=refused reason=push-unsigned address=203.0.113.7 bytes=N duration_ms=N "
                  + name,
              "refusals: event refused action=event outcome=refused reason=event-unrelated address=203.0.113.7 bytes=N duration_ms=N event="
                  + unrelated.id(),
              forgedLine(forged),
              forgedLine(forged),
              forgedLine(forged));
      assertThat(server.output())
          .as("repositories by npub, no names of constants")
          .map(line -> line.replaceFirst("^\\S+ [A-Z]+ +", ""))
          .noneMatch(line -> line.contains("30617:") || line.matches(".*\\b[A-Z]{5,}\\b.*"));
      assertThat(Fail2ban.documented().addresses(server.output()))
          .containsExactly(SPAMMER, SPAMMER, SPAMMER);
    }
  }

  /** The directive "http2" is of nginx 1.25.1; Debian 12 has 1.22, which does not start with it. */
  @Test
  void nginxExampleIsForTheVersionOfDebian12() throws IOException {
    List<String> page = Files.readAllLines(Path.of("..", "docs", "how-to", "deploy.md"));
    assertThat(page).noneMatch(line -> line.strip().startsWith("http2 "));
    assertThat(page).contains("    listen 443 ssl http2;");
  }

  private static String forgedLine(Event forged) {
    return "refusals: event refused action=event outcome=refused reason=wrong-signature address="
        + SPAMMER
        + " bytes=N duration_ms=N event="
        + forged.id();
  }

  private static String header(String address) {
    return "http.extraHeader=X-Forwarded-For: " + address;
  }

  private static RelayClient from(ServerProcess server, String address) {
    return RelayClient.connect(
        server.uri(), RawWebSocket.to(server.uri()).header("X-Forwarded-For", address));
  }

  private static void announce(RelayClient relay, HostedRepo repo, GitClient work) {
    assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
    assertThat(relay.publish(repo.state("main", work.head())).accepted()).isTrue();
  }

  private static RawPush push(GitClient work) {
    return RawPush.plain()
        .command(RawPush.ZERO, work.head(), "refs/heads/main")
        .pack(work.pack("main"));
  }

  private static ServerProcess start(String name, Map<String, String> settings) {
    return QuickStart.relay(SharedServer.directory(name))
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment(settings)
        .start();
  }

  private GitClient work(int bytes) throws IOException {
    GitClient work = GitClient.init(directory.resolve("work"));
    byte[] large = new byte[bytes];
    new Random(7).nextBytes(large);
    Files.write(work.directory().resolve("large"), large);
    work.must("add", "large");
    work.commit("README", "read me\n");
    return work;
  }

  /** Sends so much of a request, reads the beginning of the answer if all was sent, and is gone. */
  private static void sendAndLeave(HostedRepo repo, String service, byte[] body, int sent)
      throws IOException {
    URI url = URI.create(repo.cloneUrl() + "/" + service);
    String head =
        """
        POST %s HTTP/1.1\r
        Host: %s\r
        Content-Type: application/x-%s-request\r
        Content-Length: %d\r
        \r
        """
            .formatted(url.getRawPath(), url.getAuthority(), service, body.length);
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(Arrays.copyOf(body, sent));
      socket.getOutputStream().flush();
      if (sent == body.length) {
        InputStream answer = socket.getInputStream();
        assertThat(answer.readNBytes(64 << 10)).hasSize(64 << 10);
      }
    }
  }
}
