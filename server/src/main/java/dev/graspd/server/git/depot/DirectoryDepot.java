package dev.graspd.server.git.depot;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.EventLoops;
import dev.graspd.server.base.FailPoints;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A depot in a local directory: a name is a path below it. Files on the same disk are not copied
 * but get a second name. Thread-safe, also beside other depots over the same directory.
 */
public final class DirectoryDepot implements PackDepot {
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9_-][a-z0-9._-]*(/[a-z0-9_-][a-z0-9._-]*)*");

  /** How often a directory is made again that somebody else removes because it is empty. */
  private static final int ATTEMPTS_MAX = 10;

  private final Path root;
  private final FailPoints failPoints;

  /** Makes no directory yet. */
  public DirectoryDepot(Path root, FailPoints failPoints) {
    this.root = root;
    this.failPoints = failPoints;
  }

  @Override
  public void put(List<Item> items) throws IOException {
    EventLoops.requireElsewhere();
    SortedSet<Path> directories = new TreeSet<>();
    for (Item item : items) {
      // Before its name: after a power cut, no name leads to missing bytes.
      DurableFiles.sync(item.file());
      directories.add(parent(file(item.name())));
    }
    for (Item item : items) {
      link(item.file(), file(item.name()));
      reached(item.name());
    }
    for (Path directory : directories) {
      DurableFiles.sync(directory);
    }
  }

  private void reached(String name) {
    if (name.endsWith(".pack")) {
      failPoints.reach(FailPoints.PACK_LINKED);
    } else if (name.endsWith(".idx")) {
      failPoints.reach(FailPoints.INDEX_LINKED);
    }
  }

  private static void link(Path existing, Path name) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        DurableFiles.createDirectories(parent(name));
        DurableFiles.link(existing, name, part(name));
        return;
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS_MAX || !Files.exists(existing)) {
          throw e;
        }
      }
    }
  }

  @Override
  public Path get(String name) throws IOException {
    EventLoops.requireElsewhere();
    Path file = file(name);
    if (Files.notExists(file)) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  @Override
  public void delete(SortedSet<String> names) throws IOException {
    EventLoops.requireElsewhere();
    SortedSet<Path> directories = new TreeSet<>();
    for (String name : names) {
      Path file = file(name);
      Files.deleteIfExists(file);
      Files.deleteIfExists(part(file));
      directories.add(parent(file));
    }
    for (Path directory : directories) {
      try {
        DurableFiles.sync(directory);
        DurableFiles.deleteIfEmpty(directory);
      } catch (NoSuchFileException e) {
        // There was nothing, or somebody else has removed it.
      }
    }
  }

  @Override
  public SortedSet<String> list(String prefix) throws IOException {
    EventLoops.requireElsewhere();
    SortedSet<String> names = new TreeSet<>();
    int end = prefix.lastIndexOf('/');
    Path from = end < 0 ? root : file(prefix.substring(0, end));
    Files.walkFileTree(from, new Listing(prefix, names));
    return names;
  }

  private final class Listing extends SimpleFileVisitor<Path> {
    private final String prefix;
    private final SortedSet<String> names;

    Listing(String prefix, SortedSet<String> names) {
      this.prefix = prefix;
      this.names = names;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = root.relativize(file).toString();
      if (name.startsWith(prefix) && isName(name)) {
        names.add(name);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
      return skipped(fault);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault)
        throws IOException {
      return fault == null ? FileVisitResult.CONTINUE : skipped(fault);
    }

    /** Files may go meanwhile. */
    private static FileVisitResult skipped(IOException fault) throws IOException {
      if (fault instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw fault;
    }
  }

  private static boolean isName(String name) {
    return NAME.matcher(name).matches() && !name.endsWith(PART);
  }

  private Path file(String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException("not a name in a depot: " + name);
    }
    return root.resolve(name);
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + PART);
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IllegalStateException("a file of a depot is below its root: " + file);
    }
    return parent;
  }
}
