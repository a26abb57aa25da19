package dev.graspd.server.backup;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.git.objects.Digests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;

/**
 * Adds immutable files to a backup, each once, and counts them. A file gets its final name when all
 * of it is on disk; the caller syncs its directory.
 */
final class FileCopies {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int GIT_CHECKSUM_BYTES = 20;

  private long newFiles;
  private long newBytes;
  private long copiedBytes;

  /** The result for one file. */
  enum Outcome {
    /** The backup has it already. */
    PRESENT,
    PLACED,
    /** It is here now, but damaged: its own checksum does not fit. */
    PLACED_DAMAGED,
    /** It is neither here nor in the source. */
    MISSING
  }

  long newFiles() {
    return newFiles;
  }

  long newBytes() {
    return newBytes;
  }

  /** Returns the new bytes without those that a link brought. */
  long copiedBytes() {
    return copiedBytes;
  }

  /** Adds a file of git, by a hard link if the file system can. */
  Outcome place(Path from, Path to) throws IOException {
    try {
      if (isThere(from, to)) {
        return Outcome.PRESENT;
      }
      DurableFiles.createDirectories(to.resolveSibling(""));
      Files.deleteIfExists(to);
      return link(from, to) ? counted(to) : copied(from, to);
    } catch (NoSuchFileException e) {
      if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
      return Files.exists(to) ? Outcome.PRESENT : Outcome.MISSING;
    }
  }

  static boolean isThere(Path from, Path to) throws IOException {
    return Files.exists(to) && Files.size(from) == Files.size(to);
  }

  private static boolean link(Path from, Path to) throws NoSuchFileException {
    try {
      Files.createLink(to, from);
      return true;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      // Another file system, or one without links, or files of another user.
      return false;
    }
  }

  private Outcome counted(Path file) throws IOException {
    newFiles++;
    newBytes += Files.size(file);
    return Outcome.PLACED;
  }

  private Outcome copied(Path from, Path to) throws IOException {
    Outcome outcome = copyOfGit(from, to) ? Outcome.PLACED : Outcome.PLACED_DAMAGED;
    Outcome _ = counted(to);
    copiedBytes += Files.size(to);
    return outcome;
  }

  /** Copies a pack or an index; returns whether it ends with its own checksum, as all do. */
  static boolean copyOfGit(Path from, Path to) throws IOException {
    MessageDigest digest = Digests.sha1();
    byte[] tail = copy(from, to, digest, GIT_CHECKSUM_BYTES);
    return tail.length == GIT_CHECKSUM_BYTES && Arrays.equals(tail, digest.digest());
  }

  /** Copies a file and returns its SHA-256 in hex. */
  static String copyWithSha256(Path from, Path to) throws IOException {
    MessageDigest digest = Digests.sha256();
    byte[] _ = copy(from, to, digest, 0);
    return HexFormat.of().formatHex(digest.digest());
  }

  static String sha256(Path file) throws IOException {
    MessageDigest digest = Digests.sha256();
    try (FileChannel in = FileChannel.open(file)) {
      long _ = pass(in, bytes -> digest.update(bytes), in.size());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private interface Sink {
    void take(ByteBuffer bytes) throws IOException;
  }

  /** Returns the last bytes, which are not part of the digest. */
  private static byte[] copy(Path from, Path to, MessageDigest digest, int tailBytes)
      throws IOException {
    Path draft = to.resolveSibling(to.getFileName() + BackupDirectory.PART);
    ByteBuffer tail = ByteBuffer.allocate(tailBytes);
    try (FileChannel in = FileChannel.open(from);
        FileChannel out =
            FileChannel.open(
                draft,
                EnumSet.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE))) {
      long size = Math.max(0, in.size() - tailBytes);
      Sink both =
          bytes -> {
            digest.update(bytes.duplicate());
            writeAll(out, bytes);
          };
      long done = pass(in, both, size);
      long _ =
          pass(
              in,
              bytes -> {
                tail.put(bytes.duplicate());
                writeAll(out, bytes);
              },
              in.size() - done);
      out.force(true);
    }
    Files.move(draft, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return Arrays.copyOf(tail.array(), tail.position());
  }

  private static long pass(FileChannel in, Sink sink, long bytes) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    long done = 0;
    while (done < bytes) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - done));
      int read = in.read(chunk);
      if (read < 0) {
        throw new FileSystemException("a file became shorter while it was read");
      }
      done += read;
      sink.take(chunk.flip());
    }
    return done;
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }
}
