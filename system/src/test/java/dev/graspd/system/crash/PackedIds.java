package dev.graspd.system.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.ObjectId;

/** The objects in all packs below a directory, also those that nobody may see. */
final class PackedIds {
  private final List<PackIndex> indexes = new ArrayList<>();

  static PackedIds below(Path directory) throws IOException {
    PackedIds ids = new PackedIds();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".idx")).toList()) {
          ids.indexes.add(PackIndex.open(file.toFile()));
        }
      }
    }
    return ids;
  }

  boolean contains(String id) {
    return indexes.stream().anyMatch(index -> index.hasObject(ObjectId.fromString(id)));
  }
}
