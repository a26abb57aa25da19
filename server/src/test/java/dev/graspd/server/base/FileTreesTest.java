package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that start at the same time find the same files of one that was killed. */
final class FileTreesTest {
  private static final int ROUNDS = 20;
  private static final int FILES = 100;
  private static final int SERVERS = 4;

  @TempDir Path directory;

  private Path tree(int number) throws IOException {
    Path root = directory.resolve("tree-" + number);
    for (int i = 0; i < FILES; i++) {
      Path inner = Files.createDirectories(root.resolve("inner-" + i % 10));
      Files.writeString(inner.resolve("file-" + i), "text");
    }
    return root;
  }

  @Test
  void whatIsGoneAlreadyIsDeleted() {
    assertThatCode(() -> FileTrees.delete(directory.resolve("none"))).doesNotThrowAnyException();
  }

  @Test
  void deleteRemovesATreeButFollowsNoLink() throws IOException {
    Path kept = Files.writeString(directory.resolve("kept"), "stays");
    Path tree = Files.createDirectories(directory.resolve(Path.of("tree", "deep"))).getParent();
    Files.writeString(tree.resolve(Path.of("deep", "file")), "goes");
    Files.createSymbolicLink(tree.resolve("link"), kept);
    Files.createSymbolicLink(directory.resolve("toTree"), tree);
    FileTrees.delete(directory.resolve("toTree"));
    assertThat(tree).isDirectory();
    FileTrees.delete(tree);
    FileTrees.delete(tree);
    assertThat(tree).doesNotExist();
    assertThat(kept).hasContent("stays");
  }

  @Test
  void severalMayDeleteTheSameAtOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Path root = tree(round);
      Callable<Path> deletion =
          () -> {
            FileTrees.delete(root);
            return root;
          };
      List<Future<Path>> deletions = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(SERVERS)) {
        for (int i = 0; i < SERVERS; i++) {
          deletions.add(threads.submit(deletion));
        }
        for (Future<Path> one : deletions) {
          assertThat(one.get()).doesNotExist();
        }
      }
    }
  }
}
