package dev.graspd.server.git.ingest.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accepted packs: made by real git, published and read by real git. */
class PackIngestTest {
  @TempDir Path temporary;
  private Scratch scratch;
  private IngestFixture bench;

  @BeforeEach
  void begin() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    bench = new IngestFixture(temporary.resolve("git"));
  }

  @Test
  void packOfGitIsTakenAndCheckedCleanByGit() throws IOException {
    history(60);
    publish(scratch.pack("main"));
    assertThat(bench.fsck(scratch.git("rev-parse", "main"))).isEmpty();
    assertThat(bench.countObjects()).isEqualTo(objectsOf("main"));
  }

  @Test
  void packWithDeltasByIdIsTaken() throws IOException {
    history(60);
    byte[] pack =
        scratch.run("main\n".getBytes(UTF_8), "pack-objects", "-q", "--stdout", "--revs").out();
    publish(pack);
    assertThat(bench.fsck(scratch.git("rev-parse", "main"))).isEmpty();
  }

  @Test
  void thinPackIsCompletedFromTheFamily() throws IOException {
    history(20);
    publish(scratch.pack("main"));
    String before = scratch.git("rev-parse", "main");
    history(40);
    byte[] thin = scratch.thinPack("main", "^" + before);
    publish(thin);
    assertThat(bench.fsck(scratch.git("rev-parse", "main"))).isEmpty();
    assertThat(bench.verifyPacks()).isEmpty();
  }

  @Test
  void thinPackWithoutItsBaseIsRefused() throws IOException {
    history(20);
    String before = scratch.git("rev-parse", "main");
    history(40);
    byte[] thin = scratch.thinPack("main", "^" + before);
    assertThat(bench.refusal(thin)).startsWith("the push lacks an object: ");
    assertThat(bench.bytesLeft()).isZero();
  }

  @Test
  void objectsAreSeenInTheDeliveryAndNotInTheFamilyBeforeItIsPublished() throws IOException {
    Oid commit = new Oid(scratch.commit("a", "b"));
    try (PackDelivery delivery = bench.taken(scratch.pack("main"))) {
      assertThat(delivery.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
      assertThat(bench.objects().kindOf(commit)).isEmpty();
    }
    assertThat(bench.objects().kindOf(commit)).isEmpty();
    assertThat(bench.bytesLeft()).isZero();
  }

  @Test
  void emptyPackBringsNothing() throws IOException {
    try (PackDelivery delivery =
        bench.taken(scratch.run(new byte[0], "pack-objects", "--stdout").out())) {
      assertThat(delivery.packs()).isEmpty();
      delivery.store();
      delivery.keep();
    }
    assertThat(bench.bytesLeft()).isZero();
  }

  @Test
  void tagsTreesLinksAndSubmodulesAreTaken() throws IOException {
    scratch.commit("deep/er/file", "x");
    scratch.git("tag", "-a", "v1", "-m", "first");
    scratch.git("tag", "-a", "v2", "-m", "of a tag", "v1");
    scratch.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",sub");
    scratch.commit(
        ".gitmodules", "[submodule \"sub\"]\n\tpath = sub\n\turl = https://example.com/\n");
    publish(scratch.pack("main", "v2"));
    assertThat(bench.fsck(scratch.git("rev-parse", "v2"))).isEmpty();
  }

  private void publish(byte[] pack) throws IOException {
    try (PackDelivery delivery = bench.taken(pack)) {
      delivery.store();
      delivery.keep();
    }
  }

  /** Many versions of a file, so that there are deltas to make. */
  private void history(int commits) throws IOException {
    Random random = new Random(7);
    byte[] content = new byte[20_000];
    random.nextBytes(content);
    for (int i = 0; i < commits; i++) {
      content[random.nextInt(content.length)]++;
      scratch.commit("dir/file", content);
    }
  }

  private long objectsOf(String revision) {
    return scratch.git("rev-list", "--objects", revision).lines().count();
  }
}
