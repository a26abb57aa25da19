package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Completes a pack that has deltas on objects outside of it: it adds them at the end, so that every
 * pack is readable by itself. For one thread.
 */
final class ThinPack {
  private static final int CHECKSUM_BYTES = 20;
  private static final int COUNT_AT = 8;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final PackEntries entries;
  private long end;

  ThinPack(Path file, PackEntries entries, long packBytes) {
    this.file = file;
    this.entries = entries;
    this.end = packBytes - CHECKSUM_BYTES;
  }

  /** Adds an object, over the old checksum. */
  void add(int kind, ObjectId id, byte[] content) throws IOException {
    byte[] packed = packed(kind, content);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      write(channel, ByteBuffer.wrap(packed), end);
    }
    int entry = entries.add(end, content.length, 0);
    CRC32 crc = new CRC32();
    crc.update(packed);
    entries.setCrc(entry, (int) crc.getValue());
    if (!entries.identify(entry, kind, id)) {
      throw IngestFaults.broken("object " + id.name() + " is in it twice");
    }
    end += packed.length;
  }

  private static byte[] packed(int kind, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int size = content.length;
    int c = (kind << 4) | (size & 15);
    for (size >>>= 4; size > 0; size >>>= 7) {
      bytes.write(c | 0x80);
      c = size & 0x7f;
    }
    bytes.write(c);
    Deflater deflater = new Deflater();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(content);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  /** Corrects the number of objects and the checksum, which it returns. */
  byte[] finish() throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer count = ByteBuffer.allocate(Integer.BYTES).putInt(0, entries.count());
      write(channel, count, COUNT_AT);
      byte[] checksum = checksum(channel);
      write(channel, ByteBuffer.wrap(checksum), end);
      channel.truncate(end + CHECKSUM_BYTES);
      return checksum;
    }
  }

  private byte[] checksum(FileChannel channel) throws IOException {
    MessageDigest digest = Digests.sha1();
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    for (long at = 0; at < end; at += buffer.limit()) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, end - at));
      channel.read(buffer, at);
      digest.update(buffer.flip());
    }
    return digest.digest();
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }
}
