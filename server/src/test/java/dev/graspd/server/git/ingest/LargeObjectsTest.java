package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every accepted push can be cloned, with objects of any size. */
class LargeObjectsTest {
  /** More than JGit parses. */
  private static final int HUGE_BYTES = (50 << 20) + 100;

  private static final int ALLOWED_BYTES = (int) IngestFixture.LIMITS.treeBytes();
  private static final String WHO = "A <a@example.com> 1700000000 +0000";

  @TempDir Path temporary;
  private Scratch scratch;
  private RecordedPushes pushes;
  private PushHttp http;

  /** Something that JGit reads whole before it serves it. */
  enum Kind {
    COMMIT,
    TAG,
    TREE
  }

  @BeforeEach
  void begin() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    scratch.git("config", "core.compression", "1");
    scratch.commit("file", "content");
    IngestFixture bench = new IngestFixture(temporary.resolve("git"));
    pushes = new RecordedPushes();
    http =
        new PushHttp(
            new ReceiveService(
                pushes,
                bench.ingest,
                bench.quarantine,
                IngestFixture.LIMITS,
                PushLimits.DEFAULT,
                ServiceAddress.of("example.com", "/"),
                GitMetrics.NONE,
                bench.requests,
                System::nanoTime),
            bench,
            pushes);
    assertThat(push("main").code()).isZero();
  }

  @AfterEach
  void stop() {
    http.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatCouldNotBeServedIsRefusedByName(Kind kind) throws IOException {
    String id = make(kind, HUGE_BYTES);

    Scratch.Run run = push("large");

    assertThat(run.err())
        .contains("(object " + id + ": this " + word(kind) + " exceeds the 16 MiB limit)")
        .contains("remote: see https://example.com/errors/tree-too-large");
    assertThat(mirror().git("for-each-ref")).contains("refs/heads/main").doesNotContain("large");
  }

  @ParameterizedTest
  @EnumSource
  void theLargestThatIsTakenIsServed(Kind kind) throws IOException {
    String id = make(kind, ALLOWED_BYTES);

    assertThat(push("large").code()).isZero();

    assertThat(mirror().git("cat-file", "-t", id)).isEqualTo(word(kind));
  }

  @Test
  void aCommitThatGrowsTooLargeByADeltaIsRefusedToo() throws IOException {
    String tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    String base = "tree " + tree + "\nauthor " + WHO + "\ncommitter " + WHO + "\n\n";
    PackBuilder pack =
        new PackBuilder().object(PackBuilder.TREE, "").object(PackBuilder.COMMIT, base);
    long at = new PackBuilder().object(PackBuilder.TREE, "").offset();
    byte[] large = pack.deltaOn(at, PackBuilder.repeating(base.length(), base.length(), 3)).pack();
    IngestLimits tight =
        new IngestLimits(1 << 20, 1 << 20, 2L * base.length(), 10, 10, 10, CheckLimits.DEFAULT, 0);

    IngestFixture bench = new IngestFixture(temporary.resolve("tight"), tight);

    assertThat(bench.refusal(large))
        .matches(
            "object [0-9a-f]{40}: this commit exceeds the %d bytes limit"
                .formatted(tight.treeBytes()));
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void aFileOfNinetyNineMebibytesIsTakenAndServed() throws IOException {
    scratch.commit("large", new byte[99 << 20]);
    String id = scratch.git("rev-parse", "main:large");

    assertThat(push("main").code()).isZero();

    assertThat(mirror().git("cat-file", "-s", id)).isEqualTo(String.valueOf(99 << 20));
  }

  private Scratch.Run push(String ref) {
    return scratch.run(new byte[0], "push", http.url(), ref);
  }

  private Scratch mirror() {
    Path copy = temporary.resolve("copy.git");
    Scratch.Run run =
        scratch.run(new byte[0], "clone", "-q", "--mirror", http.url(), copy.toString());
    assertThat(run.code()).as(run.err()).isZero();
    return Scratch.at(copy);
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case COMMIT -> "commit";
      case TAG -> "tag";
      case TREE -> "tree";
    };
  }

  /** Makes an object of this size and a branch or tag that needs it; returns its id. */
  private String make(Kind kind, int bytes) throws IOException {
    String commit = scratch.git("rev-parse", "main");
    String tree = scratch.git("rev-parse", "main^{tree}");
    return switch (kind) {
      case COMMIT -> {
        String head = "tree " + tree + "\nauthor " + WHO + "\ncommitter " + WHO + "\n\n";
        yield named("refs/heads/large", written("commit", padded(head, bytes)));
      }
      case TAG -> {
        String head = "object " + commit + "\ntype commit\ntag large\ntagger " + WHO + "\n\n";
        yield named("refs/tags/large", written("tag", padded(head, bytes)));
      }
      case TREE -> {
        String id = written("tree", tree(scratch.git("rev-parse", "main:file"), bytes));
        named("refs/heads/large", scratch.git("commit-tree", "-m", "large", id));
        yield id;
      }
    };
  }

  private String named(String ref, String id) {
    scratch.git("update-ref", ref, id);
    return id;
  }

  private String written(String type, byte[] content) {
    Scratch.Run run = scratch.run(content, "hash-object", "-w", "--stdin", "-t", type);
    assertThat(run.code()).as(run.err()).isZero();
    return run.text();
  }

  private static byte[] padded(String head, int bytes) {
    return (head + "x".repeat(bytes - head.length())).getBytes(UTF_8);
  }

  /** Entries of 234 bytes, the last of which fills the rest. */
  private static byte[] tree(String blob, int bytes) throws IOException {
    byte[] id = HexFormat.of().parseHex(blob);
    ByteArrayOutputStream tree = new ByteArrayOutputStream(bytes);
    for (int i = 0; tree.size() < bytes; i++) {
      int left = bytes - tree.size();
      int length = left < 500 ? left : 234;
      String name = "%06d".formatted(i) + "n".repeat(length - 28 - 6);
      tree.writeBytes(("100644 " + name + "\0").getBytes(UTF_8));
      tree.write(id);
    }
    return tree.toByteArray();
  }
}
