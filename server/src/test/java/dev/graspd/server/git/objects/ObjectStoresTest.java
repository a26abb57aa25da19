package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoresTest {
  private static final Identifier FAMILY = new Identifier("my repo");

  @TempDir Path temporary;
  private final TestPacks packs = new TestPacks();
  private Layout layout;
  private ObjectStores stores;

  @BeforeEach
  void openStores() {
    JgitSetup.apply();
    layout = new Layout(temporary.resolve("git"));
    stores = packs.stores(layout, FailPoints.NONE);
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
  void packThatLiesThereIsNotSeenBeforeItIsNamed() throws IOException {
    Scratch scratch = scratch();
    assertThat(kind(scratch, "HEAD")).isEmpty();
    String pack = lay(scratch);
    assertThat(kind(scratch, "HEAD")).isEmpty();
    packs.name(FAMILY, pack);
    assertThat(kind(scratch, "HEAD")).contains(ObjectKind.COMMIT);
  }

  @Test
  void packIsSeenByThoseWhoLookedBeforeItCame() throws IOException {
    Scratch scratch = scratch();
    ObjectsHere before = stores.of(FAMILY);
    Oid head = new Oid(scratch.git("rev-parse", "HEAD"));
    assertThat(before.kindOf(head)).isEmpty();
    put(scratch);
    assertThat(before.kindOf(head)).contains(ObjectKind.COMMIT);
  }

  @Test
  void readerSeesLaterPacksWhenItAsksAgain() throws IOException {
    Scratch scratch = scratch();
    try (ObjectStores.Lease lease = stores.lease(FAMILY)) {
      put(scratch);
      assertThat(lease.packs()).isEmpty();
      lease.renew();
      assertThat(lease.packs()).hasSize(1);
    }
  }

  @Test
  void packThatIsNotNamedAnyMoreIsSeenByEarlierReadersOnly() throws IOException {
    Scratch scratch = scratch();
    String pack = put(scratch);
    ObjectId head = ObjectId.fromString(scratch.git("rev-parse", "HEAD"));
    try (ObjectStores.Lease earlier = stores.lease(FAMILY)) {
      packs.exchange(FAMILY, new TreeSet<>(List.of(pack)), new TreeSet<>());
      assertThat(kind(scratch, "HEAD")).isEmpty();
      try (ObjectStores.Lease later = stores.lease(FAMILY)) {
        assertThat(later.directory().has(head)).isFalse();
      }
      assertThat(earlier.directory().has(head)).isTrue();
      try (ObjectReader reader = earlier.directory().newReader()) {
        assertThat(reader.open(head).getType()).isEqualTo(Constants.OBJ_COMMIT);
      }
    }
  }

  @Test
  void familyThatLosesPacksIsToldOnce() throws IOException {
    List<Identifier> told = new ArrayList<>();
    stores.onDropped(told::add);
    Scratch scratch = scratch();
    String pack = put(scratch);
    assertThat(kind(scratch, "HEAD")).isPresent();
    packs.exchange(FAMILY, new TreeSet<>(List.of(pack)), new TreeSet<>());
    assertThat(kind(scratch, "HEAD")).isEmpty();
    assertThat(kind(scratch, "HEAD")).isEmpty();
    assertThat(told).containsExactly(FAMILY);
  }

  @Test
  void namedPackWithoutFilesIsNoFault() throws IOException {
    Scratch scratch = scratch();
    put(scratch);
    packs.name(FAMILY, "pack-" + "0a".repeat(20));
    assertThat(kind(scratch, "HEAD")).contains(ObjectKind.COMMIT);
  }

  @Test
  void objectsAreFoundAgainAfterTheFamilyWasClosed() throws IOException {
    Scratch scratch = scratch();
    put(scratch);
    Oid head = new Oid(scratch.git("rev-parse", "HEAD"));
    ObjectsHere before = stores.of(FAMILY);
    try (ObjectStores.Lease lease = stores.lease(FAMILY)) {
      stores.close();
      assertThat(lease.directory().has(ObjectId.fromString(head.hex()))).isTrue();
    }
    assertThat(before.kindOf(head)).contains(ObjectKind.COMMIT);
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

  private String put(Scratch scratch) throws IOException {
    String name = lay(scratch);
    packs.name(FAMILY, name);
    return name;
  }

  /** Puts a pack into the family's directory, and nothing else. */
  private String lay(Scratch scratch) throws IOException {
    Path directory = Files.createDirectories(layout.packs(FAMILY));
    byte[] pack = scratch.pack("main", "v1");
    Scratch.Run run =
        scratch.run(pack, "index-pack", "--stdin", "-o", directory.resolve("x.idx").toString());
    assertThat(run.code()).as(run.err()).isZero();
    String name = run.text().substring("pack\t".length());
    Files.move(directory.resolve("x.idx"), directory.resolve("pack-" + name + ".idx"));
    Files.write(directory.resolve("pack-" + name + ".pack"), pack);
    return "pack-" + name;
  }
}
