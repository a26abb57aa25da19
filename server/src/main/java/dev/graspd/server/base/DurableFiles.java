package dev.graspd.server.base;

import dev.graspd.server.base.FileFaults.Operation;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.SyncFailedException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Changes of files that survive a power cut. A file's name is in its directory, so both need a
 * sync.
 */
public final class DurableFiles {
  private DurableFiles() {}

  /**
   * Syncs a file's content, or a directory's names, to disk.
   *
   * @throws SyncFailedException if the disk fails: its content is unknown then, and another attempt
   *     would only hide that
   */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      boolean isDirectory = Files.isDirectory(path);
      force(channel, path, isDirectory ? Operation.SYNC_DIRECTORY : Operation.SYNC);
    }
  }

  private static void force(FileChannel channel, Path path, Operation operation)
      throws SyncFailedException {
    if (FileFaults.SKIPS_SYNC) {
      return;
    }
    try {
      FileFaults.before(operation, path);
      channel.force(true);
    } catch (IOException e) {
      SyncFailedException failed = new SyncFailedException(path + ": " + e.getMessage());
      failed.initCause(e);
      throw failed;
    }
  }

  /** Opens a new file; the caller syncs its content and its name. */
  public static OutputStream create(Path file) throws IOException {
    FileFaults.before(Operation.OPEN, file);
    return new FilterOutputStream(
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        FileFaults.before(Operation.WRITE, file);
        out.write(bytes, offset, length);
      }
    };
  }

  /** Makes a directory and its parents; each new name is on disk when it returns. */
  public static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent == null) {
      throw new NoSuchFileException(directory.toString());
    }
    createDirectories(parent);
    FileFaults.before(Operation.MAKE_DIRECTORY, directory);
    Files.createDirectories(directory);
    sync(parent);
  }

  /** Writes a small new file; its content is on disk when it returns, its name is not. */
  public static void write(Path file, String text) throws IOException {
    FileFaults.before(Operation.OPEN, file);
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      FileFaults.before(Operation.WRITE, file);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      force(channel, file, Operation.SYNC);
    }
  }

  /**
   * Gives a file a second name, or, where the file system has no such thing, a copy. Nobody ever
   * sees a part of it under that name; the caller syncs the name.
   *
   * @param part where a copy grows; removed after a crash by the one that removes the name
   * @throws FileAlreadyExistsException if the name is taken
   */
  public static void link(Path existing, Path name, Path part) throws IOException {
    FileFaults.before(Operation.LINK, name);
    try {
      Files.createLink(name, existing);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(existing, part, StandardCopyOption.REPLACE_EXISTING);
      sync(part);
      Files.move(part, name);
    }
  }

  /** Removes a directory if nothing is in it. */
  public static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // Something else is in it.
    }
  }
}
