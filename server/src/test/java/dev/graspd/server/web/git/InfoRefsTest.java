package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitService;
import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.route.RouteTest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Lists of refs that must be read first, while the connection and all others go on. */
final class InfoRefsTest {
  private static final String REFS =
      " /" + RouteTest.NPUB + "/repo.git/info/refs?service=git-upload-pack HTTP/1.1\r\n";

  private final CountDownLatch mayAnswer = new CountDownLatch(1);

  @Test
  void othersAreServedWhileRefsAreRead() throws IOException {
    try (TestServer server = serve();
        RawHttp waiting = new RawHttp(server);
        RawHttp other = new RawHttp(server)) {
      waiting.send("GET" + REFS + "Host: a\r\n\r\n");
      for (int i = 0; i < 8; i++) {
        other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(other.answer().text()).isEqualTo("health page");
      }
      mayAnswer.countDown();
      assertThat(waiting.answer().text()).isEqualTo("refs");
    }
  }

  @Test
  void requestsThatComeEarlyAreAnsweredInTheirOrder() throws IOException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      String health = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
      String refs = "GET" + REFS + "Host: a\r\n\r\n";
      client.send(refs + health + refs + health);
      mayAnswer.countDown();
      assertThat(client.answer().text()).isEqualTo("refs");
      assertThat(client.answer().text()).isEqualTo("health page");
      assertThat(client.answer().text()).isEqualTo("refs");
      assertThat(client.answer().text()).isEqualTo("health page");
    }
  }

  @Test
  void headHasNoBody() throws IOException {
    try (TestServer server = serve();
        RawHttp client = new RawHttp(server)) {
      mayAnswer.countDown();
      client.send("HEAD" + REFS + "Host: a\r\nConnection: close\r\n\r\n");
      String all = client.rest();
      assertThat(all).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n").doesNotContain("refs\n");
    }
  }

  private TestServer serve() {
    return TestServer.builder()
        .git(GitFront.of(new SlowRefs(), new ByteBudget("git_requests", 64 << 20)))
        .start();
  }

  /** Knows nothing at once. */
  private final class SlowRefs implements GitService {
    @Override
    public Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol) {
      return Optional.empty();
    }

    @Override
    public void infoRefs(RefSpace space, Name service, Exchange exchange) {
      Thread.startVirtualThread(() -> {
        try (OutputStream out = exchange.answer(200, "text/plain")) {
          mayAnswer.await();
          out.write("refs".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
    }

    @Override
    public void exchange(RefSpace space, Name service, Exchange exchange) {
      exchange.refuse(404, "not asked for here");
    }

    @Override
    public boolean exists(RepoAddress repository) {
      return true;
    }
  }
}
