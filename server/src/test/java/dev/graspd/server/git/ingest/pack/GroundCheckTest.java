package dev.graspd.server.git.ingest.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A family's store holds a served history, and a secret that was force-pushed away: a commit on top
 * of it with a file in a directory. A stranger knows the ids of all of it.
 */
class GroundCheckTest {
  private static final PublicKey ANYBODY = PublicKey.parse("ab".repeat(32));
  private static final String SECRET = "the password is in this file, which is long enough\n";

  @TempDir Path temporary;
  private Scratch scratch;
  private IngestFixture bench;
  private String first;
  private String served;
  private String secret;

  @BeforeEach
  void begin() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    bench = new IngestFixture(temporary.resolve("git"));
    scratch.commit("dir/sub/one", "1".repeat(500));
    scratch.commit("dir/other/two", "2".repeat(500));
    first = scratch.commit("old", "a version that is history\n".repeat(20));
    served = scratch.commit("old", "a version that is served\n".repeat(20));
    secret = scratch.commit("private/file", SECRET);
    publish(scratch.pack("main"), ground());
    scratch.git("reset", "-q", "--hard", served);
  }

  private static PackBase ground(String... tips) {
    return PackBase.served(
        Arrays.stream(tips).map(Oid::new).collect(Collectors.toCollection(TreeSet::new)));
  }

  private void publish(byte[] pack, PackBase ground) throws IOException {
    try (PackDelivery delivery = taken(pack, ground)) {
      delivery.store();
      delivery.keep();
    }
  }

  private PackDelivery taken(byte[] pack, PackBase ground) throws IOException {
    return switch (bench.take(pack, ground)) {
      case PackIngest.Outcome.Taken(var delivery) -> delivery;
      case PackIngest.Outcome.Refused(var refusal) -> throw new AssertionError(refusal.message());
    };
  }

  private String refusal(byte[] pack) throws IOException {
    return switch (bench.take(pack, ground(served))) {
      case PackIngest.Outcome.Taken(var delivery) -> {
        delivery.close();
        yield "taken";
      }
      case PackIngest.Outcome.Refused(var refusal) -> refusal.text();
    };
  }

  private String id(String revision) {
    return scratch.git("rev-parse", revision);
  }

  // ---- attempts of a stranger

  private static String commit(String tree, String... parents) {
    String lines = Stream.of(parents).map("parent %s\n"::formatted).collect(Collectors.joining());
    String person = "K <k@example.com> 1700000000 +0000";
    return "tree %s\n%sauthor %s\ncommitter %s\n\nmine\n".formatted(tree, lines, person, person);
  }

  private static byte[] tree(String mode, String name, String id) {
    byte[] head = (mode + " " + name + "\0").getBytes(UTF_8);
    byte[] entry = Arrays.copyOf(head, head.length + 20);
    System.arraycopy(HexFormat.of().parseHex(id), 0, entry, head.length, 20);
    return entry;
  }

  /** The ways in which a stranger's pack may build on objects that are not served. */
  enum Trick {
    PARENT,
    TREE,
    DIRECTORY,
    FILE,
    TAG,
    DELTA_ON_FILE
  }

  private PackBuilder pack(Trick trick) {
    return switch (trick) {
      case PARENT -> new PackBuilder().object(PackBuilder.COMMIT, commit(id(served + ":"), secret));
      case TREE -> new PackBuilder().object(PackBuilder.COMMIT, commit(id(secret + ":"), served));
      case DIRECTORY ->
          new PackBuilder().object(PackBuilder.TREE, tree("40000", "x", id(secret + ":private")));
      case FILE ->
          new PackBuilder()
              .object(PackBuilder.TREE, tree("100644", "x", id(secret + ":private/file")));
      case TAG ->
          new PackBuilder()
              .object(
                  PackBuilder.TAG,
                  "object %s\ntype commit\ntag v1\ntagger K <k@example.com> 1700000000 +0000\n\nx\n"
                      .formatted(secret));
      case DELTA_ON_FILE ->
          new PackBuilder()
              .deltaOn(
                  HexFormat.of().parseHex(id(secret + ":private/file")),
                  PackBuilder.repeating(SECRET.length(), SECRET.length(), 2));
    };
  }

  @ParameterizedTest
  @EnumSource
  void packThatBuildsOnWhatIsNotServedIsRefused(Trick trick) throws IOException {
    long before = bench.bytesLeft();
    assertThat(refusal(pack(trick).pack())).startsWith("the push lacks an object: ");
    assertThat(bench.bytesLeft()).isEqualTo(before);
  }

  @Test
  void deltaThatIsItsOwnBaseBringsNothing() throws IOException {
    long size = Long.parseLong(scratch.git("cat-file", "-s", secret));
    byte[] pack =
        new PackBuilder()
            .deltaOn(HexFormat.of().parseHex(secret), PackBuilder.repeating(size, size, 1))
            .pack();
    assertThat(refusal(pack)).startsWith("the pack is broken: ");
  }

  // ---- what others do

  @Test
  void thinPackOnAServedTipIsTaken() throws IOException {
    String mine = scratch.commit("dir/sub/one", "1".repeat(499) + "x");
    try (PackDelivery delivery =
        taken(scratch.thinPack("main", "^" + served), ground(first, served))) {
      assertThat(delivery.brings(ANYBODY, new Oid(mine))).isTrue();
      assertThat(delivery.brings(ANYBODY, new Oid(secret))).isFalse();
    }
  }

  @Test
  void packOnAnOldCommitIsTaken() throws IOException {
    scratch.git("checkout", "-q", "-b", "topic", first);
    scratch.commit("new", "x");
    assertThat(refusal(scratch.thinPack("topic", "^" + served))).isEqualTo("taken");
  }

  @Test
  void filesThatMoveAndComeBackFromHistoryAreFound() throws IOException {
    requireFilesOfHistory();
  }

  private void requireFilesOfHistory() throws IOException {
    scratch.git("mv", "dir/sub", "moved");
    scratch.git("checkout", first, "--", "old");
    scratch.git("commit", "-q", "-m", "move");
    assertThat(refusal(scratch.thinPack("main", "^" + served))).isEqualTo("taken");
  }

  @Test
  void historyOfItsOwnMayUseServedFiles() throws IOException {
    scratch.git("checkout", "-q", "--orphan", "other");
    scratch.git("commit", "-q", "-m", "the same files");
    assertThat(refusal(scratch.pack("other", "^" + served))).isEqualTo("taken");
  }

  @Test
  void whatWasForcePushedAwayIsTakenFromWhoHasIt() throws IOException {
    try (PackDelivery delivery = taken(scratch.thinPack(secret, "^" + served), ground(served))) {
      assertThat(delivery.brings(ANYBODY, new Oid(secret))).isTrue();
    }
    try (PackDelivery delivery = bench.quarantine.nothing(IngestFixture.FAMILY)) {
      assertThat(delivery.brings(ANYBODY, new Oid(secret))).as("an empty push").isFalse();
    }
  }

  @Test
  void whatWasBroughtForOneKeyIsGroundForItsEventsAlone() throws IOException {
    PublicKey other = PublicKey.parse("cd".repeat(32));
    scratch.git("reset", "-q", "--hard", secret);
    String mine = scratch.commit("more", "x");
    PackBase ground = new PackBase(ground(served, secret).tips(), Optional.of(ANYBODY));
    try (PackDelivery delivery = taken(scratch.thinPack("main", "^" + secret), ground)) {
      assertThat(delivery.brings(ANYBODY, new Oid(mine))).isTrue();
      assertThat(delivery.brings(other, new Oid(mine))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void bitmapsTellTheSame(Trick trick) throws IOException {
    withBitmap();
    assertThat(refusal(pack(trick).pack())).startsWith("the push lacks an object: ");
    requireFilesOfHistory();
  }

  private void withBitmap() throws IOException {
    scratch.git("branch", "-f", "secret", secret);
    scratch.git("-c", "pack.writeBitmapHashCache=false", "repack", "-q", "-adb");
    Path packs = bench.layout.packs(IngestFixture.FAMILY);
    try (Stream<Path> files = Files.list(scratch.directory().resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Files.copy(file, packs.resolve(file.getFileName().toString()));
      }
    }
    scratch.git("branch", "-q", "-D", "secret");
    try (var lease = bench.stores.lease(IngestFixture.FAMILY);
        var reader = lease.directory().newReader()) {
      assertThat(reader.getBitmapIndex()).isNotNull();
    }
  }

  // ---- searches in the whole history

  private static Payer address(String literal) {
    return Payer.of(InetAddress.ofLiteral(literal));
  }

  /** A pack that needs one: it builds on a file that only an old commit has. */
  private byte[] deepPack() {
    return new PackBuilder()
        .object(PackBuilder.TREE, tree("100644", "x", id(first + ":old")))
        .pack();
  }

  private String refusalOf(byte[] pack, Payer payer) throws IOException {
    return switch (bench.take(pack, ground(served), payer)) {
      case PackIngest.Outcome.Taken(var delivery) -> {
        delivery.close();
        yield "taken";
      }
      case PackIngest.Outcome.Refused(var refusal) -> refusal.message();
    };
  }

  @Test
  @Timeout(30)
  void oneAddressCannotHaveAllDeepSearches() throws Exception {
    byte[] pack = deepPack();
    UnitPool searches = bench.ingest.deepSearches();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        UnitPool.Taken _ = searches.take(address("198.51.100.1"), 1).orElseThrow()) {
      Future<String> second = threads.submit(() -> refusalOf(pack, address("198.51.100.1")));
      Eventually.await(() -> searches.waiting() == 1);
      assertThat(refusalOf(pack, address("203.0.113.7"))).isEqualTo("taken");
      assertThat(second.isDone()).isFalse();
      assertThat(second.cancel(true)).isTrue();
    }
  }

  @Test
  @Timeout(30)
  void deepSearchWaitsForItsTurn() throws Exception {
    byte[] pack = deepPack();
    UnitPool searches = bench.ingest.deepSearches();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> ours;
      try (UnitPool.Taken _ = searches.take(address("198.51.100.1"), 1).orElseThrow();
          UnitPool.Taken _ = searches.take(address("198.51.100.2"), 1).orElseThrow()) {
        ours = threads.submit(() -> refusalOf(pack, address("203.0.113.7")));
        Eventually.await(() -> ours.isDone() || searches.waiting() == 1);
        assertThat(searches.waiting()).as("it is not refused at once").isEqualTo(1);
      }
      assertThat(ours.get()).isEqualTo("taken");
    }
  }

  @Test
  void searchHasABound() throws IOException {
    CheckLimits checks = new CheckLimits(3, Duration.ofSeconds(1), Duration.ofSeconds(1));
    IngestLimits few =
        new IngestLimits(1L << 30, 100L << 20, 16L << 20, 2_000_000, 2_000, 4_095, checks, 0);
    byte[] pack = deepPack();
    bench = new IngestFixture(temporary.resolve("git"), few);
    assertThat(refusal(pack)).contains("hard to find among those served");
  }
}
