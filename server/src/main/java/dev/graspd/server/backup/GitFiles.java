package dev.graspd.server.backup;

import dev.graspd.core.store.PackRecord;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.base.PathSet;
import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Copies git's files from one directory to another. */
final class GitFiles {
  private static final List<String> ENDINGS = List.of(".pack", ".idx");

  /** Adds one file. */
  @FunctionalInterface
  interface Way {
    FileCopies.Outcome place(Path from, Path to) throws IOException;
  }

  /**
   * The problems, in words.
   *
   * @param missing files
   * @param damaged files
   */
  record Carried(List<String> missing, List<String> damaged) {
    List<String> problems() {
      return Stream.concat(missing.stream(), damaged.stream()).toList();
    }
  }

  private final Layout from;
  private final Layout to;
  private final Way way;
  private final List<String> missing = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();

  /** The directory that got files last; synced before another one gets some. */
  private @Nullable Path touched;

  private GitFiles(Layout from, Layout to, Way way) {
    this.from = from;
    this.to = to;
    this.way = way;
  }

  /** Copies all files that a store names, and syncs them. */
  static Carried carry(NamedGitFiles named, Layout from, Layout to, Way way) throws IOException {
    return new GitFiles(from, to, way).carry(named);
  }

  private Carried carry(NamedGitFiles named) throws IOException {
    for (PackRecord pack : (Iterable<PackRecord>) named.packs()::iterator) {
      Path target = to.packs(pack.family());
      for (String ending : ENDINGS) {
        String file = pack.name() + ending;
        place(from.packs(pack.family()).resolve(file), target, file + " of " + pack.family());
      }
    }
    for (String shelf : named.shelves()) {
      shelf(shelf);
    }
    syncTouched();
    return new Carried(missing, damaged);
  }

  /** A shelf that vanishes while it is read was published or expired meanwhile. */
  private void shelf(String shelf) throws IOException {
    Path target = shelfPacks(to, shelf);
    for (String file : packFiles(shelfPacks(from, shelf))) {
      Path source = shelfPacks(from, shelf).resolve(file);
      place(source, target, file + " of shelf " + shelf);
    }
    SortedSet<String> here = packFiles(target);
    boolean isWhole =
        !here.isEmpty()
            && here.stream()
                .map(file -> file.substring(0, file.indexOf('.')))
                .allMatch(pack -> ENDINGS.stream().allMatch(end -> here.contains(pack + end)));
    if (!isWhole) {
      missing.add("shelf " + shelf + " is not there");
    }
  }

  private static SortedSet<String> packFiles(Path directory) throws IOException {
    SortedSet<String> names = new TreeSet<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "pack-*.{pack,idx}")) {
      found.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException e) {
      // No directory, no files.
    }
    return names;
  }

  static Path shelfPacks(Layout layout, String shelf) {
    return layout.quarantine().resolve(shelf).resolve("objects").resolve("pack");
  }

  private void touch(Path directory) throws IOException {
    if (!directory.equals(touched)) {
      syncTouched();
      touched = directory;
    }
  }

  private void syncTouched() throws IOException {
    if (touched != null) {
      DurableFiles.sync(touched);
    }
  }

  private void place(Path file, Path directory, String what) throws IOException {
    switch (way.place(file, directory.resolve(file.getFileName()))) {
      case PRESENT -> {}
      case PLACED -> touch(directory);
      case PLACED_DAMAGED -> {
        touch(directory);
        damaged.add(what + " is damaged: its checksum does not fit");
      }
      case MISSING -> missing.add(what + " is not there");
    }
  }

  /** Returns the bytes of files that are not there yet. */
  static long bytesLacking(NamedGitFiles named, Layout from, Layout to) throws IOException {
    long lacking = 0;
    for (PackRecord pack : (Iterable<PackRecord>) named.packs()::iterator) {
      for (String ending : ENDINGS) {
        Path file = from.packs(pack.family()).resolve(pack.name() + ending);
        Path there = to.packs(pack.family()).resolve(pack.name() + ending);
        lacking += Files.exists(file) && !Files.exists(there) ? Files.size(file) : 0;
      }
    }
    return lacking;
  }

  /** Removes every pack and shelf that the store does not name; returns the number of packs. */
  static long removeOthers(Layout layout, NamedGitFiles named) throws IOException {
    PathSet kept = named.packPaths();
    SortedSet<String> shelves = named.shelves();
    long removed = 0;
    for (Path part : list(layout.families())) {
      for (Path family : list(part)) {
        String name = part.getFileName() + "/" + family.getFileName();
        removed += removeOthers(family, name, kept);
      }
      DurableFiles.deleteIfEmpty(part);
    }
    for (Path shelf : list(layout.quarantine())) {
      if (!shelves.contains(shelf.getFileName().toString())) {
        FileTrees.delete(shelf);
      }
    }
    return removed;
  }

  private static long removeOthers(Path family, String name, PathSet kept) throws IOException {
    Path objects = family.resolve("objects");
    Path packs = objects.resolve("pack");
    long removed = 0;
    for (Path file : list(packs)) {
      String own = file.getFileName().toString();
      String pack = own.contains(".") ? own.substring(0, own.indexOf('.')) : own;
      if (own.endsWith(BackupDirectory.PART) || !kept.contains(name + "/" + pack)) {
        Files.deleteIfExists(file);
        removed += own.endsWith(ENDINGS.getFirst()) ? 1 : 0;
      }
    }
    for (Path directory : List.of(packs, objects, family)) {
      DurableFiles.deleteIfEmpty(directory);
    }
    return removed;
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}
