package dev.graspd.server.git.serve.refs;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.Scratch;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RefExportsTest {
  private static final RepoAddress REPOSITORY =
      new RepoAddress(PublicKey.parse("1".repeat(64)), new Identifier("a repo"));

  @TempDir Path temp;

  private final ModelEventStore store = new ModelEventStore();
  private Git git;
  private Scratch scratch;
  private Layout layout;
  private RefExport export;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    git = new Git(temp);
    scratch = new Scratch(git, temp.resolve("scratch"));
    layout = new Layout(Files.createDirectories(temp.resolve("data")));
    export = new RefExport(TestPacks.lying(layout));
  }

  @Test
  void whatMovedBeforeTheStartIsExportedByIt() throws IOException {
    Oid tip = moved("one");
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      awaitTip(tip);
    }
  }

  @Test
  void whatMovesIsExportedSoonAndTheLastMoveCounts() throws IOException {
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      awaitTip(moved("one"));
      moved("two");
      moved("three");
      awaitTip(moved("four"));
    }
  }

  @Test
  void repositoryThatIsHostedNoMoreHasNoFiles() throws IOException {
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      awaitTip(moved("one"));
      end();
      await(() -> !Files.exists(export.directory(REPOSITORY).getParent()));
    }
  }

  @Test
  void filesOfARepositoryThatEndedBeforeTheStartAreRemovedByIt() throws IOException {
    moved("one");
    export.export(REPOSITORY, scratch.refs());
    end();
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      await(() -> !Files.exists(export.directory(REPOSITORY)));
    }
  }

  @Test
  void startExportsOnlyWhatMovedSinceTheLastExport() throws IOException {
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      awaitTip(moved("one"));
      await(() -> export.position().orElse(0) == store.lastSeq());
    }
    Path packed = export.directory(REPOSITORY).resolve("packed-refs");
    Files.delete(packed);
    long moves = store.lastSeq();
    store
        .write(tx -> tx.append(EventBuilder.note("no ref").unsignedBy(ALICE), 0))
        .toCompletableFuture()
        .join();
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      await(() -> export.position().orElse(0) > moves);
      assertThat(packed).doesNotExist();
      awaitTip(moved("two"));
    }
  }

  @Test
  void positionIsWrittenAfterMovesAndNotAfterEachEvent() {
    assertThat(RefExports.isWorthWriting(7, RefExports.UNKNOWN, false)).isTrue();
    assertThat(RefExports.isWorthWriting(8, 7, true)).isTrue();
    assertThat(RefExports.isWorthWriting(8, 7, false)).isFalse();
    assertThat(RefExports.isWorthWriting(8, 8, true)).isFalse();
    assertThat(RefExports.isWorthWriting(7 + RefExports.RECORDS_UNSAVED_MAX, 7, false)).isTrue();
  }

  private SortedMap<Oid, Oid> known() {
    return store.refs(REPOSITORY.identifier()).getOrDefault(REPOSITORY.owner(), Refs.NONE).peeled();
  }

  private Oid tagged(String name) throws IOException {
    Oid tip = scratch.commit("a.txt", name);
    scratch.run("tag", "-a", "-m", name, name);
    scratch.run("tag", "light-" + name);
    scratch.publish(layout, REPOSITORY.identifier());
    put(scratch.refs());
    return tip;
  }

  @Test
  void storeLearnsWhatTagsLeadTo() throws IOException {
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      Oid one = tagged("one");
      Oid tag = scratch.oid("one");
      await(() -> known().size() == 2);
      assertThat(known()).containsEntry(tag, one).containsEntry(one, one);
      Oid two = tagged("two");
      await(() -> known().size() == 4);
      assertThat(known()).containsEntry(tag, one).containsEntry(scratch.oid("two"), two);
    }
  }

  @Test
  void exportThatMayNotWriteLeavesTheStoreAsItIs() throws IOException {
    try (RefExports exports = new RefExports(store, store, export, false)) {
      exports.start();
      awaitTip(tagged("one"));
      awaitTip(tagged("two"));
    }
    assertThat(known()).isEmpty();
  }

  @Test
  void startThatExportsEverythingCorrectsWhatTheStoreKnows() throws IOException {
    Oid one = tagged("one");
    Oid tag = scratch.oid("one");
    store
        .write(tx -> {
          Oid wrong = scratch.oid("main^{tree}");
          tx.repositories().putPeeled(REPOSITORY, new TreeMap<>(Map.of(tag, wrong)));
          return true;
        })
        .toCompletableFuture()
        .join();
    assertThat(known()).doesNotContainEntry(tag, one);
    try (RefExports exports = new RefExports(store, store, export, true)) {
      exports.start();
      await(() -> one.equals(known().get(tag)));
    }
    Path packed = export.directory(REPOSITORY).resolve("packed-refs");
    assertThat(Files.readString(packed)).contains(tag + " refs/tags/one\n^" + one + "\n");
  }

  private void end() {
    EndedRepository kept =
        new EndedRepository(
            REPOSITORY,
            EndedRepository.Cause.DELETED,
            EndedRepository.Phase.HELD,
            Refs.NONE,
            Optional.empty(),
            0,
            0,
            1,
            "");
    store
        .write(tx -> {
          tx.repositories().putRefs(REPOSITORY, Refs.NONE);
          tx.ended().put(kept);
          return true;
        })
        .toCompletableFuture()
        .join();
  }

  private void put(Refs refs) {
    store
        .write(tx -> {
          tx.repositories().putRefs(REPOSITORY, refs);
          return true;
        })
        .toCompletableFuture()
        .join();
  }

  private Oid moved(String text) throws IOException {
    Oid tip = scratch.commit("a.txt", text);
    scratch.publish(layout, REPOSITORY.identifier());
    put(scratch.refs());
    return tip;
  }

  /** Returns the tip according to plain git. */
  private void awaitTip(Oid tip) throws IOException {
    Path packed = export.directory(REPOSITORY).resolve("packed-refs");
    await(() -> isWritten(packed, tip) && Files.exists(packed.resolveSibling("HEAD")));
    assertThat(git.run(temp, "--git-dir=" + packed.getParent(), "log", "-1", "--format=%H"))
        .isEqualTo(tip.hex());
  }

  private static boolean isWritten(Path file, Oid tip) {
    try {
      return Files.exists(file) && Files.readString(file).contains(tip + " refs/heads/main");
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(BooleanSupplier condition) {
    Eventually.await(condition);
  }
}
