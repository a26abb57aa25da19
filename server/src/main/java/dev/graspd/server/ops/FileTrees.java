package dev.graspd.server.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories. */
final class FileTrees {
  private FileTrees() {}

  /** Deletes a directory and what is in it. Somebody else deleting the same is no fault. */
  static void delete(Path root) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> tree = Files.walk(root)) {
      deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
