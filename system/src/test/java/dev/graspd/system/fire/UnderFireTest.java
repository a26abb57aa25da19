package dev.graspd.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.app.desk.HookQuestion;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.fire.Attack;
import dev.graspd.testkit.fire.Attacks;
import dev.graspd.testkit.fire.HonestUser;
import dev.graspd.testkit.fire.HonestUser.Took;
import dev.graspd.testkit.fire.Sockets;
import dev.graspd.testkit.fire.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing that twenty addresses send within the limits ends a server with a heap of 512 MB, stops
 * its restart, or makes an honest user wait for more than seconds (P9). One process bears all rows,
 * so that what one of them leaves behind is felt by the next.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class UnderFireTest {
  private static final Duration HONEST_MAX = Duration.ofSeconds(10);
  private static final int HANGING_CONNECTIONS = 50;

  /** 512 KiB in rows of at least 512 bytes. */
  private static final long HOOK_WAITING_MAX = 1_025;

  private static final long HEAP_BYTES = 512L << 20;
  private static final Pattern BUDGET =
      Pattern.compile("ngit_budget_max_bytes\\{budget=\"([a-z_]+)\"}");
  private static final Pattern HEAP_AFTER_COLLECTION =
      Pattern.compile("jvm_memory_pool_collection_used_bytes\\{pool=\"[^\"]*\"} (\\S+)");

  private Path directory;
  private ServerProcess server;
  private HonestUser honest;
  private Target target;

  /** A receiver of webhooks that takes connections and never answers. */
  private ServerSocket hanging;

  @BeforeAll
  void start(@TempDir Path ours) throws Exception {
    directory = ours;
    server = serve();
    hanging = new ServerSocket(0, HANGING_CONNECTIONS, InetAddress.getLoopbackAddress());
    hookTo("http://127.0.0.1:" + hanging.getLocalPort() + "/");
    target = new Target(server.uri(), Signer.named("owner under fire"), "under-fire");
    honest = new HonestUser(target, directory.resolve("honest"));
    honest.begin();
    honest.round();
  }

  private void hookTo(String url) throws IOException, InterruptedException {
    String question =
        new HookQuestion(
                HookQuestion.ADD, false, url, "push,issue,comment", "", true, Optional.empty())
            .text();
    assertThat(
            new DropBox(directory.resolve("server").resolve("relay"))
                .ask(question, Duration.ofMinutes(1))
                .orElseThrow()
                .done())
        .isTrue();
  }

  private ServerProcess serve() {
    int port = target == null ? 0 : target.server().getPort();
    return ServerProcess.of(Path.of(System.getProperty("graspd.jar")), directory.resolve("server"))
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_BIND_ADDRESS", "127.0.0.1:" + port)
        .jvm("-Xmx512m", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseCompactObjectHeaders")
        .start();
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    hanging.close();
  }

  static Iterable<Attack> attacks() {
    return Attacks.all();
  }

  @Order(1)
  @ParameterizedTest
  @MethodSource("attacks")
  void honestUserIsServedBeside(Attack attack) throws Exception {
    if (!server.isAlive()) {
      // An earlier row has ended it, and said so.
      server = serve();
    }
    try (Sockets sockets = new Sockets(target)) {
      for (int round = 0; round < 2; round++) {
        // The second time the connections of the first are still open: what they hold is not
        // given back, and what comes has no room but its own.
        attack.begin(sockets, Attacks.addresses());
        for (Took took : honest.round()) {
          assertThat(took.time())
              .as("%s beside %s", took.operation(), attack)
              .isLessThan(HONEST_MAX);
        }
      }
    }
    assertThat(server.isAlive()).as("%s; it said %s", attack, server.output()).isTrue();
    assertThat(heapAfterCollection()).as("heap after %s", attack).isLessThan(0.9 * HEAP_BYTES);
  }

  @Order(2)
  @Test
  void budgetsOfConnectionsAreGivenBack() {
    Eventually.await(
        () -> used("subscriptions") == 0 && used("git_requests") == 0,
        () -> metrics().lines().filter(line -> line.startsWith("ngit_budget_used")).toList() + "");
  }

  @Order(3)
  @Test
  void everyBudgetHasItsRow() {
    SortedSet<String> claimed = new TreeSet<>();
    Attacks.all().forEach(attack -> claimed.addAll(attack.places()));
    SortedSet<String> budgets = new TreeSet<>();
    Matcher matcher = BUDGET.matcher(metrics());
    while (matcher.find()) {
      budgets.add(matcher.group(1));
    }
    assertThat(budgets).isNotEmpty();
    assertThat(claimed).containsAll(budgets);
  }

  @Order(3)
  @Test
  void webhookThatHangsHasABoundedNumberOfDeliveriesWaiting() {
    Eventually.await(() -> waitingForHooks() > 0, () -> "waiting: " + waitingForHooks());
    assertThat(waitingForHooks()).isLessThan(HOOK_WAITING_MAX);
  }

  private long waitingForHooks() {
    return metrics()
        .lines()
        .filter(line -> line.startsWith("ngit_hook_waiting "))
        .map(line -> (long) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElse(0L);
  }

  @Order(4)
  @Test
  void serverStartsAgainWithWhatStrangersHaveLeft() {
    assertThat(server.terminate()).isZero();
    server = serve();
    for (Took took : honest.round()) {
      assertThat(took.time()).as("%s after a restart", took.operation()).isLessThan(HONEST_MAX);
    }
  }

  private double used(String budget) {
    String name = "ngit_budget_used_bytes{budget=\"" + budget + "\"} ";
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private double heapAfterCollection() {
    double sum = 0;
    Matcher matcher = HEAP_AFTER_COLLECTION.matcher(metrics());
    while (matcher.find()) {
      sum += Double.parseDouble(matcher.group(1));
    }
    return sum;
  }

  private String metrics() {
    URI uri = URI.create("http://" + target.server().getAuthority() + "/metrics");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
