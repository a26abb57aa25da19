package dev.graspd.server.web.git;

import static dev.graspd.server.web.git.GitScripts.TYPE;
import static dev.graspd.server.web.git.GitScripts.echo;
import static dev.graspd.server.web.git.GitScripts.gzip;
import static dev.graspd.server.web.git.GitScripts.noise;
import static dev.graspd.server.web.git.GitScripts.readAll;
import static dev.graspd.server.web.git.GitScripts.serve;
import static dev.graspd.server.web.git.GitScripts.unchecked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.web.Background;
import dev.graspd.server.web.HostilePaths;
import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients of git that are slow, broken or hostile, and answers that fail. */
final class GitBridgeTroubleTest {
  /** Like those in force, in a second instead of a minute. */
  private static final ExchangeLimits HASTY =
      new ExchangeLimits(
          1 << 20,
          Duration.ofMillis(500),
          Duration.ofSeconds(60),
          Duration.ofMillis(500),
          8 << 10,
          8 << 20,
          Duration.ofMillis(500));

  @Test
  void aBombIsRefused() throws Exception {
    try (TestServer server = serve(GitScripts::readThenAnswer);
        RawHttp client = new RawHttp(server)) {
      RawHttp.Answer answer =
          client.post(gzip(new byte[50 << 20]), "Content-Encoding: gzip").answer();

      assertThat(answer.status()).isEqualTo(413);
    }
  }

  @Test
  void aBodyThatNobodyWantsIsNotTakenForEver() throws Exception {
    try (TestServer server = serve(HASTY, exchange -> exchange.refuse(404, "no"));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1L << 40));
      assertThat(client.answer().status()).isEqualTo(404);

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  client.send(new byte[65_536]);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aFaultBeforeTheAnswerIsA500() throws Exception {
    try (TestServer server =
            serve(exchange -> {
              throw new IOException("secret");
            });
        RawHttp client = new RawHttp(server)) {
      RawHttp.Answer answer = client.post(new byte[10]).answer();

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.text()).isEqualTo("something went wrong here\n");
    }
  }

  @Test
  void aBodyThatCannotBeTakenIsTheClientsFault() throws Exception {
    try (TestServer server = serve(exchange -> exchange.body(100).readAllBytes());
        RawHttp client = new RawHttp(server)) {
      assertThat(client.post(new byte[101]).answer().status()).isEqualTo(413);
      assertThat(client.post(new byte[50], "Content-Encoding: gzip").answer().status())
          .isEqualTo(400);
    }
  }

  @Test
  void aFaultWithinTheAnswerCutsTheConnection() throws Exception {
    try (TestServer server =
            serve(exchange -> {
              OutputStream out = exchange.answer(200, TYPE);
              out.write(new byte[100]);
              out.flush();
              throw new IOException("broken");
            });
        RawHttp client = new RawHttp(server)) {
      client.post(new byte[10]);

      assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientThatGoesAwayEndsTheBody() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(exchange -> tellFault(fault, () -> readAll(exchange)))) {
      try (RawHttp client = new RawHttp(server)) {
        client.send(RawHttp.head("HTTP/1.1", 1_000)).send("abc");
      }
      assertThat(fault.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
    }
  }

  @Test
  void aClientThatGoesAwayEndsTheAnswer() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(exchange -> tellFault(fault, () -> writeForEver(exchange)))) {
      try (RawHttp client = new RawHttp(server)) {
        client.post(new byte[0]);
        assertThat(client.read()).isEqualTo('H');
      }
      assertThat(fault.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aSlowReaderHoldsLittleMemoryAndIsCut() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server =
            serve(HASTY, exchange -> tellFault(fault, () -> writeForEver(exchange)));
        RawHttp client = new RawHttp(server)) {
      client.post(new byte[0]);

      assertThat(fault.get(60, TimeUnit.SECONDS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too slow");
      // Only what the sockets of this machine hold.
      assertThat(client.readToTheEnd()).isLessThan(32L << 20);
    }
  }

  @Test
  void aSlowWriterIsCut() throws Exception {
    CompletableFuture<Throwable> fault = new CompletableFuture<>();
    try (TestServer server = serve(HASTY, exchange -> tellFault(fault, () -> readAll(exchange)));
        RawHttp client = new RawHttp(server)) {
      client.send(RawHttp.head("HTTP/1.1", 1_000)).send("abc");

      assertThat(fault.get(60, TimeUnit.SECONDS)).hasMessageContaining("nothing for too long");
      assertThat(client.readToTheEnd()).isLessThan(2_000);
    }
  }

  @Test
  void aBodyThatIsNotReadWaitsOutside() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestServer server =
            serve(exchange -> {
              go.await();
              echo(exchange);
            });
        RawHttp client = new RawHttp(server)) {
      byte[] body = noise(60 << 20);
      CountDownLatch sent = new CountDownLatch(1);
      Background.send(() ->
          unchecked(() -> {
            client.post(body);
            sent.countDown();
          }));
      assertThat(sent.await(300, TimeUnit.MILLISECONDS)).as("all of it was taken").isFalse();
      go.countDown();

      assertThat(client.answer().body()).isEqualTo(body);
    }
  }

  @Test
  void aStopWaitsForWhatIsUnderWay() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    TestServer server =
        serve(exchange -> {
          readAll(exchange);
          try (OutputStream out = exchange.answer(200, TYPE)) {
            out.write('a');
            out.flush();
            begun.countDown();
            go.await();
            out.write('z');
          }
        });
    try (RawHttp client = new RawHttp(server)) {
      client.post(new byte[5]);
      begun.await();
      Thread stopping = Thread.ofPlatform().start(server::close);
      assertThat(Eventually.holds(() -> isRefused(server))).isTrue();
      go.countDown();

      assertThat(client.answer().text()).isEqualTo("az");
      assertThat(client.readToTheEnd()).isZero();
      stopping.join();
    }
  }

  @Test
  void aThousandIdleConnectionsDoNotDisturb() throws Exception {
    List<RawHttp> idle = new ArrayList<>();
    try (TestServer server = serve(GitScripts::readThenAnswer)) {
      for (int i = 0; i < 1_000; i++) {
        RawHttp client = new RawHttp(server);
        idle.add(client);
        if (i % 2 == 0) {
          client.send(RawHttp.head("HTTP/1.1", 100)).send("never finished");
        }
      }
      try (RawHttp client = new RawHttp(server)) {
        assertThat(client.post(noise(1_000)).answer().text()).isEqualTo("fine\n");
      }
      for (RawHttp client : idle) {
        client.close();
      }
    }
  }

  @Test
  void tenThousandHostilePathsCauseNoFault() throws Exception {
    Random random = new Random(20_261_116);
    try (TestServer server = serve(GitScripts::echo)) {
      RawHttp client = new RawHttp(server);
      for (int i = 0; i < 10_000; i++) {
        String path = HostilePaths.next(random);
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        RawHttp.Answer answer = client.answer();
        assertThat(answer.status()).as(path).isIn(200, 301, 400, 403, 404, 405, 503);
        assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
        if (answer.headers().containsKey("connection")) {
          client.close();
          client = new RawHttp(server);
        }
      }
      client.close();
    }
  }

  private static void writeForEver(Exchange exchange) throws IOException {
    OutputStream out = exchange.answer(200, TYPE);
    byte[] block = new byte[65_536];
    while (true) {
      out.write(block);
    }
  }

  private static void tellFault(CompletableFuture<Throwable> fault, GitScripts.Action action)
      throws Exception {
    try {
      action.run();
    } catch (IOException e) {
      fault.complete(e);
      throw e;
    }
  }

  private static boolean isRefused(TestServer server) {
    try (RawHttp _ = new RawHttp(server)) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }
}
