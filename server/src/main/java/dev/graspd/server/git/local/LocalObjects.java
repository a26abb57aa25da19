package dev.graspd.server.git.local;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.JgitSetup;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects of several directories of git, read together. Their files of alternates are ignored:
 * links to packs and loose objects are made in an own directory, and nothing else is looked at. For
 * one thread.
 */
public final class LocalObjects implements AutoCloseable {
  private static final int LOOSE_DIRECTORY_LETTERS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(LocalObjects.class);

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

  /** Returns which of these objects are there; what cannot be read is not. */
  public SortedSet<Oid> present(SortedSet<Oid> ids) {
    SortedSet<Oid> present = new TreeSet<>();
    for (Oid id : ids) {
      if (isPresent(id)) {
        present.add(id);
      }
    }
    return present;
  }

  private boolean isPresent(Oid id) {
    try {
      return repository.getObjectDatabase().has(JgitIds.of(id));
    } catch (RuntimeException e) {
      // A damaged index.
      LOG.debug("{} cannot be looked up", id, e);
      return false;
    }
  }

  /**
   * Writes a pack of some objects and all that they refer to.
   *
   * @param haves objects that the reader has, with all that they refer to
   * @return why something of it cannot be read; empty if the pack is written
   * @throws IOException if the file cannot be written
   */
  public Optional<String> writePack(SortedSet<Oid> wants, SortedSet<Oid> haves, Path file)
      throws IOException {
    PackConfig config = new PackConfig();
    config.setDeltaCompress(false);
    try (OwnFile out = new OwnFile(file)) {
      try (PackWriter writer = new PackWriter(config, repository.newObjectReader())) {
        writer.preparePack(
            NullProgressMonitor.INSTANCE, JgitIds.all(wants), JgitIds.all(present(haves)));
        writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
        return Optional.empty();
      } catch (IOException | RuntimeException e) {
        // JGit reports damage in many ways; the files are somebody else's.
        out.rethrow();
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
  }

  /** The file of a pack: whether writing it failed is known, whatever JGit makes of that. */
  private static final class OwnFile extends FilterOutputStream {
    private Optional<IOException> fault = Optional.empty();

    OwnFile(Path file) throws IOException {
      super(new BufferedOutputStream(Files.newOutputStream(file)));
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        fault = Optional.of(e);
        throw e;
      }
    }

    void rethrow() throws IOException {
      if (fault.isPresent()) {
        throw fault.get();
      }
    }
  }

  @Override
  public void close() {
    repository.close();
  }
}
