package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.FakeExchange;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.Scratch;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.testkit.Eventually;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that take as much memory as they can, and the others beside them. */
class GreedyClientsTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final String GREEDY = "192.0.2.1";
  private static final String HONEST = "192.0.2.2";
  private static final CountDownLatch AT_ONCE = new CountDownLatch(0);

  @TempDir Path temp;

  private final ByteBudget requests = new ByteBudget("git_requests", 4 << 20);
  private final ByteBudget packs = new ByteBudget("packs", 64 << 10);
  private Scratch scratch;
  private Layout layout;
  private ObjectStores stores;
  private UploadService uploads;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    scratch = new Scratch(new Git(temp), temp.resolve("scratch"));
    layout = new Layout(temp.resolve("data"));
    stores = TestPacks.lying(layout);
  }

  @AfterEach
  void stop() {
    uploads.close();
    stores.close();
  }

  /** Each of them is legal, 250 KB of heap, and stays as long as its body does not end. */
  @Test
  void unfinishedRequestsOfOneAddressTakeItsShareAndOthersAreServed() throws IOException {
    serve(ServeLimits.forCores(2));
    HostedRepository repository = small();
    List<Unfinished> greedy = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Unfinished one = new Unfinished(prefixes(1_000, 255));
      greedy.add(one);
      uploads.exchange(repository, one);
    }
    // An eighth of 4 MiB: one has all its prefixes, the others are told to come back.
    Eventually.await(() -> greedy.stream().filter(one -> one.status.isDone()).count() >= 48);
    assertThat(greedy.stream().filter(one -> one.status.isDone()))
        .allSatisfy(one -> assertThat(one.status.join()).isEqualTo(503));
    assertThat(requests.usedBytes()).isLessThanOrEqualTo((4 << 20) / 8);
    FakeExchange honest = new FakeExchange(2, prefixes(10, 100), AT_ONCE, HONEST);
    uploads.exchange(repository, honest);
    assertThat(honest.body()).isNotEmpty();
    for (Unfinished one : greedy) {
      one.end();
    }
    Eventually.await(() -> requests.usedBytes() == 0);
  }

  @Test
  void requestThatDoesNotEndInTimeIsRefused() throws IOException {
    serve(ServeLimits.forCores(2).withTimes(Duration.ofSeconds(60), Duration.ZERO));
    Unfinished slow = new Unfinished(prefixes(10, 100));
    uploads.exchange(small(), slow);
    assertThat(slow.status.join()).isEqualTo(408);
    Eventually.await(() -> requests.usedBytes() == 0);
  }

  @Test
  void largePacksAreComputedOneAfterTheOther() throws IOException, InterruptedException {
    serve(unbuffered(Duration.ofSeconds(30)));
    HostedRepository repository = large();
    long weight = PackCost.ofAll(stores, FAMILY);
    assertThat(weight).isGreaterThan(packs.maxBytes());
    CountDownLatch mayRead = new CountDownLatch(1);
    FakeExchange first = new FakeExchange(2, wholeClone(), mayRead, GREEDY);
    uploads.exchange(repository, first);
    first.awaitBegin();
    List<FakeExchange> others = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      FakeExchange other = new FakeExchange(2, wholeClone(), AT_ONCE, "198.51.100." + i);
      others.add(other);
      uploads.exchange(repository, other);
    }
    Eventually.await(() -> uploads.waitingForPacks() == 3);
    assertThat(packs.usedBytes()).isEqualTo(weight);
    assertThat(others).noneMatch(FakeExchange::isBegun);
    mayRead.countDown();
    for (FakeExchange other : others) {
      assertThat(other.body()).hasSameSizeAs(first.body());
    }
    Eventually.await(() -> packs.usedBytes() == 0);
  }

  @Test
  void largePackThatFindsNoMemoryInTimeIsToldToComeBack() throws IOException, InterruptedException {
    serve(unbuffered(Duration.ofMillis(1)));
    HostedRepository repository = large();
    CountDownLatch mayRead = new CountDownLatch(1);
    FakeExchange first = new FakeExchange(2, wholeClone(), mayRead, GREEDY);
    uploads.exchange(repository, first);
    first.awaitBegin();
    FakeExchange second = new FakeExchange(2, wholeClone(), AT_ONCE, HONEST);
    uploads.exchange(repository, second);
    assertThat(second.end())
        .isEqualTo(
            new FakeExchange.End.Refused(503, "rate-limited: too many clones and fetches at once"));
    assertThat(packs.refused()).isEqualTo(1);
    mayRead.countDown();
    assertThat(first.body()).isNotEmpty();
  }

  /** It says that it wants one commit only, and that has everything. */
  @Test
  void lightRequestThatTurnsOutToBeLargeIsToldToComeBack()
      throws IOException, InterruptedException {
    serve(unbuffered(Duration.ofMillis(1)));
    HostedRepository repository = large();
    CountDownLatch mayRead = new CountDownLatch(1);
    FakeExchange first = new FakeExchange(2, wholeClone(), mayRead, GREEDY);
    uploads.exchange(repository, first);
    first.awaitBegin();
    FakeExchange second = new FakeExchange(2, shallow(), AT_ONCE, HONEST);
    uploads.exchange(repository, second);
    assertThat(new String(second.body(), StandardCharsets.ISO_8859_1))
        .contains("too many clones and fetches at once")
        .doesNotContain("PACK");
    mayRead.countDown();
    assertThat(first.body()).isNotEmpty();
    Eventually.await(() -> packs.usedBytes() == 0);
    FakeExchange third = new FakeExchange(2, shallow(), AT_ONCE, HONEST);
    uploads.exchange(repository, third);
    assertThat(new String(third.body(), StandardCharsets.ISO_8859_1)).contains("PACK");
  }

  /** Else one who pushes millions of objects could end the process with a clone of them. */
  @Test
  void packOfMoreObjectsThanTheHeapBearsIsRefusedInWords() throws IOException {
    ByteBudget tiny = new ByteBudget("packs", 16 << 10);
    serve(unbuffered(Duration.ofSeconds(30)), tiny);
    HostedRepository repository = large();
    FakeExchange clone = new FakeExchange(2, wholeClone(), AT_ONCE, HONEST);
    uploads.exchange(repository, clone);
    assertThat(new String(clone.body(), StandardCharsets.ISO_8859_1))
        .contains("too many objects for this server's memory")
        .doesNotContain("PACK");
    Eventually.await(() -> tiny.usedBytes() == 0);
  }

  /** Nothing of an answer is kept, so that a slow reader does hold its place. */
  private static ServeLimits unbuffered(Duration heapWaitFor) {
    ServeLimits usual = ServeLimits.forCores(4);
    return usual
        .with(new ServeLimits.Buffers(0, 1, usual.buffers().advertisements(), 0, 0))
        .withTimes(heapWaitFor, Duration.ofSeconds(60));
  }

  private void serve(ServeLimits limits) {
    serve(limits, packs);
  }

  private void serve(ServeLimits limits, ByteBudget heap) {
    uploads =
        new UploadService(
            new UploadService.Resources(stores, _ -> Collections.emptySortedSet(), requests, heap),
            limits,
            "graspd/test",
            GitMetrics.NONE,
            System::nanoTime);
  }

  private HostedRepository small() throws IOException {
    scratch.commit("a.txt", "one");
    return hosted();
  }

  /** Some hundred objects in one commit: more than the memory for packs. */
  private HostedRepository large() throws IOException {
    for (int i = 0; i < 400; i++) {
      scratch.write("d" + i % 20 + "/f" + i, "file " + i);
    }
    scratch.commit("large.bin", "x".repeat(1_000));
    return hosted();
  }

  private HostedRepository hosted() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    RepoAddress address = new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY);
    return new HostedRepository(address, Standing.SERVED, refs, new TreeMap<>());
  }

  private byte[] wholeClone() {
    Oid tip = scratch.oid("main");
    return PktText.bytes("command=fetch", "delim", "no-progress", "want " + tip, "done", "flush");
  }

  private byte[] shallow() {
    Oid tip = scratch.oid("main");
    return PktText.bytes(
        "command=fetch", "delim", "no-progress", "want " + tip, "deepen 1", "done", "flush");
  }

  private static byte[] prefixes(int count, int length) {
    String[] lines = new String[count + 3];
    lines[0] = "command=ls-refs";
    lines[1] = "delim";
    for (int i = 0; i < count; i++) {
      lines[2 + i] = "ref-prefix " + "%06d".formatted(i) + "x".repeat(length - 6);
    }
    lines[count + 2] = "flush";
    return PktText.bytes(lines);
  }

  /** A request whose body does not end before the test says so. */
  private static final class Unfinished implements Exchange {
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final PipedOutputStream client = new PipedOutputStream();
    private final PipedInputStream body;
    private Duration within = Duration.ofDays(1);

    Unfinished(byte[] request) throws IOException {
      body = new PipedInputStream(client, request.length);
      // All but the flush at its end.
      client.write(request, 0, request.length - 4);
      client.flush();
    }

    void end() throws IOException {
      client.close();
    }

    @Override
    public String gitProtocol() {
      return "version=2";
    }

    @Override
    public OptionalLong contentLength() {
      return OptionalLong.empty();
    }

    @Override
    public Payer payer() {
      return Payer.of(InetAddress.ofLiteral(GREEDY));
    }

    @Override
    public InputStream body(long maxBytes) {
      return new FilterInputStream(body) {
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
          if (within.isZero() && body.available() == 0) {
            throw new BodyTooSlowException("its time is over");
          }
          return super.read(target, offset, length);
        }
      };
    }

    @Override
    public void readWithin(Duration time) {
      within = time;
    }

    @Override
    public OutputStream answer(int code, String contentType) {
      status.complete(code);
      return OutputStream.nullOutputStream();
    }

    @Override
    public void refuse(int code, String text) {
      status.complete(code);
    }

    @Override
    public void abort(Throwable cause) {
      status.complete(0);
    }
  }
}
