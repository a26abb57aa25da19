package dev.graspd.server.git.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.pack.TestGround;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers on the wire, and their cost. */
class UploadServiceTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final RepoAddress ADDRESS =
      new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY);

  @TempDir Path temp;

  private final BlockingQueue<String> operations = new LinkedBlockingQueue<>();
  private final List<Boolean> cached = Collections.synchronizedList(new ArrayList<>());
  private Scratch scratch;
  private Layout layout;
  private ObjectStores stores;
  private UploadService.Resources ground;
  private UploadService uploads;
  private Oid tip;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    scratch = new Scratch(new Git(temp), temp.resolve("scratch"));
    tip = scratch.commit("a.txt", "one");
    layout = new Layout(temp.resolve("data"));
    stores = TestPacks.lying(layout);
    ground = TestGround.over(stores);
    uploads = service(ServeLimits.forCores(1));
  }

  @AfterEach
  void stop() {
    uploads.close();
    stores.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void emptyProbeIsAnsweredWithNothing(int version) throws IOException {
    assertThat(exchanged(version, PktText.bytes("flush")).body()).isEmpty();
  }

  @Test
  void tooLargeBodyIsRefused() throws IOException {
    FakeExchange.End end = exchanged(2, new byte[(10 << 20) + 1]).end();
    assertThat(end)
        .isEqualTo(new FakeExchange.End.Refused(413, "invalid: fetch request is too large"));
  }

  @Test
  void whatIsNoPktLineIsRefused() throws IOException {
    FakeExchange.End end = exchanged(0, "GET / HTTP/1.1".getBytes(ISO_8859_1)).end();
    assertThat(end)
        .isInstanceOfSatisfying(
            FakeExchange.End.Refused.class, refused -> assertThat(refused.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void foreignWantIsAnErrorLine(int version) throws IOException {
    String id = "1234".repeat(10);
    assertThat(PktText.of(exchanged(version, clone(version, id)).body()))
        .isEqualTo("ERR upload-pack: not our ref " + id + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void lapsedRepositoryGivesNothingEvenById(int version) throws IOException {
    HostedRepository lapsed =
        new HostedRepository(ADDRESS, Standing.LAPSED, hosted().refs(), new TreeMap<>());
    FakeExchange exchange = new FakeExchange(version, clone(version, tip.hex()));
    uploads.exchange(lapsed, exchange);
    assertThat(PktText.of(exchange.body())).isEqualTo("ERR upload-pack: not our ref " + tip + "\n");
  }

  @Test
  void oneForeignWantRefusesAll() throws IOException {
    String foreign = "1234".repeat(10);
    byte[] request =
        PktText.bytes("command=fetch", "delim", "want " + tip, "want " + foreign, "done", "flush");
    assertThat(PktText.of(exchanged(2, request).body()))
        .isEqualTo("ERR upload-pack: not our ref " + foreign + "\n");
  }

  @Test
  void packComesBareWhenNoSideBandWasAskedFor() throws IOException {
    byte[] answer = exchanged(0, PktText.bytes("want " + tip, "flush", "done")).body();
    assertThat(new String(answer, ISO_8859_1)).startsWith("0008NAK\nPACK");
  }

  @Test
  void slowReaderHoldsNoPlace() throws IOException, InterruptedException {
    uploads.close();
    uploads = service(ServeLimits.forCores(1).withUploads(1, 1));
    scratch.commit("large.bin", noise(4 << 20));
    CountDownLatch mayRead = new CountDownLatch(1);
    byte[] request = clone(2, scratch.oid("main").hex());
    HostedRepository repository = hosted();
    List<FakeExchange> slow = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      FakeExchange exchange = new FakeExchange(2, request, mayRead);
      slow.add(exchange);
      uploads.exchange(repository, exchange);
      exchange.awaitBegin();
    }
    FakeExchange honest = new FakeExchange(2, request);
    uploads.exchange(repository, honest);
    assertThat(honest.body().length).isGreaterThan(4 << 20);
    try (Stream<Path> files = Files.list(layout.quarantine())) {
      assertThat(files).isEmpty();
    }
    mayRead.countDown();
    for (FakeExchange exchange : slow) {
      assertThat(exchange.body()).hasSameSizeAs(honest.body());
    }
  }

  @Test
  void tooManyAtOnceAreToldToComeBack() throws IOException, InterruptedException {
    uploads.close();
    // The file takes nothing, so that one slow reader does hold the only place.
    uploads =
        service(
            ServeLimits.forCores(1)
                .with(new ServeLimits.Uploads(1, 1, 1, 0))
                .withWaiting(0, Duration.ZERO, Duration.ofMinutes(15))
                .with(new ServeLimits.Buffers(0, 1, 32L << 20, 0, 0)));
    scratch.commit("large.bin", noise(4 << 20));
    CountDownLatch mayRead = new CountDownLatch(1);
    byte[] request = clone(2, scratch.oid("main").hex());
    HostedRepository repository = hosted();
    FakeExchange slow = new FakeExchange(2, request, mayRead);
    uploads.exchange(repository, slow);
    slow.awaitBegin();
    FakeExchange second = new FakeExchange(2, request);
    uploads.exchange(repository, second);
    assertThat(second.end())
        .isEqualTo(
            new FakeExchange.End.Refused(503, "rate-limited: too many clones and fetches at once"));
    mayRead.countDown();
    assertThat(slow.body().length).isGreaterThan(4 << 20);
  }

  @Test
  void fetchThatTakesTooLongIsCut() throws IOException, InterruptedException {
    uploads.close();
    uploads = service(within(Duration.ofNanos(-1)));
    assertThat(exchanged(2, clone(2, tip.hex())).end())
        .isInstanceOf(FakeExchange.End.Aborted.class);
    assertThat(counted()).isEqualTo("fetch cut");
  }

  @Test
  void operationsAreCounted() throws IOException, InterruptedException {
    exchanged(2, clone(2, tip.hex()));
    assertThat(counted()).isEqualTo("fetch ok");
    exchanged(2, PktText.bytes("command=ls-refs", "flush"));
    assertThat(counted()).isEqualTo("ls-refs ok");
    exchanged(2, clone(2, "1234".repeat(10)));
    assertThat(counted()).isEqualTo("fetch refused");
  }

  @Test
  void listOfFewRefsIsAnsweredAtOnce() throws IOException, InterruptedException {
    byte[] request =
        PktText.bytes("command=ls-refs", "delim", "peel", "symrefs", "ref-prefix refs/", "flush");
    byte[] carriedOut = exchanged(2, request).body();
    assertThat(counted()).isEqualTo("ls-refs ok");
    assertThat(uploads.atOnce(hosted(), "version=2", request))
        .hasValueSatisfying(answer -> assertThat(answer.body()).isEqualTo(carriedOut));
    assertThat(counted()).isEqualTo("ls-refs ok");
  }

  @Test
  void tagsThatMustBeReadAreNotPeeledAtOnce() throws IOException {
    scratch.run("tag", "-a", "-m", "first", "v1");
    byte[] request = PktText.bytes("command=ls-refs", "delim", "peel", "flush");
    assertThat(uploads.atOnce(hosted(), "version=2", request)).isEmpty();
    byte[] carriedOut = exchanged(2, request).body();
    assertThat(PktText.of(carriedOut)).contains(" peeled:");
    assertThat(uploads.atOnce(hosted(), "version=2", request))
        .hasValueSatisfying(answer -> assertThat(answer.body()).isEqualTo(carriedOut));
  }

  @Test
  void tagsThatTheStoreKnowsNeedNoObjects() throws IOException {
    scratch.run("tag", "-a", "-m", "first", "v1");
    Oid tag = scratch.oid("v1");
    byte[] request = PktText.bytes("command=ls-refs", "delim", "peel", "flush");
    HostedRepository known =
        new HostedRepository(
            ADDRESS,
            hosted().standing(),
            hosted().refs().withPeeled(new TreeMap<>(Map.of(tag, tip))),
            new TreeMap<>());
    // The tag object is in no pack: nobody has published it.
    assertThat(uploads.atOnce(known, "version=2", request))
        .hasValueSatisfying(
            answer -> assertThat(PktText.of(answer.body())).contains(" peeled:" + tip));
  }

  @Test
  void onlyQuickListsAreAnsweredAtOnce() throws IOException {
    byte[] list = PktText.bytes("command=ls-refs", "flush");
    assertThat(uploads.atOnce(hosted(), "version=2", clone(2, tip.hex()))).isEmpty();
    assertThat(uploads.atOnce(hosted(), "version=2", "0014command=ls-refsxx".getBytes(ISO_8859_1)))
        .isEmpty();
    assertThat(uploads.atOnce(hosted(), "", list)).isEmpty();
    TreeMap<RefName, Oid> many = new TreeMap<>();
    for (int i = 0; i < 10_001; i++) {
      many.put(new RefName("refs/heads/b" + i), tip);
    }
    HostedRepository large =
        new HostedRepository(
            ADDRESS, hosted().standing(), new Refs(many, Optional.empty()), new TreeMap<>());
    assertThat(uploads.atOnce(large, "version=2", list)).isEmpty();
  }

  @Test
  void sameCloneIsAnsweredFromTheCache() throws IOException, InterruptedException {
    keep(1 << 20);
    byte[] first = exchanged(2, clone(2, tip.hex())).body();
    awaitKept(first.length);
    byte[] second = exchanged(2, clone(2, tip.hex())).body();
    assertThat(second).isEqualTo(first);
    assertThat(cached).containsExactly(false, true);
    assertThat(exchanged(0, clone(0, tip.hex())).body()).isNotEqualTo(first);
    assertThat(cached).endsWith(false);
  }

  @Test
  void largeCloneIsAnsweredFromTheCacheWithoutComputing() throws IOException, InterruptedException {
    keep(100 << 20);
    Oid large = scratch.commit("large.bin", noise(1 << 20));
    byte[] first = exchanged(2, clone(2, large.hex())).body();
    awaitKept(first.length);
    HostedRepository repository = hosted();
    try (Stream<Path> packs = Files.list(layout.packs(FAMILY))) {
      for (Path file : packs.toList()) {
        Files.delete(file);
      }
    }
    FakeExchange second = new FakeExchange(2, clone(2, large.hex()));
    uploads.exchange(repository, second);
    assertThat(second.body()).isEqualTo(first);
  }

  @Test
  void manyWhoCloneTheSameAtOnceAllGetIt() throws IOException, InterruptedException {
    keep(100 << 20);
    Oid large = scratch.commit("large.bin", noise(1 << 20));
    HostedRepository repository = hosted();
    List<FakeExchange> all = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      FakeExchange one = new FakeExchange(2, clone(2, large.hex()));
      all.add(one);
      uploads.exchange(repository, one);
    }
    byte[] first = all.getFirst().body();
    assertThat(first.length).isGreaterThan(1 << 20);
    for (FakeExchange one : all) {
      assertThat(one.body()).isEqualTo(first);
    }
    awaitKept(first.length);
  }

  @Test
  void cacheGivesNothingToWhoMayNotHaveIt() throws IOException, InterruptedException {
    keep(1 << 20);
    byte[] first = exchanged(2, clone(2, tip.hex())).body();
    awaitKept(first.length);
    HostedRepository other =
        new HostedRepository(
            new RepoAddress(PublicKey.parse("2".repeat(64)), FAMILY),
            Standing.SERVED,
            Refs.NONE,
            new TreeMap<>());
    FakeExchange refused = new FakeExchange(2, clone(2, tip.hex()));
    uploads.exchange(other, refused);
    assertThat(new String(refused.body(), ISO_8859_1)).contains("not our ref");
  }

  @Test
  void cacheKeepsWhatWasUsedLastAndNothingThatIsTooLarge()
      throws IOException, InterruptedException {
    byte[] first = exchanged(2, clone(2, tip.hex())).body();
    // A quarter is the most for one.
    keep(4L * first.length + 100);
    byte[] request = clone(2, tip.hex());
    scratch.run("branch", "small");
    Oid large = scratch.commit("b.bin", noise(8 * first.length));
    exchanged(2, request);
    awaitKept(first.length);
    exchanged(2, clone(2, large.hex()));
    awaitKept(first.length);
    exchanged(2, request);
    assertThat(cached).containsExactly(false, false, true);
  }

  @Test
  void directoriesThatAFetchReadAreKeptForTheNext() throws IOException {
    uploads.close();
    uploads = service(ServeLimits.forCores(1).withCaches(0, 1 << 20));
    scratch.commit("sub/deep/b.txt", "two");
    Oid newest = scratch.commit("sub/c.txt", "three");
    byte[] clone = clone(2, newest.hex());
    exchanged(2, clone);
    assertThat(uploads.treeBytes()).as("after a clone").isZero();
    byte[] fetch =
        PktText.bytes(
            "command=fetch",
            "delim",
            "no-progress",
            "thin-pack",
            "want " + newest,
            "have " + tip,
            "done",
            "flush");
    byte[] first = exchanged(2, fetch).body();
    long kept = uploads.treeBytes();
    byte[] second = exchanged(2, fetch).body();
    assertThat(kept).isPositive();
    assertThat(uploads.treeBytes()).isEqualTo(kept);
    assertThat(second).isEqualTo(first);
  }

  private void keep(long bytes) {
    uploads.close();
    uploads = service(ServeLimits.forCores(1).withCaches(bytes, 0));
  }

  /** It is kept right after the end. */
  private void awaitKept(long bytes) {
    Eventually.await(() -> uploads.cacheBytes() == bytes);
  }

  /** It is counted right after the end. */
  private String counted() throws InterruptedException {
    return String.valueOf(operations.poll(20, TimeUnit.SECONDS));
  }

  private UploadService service(ServeLimits limits) {
    GitMetrics metrics =
        new GitMetrics() {
          @Override
          public void wholeClone(boolean isFromCache) {
            cached.add(isFromCache);
          }

          @Override
          public void operation(Operation operation, Status status, Duration took) {
            operations.add(operation.word() + " " + status.word());
          }

          @Override
          public void bytes(Direction direction, long count) {}
        };
    return new UploadService(ground, limits, "graspd/test", metrics, System::nanoTime);
  }

  private static ServeLimits within(Duration total) {
    ServeLimits usual = ServeLimits.forCores(1);
    return usual.withWaiting(usual.uploads().waiting(), usual.times().placeWait(), total);
  }

  private FakeExchange exchanged(int version, byte[] request) throws IOException {
    FakeExchange exchange = new FakeExchange(version, request);
    uploads.exchange(hosted(), exchange);
    exchange.end();
    return exchange;
  }

  private HostedRepository hosted() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    return new HostedRepository(ADDRESS, Standing.SERVED, refs, new TreeMap<>());
  }

  private static byte[] clone(int version, String want) {
    return version == 2
        ? PktText.bytes("command=fetch", "delim", "no-progress", "want " + want, "done", "flush")
        : PktText.bytes("want " + want + " side-band-64k no-progress", "flush", "done");
  }

  private static String noise(int length) {
    StringBuilder text = new StringBuilder(length);
    new Random(1).ints(length, ' ', 0x17f).forEach(c -> text.append((char) c));
    return text.toString();
  }
}
