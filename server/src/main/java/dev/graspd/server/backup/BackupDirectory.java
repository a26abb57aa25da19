package dev.graspd.server.backup;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory with a backup: {@code manifest}, the copy of the store in the directory that it
 * names, and {@code git} in the layout of the git data directory. The manifest is replaced in one
 * step, after all its files are on disk; files that only its predecessor named are removed later.
 * So it describes a whole backup at every moment.
 */
public record BackupDirectory(Path root) {
  static final String MANIFEST = "manifest";
  static final String SNAPSHOT_PREFIX = "store-";

  /** The ending of the names of unfinished files. */
  static final String PART = ".part";

  /** The file that {@code DataLock} leaves in a directory of ours. */
  private static final String LOCK = "lock";

  Layout git() {
    return new Layout(root.resolve("git"));
  }

  /** Returns the directory of git's files. */
  public Path gitRoot() {
    return git().root();
  }

  /** Returns the directory of the store's copy. */
  public Path snapshot(Manifest manifest) {
    return root.resolve(manifest.snapshot());
  }

  /** Requires a directory with a backup, or an empty or missing one. */
  public void requireOurs() throws StartRefused {
    try (Stream<Path> files = Files.list(root)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      boolean isUnused = names.stream().allMatch("lost+found"::equals);
      if (!isUnused && !names.contains(MANIFEST) && !names.contains(LOCK)) {
        throw new StartRefused(
            root
                + " has files in it that are no backup of graspd: name an empty directory, or a"
                + " new one");
      }
    } catch (NoSuchFileException e) {
      requireParent();
    } catch (IOException e) {
      throw new StartRefused(root + " cannot be used for a backup: " + FileTrouble.text(e), e);
    }
  }

  /** If the backup disk is not mounted, the backup must not fill the disk below. */
  private void requireParent() throws StartRefused {
    Path parent = root.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new StartRefused("there is no directory " + parent + " to make " + root + " in");
    }
  }

  /** Returns the manifest; empty if no backup was finished here. */
  public Optional<Manifest> manifest() throws StartRefused {
    String text;
    try {
      text = Files.readString(root.resolve(MANIFEST));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      text = "";
    } catch (IOException e) {
      throw new StartRefused(root.resolve(MANIFEST) + " cannot be read: " + FileTrouble.text(e), e);
    }
    return switch (Manifest.parse(text)) {
      case Manifest.Reading.Whole(var manifest) -> Optional.of(manifest);
      case Manifest.Reading.OtherFormat(var format) ->
          throw new StartRefused(
              "the backup in %s has format %s, this version of graspd reads format %d"
                  .formatted(root, format, Manifest.FORMAT));
      case Manifest.Reading.Damaged(var what) ->
          throw new StartRefused(
              "%s is damaged: it has no valid '%s'".formatted(root.resolve(MANIFEST), what));
    };
  }

  /** Replaces the manifest in one step. */
  void replaceManifest(Manifest manifest) throws IOException {
    Path draft = root.resolve(MANIFEST + PART);
    DurableFiles.write(draft, manifest.render());
    Files.move(
        draft,
        root.resolve(MANIFEST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    DurableFiles.sync(root);
  }

  /** Removes copies of the store, complete or not, that the manifest does not name. */
  void removeOtherSnapshots(Optional<Manifest> manifest) throws IOException {
    String kept = manifest.map(Manifest::snapshot).orElse("");
    List<Path> others = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(root, SNAPSHOT_PREFIX + "*")) {
      found.forEach(others::add);
    }
    for (Path other : others) {
      if (!other.getFileName().toString().equals(kept)) {
        FileTrees.delete(other);
      }
    }
  }
}
