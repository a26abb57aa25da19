package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes packs by hand, right or wrong ones. */
public final class PackBuilder {
  public static final int COMMIT = 1;
  public static final int TREE = 2;
  static final int BLOB = 3;
  static final int TAG = 4;
  private static final int OFS_DELTA = 6;
  private static final int REF_DELTA = 7;
  private static final int HEADER_BYTES = 12;

  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
  private int count;

  public long offset() {
    return (long) HEADER_BYTES + entries.size();
  }

  public PackBuilder object(int kind, String content) {
    return object(kind, content.getBytes(StandardCharsets.UTF_8));
  }

  PackBuilder object(int kind, byte[] content) {
    return entry(kind, content.length, new byte[0], content);
  }

  /** Adds an entry that claims a size. */
  PackBuilder claiming(int kind, long size, byte[] content) {
    return entry(kind, size, new byte[0], content);
  }

  public PackBuilder deltaOn(long baseOffset, byte[] delta) {
    return entry(OFS_DELTA, delta.length, distance(offset() - baseOffset), delta);
  }

  PackBuilder deltaOn(byte[] baseId, byte[] delta) {
    return entry(REF_DELTA, delta.length, baseId, delta);
  }

  private PackBuilder entry(int kind, long size, byte[] base, byte[] content) {
    long rest = size >>> 4;
    int c = (kind << 4) | (int) (size & 15);
    while (rest > 0) {
      entries.write(c | 0x80);
      c = (int) (rest & 0x7f);
      rest >>>= 7;
    }
    entries.write(c);
    entries.writeBytes(base);
    entries.writeBytes(deflated(content));
    count++;
    return this;
  }

  static byte[] deflated(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater =
        new DeflaterOutputStream(out, new Deflater(Deflater.BEST_COMPRESSION))) {
      deflater.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] distance(long distance) {
    byte[] bytes = new byte[10];
    int at = bytes.length - 1;
    long rest = distance;
    bytes[at] = (byte) (rest & 0x7f);
    while ((rest >>>= 7) != 0) {
      rest--;
      bytes[--at] = (byte) (0x80 | (rest & 0x7f));
    }
    return Arrays.copyOfRange(bytes, at, bytes.length);
  }

  /** A delta that copies the start of its base so often that the result has this size. */
  public static byte[] repeating(long baseSize, long copied, long times) {
    ByteArrayOutputStream delta = new ByteArrayOutputStream();
    delta.writeBytes(varint(baseSize));
    delta.writeBytes(varint(copied * times));
    for (long i = 0; i < times; i++) {
      delta.write(0x80 | 0x70);
      delta.write((int) (copied & 0xff));
      delta.write((int) ((copied >> 8) & 0xff));
      delta.write((int) ((copied >> 16) & 0xff));
    }
    return delta.toByteArray();
  }

  /** A delta that replaces its base by other bytes, at most 127. */
  static byte[] replacing(long baseSize, byte[] result) {
    ByteArrayOutputStream delta = new ByteArrayOutputStream();
    delta.writeBytes(varint(baseSize));
    delta.writeBytes(varint(result.length));
    delta.write(result.length);
    delta.writeBytes(result);
    return delta.toByteArray();
  }

  static byte[] varint(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long rest = value;
    while (rest > 0x7f) {
      bytes.write((int) (0x80 | (rest & 0x7f)));
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return bytes.toByteArray();
  }

  public byte[] pack() {
    return pack(count);
  }

  /** Returns a pack whose header claims so many objects. */
  byte[] pack(int claimed) {
    byte[] body =
        ByteBuffer.allocate(HEADER_BYTES + entries.size())
            .put(new byte[] {'P', 'A', 'C', 'K'})
            .putInt(2)
            .putInt(claimed)
            .put(entries.toByteArray())
            .array();
    return ByteBuffer.allocate(body.length + 20).put(body).put(Digests.sha1().digest(body)).array();
  }
}
