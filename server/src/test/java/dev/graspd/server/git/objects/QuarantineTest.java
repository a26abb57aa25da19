package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarantineTest {
  private static final Identifier FAMILY = new Identifier("repo");
  private static final SortedSet<String> NO_SHELVES = new TreeSet<>();

  /** Stands for the end of the process at a failpoint. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  @TempDir Path temporary;
  private final TestPacks packs = new TestPacks();
  private Layout layout;
  private String crashAt = "";
  private Quarantine quarantine;
  private Oid commit;
  private Scratch scratch;

  @BeforeEach
  void begin() throws IOException {
    JgitSetup.apply();
    layout = new Layout(temporary.resolve("git"));
    restart();
    scratch = Scratch.init(temporary.resolve("scratch"));
    commit = new Oid(scratch.commit("a", "b"));
  }

  private void restart() {
    crashAt = "";
    quarantine = new Quarantine(packs.stores(layout, this::reach), UUID::randomUUID, this::reach);
  }

  private void reach(String name) {
    if (name.equals(crashAt)) {
      throw new Crash();
    }
  }

  @Test
  void whatIsKeptIsThereAndTheQuarantineIsEmpty() throws IOException {
    try (PackDelivery delivery = delivered()) {
      packs.land(delivery);
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
    restart();
    quarantine.clean(new Quarantine.Known(NO_SHELVES, (_, _) -> true), Instant.MAX);
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  @Test
  void whatIsClosedLeavesNothing() throws IOException {
    delivered().close();
    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsStoredIsSeenByNobodyElseAndWithdrawnUnlessItIsNamed() throws IOException {
    try (PackDelivery delivery = delivered()) {
      delivery.store();
      assertThat(delivery.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
      assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
      try (ObjectStores.Lease reader = packs.stores(layout, FailPoints.NONE).lease(FAMILY)) {
        assertThat(reader.packs()).isEmpty();
      }
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    assertThat(files()).isEmpty();
    assertThat(layout.family(FAMILY)).doesNotExist();
  }

  @Test
  void whatIsNamedIsSeenByEveryServerAtOnce() throws IOException {
    Quarantine other =
        new Quarantine(packs.stores(layout, FailPoints.NONE), UUID::randomUUID, FailPoints.NONE);
    ObjectsHere before = other.of(FAMILY);
    try (PackDelivery delivery = delivered()) {
      delivery.store();
      assertThat(before.kindOf(commit)).isEmpty();
      packs.name(FAMILY, delivery.packs().getFirst().name());
      assertThat(before.kindOf(commit)).contains(ObjectKind.COMMIT);
      assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
      delivery.keep();
    }
    assertThat(other.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  /** Another server, or upkeep, has decided that nothing needs them. */
  @Test
  void deliveryThatLeansOnObjectsThatAreGoneIsNotStored() throws IOException {
    String next = scratch.commit("a", "c");
    String first = landed();
    try (Room room = quarantine.open(FAMILY);
        ObjectStores.Lease _ = room.reading();
        PackDelivery second = delivered(room, next, "^" + commit)) {
      packs.exchange(FAMILY, new TreeSet<>(List.of(first)), new TreeSet<>());
      assertThatThrownBy(second::store)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("removed");
    }
  }

  @Test
  void storedDeliveryIsCheckedAgainBeforeTheNextTransaction() throws IOException {
    String next = scratch.commit("a", "c");
    String first = landed();
    try (Room room = quarantine.open(FAMILY);
        ObjectStores.Lease _ = room.reading();
        PackDelivery second = delivered(room, next, "^" + commit)) {
      second.store();
      packs.exchange(FAMILY, new TreeSet<>(List.of(first)), new TreeSet<>());
      assertThatThrownBy(second::store)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("removed");
    }
  }

  @Test
  void deliveryThatIsWholeByItselfIsStoredAlthoughOthersAreGone() throws IOException {
    String first = landed();
    try (Room room = quarantine.open(FAMILY);
        ObjectStores.Lease _ = room.reading();
        PackDelivery second = delivered(room, commit.hex())) {
      packs.exchange(FAMILY, new TreeSet<>(List.of(first)), new TreeSet<>());
      packs.land(second);
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  @Test
  void shelfSurvivesARestartAndCanBePublishedThen() throws IOException {
    String shelf = delivered().shelve();
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    restart();
    quarantine.clean(
        new Quarantine.Known(new TreeSet<>(List.of(shelf)), (_, _) -> false), Instant.MAX);
    try (PackDelivery delivery = quarantine.unshelve(FAMILY, shelf)) {
      assertThat(delivery.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
      assertThat(delivery.packs()).hasSize(1);
      packs.land(delivery);
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void shelfThatTheStoreHasForgottenIsRemovedByTheNextStart() throws IOException {
    String shelf = delivered().shelve();
    restart();
    quarantine.clean(new Quarantine.Known(NO_SHELVES, (_, _) -> false), Instant.MAX);
    assertThat(files()).isEmpty();
    assertThatThrownBy(() -> quarantine.unshelve(FAMILY, shelf)).isInstanceOf(IOException.class);
  }

  @Test
  void roomsThatNobodyUsesAreSweptAndOthersAreNot() throws IOException {
    Path abandoned = Files.createDirectories(layout.quarantine().resolve("abandoned"));
    PackDelivery waiting = delivered();
    PackDelivery shelved = delivered();
    String shelf = shelved.shelve();
    shelved.close();
    quarantine.sweep(
        () -> new Quarantine.Known(new TreeSet<>(List.of(shelf)), (_, _) -> true), Instant.MAX);
    assertThat(abandoned).doesNotExist();
    assertThat(layout.quarantine().resolve(shelf)).exists();
    packs.land(waiting);
    quarantine.sweep(() -> new Quarantine.Known(NO_SHELVES, (_, _) -> true), Instant.MAX);
    assertThat(layout.quarantine()).isEmptyDirectory();
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  @Test
  void shelfThatIsClosedIsGone() throws IOException {
    String shelf = delivered().shelve();
    quarantine.unshelve(FAMILY, shelf).close();
    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsTriedAgainIsDoneOnce() throws IOException {
    try (PackDelivery delivery = delivered()) {
      String shelf = delivery.shelve();
      assertThat(delivery.shelve()).isEqualTo(shelf);
      delivery.store();
      packs.land(delivery);
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void storedDeliveryCanGoBackOnItsShelf() throws IOException {
    String shelf;
    try (PackDelivery delivery = delivered()) {
      delivery.store();
      shelf = delivery.shelve();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    try (PackDelivery delivery = quarantine.unshelve(FAMILY, shelf)) {
      assertThat(delivery.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void nameOfAShelfIsNeverAPath() {
    assertThatThrownBy(() -> quarantine.unshelve(FAMILY, "../families"))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FailPoints.TARGET_WRITTEN,
        FailPoints.PACK_LINKED,
        FailPoints.INDEX_LINKED,
        FailPoints.STORED
      })
  void crashBeforeTheTransactionLeavesNothing(String failPoint) throws IOException {
    PackDelivery delivery = delivered();
    crashAt = failPoint;
    assertThatThrownBy(delivery::store).isInstanceOf(Crash.class);
    restart();
    quarantine.clean(new Quarantine.Known(NO_SHELVES, (_, _) -> false), Instant.MAX);
    assertThat(files()).isEmpty();
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
  }

  /** They may be replaced ones, which other servers still read. */
  @Test
  void packsWhoseGraceIsNotOverSurviveAStartAndAreSweptLater() throws IOException {
    PackDelivery delivery = delivered();
    crashAt = FailPoints.STORED;
    assertThatThrownBy(delivery::store).isInstanceOf(Crash.class);
    restart();
    Quarantine.Known nothing = new Quarantine.Known(NO_SHELVES, (_, _) -> false);
    List<Path> before = files();
    quarantine.clean(nothing, Instant.EPOCH);
    quarantine.sweep(() -> nothing, Instant.EPOCH);
    assertThat(files()).isEqualTo(before);
    quarantine.sweep(() -> nothing, Instant.MAX);
    assertThat(files()).containsExactly(layout.removals());
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void crashAfterTheTransactionKeepsThePack() throws IOException {
    PackDelivery delivery = delivered();
    delivery.store();
    packs.name(FAMILY, delivery.packs().getFirst().name());
    crashAt = FailPoints.BEFORE_KEEP;
    assertThatThrownBy(delivery::keep).isInstanceOf(Crash.class);
    restart();
    String pack = delivery.packs().getFirst().name();
    quarantine.clean(
        new Quarantine.Known(
            NO_SHELVES, (family, name) -> family.equals(Layout.name(FAMILY)) && name.equals(pack)),
        Instant.MAX);
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {FailPoints.PACK_LINKED, FailPoints.STORED})
  void crashWhileAShelfIsPublishedLeavesTheShelf(String failPoint) throws IOException {
    String shelf = delivered().shelve();
    PackDelivery delivery = quarantine.unshelve(FAMILY, shelf);
    crashAt = failPoint;
    assertThatThrownBy(delivery::store).isInstanceOf(Crash.class);
    restart();
    quarantine.clean(
        new Quarantine.Known(new TreeSet<>(List.of(shelf)), (_, _) -> false), Instant.MAX);
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    try (PackDelivery again = quarantine.unshelve(FAMILY, shelf)) {
      assertThat(again.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
    }
  }

  private PackDelivery delivered() throws IOException {
    return delivered(commit.hex());
  }

  private String landed() throws IOException {
    try (PackDelivery delivery = delivered()) {
      packs.land(delivery);
      return delivery.packs().getFirst().name();
    }
  }

  private PackDelivery delivered(String... revisions) throws IOException {
    return delivered(quarantine.open(FAMILY), revisions);
  }

  private PackDelivery delivered(Room room, String... revisions) throws IOException {
    String name = room.packName(new byte[20]);
    Path pack = Files.write(room.makePacks().resolve(name + ".pack"), scratch.pack(revisions));
    scratch.git("index-pack", pack.toString());
    return room.deliver(List.of(new PackDelivery.Pack(name, Files.size(pack))), Optional.empty());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(layout.root())) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
