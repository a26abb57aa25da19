package dev.graspd.server.migrate.ngit;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the files of an ngit-grasp server are.
 *
 * @param relay the directory of its events
 * @param git the directory of its repositories
 */
public record OldServer(Path relay, Path git) {
  /** The database of an environment, in its directory. */
  public static final String DATABASE = "data.mdb";

  /** The newest layout of repositories that is known. */
  static final int STORAGE_VERSION_MAX = 1;

  /** Most repositories that are read. */
  static final int REPOSITORIES_MAX = 1_000_000;

  private static final String LOCK = "lock.mdb";
  private static final String STORAGE_VERSION = ".grasp/storage-version";
  private static final String GIT = ".git";
  private static final int SMALL_FILE_BYTES = 1_024;

  /** The repository of one owner: a thin view of its family, or a whole repository. */
  public record View(RepoAddress address, Path directory) {}

  /** Returns whether there is anything of ngit-grasp. */
  public boolean isThere() {
    return isFile(relay.resolve(DATABASE)) || isFile(git.resolve(STORAGE_VERSION));
  }

  /**
   * Returns whether a server has the events open: it holds a lock on the first byte of the lock
   * file. Asking needs the right to write the file, but changes nothing in it.
   */
  public boolean isRunning() throws IOException {
    Path file = relay.resolve(LOCK);
    if (!isFile(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(0, 1, false)) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /** Returns the version of the layout; empty for one-repository-per-owner of versions 1 and 2. */
  public Optional<String> storageVersion() throws IOException {
    Path file = git.resolve(STORAGE_VERSION);
    return isFile(file) && Files.size(file) <= SMALL_FILE_BYTES
        ? Optional.of(Files.readString(file).strip())
        : Optional.empty();
  }

  /** Returns whether the layout is one that this class reads. */
  public boolean isKnownLayout() throws IOException {
    Optional<String> version = storageVersion();
    return version.isEmpty() || version.get().equals(String.valueOf(STORAGE_VERSION_MAX));
  }

  /** Returns the repositories of all owners, sorted. */
  public List<View> views() throws IOException {
    List<View> views = new ArrayList<>();
    for (Path owner : directories(git, "npub1*")) {
      Optional<PublicKey> key = Bech32.parseNpub(name(owner));
      if (key.isPresent()) {
        collect(key.get(), owner, views);
      }
    }
    views.sort((a, b) -> a.address.compareTo(b.address));
    return views;
  }

  private static void collect(PublicKey owner, Path directory, List<View> views)
      throws IOException {
    for (Path one : directories(directory, "*" + GIT)) {
      String name = name(one);
      Optional<Identifier> identifier =
          Identifier.parse(name.substring(0, name.length() - GIT.length()));
      if (identifier.isPresent() && views.size() < REPOSITORIES_MAX) {
        views.add(new View(new RepoAddress(owner, identifier.get()), one));
      }
    }
  }

  /**
   * Returns the directories that have objects of an identifier: every repository of that name, also
   * those of pull requests without a repository, and last its family. A server that runs moves
   * objects into the family, so that what is no longer in a repository is there. Files of
   * alternates are ignored: they name places of the old server's machine.
   */
  public List<Path> objectsOf(Identifier identifier) throws IOException {
    String name = identifier.text() + GIT;
    List<Path> found = new ArrayList<>();
    for (Path owner : directories(git, "npub1*")) {
      add(owner.resolve(name), found);
    }
    for (Path author : directories(git.resolve("prs"), "*")) {
      add(author.resolve(name), found);
    }
    add(git.resolve(".grasp/families/sha1").resolve(name), found);
    return found;
  }

  private static void add(Path repository, List<Path> found) {
    Path objects = repository.resolve("objects");
    if (isDirectory(repository) && isDirectory(objects)) {
      found.add(objects);
    }
  }

  /** Returns the identifiers of families with SHA-256 objects, which are not taken. */
  public List<String> otherFamilies() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path family : directories(git.resolve(".grasp/families/sha256"), "*" + GIT)) {
      names.add(name(family));
    }
    return names;
  }

  private static List<Path> directories(Path parent, String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    if (isDirectory(parent)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, pattern)) {
        entries.forEach(entry -> {
          if (isDirectory(entry)) {
            found.add(entry);
          }
        });
      } catch (NoSuchFileException e) {
        // The old server runs, and has just removed it.
        return List.of();
      }
    }
    found.sort(null);
    return found;
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }
}
