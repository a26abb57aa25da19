package dev.graspd.server.git.depot;

import dev.graspd.core.store.blocking.Blocking;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

/**
 * Files of packs, by name. A file never changes, and its name is never used for another one, not
 * even after its deletion: so copies of it are never outdated, and two servers cannot overwrite
 * each other's files.
 *
 * <p>A file in the depot belongs to nobody until a transaction of the store names its pack: to
 * store something is not to publish it. Thread-safe; blocks.
 *
 * <p>A name consists of parts with a slash between them, as in {@code ab/abcdef/pack-1.idx}; a part
 * has small letters, digits, points, hyphens and underscores, and does not begin with a point.
 */
@Blocking
public interface PackDepot {
  /** The ending of files that are not complete; no name has it. */
  String PART = ".part";

  /** A local file, and its name in the depot. */
  record Item(String name, Path file) {}

  /**
   * Stores files, in this order; all of them are durable when it returns. If it fails, or the
   * process ends, some of them may be stored, each completely; {@link #delete} removes them.
   *
   * @throws java.nio.file.FileAlreadyExistsException if a name is taken
   */
  void put(List<Item> items) throws IOException;

  /**
   * Returns a local file with the content, to be read only.
   *
   * @throws java.nio.file.NoSuchFileException if the depot has no such name
   */
  Path get(String name) throws IOException;

  /** Removes files for ever, whether they are there or not; durable when it returns. */
  void delete(SortedSet<String> names) throws IOException;

  /** Returns all names that begin with a text. */
  SortedSet<String> list(String prefix) throws IOException;
}
