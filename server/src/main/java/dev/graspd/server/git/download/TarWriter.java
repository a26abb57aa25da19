package dev.graspd.server.git.download;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes tar files with the bytes that {@code git archive} writes: ustar, with pax headers for long
 * names and for the commit's id. For one thread.
 */
final class TarWriter implements TreeFile {
  private static final int BLOCK = 512;

  /** Tar files end with zeros up to a multiple of this. */
  private static final int RECORD = 20 * BLOCK;

  private static final int NAME_MAX = 100;
  private static final int PREFIX_MAX = 155;
  private static final long SIZE_MAX = 077_777_777_777L;

  // What git's usual umask of 0002 leaves.
  private static final int FILE = 0664;
  private static final int EXECUTABLE = 0775;
  private static final int SYMLINK = 0777;
  private static final int HEADER = 0666;

  private final OutputStream out;
  private final long mtime;
  private long written;

  /**
   * Writes nothing yet.
   *
   * @param mtime the time of all entries, in seconds
   */
  TarWriter(OutputStream out, long mtime) {
    this.out = out;
    // Tar knows no time before 1970.
    this.mtime = Math.max(0, mtime);
  }

  /** Writes the id of the commit, for {@code git get-tar-commit-id}. */
  @Override
  public void begin(String commit) throws IOException {
    byte[] record = record("comment", commit.getBytes(StandardCharsets.US_ASCII));
    header('g', HEADER, latin1("pax_global_header"), new byte[0], record.length);
    content(record);
  }

  /** Writes a directory; its name ends with a slash. */
  @Override
  public void directory(byte[] name, String oid) throws IOException {
    entry('5', EXECUTABLE, name, new byte[0], oid, 0);
  }

  @Override
  public void symlink(byte[] name, byte[] target, String oid) throws IOException {
    entry('2', SYMLINK, name, target, oid, 0);
  }

  @Override
  public void file(byte[] name, boolean isExecutable, String oid, long size, InputStream in)
      throws IOException {
    entry('0', isExecutable ? EXECUTABLE : FILE, name, new byte[0], oid, size);
    written += in.transferTo(out);
    pad(BLOCK);
  }

  /** Ends the file. */
  @Override
  public void end() throws IOException {
    zeros(2 * BLOCK);
    pad(RECORD);
    out.flush();
  }

  private void entry(char type, int mode, byte[] name, byte[] target, String oid, long size)
      throws IOException {
    ByteArrayOutputStream pax = new ByteArrayOutputStream();
    byte[] shortName = name;
    if (name.length > NAME_MAX && prefixLength(name) == 0) {
      shortName = latin1(oid + ".data");
      pax.write(record("path", name));
    }
    byte[] shortTarget = target;
    if (target.length > NAME_MAX) {
      shortTarget = latin1("see %s.paxheader".formatted(oid));
      pax.write(record("linkpath", target));
    }
    if (size > SIZE_MAX) {
      pax.write(record("size", latin1(Long.toString(size))));
    }
    if (pax.size() > 0) {
      header('x', HEADER, latin1(oid + ".paxheader"), new byte[0], pax.size());
      content(pax.toByteArray());
    }
    header(type, mode, shortName, shortTarget, size > SIZE_MAX ? 0 : size);
  }

  private void content(byte[] bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
    pad(BLOCK);
  }

  /** Returns how much of a long name goes into the field for the prefix; 0 if it does not fit. */
  private static int prefixLength(byte[] name) {
    // A directory's own slash is no place to split at.
    int end = name[name.length - 1] == '/' ? name.length - 1 : name.length;
    int at = Math.min(end, PREFIX_MAX) - 1;
    while (at > 0 && name[at] != '/') {
      at--;
    }
    return name.length - at - 1 <= NAME_MAX ? at : 0;
  }

  private void header(char type, int mode, byte[] name, byte[] target, long size)
      throws IOException {
    byte[] block = new byte[BLOCK];
    int prefix = name.length > NAME_MAX ? prefixLength(name) : 0;
    if (prefix > 0) {
      System.arraycopy(name, 0, block, 345, prefix);
      System.arraycopy(name, prefix + 1, block, 0, name.length - prefix - 1);
    } else {
      System.arraycopy(name, 0, block, 0, name.length);
    }
    System.arraycopy(target, 0, block, 157, target.length);
    octal(block, 100, 7, mode);
    octal(block, 108, 7, 0);
    octal(block, 116, 7, 0);
    octal(block, 124, 11, size);
    octal(block, 136, 11, mtime);
    block[156] = (byte) type;
    text(block, 257, "ustar");
    text(block, 263, "00");
    text(block, 265, "root");
    text(block, 297, "root");
    octal(block, 329, 7, 0);
    octal(block, 337, 7, 0);
    Arrays.fill(block, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte one : block) {
      sum += Byte.toUnsignedInt(one);
    }
    octal(block, 148, 7, sum);
    block[155] = 0;
    out.write(block);
    written += BLOCK;
  }

  private static void octal(byte[] block, int at, int digits, long value) {
    String text = Long.toOctalString(value);
    text(block, at, "0".repeat(digits - text.length()) + text);
    block[at + digits] = 0;
  }

  private static void text(byte[] block, int at, String text) {
    byte[] bytes = latin1(text);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  /** A record of a pax header: its own length in decimal, a key and a value. */
  private static byte[] record(String key, byte[] value) {
    int rest = 1 + key.length() + 1 + value.length + 1;
    int length = rest + 1;
    while (length != rest + Integer.toString(length).length()) {
      length = rest + Integer.toString(length).length();
    }
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(latin1(length + " " + key + "="));
    record.writeBytes(value);
    record.write('\n');
    return record.toByteArray();
  }

  private void pad(int multiple) throws IOException {
    zeros((int) ((multiple - written % multiple) % multiple));
  }

  private void zeros(int count) throws IOException {
    out.write(new byte[count]);
    written += count;
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
