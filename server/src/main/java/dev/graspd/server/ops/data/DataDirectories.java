package dev.graspd.server.ops.data;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Both data directories, created if missing, and locked until closed. */
public final class DataDirectories implements AutoCloseable {
  /** A file in the relay data directory while a restore is unfinished. */
  private static final String UNFINISHED = "restore-unfinished";

  /** A file in the relay data directory while an import is unfinished. */
  private static final String IMPORTING = "import-unfinished";

  /** A file in the relay data directory of a server that was made by an import. */
  private static final String IMPORTED = "imported";

  /** A directory in the git data directory for files that an import needs only while it runs. */
  private static final String SCRATCH = "import-scratch";

  private static final String STORE = "data.mdb";

  /** A directory at the top of a mounted file system. */
  private static final String LOST = "lost+found";

  private final Path relay;
  private final Path git;
  private final boolean areNew;
  private final DataLock relayLock;
  private final DataLock gitLock;
  private final Optional<Path> temporary;

  private DataDirectories(Path relay, Path git, Optional<Path> temporary, boolean startsOver)
      throws StartRefused {
    this.relay = relay;
    this.git = git;
    this.temporary = temporary;
    this.relayLock = DataLock.acquire(relay);
    try {
      this.gitLock = DataLock.acquire(git);
    } catch (StartRefused e) {
      relayLock.close();
      throw e;
    }
    if (startsOver && Files.exists(relay.resolve(UNFINISHED))) {
      clear(git);
      clear(relay);
    }
    this.areNew = isUnused(relay) && isUnused(git);
  }

  /**
   * Locks the directories of the configuration, or makes temporary ones. Directories of the
   * reference server are refused before anything in them is touched.
   */
  public static DataDirectories open(Config.Data data) throws StartRefused {
    if (data.backend() == Backend.MEMORY) {
      Path root = temporaryDirectory();
      return new DataDirectories(
          root.resolve("relay"), root.resolve("git"), Optional.of(root), false);
    }
    requireOurs(data);
    if (Files.exists(data.relayPath().resolve(UNFINISHED))) {
      throw new StartRefused(
          "NGIT_RELAY_DATA_PATH: a restore into %s was not finished: run 'graspd restore' again"
              .formatted(data.relayPath()));
    }
    if (Files.exists(data.relayPath().resolve(IMPORTING))) {
      throw new StartRefused(
          "NGIT_RELAY_DATA_PATH: an import into %s was not finished: run 'graspd import' again"
              .formatted(data.relayPath()));
    }
    return new DataDirectories(data.relayPath(), data.gitPath(), Optional.empty(), false);
  }

  /**
   * Locks the directories of the configuration for a restore, which needs them empty; removes the
   * remains of an unfinished one.
   */
  public static DataDirectories openForRestore(Config.Data data) throws StartRefused {
    requireOurs(data);
    DataDirectories locked =
        new DataDirectories(data.relayPath(), data.gitPath(), Optional.empty(), true);
    if (!locked.areNew) {
      locked.close();
      throw new StartRefused(
          "%s or %s is not empty: a restore needs new directories; move the old ones away first"
              .formatted(data.relayPath(), data.gitPath()));
    }
    return locked;
  }

  /**
   * Locks the directories of the configuration for an import: new ones, or those of an earlier
   * import, finished or not, which goes on where it ended.
   */
  public static DataDirectories openForImport(Config.Data data) throws StartRefused {
    requireOurs(data);
    if (Files.exists(data.relayPath().resolve(UNFINISHED))) {
      throw new StartRefused(
          "NGIT_RELAY_DATA_PATH: a restore into %s was not finished: run 'graspd restore' again"
              .formatted(data.relayPath()));
    }
    DataDirectories locked =
        new DataDirectories(data.relayPath(), data.gitPath(), Optional.empty(), false);
    boolean isImport =
        Files.exists(locked.relay.resolve(IMPORTING))
            || Files.exists(locked.relay.resolve(IMPORTED));
    if (!locked.areNew && !isImport) {
      locked.close();
      throw new StartRefused(
          "%s or %s belongs to another server; nothing was touched: an import needs new directories"
              .formatted(data.relayPath(), data.gitPath()));
    }
    return locked;
  }

  /** Returns an empty directory for an import, on the disk of the repositories. */
  public Path freshScratch() throws IOException {
    removeScratch();
    return Files.createDirectory(git.resolve(SCRATCH));
  }

  /** Removes the directory for an import, if there is one. */
  public void removeScratch() throws IOException {
    if (Files.exists(git.resolve(SCRATCH), LinkOption.NOFOLLOW_LINKS)) {
      FileTrees.delete(git.resolve(SCRATCH));
    }
  }

  /** Marks the directories as incomplete on disk; no server starts on them then. */
  public void beginImport() throws IOException {
    DurableFiles.write(relay.resolve(IMPORTING), "");
    DurableFiles.sync(relay);
  }

  /** Marks the directories as complete, and as made by an import, which may be repeated. */
  public void endImport() throws IOException {
    DurableFiles.write(relay.resolve(IMPORTED), "");
    DurableFiles.sync(relay);
    Files.delete(relay.resolve(IMPORTING));
    DurableFiles.sync(relay);
  }

  /**
   * Refuses a start that would create a new store beside git data: packs that no store names would
   * be removed.
   */
  public void requireStoreBesideGit() throws StartRefused {
    if (temporary.isEmpty() && !Files.exists(relay.resolve(STORE)) && !isUnused(git)) {
      throw new StartRefused(
          ("NGIT_RELAY_DATA_PATH: there is no store in %s, but %s is not empty. Is its disk"
                  + " mounted? If the store is lost, restore a backup into new directories, or move"
                  + " %s away to begin with nothing")
              .formatted(relay, git, git));
    }
  }

  public static void requireOurs(Config.Data data) throws StartRefused {
    ReferenceServer.refuseRelayDirectory(data.relayPath());
    ReferenceServer.refuseGitDirectory(data.gitPath());
  }

  /** Marks the directories as incomplete on disk; no server starts on them then. */
  public void beginRestore() throws IOException {
    DurableFiles.write(relay.resolve(UNFINISHED), "");
    DurableFiles.sync(relay);
  }

  /** Marks the directories as complete. */
  public void endRestore() throws IOException {
    Files.delete(relay.resolve(UNFINISHED));
    DurableFiles.sync(relay);
  }

  /** Empties a directory; removes the mark of an unfinished restore last. */
  private static void clear(Path directory) throws StartRefused {
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        String name = entry.getFileName().toString();
        if (!name.equals(DataLock.FILE) && !name.equals(UNFINISHED) && !name.equals(LOST)) {
          FileTrees.delete(entry);
        }
      }
      Files.deleteIfExists(directory.resolve(UNFINISHED));
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + directory + " cannot be emptied: " + FileTrouble.text(e), e);
    }
  }

  public Path relay() {
    return relay;
  }

  public Path git() {
    return git;
  }

  /** Returns whether both directories were empty when they were locked. */
  public boolean areNew() {
    return areNew;
  }

  /** Unlocks the directories and removes temporary ones. */
  @Override
  public void close() {
    gitLock.close();
    relayLock.close();
    temporary.ifPresent(DataDirectories::delete);
  }

  private static boolean isUnused(Path directory) throws StartRefused {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .allMatch(name ->
              name.equals(DataLock.FILE)
                  || name.equals(LOST)
                  || name.equals(SCRATCH)
                  || name.startsWith(NativeFiles.PREFIX));
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + directory + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  private static Path temporaryDirectory() throws StartRefused {
    try {
      return Files.createTempDirectory("graspd-");
    } catch (IOException e) {
      throw new StartRefused("no temporary directory can be made: " + FileTrouble.text(e), e);
    }
  }

  private static void delete(Path root) {
    try {
      FileTrees.delete(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
