package dev.graspd.server.backup;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreEngine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes a backup of the data of a server, running or not; files of the previous backup stay.
 *
 * <p>The order makes it complete: first the files that the store names now, then a copy of the
 * store, then new files that this copy names, then the manifest, in one step. Servers remove no
 * published packs meanwhile ({@link RemovalsLock}); if a file vanishes nevertheless, for example a
 * shelf whose event arrived, the store is copied again. The next backup removes the remains of an
 * interrupted one.
 */
public final class Backup {
  /** Each attempt is faster than the one before, so that less changes meanwhile. */
  private static final int ATTEMPTS_MAX = 3;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  /** Points at which a test interrupts it. */
  enum Step {
    FILES_COPIED,
    STORE_COPIED,
    ALL_COPIED,
    SWITCHED
  }

  /**
   * The data to back up.
   *
   * @param stores opens the store
   * @param server the server's public key in hex, if it is known
   * @param version the graspd that makes the backup
   */
  public record Source(
      StoreEngine stores, Path relay, Path git, Optional<String> server, String version) {}

  /**
   * The result.
   *
   * @param newFiles the number of git files that the backup did not have
   * @param newBytes of these files
   * @param copiedBytes of these files, without those that a link brought
   * @param problems of the data itself, in words
   */
  public record Report(
      Manifest manifest,
      long newFiles,
      long newBytes,
      long copiedBytes,
      long removedPacks,
      List<String> problems) {
    public Report {
      problems = List.copyOf(problems);
    }
  }

  private final Source source;
  private final BackupDirectory directory;
  private final Instant now;
  private final Consumer<Step> steps;
  private final FileCopies copies = new FileCopies();

  Backup(Source source, BackupDirectory directory, Instant now, Consumer<Step> steps) {
    this.source = source;
    this.directory = directory;
    this.now = now;
    this.steps = steps;
  }

  /**
   * Makes a backup into a directory that the caller has locked.
   *
   * @throws IOException if it cannot be finished; the previous backup stays valid
   */
  public static Report make(Source source, BackupDirectory directory, Instant now)
      throws StartRefused, IOException {
    return new Backup(source, directory, now, _ -> {}).run();
  }

  /**
   * Returns the most bytes that a backup needs.
   *
   * @param canLink whether hard links are possible for git's files
   */
  public static long bytesNeeded(Source source, BackupDirectory directory, boolean canLink)
      throws IOException {
    try (StoreCopy store = source.stores.reading(source.relay)) {
      long git =
          canLink
              ? 0
              : GitFiles.bytesLacking(
                  NamedGitFiles.by(store), new Layout(source.git), directory.git());
      return store.figures().bytes() + git;
    }
  }

  Report run() throws StartRefused, IOException {
    Optional<Manifest> before = directory.manifest();
    requireSameServer(before);
    directory.removeOtherSnapshots(before);
    try (RemovalsLock _ = RemovalsLock.shared(new Layout(source.git));
        StoreCopy store = source.stores.reading(source.relay)) {
      return switchTo(copied(store, before));
    }
  }

  private void requireSameServer(Optional<Manifest> before) throws StartRefused {
    Optional<String> other = before.flatMap(Manifest::server);
    if (other.isPresent() && source.server.isPresent() && !other.equals(source.server)) {
      throw new StartRefused(
          "%s holds the backup of another server, whose key is %s: name another directory"
              .formatted(directory.root(), other.get()));
    }
  }

  /** A copy of the store that is not valid yet, and its files. */
  private record Copied(Path draft, String name, GitFiles.Carried carried) {}

  private Copied copied(StoreCopy store, Optional<Manifest> before) throws IOException {
    Copied copied = attempt(store, before);
    for (int i = 1; i < ATTEMPTS_MAX && !copied.carried.missing().isEmpty(); i++) {
      FileTrees.delete(copied.draft);
      copied = attempt(store, before);
    }
    return copied;
  }

  private Copied attempt(StoreCopy store, Optional<Manifest> before) throws IOException {
    // Most files now, so that few are left after the copy.
    GitFiles.Carried _ = carry(NamedGitFiles.by(store));
    steps.accept(Step.FILES_COPIED);
    String name = freeName(before);
    Path draft =
        Files.createDirectory(
            directory.root().resolve(name + BackupDirectory.PART), PRIVATE_DIRECTORY);
    Path file = store.copyTo(draft);
    Files.setPosixFilePermissions(file, PRIVATE);
    DurableFiles.sync(file);
    steps.accept(Step.STORE_COPIED);
    try (StoreCopy snapshot = source.stores.readingSnapshot(draft)) {
      return new Copied(draft, name, carry(NamedGitFiles.by(snapshot)));
    }
  }

  private String freeName(Optional<Manifest> before) {
    String name = BackupDirectory.SNAPSHOT_PREFIX + STAMP.format(now);
    return before.filter(one -> one.snapshot().equals(name)).isPresent() ? name + "-2" : name;
  }

  private GitFiles.Carried carry(NamedGitFiles named) throws IOException {
    return GitFiles.carry(named, new Layout(source.git), directory.git(), copies::place);
  }

  private Report switchTo(Copied copied) throws IOException {
    boolean hasKey = copyKey(copied.draft);
    DurableFiles.sync(copied.draft);
    Path snapshot = directory.root().resolve(copied.name);
    Files.move(copied.draft, snapshot, StandardCopyOption.ATOMIC_MOVE);
    DurableFiles.sync(directory.root());
    steps.accept(Step.ALL_COPIED);
    Manifest manifest = manifest(copied, snapshot, hasKey);
    directory.replaceManifest(manifest);
    steps.accept(Step.SWITCHED);
    directory.removeOtherSnapshots(Optional.of(manifest));
    long removed = removeOthers(snapshot);
    return new Report(
        manifest,
        copies.newFiles(),
        copies.newBytes(),
        copies.copiedBytes(),
        removed,
        copied.carried.problems());
  }

  private long removeOthers(Path snapshot) throws IOException {
    try (StoreCopy store = source.stores.readingSnapshot(snapshot)) {
      return GitFiles.removeOthers(directory.git(), NamedGitFiles.by(store));
    }
  }

  private Manifest manifest(Copied copied, Path snapshot, boolean hasKey) throws IOException {
    Path file = snapshot.resolve("data.mdb");
    String sha256 = FileCopies.sha256(file);
    return new Manifest(
        now, source.version, source.server, copied.name, sha256, hasKey, figures(snapshot, file));
  }

  private Manifest.Figures figures(Path snapshot, Path file) throws IOException {
    try (StoreCopy store = source.stores.readingSnapshot(snapshot)) {
      StoreCopy.Figures figures = store.figures();
      NamedGitFiles named = NamedGitFiles.by(store);
      return new Manifest.Figures(
          figures.servedEvents(),
          figures.heldEvents(),
          Files.size(file),
          store.repositories().countPacks(),
          named.packBytes(),
          named.shelves().size());
    }
  }

  /** A key from a setting or a credential is not backed up. */
  private boolean copyKey(Path snapshot) throws IOException {
    Path key = source.relay.resolve(ServerKeys.FILE);
    if (!Files.exists(key)) {
      return false;
    }
    copyPrivately(key, snapshot.resolve(ServerKeys.FILE));
    return true;
  }

  /** Copies a small file; only its owner can read it at any moment. */
  static void copyPrivately(Path from, Path to) throws IOException {
    var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel in = FileChannel.open(from);
        FileChannel out =
            FileChannel.open(to, options, PosixFilePermissions.asFileAttribute(PRIVATE))) {
      long done = 0;
      while (done < in.size()) {
        done += in.transferTo(done, in.size() - done, out);
      }
      out.force(true);
    }
  }
}
