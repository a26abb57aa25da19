package dev.graspd.server.ops;

import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Both data directories, made if they were missing, and locked until closed. */
public final class DataDirectories implements AutoCloseable {
  private final Path relay;
  private final Path git;
  private final boolean areNew;
  private final DataLock relayLock;
  private final DataLock gitLock;
  private final Optional<Path> temporary;

  private DataDirectories(Path relay, Path git, Optional<Path> temporary) throws StartRefused {
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
    this.areNew = isUnused(relay) && isUnused(git);
  }

  /**
   * Locks the directories of the configuration, or makes temporary ones. Directories of the
   * reference server are refused before anything in them is touched.
   */
  public static DataDirectories open(Config.Data data) throws StartRefused {
    if (data.backend() == Backend.MEMORY) {
      Path root = temporaryDirectory();
      return new DataDirectories(root.resolve("relay"), root.resolve("git"), Optional.of(root));
    }
    ReferenceServer.refuseRelayDirectory(data.relayPath());
    ReferenceServer.refuseGitDirectory(data.gitPath());
    return new DataDirectories(data.relayPath(), data.gitPath(), Optional.empty());
  }

  /** Returns where events live. */
  public Path relay() {
    return relay;
  }

  /** Returns where git objects live. */
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
          .allMatch(name -> name.equals(DataLock.FILE) || name.equals("lost+found"));
    } catch (IOException e) {
      throw new StartRefused("the directory " + directory + " cannot be read: " + e, e);
    }
  }

  private static Path temporaryDirectory() throws StartRefused {
    try {
      return Files.createTempDirectory("graspd-");
    } catch (IOException e) {
      throw new StartRefused("no temporary directory can be made: " + e, e);
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
