package dev.graspd.server.backup;

import dev.graspd.server.base.FileTrees;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The data of a server at one moment, for a check while the server runs: a copy of the store, and
 * links to its git files. The server removes none of these packs until this is closed.
 */
public final class StillPicture implements AutoCloseable {
  /** A shelf whose event arrives meanwhile is gone; the next attempt notices. */
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
   * @param room an empty directory, removed with the picture; it becomes as large as the store
   */
  public static StillPicture take(StoreEngine stores, Path relay, Path git, Path room)
      throws IOException {
    // The lock first: then all packs of the copy are here.
    StillPicture picture = new StillPicture(RemovalsLock.shared(new Layout(git)), room);
    try (StoreCopy store = stores.reading(relay)) {
      picture.take(stores, store, new Layout(git));
      return picture;
    } catch (IOException | RuntimeException e) {
      picture.close();
      throw e;
    }
  }

  /** Returns the most bytes that one takes. */
  public static long bytesNeeded(StoreEngine stores, Path relay) {
    try (StoreCopy store = stores.reading(relay)) {
      return store.figures().bytes();
    }
  }

  private void take(StoreEngine stores, StoreCopy store, Layout git) throws IOException {
    boolean isWhole = false;
    for (int i = 0; i < ATTEMPTS_MAX && !isWhole; i++) {
      FileTrees.delete(root);
      Files.createDirectories(relay());
      Path _ = store.copyTo(relay());
      try (StoreCopy copy = stores.readingSnapshot(relay())) {
        isWhole =
            GitFiles.carry(NamedGitFiles.by(copy), git, new Layout(git()), StillPicture::link)
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

  /** Returns the directory of the store's copy. */
  public Path relay() {
    return root.resolve("relay");
  }

  /** Returns the directory of links to git's files. */
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
