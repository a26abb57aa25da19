package dev.graspd.server.egress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.net.Cidr;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class HttpClientTest {
  private static final FetchLimits HASTY =
      new FetchLimits(
          Duration.ofMinutes(1), 100 << 20, Duration.ofMinutes(1), 1_024, Duration.ofSeconds(2));
  private static final long MUCH = 1L << 40;

  private final BlockingQueue<List<String>> heads = new LinkedBlockingQueue<>();

  @Test
  void getIsAnsweredWithStatusHeadersAndBody() throws Exception {
    try (ScriptedServer server =
            answering("HTTP/1.1 404 No\r\nX-Word: one\r\nContent-Length: 5\r\n\r\nhello");
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer = answered(egress, get(server, "/a?b=c"), deadline())) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.header("x-word")).contains("one");
      assertThat(answer.header("x-none")).isEmpty();
      assertThat(text(answer)).isEqualTo("hello");
      assertThat(heads.take())
          .contains("GET /a?b=c HTTP/1.1")
          .contains("host: relay.test:" + server.port())
          .contains("user-agent: graspd/test")
          .contains("accept-encoding: identity")
          .contains("git-protocol: version=2");
    }
  }

  @Test
  void postSendsItsBody() throws Exception {
    CompletableFuture<byte[]> posted = new CompletableFuture<>();
    Script script =
        talk -> {
          List<String> head = talk.readHead();
          heads.add(head);
          posted.complete(talk.readBody(head));
          talk.send("HTTP/1.1 100 Continue\r\n\r\n");
          talk.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
        };
    byte[] body = {1, 2, 3};
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer =
            answered(
                egress,
                new StreamRequest(target(server, "/"), new TreeMap<>(), Optional.of(body), MUCH),
                deadline())) {
      assertThat(posted.get(60, TimeUnit.SECONDS)).isEqualTo(body);
      assertThat(heads.take()).contains("POST / HTTP/1.1");
      assertThat(text(answer)).isEqualTo("ok");
    }
  }

  @Test
  void fileIsSentInPieces(@TempDir Path directory) throws Exception {
    CompletableFuture<byte[]> posted = new CompletableFuture<>();
    Script script =
        talk -> {
          posted.complete(talk.readBody(talk.readHead()));
          talk.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        };
    byte[] body = new byte[3 * Upload.PIECE_BYTES + 1];
    new Random(1).nextBytes(body);
    Path file = Files.write(directory.resolve("file"), body);
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer =
            answered(
                egress,
                StreamRequest.ofFile(target(server, "/"), new TreeMap<>(), file, MUCH),
                deadline())) {
      assertThat(posted.get(60, TimeUnit.SECONDS)).isEqualTo(body);
      assertThat(text(answer)).isEqualTo("ok");
    }
  }

  @Test
  void answerToAFileMayComeBeforeItsEnd(@TempDir Path directory) throws Exception {
    Script script =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
          talk.drain();
        };
    Path file = Files.write(directory.resolve("file"), new byte[64 << 20]);
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer =
            answered(
                egress,
                StreamRequest.ofFile(target(server, "/"), new TreeMap<>(), file, MUCH),
                deadline())) {
      assertThat(answer.status()).isEqualTo(403);
      assertThat(text(answer)).isEqualTo("no");
    }
  }

  @Test
  void readerThatIsSlowHoldsTheSenderBack() throws Exception {
    int all = 24 << 20;
    Script script =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 200 OK\r\nContent-Length: " + all + "\r\n\r\n");
          byte[] piece = new byte[1 << 16];
          for (int sent = 0; sent < all; sent += piece.length) {
            Arrays.fill(piece, (byte) (sent >> 16));
            talk.send(piece);
          }
          // Not the end of the connection: what a sender leaves behind is read at once.
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer = answered(egress, get(server, "/"), deadline())) {
      InputStream body = answer.body();
      byte[] piece = new byte[1 << 16];
      int most = 0;
      for (int read = 0; read < all; read += piece.length) {
        assertThat(body.readNBytes(piece, 0, piece.length)).isEqualTo(piece.length);
        assertThat(piece[0]).isEqualTo((byte) (read >> 16));
        assertThat(piece[piece.length - 1]).isEqualTo((byte) (read >> 16));
        most = Math.max(most, body.available());
      }
      assertThat(body.read()).isEqualTo(-1);
      assertThat(most).isLessThan(3 * ResponsePipe.HELD_BYTES_MAX);
    }
  }

  @Test
  void bodyOverItsLimitIsCut() throws Exception {
    FetchDeadline deadline = deadline();
    try (ScriptedServer server = ScriptedServer.start(HttpClientTest::sendForEver);
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer = answered(egress, limited(get(server, "/"), 100_000), deadline)) {
      assertThat(failureOf(answer)).isEqualTo(new Failure.TooLarge(100_000));
      assertThat(deadline.receivedBytes()).isLessThanOrEqualTo(100_000);
    }
  }

  @Test
  void timeGrowsWithWhatIsReceived() {
    AtomicLong nanos = new AtomicLong();
    FetchLimits limits =
        new FetchLimits(
            Duration.ofMinutes(15),
            100 << 20,
            Duration.ofMinutes(1),
            1_024,
            Duration.ofSeconds(30));
    FetchDeadline deadline = new FetchDeadline(limits, nanos::get);
    assertThat(limits).isEqualTo(FetchLimits.DEFAULT);
    nanos.set(Duration.ofMinutes(16).toNanos());
    assertThat(deadline.nanosLeft()).isEqualTo(Duration.ofMinutes(-1).toNanos());
    deadline.received(250 << 20);
    assertThat(deadline.nanosLeft()).isEqualTo(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void slowSenderIsToldFromSlowReader() {
    SpeedWatch watch = new SpeedWatch(FetchLimits.DEFAULT);
    long second = Duration.ofSeconds(1).toNanos();
    for (int i = 0; i < 100; i++) {
      watch.received(1_024);
      watch.waited(second);
    }
    assertThat(watch.nanosLeft()).isPositive();
    SpeedWatch slow = new SpeedWatch(FetchLimits.DEFAULT);
    for (int i = 0; i < 30; i++) {
      assertThat(slow.nanosLeft()).isPositive();
      slow.received(1_000);
      slow.waited(second);
    }
    assertThat(slow.nanosLeft()).isNotPositive();
  }

  @Test
  void fetchThatTakesTooLongInAllIsCut() throws Exception {
    FetchLimits brief =
        new FetchLimits(
            Duration.ofSeconds(3), 100 << 20, Duration.ofMinutes(1), 0, Duration.ofMinutes(5));
    Failure over = new Failure.TimedOut("it takes too long in all");
    try (ScriptedServer server = answering("HTTP/1.1 200 OK\r\n\r\nx");
        ScriptedServer silent = ScriptedServer.start(Conversation::drain);
        TestEgress egress = TestEgress.toAnywhere()) {
      try (StreamAnswer answer =
          answered(egress, get(server, "/"), new FetchDeadline(brief, System::nanoTime))) {
        assertThat(failureOf(answer)).isEqualTo(over);
      }
      assertThat(failed(egress, get(silent, "/"), new FetchDeadline(brief, System::nanoTime)))
          .isEqualTo(over);
    }
  }

  @Test
  void silenceIsCut() throws Exception {
    try (ScriptedServer server = answering("HTTP/1.1 200 OK\r\n\r\nx");
        ScriptedServer silent = ScriptedServer.start(Conversation::drain);
        TestEgress egress = TestEgress.toAnywhere()) {
      try (StreamAnswer answer =
          answered(egress, get(server, "/"), new FetchDeadline(HASTY, System::nanoTime))) {
        assertThat(failureOf(answer))
            .isEqualTo(new Failure.TimedOut("slower than 1024 bytes a second for 2 s"));
      }
      assertThat(failed(egress, get(silent, "/"), new FetchDeadline(HASTY, System::nanoTime)))
          .isEqualTo(new Failure.TimedOut("no answer within 2 s"));
    }
  }

  @Test
  void fetchCanBeCalledOffByAnotherThread() throws Exception {
    CompletableFuture<Boolean> left = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.readHead();
          talk.send("HTTP/1.1 200 OK\r\n\r\nx");
          talk.drain();
          left.complete(true);
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      FetchDeadline deadline = deadline();
      try (StreamAnswer answer = answered(egress, get(server, "/"), deadline)) {
        assertThat(answer.body().read()).isEqualTo('x');
        Thread.ofVirtual().start(deadline::cancel);
        assertThat(failureOf(answer)).isEqualTo(new Failure.Cancelled());
      }
      assertThat(left.get(60, TimeUnit.SECONDS)).isTrue();
      assertThat(failed(egress, get(server, "/"), deadline)).isEqualTo(new Failure.Cancelled());
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void fetchCanBeCalledOffBeforeTheAnswer() throws Exception {
    CompletableFuture<Boolean> asked = new CompletableFuture<>();
    Script script =
        talk -> {
          talk.readHead();
          asked.complete(true);
          talk.drain();
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      FetchDeadline deadline = deadline();
      var _ = asked.thenRun(deadline::cancel);
      assertThat(failed(egress, get(server, "/"), deadline)).isEqualTo(new Failure.Cancelled());
    }
  }

  @Test
  void closedAnswerEndsTheConnection() throws Exception {
    CompletableFuture<Boolean> left = new CompletableFuture<>();
    Script script =
        talk -> {
          try {
            sendForEver(talk);
          } finally {
            left.complete(true);
          }
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      answered(egress, get(server, "/"), deadline()).close();
      assertThat(left.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void redirectsAreFollowedThreeTimesAndTellWhereTheyLed() throws Exception {
    Script script =
        talk -> {
          List<String> head = talk.readHead();
          heads.add(head);
          String next =
              switch (head.getFirst().split(" ", -1)[1]) {
                case "/a/0" -> "/a/1";
                case "/a/1" -> "http://other.test:" + talk.socket().getLocalPort() + "/a/2";
                case "/a/2" -> "3";
                case "/a/3" -> "";
                default -> "/a/0";
              };
          talk.send(
              next.isEmpty()
                  ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                  : "HTTP/1.1 307 Go\r\nLocation: " + next + "\r\nContent-Length: 0\r\n\r\n");
        };
    try (ScriptedServer server = ScriptedServer.start(script);
        TestEgress egress = TestEgress.toAnywhere()) {
      egress.resolver.with("other.test", "127.0.0.1");
      try (StreamAnswer answer = answered(egress, get(server, "/a/0"), deadline())) {
        assertThat(answer.target().toString())
            .isEqualTo("http://other.test:" + server.port() + "/a/3");
      }
      assertThat(egress.send(get(server, "/z"), deadline()))
          .isEqualTo(
              new StreamResult.Failed(new Failure.WrongAnswer("more than 3 redirects"), true));
    }
  }

  @Test
  void postIsNotRedirected() throws Exception {
    try (ScriptedServer server =
            answering("HTTP/1.1 302 Go\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");
        TestEgress egress = TestEgress.toAnywhere();
        StreamAnswer answer =
            answered(
                egress,
                new StreamRequest(
                    target(server, "/"), new TreeMap<>(), Optional.of(new byte[1]), MUCH),
                deadline())) {
      assertThat(answer.status()).isEqualTo(302);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void eachHopIsCheckedAndCountsAsAStrangers() throws Exception {
    EgressRules rules =
        new EgressRules(false, false, List.of(Cidr.parse("127.0.0.1/32")), List.of());
    try (ScriptedServer elsewhere = ScriptedServer.start(Conversation::drain);
        ScriptedServer server =
            answering(
                "HTTP/1.1 302 Go\r\nLocation: http://127.0.0.2:"
                    + elsewhere.port()
                    + "/\r\nContent-Length: 0\r\n\r\n");
        TestEgress egress = TestEgress.with(rules, TestEgress.PATIENT)) {
      // Named by the operator it may be plain text; where it leads may not.
      StreamRequest request =
          request(TestEgress.target("http://127.0.0.1:" + server.port() + "/", NamedBy.OPERATOR));
      assertThat(egress.send(request, deadline()))
          .isEqualTo(new StreamResult.Failed(new Failure.Denied("no plain text (no TLS)"), true));
      assertThat(egress.dialled()).hasSize(1);
    }
  }

  private static void sendForEver(Conversation talk) throws IOException {
    talk.readHead();
    talk.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    while (true) {
      talk.send("2000\r\n" + "x".repeat(0x2000) + "\r\n");
    }
  }

  private ScriptedServer answering(String answer) {
    return ScriptedServer.start(talk -> {
      heads.add(talk.readHead());
      talk.send(answer);
      talk.drain();
    });
  }

  private static FetchDeadline deadline() {
    return new FetchDeadline(FetchLimits.DEFAULT, System::nanoTime);
  }

  private static Target target(ScriptedServer server, String path) {
    return TestEgress.target("http://relay.test:" + server.port() + path);
  }

  private static StreamRequest get(ScriptedServer server, String path) {
    return request(target(server, path));
  }

  private static StreamRequest request(Target target) {
    return new StreamRequest(
        target, new TreeMap<>(Map.of("git-protocol", "version=2")), Optional.empty(), MUCH);
  }

  private static StreamRequest limited(StreamRequest request, long bytesMax) {
    return new StreamRequest(request.target(), request.headers(), request.posted(), bytesMax);
  }

  private static StreamAnswer answered(
      TestEgress egress, StreamRequest request, FetchDeadline deadline) {
    return switch (egress.send(request, deadline)) {
      case StreamResult.Answered(var answer) -> answer;
      case StreamResult.Failed(var failure, _) -> throw new AssertionError(failure.text());
    };
  }

  private static Failure failed(TestEgress egress, StreamRequest request, FetchDeadline deadline) {
    return switch (egress.send(request, deadline)) {
      case StreamResult.Answered(var answer) -> throw new AssertionError(answer.status());
      case StreamResult.Failed(var failure, _) -> failure;
    };
  }

  private static String text(StreamAnswer answer) throws IOException {
    return new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Failure failureOf(StreamAnswer answer) {
    Failure[] failure = new Failure[1];
    assertThatThrownBy(() -> answer.body().readAllBytes())
        .isInstanceOfSatisfying(StreamException.class, e -> failure[0] = e.failure());
    return failure[0];
  }
}
