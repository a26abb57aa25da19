package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.testkit.Eventually;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers push slowly, much and all at once; others push as if they were not there. */
@Timeout(60)
class CrowdedPushTest {
  private static final String ZERO = "0".repeat(40);
  private static final String ONE = "1".repeat(40);
  private static final String GREEDY = "198.51.100.1";
  private static final long SHARE = (32L << 20) / 8;

  /** Like those in force, in milliseconds instead of seconds. */
  private static final PushLimits FEW =
      new PushLimits(
          2,
          16,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          1 << 10,
          Duration.ofMillis(60),
          Duration.ofMinutes(15),
          Duration.ofMinutes(1));

  @TempDir Path temporary;
  private Scratch scratch;
  private String commit;
  private IngestFixture bench;
  private RecordedPushes pushes;
  private PushPlaces places;
  private ReceiveService service;

  @BeforeEach
  void begin() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    commit = scratch.commit("a", "b");
    bench = new IngestFixture(temporary.resolve("git"));
    pushes = new RecordedPushes();
  }

  @AfterEach
  void stop() {
    service.close();
    assertThat(Eventually.holds(() -> bench.requests.usedBytes() == 0))
        .as("all memory was given back")
        .isTrue();
    assertThat(bench.files()).noneMatch(file -> file.startsWith(bench.layout.quarantine()));
  }

  private void start(PushLimits limits) {
    places = new PushPlaces(limits, System::nanoTime);
    service =
        new ReceiveService(
            new ReceiveService.Parts(
                pushes,
                bench.ingest,
                bench.quarantine,
                IngestFixture.LIMITS,
                limits,
                places,
                bench.requests,
                ServiceAddress.of("example.com", "/"),
                GitMetrics.NONE,
                System::nanoTime,
                Duration.ofMinutes(1)));
  }

  private MemoryExchange push(InputStream body, String address) {
    MemoryExchange exchange = new MemoryExchange(body).from(address);
    service.exchange(
        new HostedRepository(
            PushTest.REPOSITORY,
            Standing.SERVED,
            new Refs(pushes.refs, Optional.empty()),
            new TreeMap<>()),
        exchange);
    return exchange;
  }

  private byte[] commands() {
    return PushTest.join(
        PushTest.line(ZERO + " " + commit + " refs/heads/main\0report-status"), PushTest.flush());
  }

  private void assertOthersPush(String address) throws IOException {
    byte[] body = PushTest.join(commands(), scratch.pack("main"));
    MemoryExchange honest = push(new ByteArrayInputStream(body), address);
    assertThat(honest.isOver()).isTrue();
    assertThat(honest.lines()).containsExactly("unpack ok", "ok refs/heads/main");
  }

  @Test
  void listsThatNeverEndTakeNoPlace() throws IOException {
    start(FEW);
    List<SlowBody> slow = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      slow.add(new SlowBody("0".getBytes(UTF_8)));
      push(slow.getLast(), "198.51.100." + i % 4);
    }
    slow.forEach(SlowBody::awaitReader);

    assertThat(places.taken()).isZero();
    assertOthersPush("192.0.2.1");
  }

  @Test
  void listHasThirtySecondsAndThePackQuarterOfAnHour() throws IOException {
    start(FEW);
    byte[] body = PushTest.join(commands(), scratch.pack("main"));
    MemoryExchange exchange = push(new ByteArrayInputStream(body), GREEDY);

    assertThat(exchange.isOver()).isTrue();
    assertThat(exchange.times().getFirst()).isEqualTo(Duration.ofSeconds(30));
    assertThat(exchange.times().get(1)).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
    assertThat(PushLimits.DEFAULT.packTime(250L << 20)).isEqualTo(Duration.ofMinutes(17));
  }

  @Test
  void listThatIsTooSlowIsToldSo() {
    start(FEW);
    SlowBody slow = new SlowBody("0".getBytes(UTF_8));
    MemoryExchange exchange = push(slow, GREEDY);
    slow.awaitReader();
    slow.stop("the body took too long");

    assertThat(exchange.isOver()).isTrue();
    assertThat(exchange.status()).isEqualTo(408);
    assertThat(exchange.text())
        .isEqualTo("rate-limited: the push is too slow: the body took too long");
  }

  @Test
  void fiftyListsOfOneAddressTakeItsShareOfTheMemoryAndNoMore() throws IOException {
    start(FEW);
    List<MemoryExchange> greedy = new ArrayList<>();
    List<SlowBody> bodies = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      bodies.add(new SlowBody(names(244)));
      greedy.add(push(bodies.getLast(), GREEDY));
    }

    assertThat(Eventually.holds(() -> isSettled(greedy, 3))).isTrue();
    assertThat(bench.requests.usedBy(payer(GREEDY))).isLessThanOrEqualTo(SHARE);
    assertThat(greedy.stream().filter(MemoryExchange::isAnswered))
        .hasSizeGreaterThan(40)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(503));
    assertOthersPush("192.0.2.1");
    bodies.forEach(body -> body.stop("the body took too long"));
    assertThat(Eventually.holds(() -> isSettled(greedy, 0))).isTrue();
  }

  @Test
  void namesOfEightKilobytesAreNotKept() throws IOException {
    start(FEW);
    List<MemoryExchange> greedy = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      greedy.add(push(names(8_000), GREEDY));
    }

    assertThat(greedy).allSatisfy(one -> assertThat(one.isOver()).isTrue());
    assertThat(greedy).allSatisfy(one -> assertThat(one.status()).isEqualTo(400));
    assertThat(bench.requests.usedBytes()).isZero();
    assertOthersPush("192.0.2.1");
  }

  private static boolean isSettled(List<MemoryExchange> exchanges, int open) {
    return exchanges.stream().filter(one -> !one.isAnswered()).count() <= open;
  }

  private static Payer payer(String address) {
    return Payer.of(InetAddress.ofLiteral(address));
  }

  /** Two thousand commands, made as they are read. */
  private static InputStream names(int length) {
    return new SequenceInputStream(
        new Enumeration<>() {
          private int made;

          @Override
          public boolean hasMoreElements() {
            return made < 2_000;
          }

          @Override
          public InputStream nextElement() {
            String name = "refs/heads/%06d".formatted(made++) + "x".repeat(length - 17);
            return new ByteArrayInputStream(PushTest.line(ZERO + " " + ONE + " " + name));
          }
        });
  }

  @Test
  void slowestGivesItsPlaceToWhoWaits() throws IOException {
    start(FEW);
    SlowBody slower = new SlowBody(commands());
    MemoryExchange first = push(slower, GREEDY);
    slower.awaitReader();
    SlowBody slow = new SlowBody(commands(), "PACK".getBytes(UTF_8));
    MemoryExchange second = push(slow, "198.51.100.2");
    slow.awaitReader();
    assertThat(places.taken()).isEqualTo(2);

    assertOthersPush("192.0.2.1");

    String why = "the push is too slow: it brings less than 1,024 bytes a second, and others wait";
    assertThat(first.isOver()).isTrue();
    assertThat(first.lines()).containsExactly("unpack " + why, "ng refs/heads/main " + why);
    assertThat(second.isAnswered()).as("one place was enough").isFalse();
    slow.stop("the test is over");
    assertThat(second.isOver()).isTrue();
  }

  @Test
  void nobodyIsEvictedWhileThereAreFreePlaces() throws IOException {
    start(FEW);
    SlowBody slow = new SlowBody(commands());
    MemoryExchange exchange = push(slow, GREEDY);
    slow.awaitReader();

    assertOthersPush("192.0.2.1");
    assertThat(exchange.isAnswered()).isFalse();
    slow.stop("the test is over");
    assertThat(exchange.isOver()).isTrue();
  }

  @Test
  void refusedPushThatGoesOnSendingHoldsNoPlace() throws IOException {
    start(FEW);
    pushes.allowed = _ -> false;
    List<SlowBody> refused = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      refused.add(new SlowBody(commands()));
      push(refused.getLast(), "198.51.100." + i);
    }
    refused.forEach(SlowBody::awaitReader);
    assertThat(Eventually.holds(() -> places.taken() == 0)).isTrue();

    pushes.allowed = _ -> true;
    assertOthersPush("192.0.2.1");
    refused.forEach(body -> body.stop("the test is over"));
  }

  @Test
  void addressThatHasItsPlacesWaitsForThemAndOthersDoNot() throws IOException {
    start(FEW);
    SlowBody slow = new SlowBody(commands());
    MemoryExchange first = push(slow, GREEDY);
    slow.awaitReader();
    byte[] body = PushTest.join(commands(), scratch.pack("main"));
    MemoryExchange second = push(new ByteArrayInputStream(body), GREEDY);
    assertThat(Eventually.holds(() -> places.waiting() == 1)).isTrue();

    assertOthersPush("192.0.2.1");

    assertThat(second.isAnswered()).isFalse();
    slow.stop("the test is over");
    assertThat(first.isOver()).isTrue();
    assertThat(second.isOver()).isTrue();
    assertThat(second.lines()).contains("unpack ok");
  }
}
