package dev.graspd.server.git.ingest.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Refusals of packs (threats.md, section 4) and their texts; nothing is left of a refused pack. */
class HostilePackTest {
  private static final long MEBIBYTE = 1L << 20;
  private static final String IDENT = "A <a@example.com> 1700000000 +0000\n";

  @TempDir Path temporary;
  private IngestFixture bench;

  @BeforeEach
  void begin() {
    bench = new IngestFixture(temporary.resolve("git"));
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(bench.bytesLeft()).isZero();
  }

  @Test
  void headerThatClaimsABillionObjectsIsRefusedBeforeAnythingIsAllocated() throws IOException {
    assertThat(bench.refusal(new PackBuilder().pack(1_000_000_000)))
        .isEqualTo("the pack asks for too much work: it has more than 2,000,000 objects");
    assertThat(bench.refusal(new PackBuilder().pack(-1))).contains("2,000,000 objects");
  }

  @Test
  void headerThatClaimsMoreThanComesIsRefused() throws IOException {
    byte[] pack = new PackBuilder().object(PackBuilder.BLOB, "x").pack(2_000_000);
    assertThat(bench.refusal(pack)).startsWith("the pack is broken: ");
  }

  @Test
  void smallBombOfDeltasIsRefusedBeforeAnyIsMade() throws IOException {
    int base = 1 << 16;
    PackBuilder builder = new PackBuilder();
    long root = builder.offset();
    builder.object(PackBuilder.BLOB, new byte[base]);
    for (int i = 0; i < 1_000; i++) {
      builder.deltaOn(root, PackBuilder.repeating(base, base - 1, 1_500 + i % 90));
    }
    byte[] pack = builder.pack();
    assertThat(pack.length).isLessThan(64_000);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    assertThat(bench.refusal(pack))
        .isEqualTo(
            "the pack asks for too much work: it inflates to more than 256 MiB and 300 times its"
                + " size");
    assertThat(threads.getCurrentThreadAllocatedBytes() - allocatedBefore)
        .isLessThan(10 * MEBIBYTE);
  }

  @Test
  void chainOfDeltasThatGrowsIsRefused() throws IOException {
    PackBuilder builder = new PackBuilder();
    long size = 1 << 16;
    long offset = builder.offset();
    builder.object(PackBuilder.BLOB, new byte[(int) size]);
    for (int i = 0; i < 3; i++) {
      long next = builder.offset();
      builder.deltaOn(offset, PackBuilder.repeating(size, size & 0xffffff, 200));
      size = (size & 0xffffff) * 200;
      offset = next;
    }
    assertThat(bench.refusal(builder.pack())).isEqualTo("an object exceeds the 100 MiB limit");
  }

  @Test
  void bombOfZerosIsRefused() throws IOException {
    PackBuilder builder = new PackBuilder();
    for (int i = 0; i < 5; i++) {
      byte[] zeros = new byte[(int) (90 * MEBIBYTE)];
      zeros[0] = (byte) i;
      builder.object(PackBuilder.BLOB, zeros);
    }
    assertThat(bench.refusal(builder.pack()))
        .startsWith("the pack asks for too much work: it inflates to more");
  }

  @Test
  void objectThatInflatesToMoreThanItSaysIsRefused() throws IOException {
    byte[] pack =
        new PackBuilder().claiming(PackBuilder.BLOB, 10, new byte[(int) (50 * MEBIBYTE)]).pack();
    assertThat(bench.refusal(pack))
        .isEqualTo("the pack is broken: an object is longer than it says");
  }

  @Test
  void objectThatInflatesToLessThanItSaysIsRefused() throws IOException {
    byte[] pack = new PackBuilder().claiming(PackBuilder.BLOB, 10, new byte[5]).pack();
    assertThat(bench.refusal(pack))
        .isEqualTo("the pack is broken: an object is shorter than it says");
  }

  @Test
  void objectOverTheLimitIsRefusedByItsHeader() throws IOException {
    byte[] pack = new PackBuilder().claiming(PackBuilder.BLOB, 101 * MEBIBYTE, new byte[5]).pack();
    assertThat(bench.refusal(pack)).isEqualTo("an object exceeds the 100 MiB limit");
  }

  @Test
  void packOverTheLimitIsRefused() throws IOException {
    byte[] random = new byte[300_000];
    new Random(1).nextBytes(random);
    IngestLimits small =
        new IngestLimits(1 << 18, 1 << 20, 1 << 20, 10, 10, 10, CheckLimits.DEFAULT, 0);
    bench = new IngestFixture(temporary.resolve("git"), small);
    assertThat(bench.refusal(new PackBuilder().object(PackBuilder.BLOB, random).pack()))
        .isEqualTo("pack exceeds the 256 KiB limit");
  }

  @Test
  void chainOfDeltasThatIsTooLongIsRefused() throws IOException {
    assertThat(bench.refusal(chain(4_096)))
        .isEqualTo("the pack asks for too much work: a chain of deltas is longer than 4,095");
  }

  @Test
  void longestChainOfDeltasIsTaken() throws IOException {
    try (var delivery = bench.taken(chain(4_095))) {
      assertThat(delivery.packs()).hasSize(1);
    }
  }

  private static byte[] chain(int depth) {
    PackBuilder builder = new PackBuilder();
    long offset = builder.offset();
    byte[] content = "version 0000000".getBytes(UTF_8);
    builder.object(PackBuilder.BLOB, content);
    for (int i = 1; i <= depth; i++) {
      long next = builder.offset();
      builder.deltaOn(
          offset,
          PackBuilder.replacing(content.length, "version %07d".formatted(i).getBytes(UTF_8)));
      offset = next;
    }
    return builder.pack();
  }

  @Test
  void wrongChecksumIsRefused() throws IOException {
    byte[] pack = new PackBuilder().object(PackBuilder.BLOB, "x").pack();
    pack[pack.length - 1]++;
    assertThat(bench.refusal(pack)).isEqualTo("the pack is broken: its checksum is wrong");
  }

  @Test
  void packThatIsCutAnywhereIsRefused() throws IOException {
    byte[] pack = new PackBuilder().object(PackBuilder.BLOB, "some text").pack();
    for (int length = 1; length < pack.length; length++) {
      assertThat(bench.refusal(Arrays.copyOf(pack, length)))
          .as("%d bytes", length)
          .startsWith("the pack is broken: it ends too early");
    }
    assertThat(bench.refusal(new byte[0])).isEqualTo("the pack is broken: there is none");
  }

  @Test
  void whatFollowsAPackIsRefused() throws IOException {
    byte[] pack = new PackBuilder().object(PackBuilder.BLOB, "x").pack();
    assertThat(bench.refusal(Arrays.copyOf(pack, pack.length + 1)))
        .isEqualTo("the pack is broken: something follows its end");
  }

  @Test
  void everyChangedByteIsRefused() throws IOException {
    byte[] pack = new PackBuilder().object(PackBuilder.BLOB, "some text").pack();
    for (int at = 0; at < pack.length; at++) {
      byte[] changed = pack.clone();
      changed[at] ^= 0x55;
      assertThat(bench.refusal(changed)).as("byte %d", at).isNotEqualTo("taken");
    }
  }

  @Test
  void objectThatIsThereTwiceIsRefused() throws IOException {
    byte[] pack =
        new PackBuilder().object(PackBuilder.BLOB, "x").object(PackBuilder.BLOB, "x").pack();
    assertThat(bench.refusal(pack)).endsWith("is in it twice");
  }

  @Test
  void deltaWithoutABaseIsRefused() throws IOException {
    byte[] delta = PackBuilder.replacing(1, new byte[] {1});
    assertThat(bench.refusal(new PackBuilder().deltaOn(3, delta).pack()))
        .isEqualTo("the pack is broken: a delta has no base");
    assertThat(bench.refusal(new PackBuilder().deltaOn(new byte[20], delta).pack()))
        .isEqualTo("the push lacks an object: base " + "0".repeat(40));
  }

  @Test
  void deltaThatReadsBeyondItsBaseIsRefused() throws IOException {
    PackBuilder builder = new PackBuilder();
    long base = builder.offset();
    builder.object(PackBuilder.BLOB, "short").deltaOn(base, PackBuilder.repeating(5, 6, 1));
    assertThat(bench.refusal(builder.pack()))
        .isEqualTo("the pack is broken: a delta does not fit its base");
  }

  @Test
  void objectsThatAreMissingAreNamed() throws IOException {
    byte[] commit = commit("1".repeat(40), "");
    assertThat(bench.refusal(new PackBuilder().object(PackBuilder.COMMIT, commit).pack()))
        .isEqualTo("the push lacks an object: tree " + "1".repeat(40));
    byte[] tree = tree("100644", "file", "22".repeat(20));
    assertThat(bench.refusal(new PackBuilder().object(PackBuilder.TREE, tree).pack()))
        .isEqualTo("the push lacks an object: blob " + "2".repeat(40));
    String tag = "object " + "3".repeat(40) + "\ntype commit\ntag v1\ntagger " + IDENT + "\nx\n";
    assertThat(bench.refusal(new PackBuilder().object(PackBuilder.TAG, tag).pack()))
        .isEqualTo("the push lacks an object: commit " + "3".repeat(40));
  }

  @Test
  void objectThatIsReferredToAsAnotherKindIsRefused() throws IOException {
    byte[] blob = "x".getBytes(UTF_8);
    String id = id("blob", blob);
    byte[] pack =
        new PackBuilder()
            .object(PackBuilder.BLOB, blob)
            .object(PackBuilder.COMMIT, commit(id, ""))
            .pack();
    assertThat(bench.refusal(pack))
        .isEqualTo("the pack is broken: object " + id + " is a blob and referred to as a tree");
  }

  @ParameterizedTest
  @MethodSource("forbiddenTrees")
  void treeThatCouldHarmIsRefused(String messageId, byte[] tree) throws IOException {
    assertThat(bench.refusal(treePack(tree)))
        .isEqualTo("object " + id("tree", tree) + ": " + messageId);
  }

  static Stream<Arguments> forbiddenTrees() {
    String blob = id("blob", new byte[0]);
    return Stream.of(
        Arguments.of("hasDotgit", tree("100644", ".git", blob)),
        Arguments.of("hasDotgit", tree("100644", ".GIT", blob)),
        Arguments.of("hasDotgit", tree("100644", ".git. . ", blob)),
        Arguments.of("hasDotgit", tree("100644", ".git::$INDEX_ALLOCATION", blob)),
        Arguments.of("hasDotgit", tree("100644", "GIT~1", blob)),
        Arguments.of("hasDotgit", tree("100644", "x\\.git\\config", blob)),
        Arguments.of("hasDotgit", tree("100644", ".g\u200cit", blob)),
        Arguments.of("hasDot", tree("100644", ".", blob)),
        Arguments.of("hasDotdot", tree("100644", "..", blob)),
        Arguments.of("emptyName", tree("100644", "", blob)),
        Arguments.of("fullPathname", tree("100644", "a/b", blob)),
        Arguments.of("nullSha1", tree("100644", "a", "0".repeat(40))),
        Arguments.of("zeroPaddedFilemode", tree("0100644", "a", blob)),
        Arguments.of("badFilemode", tree("170000", "a", blob)),
        Arguments.of("badTree", tree("10z644", "a", blob)),
        Arguments.of("badTree", "100644 a\0short".getBytes(UTF_8)),
        Arguments.of("gitmodulesSymlink", tree("120000", ".gitmodules", blob)),
        Arguments.of("gitmodulesSymlink", tree("120000", ".GITmodules", blob)),
        Arguments.of("gitmodulesSymlink", tree("120000", "gitmod~1", blob)),
        Arguments.of("treeNotSorted", join(tree("100644", "b", blob), tree("100644", "a", blob))),
        Arguments.of(
            "duplicateEntries", join(tree("100644", "a", blob), tree("100644", "a", blob))),
        Arguments.of(
            "duplicateEntries",
            join(
                tree("100644", "a", blob),
                tree("100644", "a.b", blob),
                tree("40000", "a", id("tree", new byte[0])))));
  }

  @Test
  void ordinaryNamesAreTaken() throws IOException {
    String blob = id("blob", new byte[0]);
    byte[] tree =
        join(
            tree("100644", ".gitattributes", blob),
            tree("100644", ".gitignore", blob),
            tree("100664", "a", blob),
            tree("100644", "a.b", blob),
            tree("100755", "git", blob),
            tree("120000", "git~2", blob),
            tree("100644", "ünï", blob));
    try (var delivery = bench.taken(treePack(tree))) {
      assertThat(delivery.packs()).hasSize(1);
    }
  }

  @Test
  void treeOfNestedNamesIsCheckedInTimeThatGrowsWithIt() throws IOException {
    String blob = id("blob", new byte[0]);
    ByteArrayOutputStream tree = new ByteArrayOutputStream();
    for (int i = 1; i < 5_500; i++) {
      tree.writeBytes(tree("100644", "a" + "-".repeat(i), blob));
    }
    try (var delivery = bench.taken(treePack(tree.toByteArray()))) {
      assertThat(delivery.packs()).hasSize(1);
    }
  }

  private static byte[] treePack(byte[] tree) {
    return new PackBuilder()
        .object(PackBuilder.BLOB, new byte[0])
        .object(PackBuilder.TREE, new byte[0])
        .object(PackBuilder.TREE, tree)
        .pack();
  }

  @ParameterizedTest
  @MethodSource("forbiddenCommits")
  void malformedCommitIsRefused(String messageId, String commit) throws IOException {
    byte[] pack =
        new PackBuilder()
            .object(PackBuilder.TREE, new byte[0])
            .object(PackBuilder.COMMIT, commit)
            .pack();
    assertThat(bench.refusal(pack))
        .isEqualTo("object " + id("commit", commit.getBytes(UTF_8)) + ": " + messageId);
  }

  static Stream<Arguments> forbiddenCommits() {
    String tree = "tree " + id("tree", new byte[0]) + "\n";
    String author = "author " + IDENT;
    String committer = "committer " + IDENT;
    return Stream.of(
        Arguments.of("missingTree", author + committer + "\nx\n"),
        Arguments.of("badTreeSha1", "tree zzz\n" + author + committer + "\nx\n"),
        Arguments.of("badParentSha1", tree + "parent zzz\n" + author + committer + "\nx\n"),
        Arguments.of("missingAuthor", tree + committer + "\nx\n"),
        Arguments.of("missingCommitter", tree + author + "\nx\n"),
        Arguments.of("missingEmail", tree + "author A\n" + committer + "\nx\n"),
        Arguments.of("badDate", tree + "author A <a> x +0000\n" + committer + "\nx\n"),
        Arguments.of("nulInHeader", tree + author + committer + "x\0y\n\nx\n"));
  }

  @ParameterizedTest
  @MethodSource("forbiddenGitmodules")
  void gitmodulesThatCouldHarmAreRefused(String messageId, String content) throws IOException {
    byte[] blob = content.getBytes(UTF_8);
    byte[] pack =
        new PackBuilder()
            .object(PackBuilder.BLOB, blob)
            .object(PackBuilder.TREE, tree("100644", ".gitmodules", id("blob", blob)))
            .pack();
    assertThat(bench.refusal(pack)).isEqualTo("object " + id("blob", blob) + ": " + messageId);
  }

  static Stream<Arguments> forbiddenGitmodules() {
    return Stream.of(
        Arguments.of("gitmodulesName", "[submodule \"../x\"]\n\tpath = a\n\turl = https://e/\n"),
        Arguments.of("gitmodulesUrl", "[submodule \"x\"]\n\tpath = a\n\turl = -u./evil\n"),
        Arguments.of("gitmodulesPath", "[submodule \"x\"]\n\tpath = -a\n\turl = https://e/\n"));
  }

  @Test
  void historicObjectOfTheSkipListIsTaken() throws IOException {
    byte[] tree = tree("0100644", "a", id("blob", new byte[0]));
    var excused = new TreeSet<>(List.of(new Oid(id("tree", tree))));
    bench = new IngestFixture(temporary.resolve("git"), IngestFixture.LIMITS, excused);
    try (var delivery = bench.taken(treePack(tree))) {
      assertThat(delivery.packs()).hasSize(1);
    }
  }

  @Test
  void diskBelowItsReserveRefuses() throws IOException {
    IngestLimits greedy =
        new IngestLimits(1 << 30, 1 << 20, 1 << 20, 10, 10, 10, CheckLimits.DEFAULT, 1L << 50);
    bench = new IngestFixture(temporary.resolve("git"), greedy);
    assertThat(bench.refusal(new PackBuilder().object(PackBuilder.BLOB, "x").pack()))
        .isEqualTo("storage full");
  }

  private static byte[] commit(String tree, String rest) {
    return "tree %s\n%sauthor %scommitter %s\nx\n"
        .formatted(tree, rest, IDENT, IDENT)
        .getBytes(UTF_8);
  }

  private static byte[] tree(String mode, String name, String id) {
    return join((mode + " " + name + "\0").getBytes(UTF_8), HexFormat.of().parseHex(id));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static String id(String kind, byte[] content) {
    byte[] header = (kind + " " + content.length + "\0").getBytes(UTF_8);
    return HexFormat.of().formatHex(Digests.sha1().digest(join(header, content)));
  }
}
