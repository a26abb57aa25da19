package dev.graspd.server.egress.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import dev.graspd.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
  @TempDir static Path directory;
  static TestCertificate named;
  static TestCertificate addressed;

  @BeforeAll
  static void makeCertificates()
      throws IOException, InterruptedException, GeneralSecurityException {
    named = TestCertificate.of("dns:relay.test", directory);
    addressed = TestCertificate.of("ip:127.0.0.1", directory);
  }

  @Test
  void nameIsKeptThoughAnAddressIsDialled() throws Exception {
    CompletableFuture<List<SNIServerName>> asked = new CompletableFuture<>();
    CompletableFuture<List<String>> head = new CompletableFuture<>();
    Script script =
        talk -> {
          head.complete(talk.upgrade());
          ExtendedSSLSession session =
              (ExtendedSSLSession) ((SSLSocket) talk.socket()).getSession();
          asked.complete(session.getRequestedServerNames());
          talk.sendText("hello");
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(socketsOf(named), script);
        TestEgress egress = trusting(named)) {
      Heard heard = new Heard();
      egress.open(TestEgress.target("wss://relay.test:" + server.port()), heard);

      assertThat(heard.nextText()).isEqualTo("hello");
      assertThat(asked.get(60, TimeUnit.SECONDS)).containsExactly(new SNIHostName("relay.test"));
      assertThat(head.get(60, TimeUnit.SECONDS))
          .anyMatch(line -> line.equalsIgnoreCase("host: relay.test:" + server.port()));
    }
  }

  @Test
  void certificateMayBeForAnAddress() throws GeneralSecurityException {
    Script script =
        talk -> {
          talk.upgrade();
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(socketsOf(addressed), script);
        TestEgress egress = trusting(addressed)) {
      WebSocketLink link =
          egress.open(TestEgress.target("wss://127.0.0.1:" + server.port()), new Heard());

      assertThat(link.send("hello")).isTrue();
    }
  }

  @Test
  void certificateForAnotherNameIsRefused() throws GeneralSecurityException {
    try (ScriptedServer server = ScriptedServer.start(socketsOf(named), Conversation::upgrade);
        TestEgress egress = trusting(named)) {
      egress.resolver.with("other.test", "127.0.0.1");

      assertThat(egress.failure(TestEgress.target("wss://other.test:" + server.port())))
          .isInstanceOf(Failure.TlsFailed.class)
          .extracting(Failure::text)
          .asString()
          .contains("other.test");
      assertThat(egress.failure(TestEgress.target("wss://127.0.0.1:" + server.port())))
          .isInstanceOf(Failure.TlsFailed.class);
    }
  }

  @Test
  void certificateThatNobodyVouchesForIsRefused() throws GeneralSecurityException {
    try (ScriptedServer server = ScriptedServer.start(socketsOf(named), Conversation::upgrade);
        TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(egress.failure(TestEgress.target("wss://relay.test:" + server.port())))
          .isInstanceOf(Failure.TlsFailed.class);
    }
  }

  @Test
  void serverWithoutTlsIsRefused() {
    try (ScriptedServer server =
            ScriptedServer.start(talk -> talk.send("HTTP/1.1 400 Bad Request\r\n\r\n"));
        TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(egress.failure(TestEgress.target("wss://relay.test:" + server.port())))
          .isInstanceOf(Failure.TlsFailed.class);
    }
  }

  @Test
  void cutInTheTlsHandshakeIsOrdinary() {
    Script oneByte =
        talk -> {
          if (talk.socket().getInputStream().read() < 0) {
            throw new AssertionError("the client said nothing");
          }
        };
    try (ScriptedServer server = ScriptedServer.start(oneByte);
        TestEgress egress = TestEgress.toAnywhere()) {
      assertThat(egress.failure(TestEgress.target("wss://relay.test:" + server.port())))
          .isInstanceOf(Failure.Unreachable.class);
    }
  }

  @Test
  void silenceInTheTlsHandshakeEndsWithTheTimeLimit() {
    EgressTimes hasty =
        new EgressTimes(
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30));
    try (ScriptedServer server = ScriptedServer.start(Conversation::drain);
        TestEgress egress = TestEgress.with(TestEgress.ANY, hasty)) {
      assertThat(egress.failure(TestEgress.target("wss://relay.test:" + server.port())))
          .isInstanceOf(Failure.TimedOut.class);
    }
  }

  private static ServerSocketFactory socketsOf(TestCertificate certificate)
      throws GeneralSecurityException {
    return certificate.forServer().getServerSocketFactory();
  }

  private static TestEgress trusting(TestCertificate certificate) throws GeneralSecurityException {
    SSLContext trust = certificate.forClient();
    return new TestEgress(TestEgress.ANY, TestEgress.PATIENT, trust);
  }
}
