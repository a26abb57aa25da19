package dev.graspd.server.git.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.PackExt;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.util.FS;

/**
 * Packs of a family, as JGit reads them: those that were named when it was opened, and later ones.
 * A pack that is not named any more stays until all users are done; new users open the others.
 * Thread-safe.
 */
final class OpenPacks {
  /**
   * The packs that were added, and no others. JGit would list the directory of packs and read
   * whatever lies there, so it gets one that never exists. Nobody writes through it.
   */
  private static final class AddedPacks extends ObjectDirectory {
    private static final String NOWHERE = "none";

    /** Of this one, only the commit graph is read. */
    private final ObjectDirectory graph;

    AddedPacks(Path objects, Config config) throws IOException {
      // No shallow file: a family is never shallow. No alternates: its packs have everything.
      super(config, objects.resolve(NOWHERE).toFile(), null, FS.DETECTED, null);
      graph = new ObjectDirectory(config, objects.toFile(), null, FS.DETECTED, null);
      // JGit lists the directory once; later it only checks that there is still none.
      boolean isEmpty = getPacks().isEmpty();
      if (!isEmpty) {
        throw new IOException("there are packs in " + getDirectory());
      }
    }

    @Override
    public Optional<CommitGraph> getCommitGraph() {
      return graph.getCommitGraph();
    }

    @Override
    public void close() {
      super.close();
      graph.close();
    }
  }

  /** The head of an index, its table of first bytes and its checksums; each object has a row. */
  private static final long INDEX_HEAD_BYTES = 8 + 4 * 256 + 2 * 20;

  private static final long INDEX_ROW_BYTES = 20 + 4 + 4;

  private final Path packs;
  private final ObjectDirectory directory;
  private volatile SortedSet<String> names = Collections.emptySortedSet();
  private volatile long objectCount;
  private int found;
  private int users;
  private boolean isRetired;
  private boolean isClosed;

  private OpenPacks(Path objects, Config config) throws IOException {
    packs = objects.resolve("pack");
    directory = new AddedPacks(objects, config);
  }

  /** Opens packs of an object directory; those without files count as empty. */
  static OpenPacks of(Path objects, SortedSet<String> names, Config config) {
    try {
      OpenPacks opened = new OpenPacks(objects, config);
      opened.add(names);
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ObjectDirectory directory() {
    return directory;
  }

  /** Returns the names of all packs that were asked for. */
  SortedSet<String> names() {
    return names;
  }

  /** Returns how many objects the packs have, from the sizes of their indexes. */
  long objectCount() {
    return objectCount;
  }

  /** Returns whether it has exactly these packs. */
  boolean isFor(SortedSet<String> named) {
    return names.equals(named);
  }

  /** Returns whether all of it is still named. */
  boolean isIn(SortedSet<String> named) {
    return named.containsAll(names) && !isGivenUp();
  }

  /** JGit forgets all packs if one of them does not fit its index. */
  boolean isGivenUp() {
    return found > 0 && directory.getPacks().isEmpty();
  }

  /** Opens the packs among these that it does not have. */
  synchronized void add(SortedSet<String> named) throws IOException {
    SortedSet<String> all = new TreeSet<>(names);
    List<Path> added = new ArrayList<>();
    for (String name : named) {
      if (all.add(name) && isThere(name)) {
        added.add(packs.resolve(name + ".pack"));
      }
    }
    if (all.size() == names.size()) {
      return;
    }
    if (added.size() > 1) {
      // The newest last: JGit looks first into the pack that came last.
      added.sort(Comparator.comparingLong(file -> file.toFile().lastModified()));
    }
    long objects = objectCount;
    for (Path pack : added) {
      Pack opened = directory.openPack(pack.toFile());
      objects += objectCount(opened.getPackFile().create(PackExt.INDEX).length());
      found++;
    }
    objectCount = objects;
    names = Collections.unmodifiableSortedSet(all);
  }

  private static long objectCount(long indexBytes) {
    return Math.max(1, (indexBytes - INDEX_HEAD_BYTES) / INDEX_ROW_BYTES);
  }

  private boolean isThere(String name) {
    return !Files.notExists(packs.resolve(name + ".idx"))
        && !Files.notExists(packs.resolve(name + ".pack"));
  }

  /** Begins a use; returns false if it is too late, because the files are closed. */
  synchronized boolean begin() {
    if (isClosed) {
      return false;
    }
    users++;
    return true;
  }

  synchronized void end() {
    users--;
    closeIfUnused();
  }

  /** Nobody else begins a use from now on, except those who have it already. */
  synchronized void retire() {
    isRetired = true;
    closeIfUnused();
  }

  private void closeIfUnused() {
    if (isRetired && users == 0 && !isClosed) {
      isClosed = true;
      directory.close();
    }
  }
}
