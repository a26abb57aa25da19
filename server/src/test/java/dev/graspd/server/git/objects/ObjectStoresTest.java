package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jgit.util.FS;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoresTest {
  private static final Identifier FAMILY = new Identifier("my repo");

  @TempDir Path temporary;
  private Layout layout;
  private ObjectStores stores;

  @BeforeEach
  void openStores() {
    JgitSetup.apply();
    layout = new Layout(temporary.resolve("git"));
    stores = new ObjectStores(layout, JgitSetup.config(), FS.DETECTED);
  }

  @Test
  void familyIsNamedByTheHashOfItsIdentifier() {
    assertThat(Layout.name(FAMILY))
        .isEqualTo("fc/fc8ee3fa02ce803dc60836a75554fe0545e5840708c3f14228049afafd7aaf3d");
  }

  @Test
  void familyWithoutObjectsHasNoDirectory() {
    assertThat(stores.of(FAMILY).kindOf(Oid.ZERO)).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void objectsOfAPackAreHereWithTheirKind() throws IOException {
    Scratch scratch = scratch();
    Oid blob = new Oid(scratch.git("rev-parse", "HEAD:a.txt"));
    put(scratch);
    assertThat(stores.of(FAMILY).kindOf(blob)).contains(ObjectKind.BLOB);
    assertThat(kind(scratch, "HEAD")).contains(ObjectKind.COMMIT);
    assertThat(kind(scratch, "HEAD^{tree}")).contains(ObjectKind.TREE);
    assertThat(kind(scratch, "v1")).contains(ObjectKind.TAG);
    assertThat(stores.of(new Identifier("other")).kindOf(blob)).isEmpty();
  }

  @Test
  void packIsSeenByThoseWhoLookedBeforeItCame() throws IOException {
    Scratch scratch = scratch();
    assertThat(kind(scratch, "HEAD")).isEmpty();
    Path pack = put(scratch);
    stores.added(FAMILY, pack);
    assertThat(kind(scratch, "HEAD")).contains(ObjectKind.COMMIT);
  }

  @Test
  void packThatWasTakenAwayIsNotSeenAnyMore() throws IOException {
    Scratch scratch = scratch();
    Path pack = put(scratch);
    assertThat(kind(scratch, "HEAD")).contains(ObjectKind.COMMIT);
    stores.withdraw(FAMILY, pack.getFileName().toString().replace(".pack", ""));
    assertThat(kind(scratch, "HEAD")).isEmpty();
    assertThat(layout.family(FAMILY)).doesNotExist();
  }

  private Optional<ObjectKind> kind(Scratch scratch, String revision) {
    return stores.of(FAMILY).kindOf(new Oid(scratch.git("rev-parse", revision)));
  }

  private Scratch scratch() throws IOException {
    Scratch scratch = Scratch.init(temporary.resolve("scratch"));
    scratch.commit("a.txt", "hello");
    scratch.git("tag", "-a", "v1", "-m", "first");
    return scratch;
  }

  private Path put(Scratch scratch) throws IOException {
    Path packs = Files.createDirectories(layout.packs(FAMILY));
    byte[] pack = scratch.pack("main", "v1");
    Scratch.Run run =
        scratch.run(pack, "index-pack", "--stdin", "-o", packs.resolve("x.idx").toString());
    assertThat(run.code()).as(run.err()).isZero();
    String name = run.text().substring("pack\t".length());
    Files.move(packs.resolve("x.idx"), packs.resolve("pack-" + name + ".idx"));
    return Files.write(packs.resolve("pack-" + name + ".pack"), pack);
  }
}
