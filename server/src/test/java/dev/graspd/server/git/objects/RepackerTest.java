package dev.graspd.server.git.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.packs.PackRewriting.Extent;
import dev.graspd.server.family.packs.PackRewriting.Order;
import dev.graspd.server.family.packs.PackRewriting.RemovalTime;
import dev.graspd.server.family.packs.PackRewriting.Rewrite;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repacked packs, and the cases in which they are not enough; C git checks the result. */
class RepackerTest {
  private static final Identifier FAMILY = new Identifier("repo");
  private static final int COMMITS = 12;
  private static final Duration GRACE = Duration.ofMinutes(5);

  @TempDir Path temporary;
  private final TestPacks packs = new TestPacks();
  private Layout layout;
  private ObjectStores stores;
  private Quarantine quarantine;
  private Repacker repacker;
  private final AtomicLong nanos = new AtomicLong();
  private Scratch scratch;

  @BeforeEach
  void begin() throws IOException {
    JgitSetup.apply();
    layout = new Layout(temporary.resolve("git"));
    stores = packs.stores(layout, FailPoints.NONE);
    quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
    repacker = new Repacker(quarantine, nanos::get, GRACE, _ -> {}, () -> false);
    scratch = Scratch.init(temporary.resolve("scratch"));
    for (int i = 0; i < COMMITS; i++) {
      scratch.commit("file" + i % 3, "content " + i);
    }
  }

  @AfterEach
  void end() {
    stores.close();
  }

  private Oid commit(String revision) {
    return new Oid(scratch.git("rev-parse", revision));
  }

  private PackDelivery delivered(String... revisions) throws IOException {
    Room room = quarantine.open(FAMILY);
    String name = room.packName(revisions[0].getBytes(UTF_8));
    Path pack = Files.write(room.makePacks().resolve(name + ".pack"), scratch.pack(revisions));
    scratch.git("index-pack", pack.toString());
    return room.deliver(List.of(new PackDelivery.Pack(name, Files.size(pack))), Optional.empty());
  }

  private String landed(String... revisions) throws IOException {
    PackDelivery delivery = delivered(revisions);
    packs.land(delivery);
    return delivery.packs().getFirst().name();
  }

  private Rewrite written(List<String> packs, SortedSet<String> shelves, Oid... roots)
      throws IOException {
    return written(packs, shelves, true, roots);
  }

  private Rewrite written(
      List<String> packs, SortedSet<String> shelves, boolean bitmap, Oid... roots)
      throws IOException {
    return repacker.write(
        new Order(
            FAMILY,
            new TreeSet<>(packs),
            new Extent.Needed(
                new TreeSet<>(Arrays.asList(roots)), shelves, Long.MAX_VALUE, bitmap, true)));
  }

  private void exchange(Rewrite rewrite) throws IOException {
    packs.land(rewrite);
    assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AT_ONCE)).isTrue();
  }

  private List<String> endings() throws IOException {
    try (Stream<Path> files = Files.list(layout.packs(FAMILY))) {
      return files
          .map(file -> file.toString().substring(file.toString().lastIndexOf('.')))
          .sorted()
          .toList();
    }
  }

  @Test
  void gitReadsTheNewPackItsBitmapAndTheCommitGraph() throws IOException {
    List<String> packs = List.of(landed("main~6"), landed("main", "^main~6"));
    try (Rewrite rewrite = written(packs, new TreeSet<>(), commit("main"))) {
      assertThat(rewrite.isEnough(new TreeSet<>(List.of(commit("main"))), new TreeSet<>()))
          .isTrue();
      exchange(rewrite);
    }
    assertThat(endings()).containsExactly(".bitmap", ".idx", ".pack");
    try (ObjectStores.Lease lease = stores.lease(FAMILY);
        ObjectReader reader = lease.directory().newReader()) {
      assertThat(reader.getBitmapIndex()).isNotNull();
      assertThat(lease.directory().getCommitGraph()).isPresent();
    }
    Scratch plain = Scratch.at(Files.createDirectories(temporary.resolve("plain.git")));
    plain.git("init", "-q", "--bare");
    Files.writeString(
        plain.directory().resolve("objects/info/alternates"), layout.objects(FAMILY) + "\n");
    plain.git("update-ref", "refs/heads/main", commit("main").hex());
    assertThat(plain.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(
            plain.git("commit-graph", "verify", "--object-dir", layout.objects(FAMILY).toString()))
        .isEmpty();
    String[] count = {"rev-list", "--count", "--objects", "--use-bitmap-index", "main"};
    assertThat(plain.git(count)).isEqualTo(scratch.git("rev-list", "--count", "--objects", "main"));
    assertThat(repacker.facts(FAMILY, new TreeSet<>(rewriteNames())))
        .singleElement()
        .extracting(PackFact::hasBitmap, PackFact::objects)
        .containsExactly(true, Long.parseLong(plain.git(count)));
  }

  private List<String> rewriteNames() throws IOException {
    try (Stream<Path> files = Files.list(layout.packs(FAMILY))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".pack"))
          .map(file -> file.substring(0, file.length() - ".pack".length()))
          .toList();
    }
  }

  /** A reader that copies a whole pack, by its bitmap, cannot switch to another. */
  @Test
  void readerThatBeganAfterTheExchangeMissesNothingWhenTheOldPacksGo() throws IOException {
    ObjectId main = ObjectId.fromString(commit("main").hex());
    try (Rewrite rewrite = written(List.of(landed("main")), new TreeSet<>(), commit("main"))) {
      exchange(rewrite);
    }
    ObjectStores.Lease earlier = stores.lease(FAMILY);
    try (Rewrite rewrite = written(rewriteNames(), new TreeSet<>(), false, commit("main"))) {
      packs.land(rewrite);
    }
    assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AT_ONCE)).isFalse();
    ByteArrayOutputStream clone = new ByteArrayOutputStream();
    try (ObjectStores.Lease later = stores.lease(FAMILY);
        PackWriter writer = asForAClone(later.directory().newReader())) {
      writer.preparePack(NullProgressMonitor.INSTANCE, Set.of(main), Set.of());
      earlier.close();
      assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AT_ONCE)).isTrue();
      writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, clone);
    }
    Scratch plain = Scratch.init(temporary.resolve("plain"));
    Scratch.Run read = plain.run(clone.toByteArray(), "index-pack", "--stdin", "--strict");
    assertThat(read.code()).as(read.err()).isZero();
    plain.git("update-ref", "refs/heads/main", main.name());
    assertThat(plain.git("fsck", "--full", "--strict")).isEmpty();
  }

  /** It has not seen the transaction yet, and this process knows nothing of its readers. */
  @Test
  void replacedPacksStayForReadersOfAnotherServerUntilTheGraceIsOver() throws IOException {
    ObjectStores other = packs.stores(layout, FailPoints.NONE);
    List<String> old = List.of(landed("main"));
    try (ObjectStores.Lease reader = other.lease(FAMILY)) {
      try (Rewrite rewrite = written(old, new TreeSet<>(), commit("main"))) {
        packs.land(rewrite);
      }
      nanos.addAndGet(GRACE.toNanos() - 1);
      // Nothing is due yet.
      assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AFTER_GRACE)).isTrue();
      assertThat(rewriteNames()).hasSize(2).containsAll(old);
      assertThat(new PackedObjects(reader.directory()).kindOf(commit("main")))
          .contains(ObjectKind.COMMIT);
    }
    nanos.incrementAndGet();
    assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AFTER_GRACE)).isTrue();
    assertThat(rewriteNames()).hasSize(1).doesNotContainAnyElementsOf(old);
    assertThat(other.of(FAMILY).kindOf(commit("main"))).contains(ObjectKind.COMMIT);
  }

  private static PackWriter asForAClone(ObjectReader reader) {
    PackWriter writer = new PackWriter(new PackConfig(JgitSetup.config()), reader);
    writer.setUseCachedPacks(true);
    writer.setUseBitmaps(true);
    writer.setReuseDeltaCommits(true);
    writer.setDeltaBaseAsOffset(true);
    writer.setReuseValidatingObjects(false);
    return writer;
  }

  @Test
  void whatIsNeededSinceTheOrderWasGivenIsNotDropped() throws IOException {
    List<String> packs = List.of(landed("main~6"));
    try (Rewrite rewrite = written(packs, new TreeSet<>())) {
      assertThat(rewrite.packs()).isEmpty();
      assertThat(rewrite.isEnough(new TreeSet<>(), new TreeSet<>())).isTrue();
      assertThat(rewrite.isEnough(new TreeSet<>(List.of(commit("main~8"))), new TreeSet<>()))
          .isFalse();
      landed("main", "^main~6");
      assertThat(rewrite.isEnough(new TreeSet<>(), new TreeSet<>())).isFalse();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit("main~6"))).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void whatAShelfLeansOnStays() throws IOException {
    List<String> packs = List.of(landed("main~6"));
    PackDelivery waiting = delivered("main", "^main~6");
    SortedSet<String> shelf = new TreeSet<>(List.of(waiting.shelve()));
    waiting.close();
    try (Rewrite blind = written(packs, new TreeSet<>())) {
      assertThat(blind.isEnough(new TreeSet<>(), shelf)).isFalse();
    }
    try (Rewrite rewrite = written(packs, shelf)) {
      assertThat(rewrite.isEnough(new TreeSet<>(), shelf)).isTrue();
      exchange(rewrite);
    }
    try (PackDelivery delivery = quarantine.unshelve(FAMILY, shelf.first())) {
      assertThat(delivery.whole(new TreeSet<>(List.of(commit("main"))), new TreeSet<>()))
          .containsExactly(commit("main"));
    }
  }
}
