package dev.graspd.server.backup;

import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.FileTrees;
import dev.graspd.server.store.lmdb.StoreCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The data of a server as it is at one moment, to be looked at while the server goes on: a copy of
 * the store, and links to just those of git's files that it names. Until this is closed the server
 * removes no pack of them.
 */
public final class StillPicture implements AutoCloseable {
  /** A shelf whose event comes just then is gone from it; the next attempt knows that. */
  private static final int ATTEMPTS_MAX = 3;

  private final RemovalsLock lock;
  private final Path root;

  private StillPicture(RemovalsLock lock, Path root) {
    this.lock = lock;
    this.root = root;
  }

  /**
   * Takes one.
   *
   * @param room an empty directory, which goes with the picture; it gets as large as the store
   */
  public static StillPicture take(Path relay, Path git, Path room) throws IOException {
    // The lock comes first: what the copy names is then here.
    StillPicture picture = new StillPicture(RemovalsLock.shared(new Layout(git)), room);
    try (StoreCopy store = StoreCopy.open(relay)) {
      picture.take(store, new Layout(git));
      return picture;
    } catch (IOException | RuntimeException e) {
      picture.close();
      throw e;
    }
  }

  /** Returns how many bytes one takes at most. */
  public static long bytesNeeded(Path relay) {
    try (StoreCopy store = StoreCopy.open(relay)) {
      return store.figures().bytes();
    }
  }

  private void take(StoreCopy store, Layout git) throws IOException {
    boolean isWhole = false;
    for (int i = 0; i < ATTEMPTS_MAX && !isWhole; i++) {
      FileTrees.delete(root);
      Files.createDirectories(relay());
      Path _ = store.copyTo(relay());
      try (StoreCopy copy = StoreCopy.openSnapshot(relay())) {
        isWhole =
            GitFiles.carry(Named.by(copy), git, new Layout(git()), StillPicture::link)
                .missing()
                .isEmpty();
      }
    }
  }

  private static FileCopies.Outcome link(Path from, Path to) throws IOException {
    if (!Files.exists(from)) {
      return FileCopies.Outcome.MISSING;
    }
    Files.createDirectories(to.getParent());
    Files.createSymbolicLink(to, from.toAbsolutePath());
    return FileCopies.Outcome.PLACED;
  }

  /** Returns where the copy of the store is. */
  public Path relay() {
    return root.resolve("relay");
  }

  /** Returns where git's files seem to be. */
  public Path git() {
    return root.resolve("git");
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      FileTrees.delete(root);
    }
  }
}
