package dev.graspd.server.git.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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

  /** How the index of a pack ends that is set aside. */
  private static final String ASIDE = ".idx.damaged";

  private final Layout layout;
  private final Config config;
  private final FS files;
  private final AtomicLong withdrawals = new AtomicLong();
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
    return opened(layout.objects(family));
  }

  /** Opens an object directory that belongs to no family. */
  ObjectDirectory opened(Path objects) {
    try {
      return PackedObjects.open(objects, config, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Shows a pack that was just put into a family's directory. */
  void added(Identifier family, Path pack) throws IOException {
    directory(family).openPack(pack.toFile());
  }

  /** Hides a pack that cannot be used; its files stay, for whoever wants to look at them. */
  void setAside(Identifier family, String pack) throws IOException {
    Path packs = layout.packs(family);
    Path index = packs.resolve(pack + ".idx");
    if (Files.exists(index)) {
      // Without an index the pack is not looked at.
      Files.move(index, packs.resolve(pack + ASIDE), StandardCopyOption.REPLACE_EXISTING);
      DurableFiles.sync(packs);
      closeQuietly(open.asMap().remove(family));
    }
  }

  /** Takes a pack out of a family again. */
  void withdraw(Identifier family, String pack) throws IOException {
    withdraw(layout.family(family), pack);
    closeQuietly(open.asMap().remove(family));
  }

  /** Takes a pack out of a family's directory, and the directory if nothing else is in it. */
  void withdraw(Path family, String pack) throws IOException {
    withdrawals.incrementAndGet();
    Path objects = family.resolve("objects");
    Path packs = objects.resolve("pack");
    // The index first: without it the pack is not looked at.
    Files.deleteIfExists(packs.resolve(pack + ".idx"));
    Files.deleteIfExists(packs.resolve(pack + ASIDE));
    Files.deleteIfExists(packs.resolve(pack + ".pack"));
    if (Files.isDirectory(packs)) {
      DurableFiles.sync(packs);
    }
    for (Path directory : List.of(packs, objects, family)) {
      deleteIfEmpty(directory);
    }
  }

  /** Returns how many publications were taken back since the start. */
  long withdrawals() {
    return withdrawals.get();
  }

  private static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // Other packs are there.
    }
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
