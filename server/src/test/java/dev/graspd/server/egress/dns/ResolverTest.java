package dev.graspd.server.egress.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResolverTest {
  private static final String ABSENT = "absent.invalid";

  @Test
  void namesOfTheSystemAreFound() throws IOException {
    try (NameServer server = new NameServer(query -> query);
        JdkResolver resolver = resolver(server)) {
      assertThat(ask(resolver, "localhost"))
          .isInstanceOfSatisfying(
              Resolution.Found.class,
              found -> assertThat(found.addresses()).allMatch(InetAddress::isLoopbackAddress));
    }
  }

  /** The fourth byte ends in the code of the answer; the eighth counts what was found. */
  @ParameterizedTest
  @CsvSource({
    "3, 0, true",
    "0, 0, true",
    "0, 1, false",
    "2, 0, false",
    "5, 0, false",
  })
  void onlyANameServerMakesANameAbsent(int code, int found, boolean absent) throws IOException {
    UnaryOperator<byte[]> answer = query -> answer(query, code, found);
    try (NameServer server = new NameServer(answer);
        JdkResolver resolver = resolver(server)) {
      assertThat(ask(resolver, ABSENT) instanceof Resolution.DoesNotExist).isEqualTo(absent);
      assertThat(ask(resolver, ABSENT) instanceof Resolution.NoAnswer).isEqualTo(!absent);
    }
  }

  @Test
  void answerToAnotherQuestionCountsForNothing() throws IOException {
    UnaryOperator<byte[]> wrongNumber =
        query -> {
          byte[] answer = answer(query, 3, 0);
          answer[0] ^= 1;
          return answer;
        };
    UnaryOperator<byte[]> wrongName =
        query -> {
          byte[] answer = answer(query, 3, 0);
          answer[13] ^= 1;
          return answer;
        };
    UnaryOperator<byte[]> noAnswer = query -> query;
    UnaryOperator<byte[]> tooShort = _ -> new byte[3];
    for (UnaryOperator<byte[]> lie : List.of(wrongNumber, wrongName, noAnswer, tooShort)) {
      try (NameServer server = new NameServer(lie);
          JdkResolver resolver = resolver(server)) {
        assertThat(ask(resolver, ABSENT)).isInstanceOf(Resolution.NoAnswer.class);
      }
    }
  }

  @Test
  void withoutAWitnessNoNameIsAbsent() throws IOException {
    int port;
    try (NameServer server = new NameServer(query -> query)) {
      port = server.address().getPort();
    }
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    for (List<InetSocketAddress> servers : List.of(List.<InetSocketAddress>of(), List.of(nobody))) {
      DnsWitness witness = new DnsWitness(servers, Duration.ofMillis(200), new SecureRandom());
      try (JdkResolver resolver = new JdkResolver(Duration.ofSeconds(60), witness)) {
        assertThat(ask(resolver, ABSENT)).isInstanceOf(Resolution.NoAnswer.class);
      }
    }
  }

  @Test
  void silenceIsNoAnswerAfterTheTimeLimit() throws IOException {
    try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
      DnsWitness witness =
          new DnsWitness(
              List.of((InetSocketAddress) silent.getLocalSocketAddress()),
              Duration.ofSeconds(60),
              new SecureRandom());
      try (JdkResolver resolver = new JdkResolver(Duration.ofMillis(200), witness)) {
        assertThat(ask(resolver, ABSENT)).isEqualTo(new Resolution.NoAnswer("nothing in 200 ms"));
      }
    }
  }

  /** One stranger's names, whose name server says nothing, must not keep others' from answers. */
  @Test
  void namesOfASilentZoneLeaveThreadsToOthers() throws IOException {
    try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
      DnsWitness witness =
          new DnsWitness(
              List.of((InetSocketAddress) silent.getLocalSocketAddress()),
              Duration.ofSeconds(60),
              new SecureRandom());
      try (JdkResolver resolver = new JdkResolver(Duration.ofSeconds(5), witness)) {
        for (int i = 0; i < 100; i++) {
          var _ = resolver.resolve("n" + i + ".silent.invalid");
        }
        assertThat(ask(resolver, "localhost")).isInstanceOf(Resolution.Found.class);
      }
    }
  }

  @Test
  void endedResolverGivesNoAnswer() throws IOException {
    try (NameServer server = new NameServer(query -> query)) {
      JdkResolver resolver = resolver(server);
      resolver.close();

      assertThat(ask(resolver, "localhost")).isInstanceOf(Resolution.NoAnswer.class);
    }
  }

  @Test
  void nameServersAreReadFromTheSystemsFile() {
    assertThat(
            NameServers.in(
                List.of(
                    "# nameserver 9.9.9.9",
                    "search example.com",
                    "nameserver 10.0.0.53",
                    "\tnameserver   ::1  ",
                    "nameserver not-an-address",
                    "nameserver",
                    "options ndots:5",
                    "nameserver 10.0.0.54",
                    "nameserver 10.0.0.55")))
        .extracting(server -> server.getAddress().getHostAddress() + " " + server.getPort())
        .containsExactly("10.0.0.53 53", "0:0:0:0:0:0:0:1 53", "10.0.0.54 53");
  }

  private static byte[] answer(byte[] query, int code, int found) {
    byte[] answer = query.clone();
    answer[2] |= (byte) 0x80;
    answer[3] = (byte) (0x80 | code);
    answer[7] = (byte) found;
    return answer;
  }

  private static JdkResolver resolver(NameServer server) {
    DnsWitness witness =
        new DnsWitness(List.of(server.address()), Duration.ofSeconds(30), new SecureRandom());
    return new JdkResolver(Duration.ofSeconds(60), witness);
  }

  private static Resolution ask(JdkResolver resolver, String name) {
    return resolver.resolve(name).toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
  }

  /** Answers every question as the test says. */
  private static final class NameServer implements AutoCloseable {
    private final DatagramSocket socket;
    private final UnaryOperator<byte[]> answers;

    NameServer(UnaryOperator<byte[]> answers) throws IOException {
      this.socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"));
      this.answers = answers;
      Thread.ofVirtual().name("name-server").start(this::serve);
    }

    InetSocketAddress address() {
      return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private void serve() {
      while (!socket.isClosed()) {
        try {
          DatagramPacket query = new DatagramPacket(new byte[512], 512);
          socket.receive(query);
          byte[] answer = answers.apply(Arrays.copyOf(query.getData(), query.getLength()));
          socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
        } catch (SocketException _) {
          return;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void close() {
      socket.close();
    }
  }
}
