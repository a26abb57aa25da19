package dev.graspd.server.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Disk faults for tests. They need one of two properties of the JVM, which no setting can set. */
final class FileFaults {
  enum Operation {
    OPEN,
    WRITE,
    SYNC,
    SYNC_DIRECTORY,
    LINK,
    MAKE_DIRECTORY;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A file with {@code <operation> <a part of the path>}, which may appear later. */
  private static final Optional<Path> ASKED =
      Optional.ofNullable(System.getProperty("graspd.filefaults")).map(Path::of);

  /** Skips every sync, to show that the test of power cuts notices. */
  static final boolean SKIPS_SYNC = System.getProperty("graspd.skipsync", "").equals("git");

  private FileFaults() {}

  /** Fails as a disk would, if a test asks for it. */
  static void before(Operation operation, Path path) throws IOException {
    if (ASKED.isPresent() && isAsked(ASKED.get(), operation, path)) {
      throw new IOException("Input/output error");
    }
  }

  private static boolean isAsked(Path file, Operation operation, Path path) throws IOException {
    try {
      String asked = Files.readString(file).strip();
      String word = operation.word() + " ";
      return asked.startsWith(word) && path.toString().contains(asked.substring(word.length()));
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
