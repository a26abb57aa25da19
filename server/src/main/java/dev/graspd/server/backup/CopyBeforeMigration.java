package dev.graspd.server.backup;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.ops.Disks;
import dev.graspd.server.store.StoreEngine;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A copy of both data directories as they are, whatever their format: the program that wrote them
 * starts on the copy. Packs never change, so they are linked where the file system can.
 *
 * @param target where the copy will be, with {@code relay} and {@code git} in it
 */
public record CopyBeforeMigration(StoreEngine stores, Path relay, Path git, Path target) {
  private static final Set<String> STORE_FILES = Set.of("data.mdb", "lock.mdb", "lock");

  /** Returns the most bytes that it needs. */
  public long bytesNeeded() throws IOException {
    Path parent = target.toAbsolutePath().resolveSibling("");
    DurableFiles.createDirectories(parent);
    boolean links = Disks.areSame(parent, git);
    long[] bytes = {Files.size(relay.resolve("data.mdb"))};
    walk(git, (file, attributes) -> bytes[0] += links && isPack(file) ? 0 : attributes.size());
    return bytes[0];
  }

  /** Makes it; one of an earlier attempt is replaced when the new one is complete. */
  public void make() throws IOException {
    Path draft = target.resolveSibling(target.getFileName() + BackupDirectory.PART);
    FileTrees.delete(draft);
    Path relayCopy = directory(draft.resolve("relay"));
    Path file = stores.copyAsIs(relay, relayCopy);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    DurableFiles.sync(file);
    for (Path one : smallFiles()) {
      copy(one, relayCopy.resolve(one.getFileName()));
    }
    DurableFiles.sync(relayCopy);
    copyGit(directory(draft.resolve("git")));
    DurableFiles.sync(draft);
    FileTrees.delete(target);
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    DurableFiles.sync(target.toAbsolutePath().resolveSibling(""));
  }

  private static Path directory(Path path) throws IOException {
    return Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private List<Path> smallFiles() throws IOException {
    try (Stream<Path> files = Files.list(relay)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !STORE_FILES.contains(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  private void copyGit(Path to) throws IOException {
    walk(
        git,
        (file, _) -> {
          Path copy = to.resolve(git.relativize(file).toString());
          DurableFiles.createDirectories(copy.resolveSibling(""));
          if (isPack(file)) {
            DurableFiles.link(file, copy, copy.resolveSibling(copy.getFileName() + ".part"));
          } else {
            copy(file, copy);
          }
        });
    syncDirectories(to);
  }

  private static boolean isPack(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".pack") || name.endsWith(".idx");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    if (Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
      DurableFiles.sync(to);
    }
  }

  private interface Visit {
    void accept(Path file, BasicFileAttributes attributes) throws IOException;
  }

  /** Visits all files but our lock. */
  private static void walk(Path root, Visit visit) throws IOException {
    Path lock = root.resolve("lock");
    Path _ =
        Files.walkFileTree(
            root,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                if (!file.equals(lock)) {
                  visit.accept(file, attributes);
                }
                return FileVisitResult.CONTINUE;
              }
            });
  }

  private static void syncDirectories(Path root) throws IOException {
    Path _ =
        Files.walkFileTree(
            root,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult postVisitDirectory(Path one, @Nullable IOException fault)
                  throws IOException {
                if (fault != null) {
                  throw fault;
                }
                DurableFiles.sync(one);
                return FileVisitResult.CONTINUE;
              }
            });
  }
}
