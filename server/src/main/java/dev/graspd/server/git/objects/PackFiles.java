package dev.graspd.server.git.objects;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;

/** Checks the files of a pack without reading objects. */
final class PackFiles {
  private static final byte[] MAGIC = "PACK".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_BYTES = 20;

  /** A pack has a header and a checksum; an index has the pack's checksum and its own. */
  private static final int PACK_BYTES_MIN = 12 + HASH_BYTES;

  private static final int INDEX_BYTES_MIN = 2 * HASH_BYTES;
  private static final int CHUNK_BYTES = 1 << 20;

  private PackFiles() {}

  /** Returns whether a pack begins and ends as its index says, and the index is as written. */
  static boolean fit(Path pack, Path index, PackInspector.Pace pace)
      throws IOException, InterruptedException {
    return Files.size(pack) >= PACK_BYTES_MIN
        && Files.size(index) >= INDEX_BYTES_MIN
        && Arrays.equals(bytes(pack, 0, MAGIC.length), MAGIC)
        && Arrays.equals(
            bytes(pack, Files.size(pack) - HASH_BYTES, HASH_BYTES),
            bytes(index, Files.size(index) - 2L * HASH_BYTES, HASH_BYTES))
        && isAsWritten(index, pace);
  }

  /** Returns whether a file that ends with its checksum has it. */
  static boolean isAsWritten(Path file, PackInspector.Pace pace)
      throws IOException, InterruptedException {
    long length = Files.size(file) - HASH_BYTES;
    MessageDigest digest = Digests.sha1();
    ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, Math.max(1, length)));
    try (FileChannel channel = FileChannel.open(file)) {
      long at = 0;
      while (at < length) {
        long begun = System.nanoTime();
        chunk.clear().limit((int) Math.min(chunk.capacity(), length - at));
        at += fill(channel, chunk, at);
        digest.update(chunk.flip());
        pace.pause(System.nanoTime() - begun);
      }
    }
    return Arrays.equals(digest.digest(), bytes(file, length, HASH_BYTES));
  }

  private static byte[] bytes(Path file, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    try (FileChannel channel = FileChannel.open(file)) {
      int _ = fill(channel, bytes, at);
    }
    return bytes.array();
  }

  private static int fill(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    int done = 0;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at + done);
      if (read < 0) {
        throw new EOFException("the file became shorter");
      }
      done += read;
    }
    return done;
  }
}
