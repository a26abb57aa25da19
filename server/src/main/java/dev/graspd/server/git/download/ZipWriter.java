package dev.graspd.server.git.download;

import com.jcraft.jzlib.Deflater;
import com.jcraft.jzlib.DeflaterOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Writes a zip file whose bytes depend on its content alone: the time of all entries is that of the
 * commit in UTC, and the compression is the same on every machine. Sizes follow the content, so
 * that nothing is kept in memory but the directory at the end.
 */
final class ZipWriter implements TreeFile {
  private static final int LOCAL = 0x04034b50;
  private static final int SIZES = 0x08074b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int END = 0x06054b50;

  private static final int VERSION = 20;
  private static final int MADE_ON_UNIX = 3 << 8 | VERSION;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int UTF8_NAMES = 1 << 11;
  private static final int SIZES_FOLLOW = 1 << 3;

  private static final int DIRECTORY_MODE = 0x41fd;
  private static final int FILE_MODE = 0x81b4;
  private static final int EXECUTABLE_MODE = 0x81fd;
  private static final int SYMLINK_MODE = 0xa1ff;
  private static final int DOS_DIRECTORY = 0x10;

  /** The format counts entries in two bytes. */
  private static final int ENTRIES_MAX = 0xffff;

  private static final int FIRST_YEAR = 1980;
  private static final int LAST_YEAR = 2107;
  private static final int LEVEL = 6;
  private static final int WINDOW_BITS = 15;
  private static final int BUFFER = 8 << 10;

  private final OutputStream out;
  private final int time;
  private final int date;
  private final ByteArrayOutputStream central = new ByteArrayOutputStream();
  private String commit = "";
  private long written;
  private int entries;

  /**
   * Begins a file.
   *
   * @param seconds the time of all entries
   */
  ZipWriter(OutputStream out, long seconds) {
    this.out = out;
    LocalDateTime at = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    boolean isEarly = at.getYear() < FIRST_YEAR;
    boolean isLate = at.getYear() > LAST_YEAR;
    LocalDateTime shown =
        isEarly
            ? LocalDateTime.of(FIRST_YEAR, 1, 1, 0, 0)
            : isLate ? LocalDateTime.of(LAST_YEAR, 12, 31, 23, 59, 58) : at;
    this.time = shown.getHour() << 11 | shown.getMinute() << 5 | shown.getSecond() / 2;
    this.date =
        (shown.getYear() - FIRST_YEAR) << 9 | shown.getMonthValue() << 5 | shown.getDayOfMonth();
  }

  /** What the directory at the end says of an entry. */
  private record Written(
      byte[] name, int method, int flags, long crc, long packed, long size, int mode, long at) {}

  @Override
  public void begin(String id) {
    commit = id;
  }

  @Override
  public void directory(byte[] name, String oid) throws IOException {
    long at = written;
    int flags = flags(name, 0);
    header(name, STORED, flags);
    add(new Written(name, STORED, flags, 0, 0, 0, DIRECTORY_MODE, at));
  }

  @Override
  public void symlink(byte[] name, byte[] target, String oid) throws IOException {
    content(name, SYMLINK_MODE, new ByteArrayInputStream(target));
  }

  @Override
  public void file(byte[] name, boolean isExecutable, String oid, long size, InputStream in)
      throws IOException {
    content(name, isExecutable ? EXECUTABLE_MODE : FILE_MODE, in);
  }

  private void content(byte[] name, int mode, InputStream in) throws IOException {
    long at = written;
    int flags = flags(name, SIZES_FOLLOW);
    header(name, DEFLATED, flags);
    CheckedInputStream read = new CheckedInputStream(in, new CRC32());
    Deflater deflater = new Deflater(LEVEL, WINDOW_BITS, true);
    DeflaterOutputStream packed = new DeflaterOutputStream(new Counted(), deflater, BUFFER, false);
    long before = written;
    long size = read.transferTo(packed);
    packed.finish();
    packed.flush();
    long length = written - before;
    long crc = read.getChecksum().getValue();
    Fields sizes = new Fields().four(SIZES).four(crc).four(length).four(size);
    write(sizes.bytes());
    add(new Written(name, DEFLATED, flags, crc, length, size, mode, at));
  }

  /** Counts what the compression writes. */
  private final class Counted extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      written += length;
    }
  }

  private static int flags(byte[] name, int others) {
    String text = new String(name, StandardCharsets.UTF_8);
    boolean isUtf8 = java.util.Arrays.equals(text.getBytes(StandardCharsets.UTF_8), name);
    return others | (isUtf8 ? UTF8_NAMES : 0);
  }

  private void header(byte[] name, int method, int flags) throws IOException {
    Fields fields = new Fields().four(LOCAL).two(VERSION).two(flags).two(method);
    fields.two(time).two(date).four(0).four(0).four(0).two(name.length).two(0);
    write(fields.bytes());
    write(name);
  }

  private void add(Written entry) throws IOException {
    entries++;
    if (entries > ENTRIES_MAX) {
      throw new IOException("a zip file has at most " + ENTRIES_MAX + " entries");
    }
    boolean isDirectory = entry.mode == DIRECTORY_MODE;
    Fields fields = new Fields().four(CENTRAL).two(MADE_ON_UNIX).two(VERSION);
    fields.two(entry.flags).two(entry.method).two(time).two(date);
    fields.four(entry.crc).four(entry.packed).four(entry.size);
    fields.two(entry.name.length).two(0).two(0).two(0).two(0);
    fields.four((long) entry.mode << 16 | (isDirectory ? DOS_DIRECTORY : 0)).four(entry.at);
    central.writeBytes(fields.bytes());
    central.writeBytes(entry.name);
  }

  @Override
  public void end() throws IOException {
    long at = written;
    write(central.toByteArray());
    byte[] comment = commit.getBytes(StandardCharsets.US_ASCII);
    Fields fields = new Fields().four(END).two(0).two(0).two(entries).two(entries);
    fields.four(central.size()).four(at).two(comment.length);
    write(fields.bytes());
    write(comment);
    out.flush();
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
  }

  /** Numbers with their lowest byte first. */
  private static final class Fields {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Fields two(int value) {
      out.write(value);
      out.write(value >> 8);
      return this;
    }

    Fields four(long value) {
      return two((int) value).two((int) (value >> 16));
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
