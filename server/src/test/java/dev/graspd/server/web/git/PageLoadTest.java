package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.web.RawHttp;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.WebSettings;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.http.RequestLimits;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pages that take long, or are asked for by many at once, hold nobody else up. */
final class PageLoadTest {
  private static final String GREEDY = "198.51.100.7";
  private static final String OTHER = "203.0.113.9";

  /** Pages that wait until the test lets them go. */
  private static final class SlowPages extends TestServer.TestPages {
    final CountDownLatch begun;
    final CountDownLatch free = new CountDownLatch(1);
    final AtomicInteger rendered = new AtomicInteger();

    SlowPages(int expected) {
      begun = new CountDownLatch(expected);
    }

    @Override
    public Page status() {
      begun.countDown();
      try {
        boolean _ = free.await(60, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      rendered.incrementAndGet();
      return super.status();
    }
  }

  @Test
  void healthIsAnsweredWhilePagesTakeLong() throws Exception {
    SlowPages pages = new SlowPages(1);
    List<RawHttp> slow = new ArrayList<>();
    try (TestServer server = TestServer.builder().pages(pages).start()) {
      for (int i = 0; i < 8; i++) {
        slow.add(new RawHttp(server).send(get("/status", "198.51.100." + i)));
      }
      assertThat(pages.begun.await(30, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 8; i++) {
        try (RawHttp client = new RawHttp(server)) {
          client.timeoutMillis(5_000);
          assertThat(client.send(get("/healthz", OTHER)).answer().text()).isEqualTo("health page");
        }
      }
      pages.free.countDown();
      for (RawHttp client : slow) {
        assertThat(client.answer().text()).isEqualTo("<p>status page</p>");
      }
    }
  }

  /** Of two threads one address has one; the other address has the second at once. */
  @Test
  void anAddressThatAsksForManyPagesLeavesAThreadForOthers() throws Exception {
    SlowPages pages = new SlowPages(2);
    List<RawHttp> greedy = new ArrayList<>();
    try (TestServer server = TestServer.builder().pages(pages).start()) {
      for (int i = 0; i < 6; i++) {
        greedy.add(new RawHttp(server).send(get("/status", GREEDY)));
      }
      try (RawHttp other = new RawHttp(server)) {
        other.timeoutMillis(5_000);
        assertThat(other.send(get("/metrics", OTHER)).answer().text()).isEqualTo("metrics page");
        assertThat(pages.rendered).hasValue(0);
        pages.free.countDown();
        for (RawHttp client : greedy) {
          assertThat(client.answer().status()).isEqualTo(200);
        }
      }
    }
  }

  /** One is being rendered, and an eighth of 64 may wait. */
  @Test
  void moreThanAnAddressMayHaveWaitingIsToldToComeBack() throws Exception {
    SlowPages pages = new SlowPages(1);
    List<RawHttp> greedy = new ArrayList<>();
    try (TestServer server = TestServer.builder().pages(pages).start()) {
      for (int i = 0; i < 18; i++) {
        greedy.add(new RawHttp(server).send(get("/status", GREEDY)));
      }
      RawHttp.Answer refusal = greedy.getLast().answer();
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.headers()).containsKey("retry-after");
      assertThat(refusal.text()).contains("try again");
      try (RawHttp program = new RawHttp(server)) {
        RawHttp.Answer problem = program.send(get("/api/v1/sync", GREEDY)).answer();
        assertThat(problem.status()).isEqualTo(503);
        assertThat(problem.headers())
            .containsKey("retry-after")
            .containsEntry("content-type", "application/problem+json");
      }
      pages.free.countDown();
    }
  }

  /** W-121: what an address has taken of the processor counts, not how often it asks. */
  @Test
  void anAddressThatHasTakenItsTimeOfTheProcessorIsToldWhenToComeBack() throws Exception {
    OpsPages costly =
        new TestServer.TestPages() {
          @Override
          public Page status() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long begun = threads.getCurrentThreadCpuTime();
            long spins = 0;
            while (threads.getCurrentThreadCpuTime() - begun < 50_000_000) {
              spins++;
            }
            return new Page(200, "text/plain", "spun " + spins);
          }
        };
    RequestLimits limits =
        new RequestLimits(2, 64, 32 << 20, Duration.ofSeconds(15), 8 << 20, 16, 100);
    try (TestServer server =
            TestServer.builder()
                .pages(costly)
                .pageWork(Duration.ofMillis(20))
                .web(settings(limits))
                .start();
        RawHttp client = new RawHttp(server)) {
      assertThat(client.send(get("/status", GREEDY)).answer().status()).isEqualTo(200);
      // The time is booked after the answer is on its way, so the next request may be early.
      RawHttp.Answer refusal = client.send(get("/status", GREEDY)).answer();
      for (int early = 0; early < 10 && refusal.status() == 200; early++) {
        refusal = client.send(get("/status", GREEDY)).answer();
      }
      assertThat(refusal.status()).isEqualTo(429);
      assertThat(Integer.parseInt(refusal.headers().get("retry-after"))).isPositive();
      RawHttp.Answer problem = client.send(get("/api/v1/sync", GREEDY)).answer();
      assertThat(problem.headers())
          .containsKey("retry-after")
          .containsEntry("content-type", "application/problem+json");
      assertThat(client.send(get("/healthz", GREEDY)).answer().status()).isEqualTo(200);
      assertThat(client.send(get("/metrics", OTHER)).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void aPageThatIsNotReadyInTimeIsRefused() throws Exception {
    SlowPages pages = new SlowPages(1);
    WebSettings hasty =
        settings(new RequestLimits(2, 64, 32 << 20, Duration.ofMillis(200), 8 << 20));
    try (TestServer server = TestServer.builder().pages(pages).web(hasty).start();
        RawHttp client = new RawHttp(server)) {
      client.timeoutMillis(10_000);
      assertThat(client.send(get("/status", GREEDY)).answer().status()).isEqualTo(503);
      assertThat(client.send(get("/healthz", GREEDY)).answer().status()).isEqualTo(200);
      pages.free.countDown();
    }
  }

  /** Unread pages are charged to their clients until they are written. */
  @Test
  void pagesThatAreNotReadAreCharged() throws Exception {
    OpsPages large =
        new TestServer.TestPages() {
          @Override
          public Page metrics() {
            return new Page(200, "text/plain", "x".repeat(9 << 20));
          }
        };
    Budgets budgets = new Budgets();
    List<RawHttp> deaf = new ArrayList<>();
    WebSettings web =
        settings(new RequestLimits(2, 64, 128 << 20, Duration.ofSeconds(15), 8 << 20));
    try (TestServer server = TestServer.builder().pages(large).web(web).budgets(budgets).start()) {
      ByteBudget pages =
          budgets.all().stream().filter(one -> one.name().equals("pages")).findAny().orElseThrow();
      for (int i = 0; i < 4; i++) {
        deaf.add(new RawHttp(server).send(get("/metrics", GREEDY)));
      }
      assertThat(Eventually.holds(() -> pages.refused() == 3)).isTrue();
      assertThat(pages.usedBytes()).isEqualTo(9 << 20);
      try (RawHttp other = new RawHttp(server)) {
        assertThat(other.send(get("/metrics", OTHER)).answer().body()).hasSize(9 << 20);
      }
      for (RawHttp client : deaf) {
        client.close();
      }
      assertThat(Eventually.holds(() -> pages.usedBytes() == 0)).isTrue();
    }
  }

  @Test
  void requestsThatComeEarlyAreAnsweredInOrder() throws Exception {
    SlowPages pages = new SlowPages(1);
    try (TestServer server = TestServer.builder().pages(pages).start();
        RawHttp client = new RawHttp(server)) {
      client.send(
          get("/status", GREEDY)
              + get("/healthz", GREEDY)
              + "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
              + get("/metrics", GREEDY)
              + get("/", GREEDY));
      assertThat(pages.begun.await(30, TimeUnit.SECONDS)).isTrue();
      pages.free.countDown();
      assertThat(client.answer().text()).isEqualTo("<p>status page</p>");
      assertThat(client.answer().text()).isEqualTo("health page");
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.answer().text()).isEqualTo("metrics page");
      assertThat(client.answer().text()).isEqualTo("<p>home page</p>");
    }
  }

  /** The answer under way is given, and nothing after it. */
  @Test
  void aClientThatSendsTooManyRequestsEarlyIsCutAfterItsAnswer() throws Exception {
    SlowPages pages = new SlowPages(1);
    Budgets budgets = new Budgets();
    try (TestServer server = TestServer.builder().pages(pages).budgets(budgets).start();
        RawHttp client = new RawHttp(server)) {
      // In one write, so that the server reads them before the page can be ready.
      client.send(get("/status", GREEDY) + get("/metrics", GREEDY).repeat(200));
      assertThat(pages.begun.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(Eventually.holds(() -> used(budgets, "pipelined") == 0)).isTrue();
      pages.free.countDown();
      assertThat(client.answer().text()).isEqualTo("<p>status page</p>");
      client.timeoutMillis(10_000);
      assertThat(client.readToTheEnd())
          .isLessThanOrEqualTo(RequestLimits.PIPELINED_REQUESTS * 1_000L);
    }
  }

  @Test
  void howManyRequestsMayComeEarlyIsSet() throws Exception {
    SlowPages pages = new SlowPages(1);
    RequestLimits limits =
        new RequestLimits(2, 64, 32 << 20, Duration.ofSeconds(15), 8 << 20, 2, 20);
    try (TestServer server = TestServer.builder().pages(pages).web(settings(limits)).start();
        RawHttp client = new RawHttp(server);
        RawHttp another = new RawHttp(server)) {
      // In one write, so that the server reads them before the page can be ready.
      client.send(get("/status", GREEDY) + get("/healthz", GREEDY).repeat(3));
      assertThat(pages.begun.await(30, TimeUnit.SECONDS)).isTrue();
      pages.free.countDown();
      assertThat(client.answer().text()).isEqualTo("<p>status page</p>");
      client.timeoutMillis(10_000);
      assertThat(client.readToTheEnd()).as("three are too many").isZero();
      another.send(get("/healthz", GREEDY, "a:b\r\n".repeat(30)));
      assertThat(another.answer().status()).as("thirty headers").isEqualTo(431);
    }
  }

  @Test
  void requestsThatComeDuringAFetchAreNotKeptWithoutLimit() throws Exception {
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    ScriptedGit git =
        new ScriptedGit(exchange -> {
          begun.countDown();
          boolean _ = free.await(60, TimeUnit.SECONDS);
          exchange.refuse(404, "nothing");
        });
    Budgets budgets = new Budgets();
    try (TestServer server =
            TestServer.builder()
                .git(new GitFront(git, ExchangeLimits.DEFAULT))
                .budgets(budgets)
                .start();
        RawHttp client = new RawHttp(server)) {
      // In one write, so that the server reads them before the fetch can be answered.
      client.send(
          RawHttp.head("HTTP/1.1", 0, "X-Forwarded-For: " + GREEDY)
              + get("/healthz", GREEDY).repeat(500));
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(used(budgets, "pipelined")).isLessThan(16L << 10);
      free.countDown();
      client.timeoutMillis(10_000);
      assertThat(client.readToTheEnd())
          .isLessThanOrEqualTo(2 * RequestLimits.PIPELINED_REQUESTS * 1_000L);
    }
  }

  /** Waiting requests are charged to the address, on all its connections together. */
  @Test
  void requestsThatComeEarlyAreChargedByTheirHeap() throws Exception {
    SlowPages pages = new SlowPages(1);
    Budgets budgets = new Budgets();
    List<RawHttp> clients = new ArrayList<>();
    // The share of an address is 128 KiB; one of these requests takes about 17 KiB.
    String many = get("/healthz", GREEDY, "a:b\r\n".repeat(95)).repeat(4);
    try (TestServer server =
        TestServer.builder()
            .pages(pages)
            .web(settings(new RequestLimits(2, 64, 32 << 20, Duration.ofSeconds(15), 1 << 20)))
            .budgets(budgets)
            .start()) {
      for (int i = 0; i < 6; i++) {
        clients.add(new RawHttp(server).send(get("/status", GREEDY) + many));
      }
      assertThat(Eventually.holds(() -> refused(budgets, "pipelined") >= 4)).isTrue();
      assertThat(used(budgets, "pipelined")).isBetween(32L << 10, 128L << 10);
      pages.free.countDown();
      for (RawHttp client : clients) {
        assertThat(client.answer().text()).isEqualTo("<p>status page</p>");
      }
      assertThat(Eventually.holds(() -> used(budgets, "pipelined") == 0)).isTrue();
    }
  }

  /** Each of them took one of the address's 50 places, and 49 never came back. */
  @Test
  void upgradesThatAreRefusedTakeNoPlace() throws Exception {
    String upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    try (TestServer server = TestServer.start();
        RawHttp proxy = new RawHttp(server)) {
      for (int i = 0; i < 60; i++) {
        proxy.send(get("/elsewhere", GREEDY, upgrade.replace("Connection: Upgrade\r\n", "")));
        assertThat(proxy.answer().status()).as("request %d", i).isEqualTo(404);
      }
      for (int i = 0; i < 60; i++) {
        try (RawHttp client = new RawHttp(server)) {
          assertThat(client.send(get("/", GREEDY, upgrade)).answer().status()).isEqualTo(400);
        }
      }
      List<RawWebSocket> sockets = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        sockets.add(socket(server));
      }
      assertThatThrownBy(() -> socket(server)).isInstanceOf(RawWebSocket.Refused.class);
      sockets.forEach(RawWebSocket::close);
    }
  }

  private static RawWebSocket socket(TestServer server) {
    return RawWebSocket.to(server.uri("/")).header("X-Forwarded-For", GREEDY).connect();
  }

  /** Clients of a port forwarder or Tor come from a loopback address. */
  @Test
  void loopbackClientsHaveLimitsWhereTheyAreNotTheOperator() {
    WebSettings web = TestServer.WEB;
    WebSettings forwarded =
        new WebSettings(
            web.bind(),
            web.basePath(),
            web.trustedProxies(),
            web.maxConnections(),
            3,
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            web.maxOutputQueueTotalBytes(),
            false,
            web.requests());
    try (TestServer server = TestServer.builder().web(forwarded).start();
        RawWebSocket _ = server.connect();
        RawWebSocket _ = server.connect();
        RawWebSocket _ = server.connect()) {
      assertThatThrownBy(server::connect)
          .isInstanceOfSatisfying(
              RawWebSocket.Refused.class, refused -> assertThat(refused.status()).isEqualTo(429));
    }
  }

  private static long used(Budgets budgets, String name) {
    return budgets.all().stream()
        .filter(one -> one.name().equals(name))
        .mapToLong(ByteBudget::usedBytes)
        .sum();
  }

  private static long refused(Budgets budgets, String name) {
    return budgets.all().stream()
        .filter(one -> one.name().equals(name))
        .mapToLong(ByteBudget::refused)
        .sum();
  }

  private static WebSettings settings(RequestLimits requests) {
    WebSettings web = TestServer.WEB;
    return new WebSettings(
        web.bind(),
        web.basePath(),
        web.trustedProxies(),
        web.maxConnections(),
        web.maxConnectionsPerAddress(),
        web.maxMessageBytes(),
        web.maxFragments(),
        web.maxOutputQueueBytes(),
        web.maxOutputQueueTotalBytes(),
        web.loopbackIsOperator(),
        requests);
  }

  private static String get(String path, String client) {
    return get(path, client, "");
  }

  private static String get(String path, String client, String headers) {
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: "
        + client
        + "\r\n"
        + headers
        + "\r\n";
  }
}
