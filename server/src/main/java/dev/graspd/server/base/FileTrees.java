package dev.graspd.server.base;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes whole directories. */
public final class FileTrees {
  private FileTrees() {}

  /** Deletes a file, or a directory and its content; others may do the same meanwhile. */
  public static void delete(Path root) throws IOException {
    Files.walkFileTree(root, new Deletion());
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
      if (fault instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw fault;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault)
        throws IOException {
      if (fault != null && !(fault instanceof NoSuchFileException)) {
        throw fault;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
