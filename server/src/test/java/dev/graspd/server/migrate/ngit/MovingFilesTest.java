package dev.graspd.server.migrate.ngit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a server that runs (M-6). */
class MovingFilesTest {
  @TempDir private Path root;

  private SortedSet<String> walked(MovingFiles.Taker taker) throws IOException {
    SortedSet<String> names = new TreeSet<>();
    MovingFiles.walk(
        root,
        8,
        (file, attributes) -> {
          names.add(file.getFileName().toString());
          return taker.take(file, attributes);
        });
    return names;
  }

  /** Both are listed before either is visited; each visit removes the other. */
  @Test
  void whatVanishesDuringTheWalkIsPassedOver() throws IOException {
    Path one = Files.createDirectories(root.resolve("one"));
    Path other = Files.createDirectories(root.resolve("other"));
    Files.writeString(one.resolve("a"), "a");
    Files.writeString(other.resolve("b"), "b");
    SortedSet<String> seen =
        walked((file, _) -> {
          Path victim = file.startsWith(one) ? other : one;
          Files.deleteIfExists(victim.resolve("a"));
          Files.deleteIfExists(victim.resolve("b"));
          Files.deleteIfExists(victim);
          return true;
        });
    assertThat(seen).hasSize(1);
  }

  @Test
  void linksAreNotFollowedAndAWalkCanEndEarly() throws IOException {
    Files.writeString(root.resolve("a"), "a");
    Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
    assertThat(walked((_, _) -> true)).containsExactly("a");
    Files.writeString(root.resolve("b"), "b");
    assertThat(walked((_, _) -> false)).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void noDirectoryHasNoFiles() throws IOException {
    Path file = Files.writeString(root.resolve("a"), "a");
    MovingFiles.walk(file, 1, (_, _) -> false);
    assertThat(walked((_, _) -> true)).containsExactly("a");
  }
}
