package dev.graspd.server.migrate.ngit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through files that a running server may remove meanwhile: what has vanished is passed over,
 * every other fault is thrown. Symbolic links are not followed.
 */
public final class MovingFiles {
  private MovingFiles() {}

  /** Takes regular files. */
  @FunctionalInterface
  public interface Taker {
    /** Returns whether the walk goes on. */
    boolean take(Path file, BasicFileAttributes attributes) throws IOException;
  }

  /** Gives out the files below a directory, if it is one, down to a depth. */
  public static void walk(Path root, int depthMax, Taker taker) throws IOException {
    if (Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(root, Set.of(), depthMax, visitor(taker));
    }
  }

  private static FileVisitor<Path> visitor(Taker taker) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        boolean goesOn = !attributes.isRegularFile() || taker.take(file, attributes);
        return goesOn ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
        return passed(fault);
      }

      @Override
      public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault)
          throws IOException {
        return fault == null ? FileVisitResult.CONTINUE : passed(fault);
      }
    };
  }

  private static FileVisitResult passed(IOException fault) throws IOException {
    if (fault instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw fault;
  }
}
