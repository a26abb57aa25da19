package dev.graspd.server.git.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;

/**
 * The object stores of all families, opened when they are asked for. A family that has nothing has
 * no directory. Thread-safe.
 */
public final class ObjectStores implements AutoCloseable {
  /** Families kept open; each costs the indexes of its packs and some file handles. */
  static final int OPEN_FAMILIES_MAX = 512;

  private final Layout layout;
  private final Config config;
  private final FS files;
  private final Cache<Identifier, ObjectDirectory> open =
      Caffeine.newBuilder()
          .maximumSize(OPEN_FAMILIES_MAX)
          .<Identifier, ObjectDirectory>evictionListener(
              (_, directory, _) -> closeQuietly(directory))
          .build();

  /**
   * Opens nothing yet.
   *
   * @param config what JGit reads instead of a repository's config file
   */
  public ObjectStores(Layout layout, Config config, FS files) {
    this.layout = layout;
    this.config = config;
    this.files = files;
  }

  public Layout layout() {
    return layout;
  }

  /** Returns what is published in a family. */
  public ObjectsHere of(Identifier family) {
    return new PackedObjects(directory(family));
  }

  /**
   * Returns a family's objects as JGit reads them. It stays usable for whoever has it, also when it
   * is closed here meanwhile (its packs are opened again when they are read), so the caller closes
   * only the readers that it makes. Nothing is ever written through it.
   */
  public ObjectDirectory directory(Identifier family) {
    return open.get(family, this::opened);
  }

  private ObjectDirectory opened(Identifier family) {
    try {
      return PackedObjects.open(layout.objects(family), config, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Shows a pack that was just put into a family's directory. */
  void added(Identifier family, Path pack) throws IOException {
    directory(family).openPack(pack.toFile());
  }

  /** Looks again at a family's directory, from which packs were taken. */
  void removed(Identifier family) {
    ObjectDirectory old = open.asMap().remove(family);
    closeQuietly(old);
  }

  @Override
  public void close() {
    open.asMap().values().forEach(ObjectDirectory::close);
    open.invalidateAll();
  }

  private static void closeQuietly(@Nullable ObjectDirectory directory) {
    if (directory != null) {
      directory.close();
    }
  }
}
