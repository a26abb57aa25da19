package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.DiskFaults;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Raw pushes, byte by byte: their answers; a refused one leaves nothing. */
class PushTest {
  static final RepoAddress REPOSITORY =
      new RepoAddress(PublicKey.parse("1".repeat(64)), IngestFixture.FAMILY);
  private static final String ZERO = "0".repeat(40);
  private static final String ONE = "1".repeat(40);
  private static final String PLAIN = "\0report-status delete-refs";
  private static final byte[] BAD_PACK = "PACK, but not really".getBytes(UTF_8);

  @TempDir Path temporary;
  private IngestFixture bench;
  private RecordedPushes pushes;
  private PushPlaces places;

  @BeforeEach
  void begin() {
    bench = new IngestFixture(temporary.resolve("git"));
    pushes = new RecordedPushes();
    places = new PushPlaces(PushLimits.DEFAULT, System::nanoTime);
  }

  @AfterEach
  void end() {
    places.close();
    assertThat(bench.requests.usedBytes()).isZero();
  }

  private MemoryExchange push(byte[]... parts) {
    return push(new MemoryExchange(join(parts)));
  }

  private MemoryExchange push(MemoryExchange exchange) {
    new Push(
            new ReceiveService.Parts(
                pushes,
                bench.ingest,
                bench.quarantine,
                IngestFixture.LIMITS,
                PushLimits.DEFAULT,
                places,
                bench.requests,
                ServiceAddress.of("example.com", "/"),
                GitMetrics.NONE,
                System::nanoTime,
                Duration.ofMinutes(1)),
            RefSpace.ofRepository(REPOSITORY),
            exchange)
        .run();
    return exchange;
  }

  @Test
  void probeIsAnsweredWithNothing() {
    MemoryExchange answer = push("0000".getBytes(UTF_8));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEmpty();
    assertThat(pushes.performed).isEmpty();
  }

  @Test
  void pushWithoutSideBandIsAnsweredInPlainLines() throws IOException {
    Scratch scratch = Scratch.init(temporary.resolve("scratch"));
    String commit = scratch.commit("a", "b");
    MemoryExchange answer =
        push(line(ZERO + " " + commit + " refs/heads/main" + PLAIN), flush(), scratch.pack("main"));
    assertThat(answer.lines()).containsExactly("unpack ok", "ok refs/heads/main");
    assertThat(pushes.refs).containsEntry(new RefName("refs/heads/main"), new Oid(commit));
    assertThat(bench.fsck(commit)).isEmpty();
  }

  @Test
  void pushWithSideBandIsAnsweredInBands() throws IOException {
    Scratch scratch = Scratch.init(temporary.resolve("scratch"));
    String commit = scratch.commit("a", "b");
    MemoryExchange answer =
        push(
            line(ZERO + " " + commit + " refs/heads/main\0 report-status-v2 side-band-64k"),
            flush(),
            scratch.pack("main"));
    assertThat(answer.text())
        .isEqualTo(
            "000e\2a remark\n"
                + "002e\1"
                + "000eunpack ok\n"
                + "0017ok refs/heads/main\n"
                + "0000"
                + "0000");
  }

  @Test
  void idsInCapitalsAreReadAsGitReadsThem() throws IOException {
    pushes.allowed = _ -> false;
    String shouted = "A".repeat(40);
    MemoryExchange answer = push(line(ZERO + " " + shouted + " refs/heads/main" + PLAIN), flush());
    assertThat(answer.lines())
        .contains("ng refs/heads/main no signed state for this ref: for the test");
  }

  @Test
  void commandWhoseNewIdIsZeroIsADeletionWhateverTheOldId() throws IOException {
    pushes.refs.put(new RefName("refs/heads/x"), new Oid(ONE));
    MemoryExchange answer = push(line(ZERO + " " + ZERO + " refs/heads/x" + PLAIN), flush());
    assertThat(answer.lines()).containsExactly("unpack ok", "ok refs/heads/x");
    assertThat(pushes.refs).isEmpty();
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void refusedPushSaysWhyForEachRefAndItsPackIsNotLookedAt() throws IOException {
    pushes.allowed = _ -> false;
    MemoryExchange answer =
        push(
            line(ZERO + " " + ONE + " refs/heads/a" + PLAIN),
            line(ZERO + " " + ONE + " refs/heads/b"),
            flush(),
            BAD_PACK);
    String why = "no signed state for this ref: for the test";
    assertThat(answer.lines())
        .containsExactly("unpack " + why, "ng refs/heads/a " + why, "ng refs/heads/b " + why);
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void badPackIsRefusedForEachRef() throws IOException {
    MemoryExchange answer =
        push(
            line(ZERO + " " + ONE + " refs/heads/a" + PLAIN),
            line(ZERO + " " + ONE + " refs/heads/b"),
            flush(),
            BAD_PACK);
    String why = "the pack is broken: only version 2 is taken";
    assertThat(answer.lines())
        .containsExactly("unpack " + why, "ng refs/heads/a " + why, "ng refs/heads/b " + why);
    nothingHappened();
  }

  @Test
  void peopleAreToldWhereToReadOn() throws IOException {
    MemoryExchange answer =
        push(
            line(ZERO + " " + ONE + " refs/heads/a\0report-status side-band-64k"),
            flush(),
            BAD_PACK);
    assertThat(answer.text())
        .contains("\2the pack is broken: only version 2 is taken\n")
        .contains("\2see https://example.com/errors/pack-broken\n");
  }

  @Test
  void tooManyCommandsAreRefused() throws IOException {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    for (int i = 0; i < 2_001; i++) {
      list.writeBytes(line(ZERO + " " + ONE + " refs/heads/" + i + (i == 0 ? PLAIN : "")));
    }
    MemoryExchange answer = push(list.toByteArray(), flush(), BAD_PACK);
    assertThat(answer.lines())
        .hasSize(2_001)
        .startsWith(
            "unpack too many refs in one push: at most 2,000",
            "ng refs/heads/0 too many refs in one push: at most 2,000");
    nothingHappened();
  }

  @Test
  void certificateIsRefused() throws IOException {
    MemoryExchange answer =
        push(
            line("push-cert" + PLAIN),
            line("certificate version 0.1"),
            line(ZERO + " " + ONE + " refs/heads/a"),
            line("push-cert-end"),
            flush(),
            BAD_PACK);
    assertThat(answer.lines()).containsExactly("unpack push certificates are not taken");
    nothingHappened();
  }

  @Test
  void shallowPushIsRefused() throws IOException {
    MemoryExchange answer =
        push(
            line("shallow " + ONE),
            line(ZERO + " " + ONE + " refs/heads/a" + PLAIN),
            flush(),
            BAD_PACK);
    assertThat(answer.lines())
        .containsExactly(
            "unpack shallow pushes are not taken", "ng refs/heads/a shallow pushes are not taken");
    nothingHappened();
  }

  @Test
  void otherObjectFormatIsRefused() throws IOException {
    MemoryExchange answer =
        push(line(ZERO + " " + ONE + " refs/heads/a\0report-status object-format=sha256"), flush());
    assertThat(answer.lines().getFirst())
        .isEqualTo(
            "unpack the push cannot be read: only object-format=sha1 is known here, not the"
                + " ids of a SHA-256 repository");
    nothingHappened();
  }

  @Test
  void pushOptionsAreReadBeforeThePack() throws IOException {
    Scratch scratch = Scratch.init(temporary.resolve("scratch"));
    String commit = scratch.commit("a", "b");
    MemoryExchange answer =
        push(
            line(ZERO + " " + commit + " refs/heads/main\0report-status push-options"),
            flush(),
            line("one"),
            line("two"),
            flush(),
            scratch.pack("main"));
    assertThat(answer.lines()).containsExactly("unpack ok", "ok refs/heads/main");
  }

  @Test
  void listThatCannotBeReadIsABadRequest() {
    assertThat(push("hello".getBytes(UTF_8)).status()).isEqualTo(400);
    assertThat(push(new byte[0]).status()).isEqualTo(400);
    assertThat(push(line("not a command"), flush()).status()).isEqualTo(400);
    assertThat(push(line(ZERO + " " + ONE + " refs/heads/a")).status()).isEqualTo(400);
    nothingHappened();
  }

  @Test
  void controlCharactersOfARefDoNotReachTheTerminal() throws IOException {
    MemoryExchange answer =
        push(line(ZERO + " " + ONE + " refs/heads/\33[31m\nok refs/x" + PLAIN), flush());
    assertThat(answer.lines().get(1)).startsWith("ng refs/heads/?[31m?ok refs/x ");
  }

  @Test
  void pushThatIsCutLeavesNothing() throws IOException {
    Scratch scratch = Scratch.init(temporary.resolve("scratch"));
    String commit = scratch.commit("a", "b".repeat(1_000));
    byte[] pack = scratch.pack("main");
    InputStream cut =
        new SequenceInputStream(
            new ByteArrayInputStream(
                join(line(ZERO + " " + commit + " refs/heads/main" + PLAIN), flush())),
            new SequenceInputStream(
                new ByteArrayInputStream(pack, 0, pack.length - 30), new Broken()));
    assertThat(push(new MemoryExchange(cut)).status()).isZero();
    nothingHappened();
  }

  private static final class Broken extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("connection reset");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException("connection reset");
    }
  }

  @Test
  void fullDiskIsToldByTheStatusOfHttp() {
    IngestLimits greedy =
        new IngestLimits(1 << 30, 1 << 20, 1 << 20, 10, 10, 10, CheckLimits.DEFAULT, 1L << 50);
    bench = new IngestFixture(temporary.resolve("git"), greedy);
    MemoryExchange answer =
        push(line(ZERO + " " + ONE + " refs/heads/a" + PLAIN), flush(), BAD_PACK);
    assertThat(answer.status()).isEqualTo(507);
    assertThat(answer.text()).isEqualTo("error: storage full");
    nothingHappened();
  }

  @Test
  void diskThatFillsUpMeanwhileIsToldLikeOneThatWasFull() {
    assertThat(DiskFaults.isFull(new IOException("No space left on device"))).isTrue();
    assertThat(DiskFaults.isFull(new IOException("Input/output error"))).isFalse();
    assertThat(DiskFaults.isFull(new IOException((String) null))).isFalse();
  }

  @Test
  void refOfMoreThan255BytesIsRefusedWhileItIsRead() throws IOException {
    String name = "refs/heads/" + "x".repeat(245);
    MemoryExchange answer =
        push(
            line(ZERO + " " + ONE + " " + name + PLAIN),
            line(ZERO + " " + ONE + " " + name + "y"),
            flush(),
            BAD_PACK);
    String why = "this ref cannot be pushed: a name has more than 255 bytes";
    assertThat(answer.lines()).containsExactly("unpack " + why, "ng " + name + " " + why);
    nothingHappened();
  }

  @Test
  void lineThatIsFarTooLongIsNotEvenRead() throws IOException {
    MemoryExchange answer =
        push(line(ZERO + " " + ONE + " refs/heads/a" + PLAIN), "4000".getBytes(UTF_8));
    assertThat(answer.lines().getFirst())
        .matches("unpack the push cannot be read: line is longer than 1[.,]?\\d+ bytes");
    nothingHappened();
  }

  @Test
  void listThatDoesNotFitTheMemoryOfItsAddressIsToldToComeBack() throws IOException {
    Payer address = new MemoryExchange(new byte[0]).payer();
    try (var _ = bench.requests.force(address, (4 << 20) - 1_000)) {
      MemoryExchange answer =
          push(line(ZERO + " " + ONE + " refs/heads/a" + PLAIN), flush(), BAD_PACK);
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).isEqualTo("rate-limited: too many pushes at once");
    }
    nothingHappened();
  }

  @Test
  void tenThousandDamagedListsDoNothing() throws IOException {
    pushes.allowed = _ -> false;
    Random random = new Random(42);
    byte[] good =
        join(
            line(ZERO + " " + ONE + " refs/heads/a\0report-status side-band-64k push-options"),
            line(ONE + " " + ZERO + " refs/tags/b"),
            line("shallow " + ONE),
            flush(),
            line("option"),
            flush(),
            BAD_PACK);
    for (int i = 0; i < 10_000; i++) {
      byte[] damaged = damaged(good, random);
      MemoryExchange answer = push(damaged);
      assertThat(answer.status())
          .as(() -> new String(damaged, ISO_8859_1).toLowerCase(Locale.ROOT))
          .isIn(200, 400);
    }
    nothingHappened();
  }

  private static byte[] damaged(byte[] good, Random random) {
    byte[] damaged = good.clone();
    for (int n = random.nextInt(1, 6); n > 0; n--) {
      damaged[random.nextInt(damaged.length)] =
          random.nextBoolean()
              ? (byte) random.nextInt(256)
              : (byte) "0 \0\nf1".charAt(random.nextInt(6));
    }
    return random.nextInt(4) == 0
        ? Arrays.copyOf(damaged, random.nextInt(damaged.length))
        : damaged;
  }

  private void nothingHappened() {
    assertThat(pushes.performed).isEmpty();
    assertThat(bench.files()).isEmpty();
  }

  static byte[] line(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new PktWriter(out).line(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  static byte[] flush() {
    return "0000".getBytes(UTF_8);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
