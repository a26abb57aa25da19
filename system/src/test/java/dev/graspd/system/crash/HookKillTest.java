package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.graspd.server.app.desk.HookQuestion;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.suite.QuickStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed after a webhook took a delivery, and before that is noted (WH-5). */
@Timeout(120)
class HookKillTest {
  @TempDir Path directory;

  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private HttpServer receiver;

  @BeforeEach
  void listen() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          tokens.add(exchange.getRequestHeaders().getFirst("Graspd-Delivery"));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  private ServerProcess.Builder prepare() {
    return QuickStart.relay(directory)
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_BIND_ADDRESS", "127.0.0.1:0");
  }

  private String ask(HookQuestion question) {
    try {
      return new DropBox(directory.resolve("relay"))
          .ask(question.text(), Duration.ofMinutes(1))
          .orElseThrow()
          .text();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void deliveryThatWasNotNotedIsSentAgainUnderItsName() {
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
    try (ServerProcess server = prepare().testSwitch("failpoint", "hook-sent").start()) {
      assertThat(
              ask(
                  new HookQuestion(
                      HookQuestion.ADD, false, url, "push", "", true, Optional.empty())))
          .startsWith("hook 1 is added");
      assertThat(ask(HookQuestion.of(HookQuestion.SEND, false, "1"))).startsWith("a test goes");
      assertThat(server.awaitExit()).isEqualTo(ServerProcess.KILLED);
    }
    assertThat(tokens).hasSize(1);

    try (ServerProcess server = prepare().start()) {
      Eventually.await(() -> tokens.size() == 2, () -> "deliveries: " + tokens);
      Eventually.await(
          () -> ask(HookQuestion.of(HookQuestion.LOG, false, "1")).contains("delivered"));
      assertThat(tokens.get(1)).isEqualTo(tokens.get(0));
      assertThat(server.isAlive()).isTrue();
    }
  }
}
