package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.jgit.util.FS;
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
    quarantine =
        new Quarantine(
            new ObjectStores(layout, JgitSetup.config(), FS.DETECTED),
            UUID::randomUUID,
            this::reach);
  }

  private void reach(String name) {
    if (name.equals(crashAt)) {
      throw new Crash();
    }
  }

  @Test
  void whatIsKeptIsThereAndTheQuarantineIsEmpty() throws IOException {
    try (PackDelivery delivery = delivered()) {
      delivery.publish();
      delivery.keep();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
    restart();
    quarantine.clean(NO_SHELVES, (_, _) -> true);
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  @Test
  void whatIsClosedLeavesNothing() throws IOException {
    delivered().close();
    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsPublishedAndNotKeptIsWithdrawn() throws IOException {
    try (PackDelivery delivery = delivered()) {
      delivery.publish();
      assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    assertThat(files()).isEmpty();
    assertThat(layout.family(FAMILY)).doesNotExist();
  }

  @Test
  void deliveryThatLeansOnAWithdrawnOneIsNotPublished() throws IOException {
    String next = scratch.commit("a", "c");
    try (PackDelivery second = delivered(next, "^" + commit)) {
      try (PackDelivery first = delivered()) {
        first.publish();
      }
      assertThatThrownBy(second::publish)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("withdrawn");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void deliveryThatIsWholeByItselfIsPublishedBesideAWithdrawnOne() throws IOException {
    try (PackDelivery second = delivered()) {
      try (PackDelivery first = delivered()) {
        first.publish();
      }
      second.publish();
      second.keep();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
  }

  @Test
  void shelfSurvivesARestartAndCanBePublishedThen() throws IOException {
    String shelf = delivered().shelve();
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    restart();
    quarantine.clean(new TreeSet<>(List.of(shelf)), (_, _) -> false);
    try (PackDelivery delivery = quarantine.unshelve(FAMILY, shelf)) {
      assertThat(delivery.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
      assertThat(delivery.packs()).hasSize(1);
      delivery.publish();
      delivery.keep();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void shelfThatTheStoreHasForgottenIsRemovedByTheNextStart() throws IOException {
    String shelf = delivered().shelve();
    restart();
    quarantine.clean(NO_SHELVES, (_, _) -> false);
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
    quarantine.sweep(() -> new TreeSet<>(List.of(shelf)));
    assertThat(abandoned).doesNotExist();
    assertThat(layout.quarantine().resolve(shelf)).exists();
    waiting.publish();
    waiting.keep();
    quarantine.sweep(TreeSet::new);
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
      delivery.publish();
      delivery.publish();
      delivery.keep();
    }
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void publishedDeliveryCanGoBackOnItsShelf() throws IOException {
    String shelf;
    try (PackDelivery delivery = delivered()) {
      delivery.publish();
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
        FailPoints.PUBLISHED
      })
  void crashBeforeTheTransactionLeavesNothing(String failPoint) throws IOException {
    PackDelivery delivery = delivered();
    crashAt = failPoint;
    assertThatThrownBy(delivery::publish).isInstanceOf(Crash.class);
    restart();
    quarantine.clean(NO_SHELVES, (_, _) -> false);
    assertThat(files()).isEmpty();
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
  }

  @Test
  void crashAfterTheTransactionKeepsThePack() throws IOException {
    PackDelivery delivery = delivered();
    delivery.publish();
    crashAt = FailPoints.BEFORE_KEEP;
    assertThatThrownBy(delivery::keep).isInstanceOf(Crash.class);
    restart();
    String pack = delivery.packs().getFirst().name();
    quarantine.clean(
        NO_SHELVES, (family, name) -> family.equals(Layout.name(FAMILY)) && name.equals(pack));
    assertThat(quarantine.of(FAMILY).kindOf(commit)).contains(ObjectKind.COMMIT);
    assertThat(layout.quarantine()).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {FailPoints.PACK_LINKED, FailPoints.PUBLISHED})
  void crashWhileAShelfIsPublishedLeavesTheShelf(String failPoint) throws IOException {
    String shelf = delivered().shelve();
    PackDelivery delivery = quarantine.unshelve(FAMILY, shelf);
    crashAt = failPoint;
    assertThatThrownBy(delivery::publish).isInstanceOf(Crash.class);
    restart();
    quarantine.clean(new TreeSet<>(List.of(shelf)), (_, _) -> false);
    assertThat(quarantine.of(FAMILY).kindOf(commit)).isEmpty();
    try (PackDelivery again = quarantine.unshelve(FAMILY, shelf)) {
      assertThat(again.objects().kindOf(commit)).contains(ObjectKind.COMMIT);
    }
  }

  private PackDelivery delivered() throws IOException {
    return delivered(commit.hex());
  }

  private PackDelivery delivered(String... revisions) throws IOException {
    Room room = quarantine.open(FAMILY);
    Path packs = room.makePacks();
    String name = room.packName(new byte[20]);
    Path pack = Files.write(packs.resolve(name + ".pack"), scratch.pack(revisions));
    scratch.git("index-pack", pack.toString());
    return room.deliver(List.of(new PackDelivery.Pack(name, Files.size(pack))), Optional.empty());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(layout.root())) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
