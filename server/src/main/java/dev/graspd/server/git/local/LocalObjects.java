package dev.graspd.server.git.local;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.JgitSetup;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.storage.pack.PackConfig;

/**
 * Objects of several directories of git, read together. Their files of alternates are ignored:
 * links to packs and loose objects are made in an own directory, and nothing else is looked at. For
 * one thread.
 */
public final class LocalObjects implements AutoCloseable {
  private static final int LOOSE_DIRECTORY_LETTERS = 2;

  private final FileRepository repository;

  private LocalObjects(FileRepository repository) {
    this.repository = repository;
  }

  /**
   * Opens directories of objects.
   *
   * @param scratch an empty directory for links, which the caller removes afterwards
   */
  public static LocalObjects open(List<Path> directories, Path scratch) throws IOException {
    JgitSetup.apply();
    Path own = scratch.resolve("own");
    Files.createDirectories(own.resolve("objects/pack"));
    FileRepositoryBuilder builder = new FileRepositoryBuilder().setGitDir(own.toFile()).setBare();
    int number = 0;
    for (Path directory : directories) {
      Path linked = Files.createDirectories(scratch.resolve(number++ + "/objects"));
      try {
        link(directory, linked);
      } catch (NoSuchFileException e) {
        // The old server runs, and has just removed it: the family has its objects.
        continue;
      }
      builder.addAlternateObjectDirectory(linked.toFile());
    }
    return new LocalObjects(new FileRepository(builder.setup()));
  }

  private static void link(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.length() == LOOSE_DIRECTORY_LETTERS
            && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(to.resolve(name), entry.toAbsolutePath());
        }
      }
    }
    Path packs = Files.createDirectories(to.resolve("pack"));
    if (!Files.isDirectory(from.resolve("pack"), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(from.resolve("pack"), "pack-*.{pack,idx}")) {
      for (Path entry : entries) {
        if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(
              packs.resolve(entry.getFileName().toString()), entry.toAbsolutePath());
        }
      }
    }
  }

  /** Returns which of these objects are there. */
  public SortedSet<Oid> present(SortedSet<Oid> ids) throws IOException {
    SortedSet<Oid> present = new TreeSet<>();
    for (Oid id : ids) {
      if (repository.getObjectDatabase().has(JgitIds.of(id))) {
        present.add(id);
      }
    }
    return present;
  }

  /**
   * Writes a pack of some objects and all that they refer to.
   *
   * @param haves objects that the reader has, with all that they refer to
   * @return false if something that they refer to is missing
   */
  public boolean writePack(SortedSet<Oid> wants, SortedSet<Oid> haves, Path file)
      throws IOException {
    PackConfig config = new PackConfig();
    config.setDeltaCompress(false);
    try (PackWriter writer = new PackWriter(config, repository.newObjectReader());
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      writer.preparePack(NullProgressMonitor.INSTANCE, ids(wants), ids(present(haves)));
      writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
      return true;
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private static Set<ObjectId> ids(SortedSet<Oid> ids) {
    Set<ObjectId> converted = new HashSet<>();
    ids.forEach(id -> converted.add(JgitIds.of(id)));
    return converted;
  }

  @Override
  public void close() {
    repository.close();
  }
}
