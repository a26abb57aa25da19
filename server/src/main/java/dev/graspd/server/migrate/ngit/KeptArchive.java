package dev.graspd.server.migrate.ngit;

import dev.graspd.core.nostr.Bech32;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Takes the objects out of an archive in which ngit-grasp keeps a deleted repository: a tar file,
 * packed by gzip. Only regular files whose path is that of an object or a pack are written, under a
 * name of our own making, so that no path, link or device in it has an effect. For one thread.
 */
public final class KeptArchive {
  /**
   * What may be taken of one archive.
   *
   * @param bytes unpacked, of all files, also those that are passed over
   * @param files that are written
   */
  public record Limits(long bytes, int files) {
    public static final Limits DEFAULT = new Limits(16L << 30, 1_000_000);
  }

  /** It is no archive of a repository, or a larger one than may be. */
  public static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  private static final int BLOCK = 512;
  private static final int NAME_BYTES = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int TYPE_AT = 156;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_BYTES = 155;
  private static final int LONG_NAME_BYTES_MAX = 4_096;

  private static final Pattern PLACE =
      Pattern.compile("(npub1[a-z0-9]{1,80})/([^/\0]{1,255}\\.tar\\.gz)");
  private static final Pattern OBJECT =
      Pattern.compile(
          "(?:\\./)?[^/]+/objects/((?:[0-9a-f]{2}/[0-9a-f]{38})|(?:pack/pack-[0-9a-f]{40}\\.(?:pack|idx)))");
  private static final Pattern PAX_PATH = Pattern.compile("(?s)(?:^|.*\n)\\d+ path=([^\n]*)\n.*");

  private final InputStream in;
  private final Path objects;
  private final Limits limits;
  private long bytes;
  private int files;
  private String longName = "";

  private KeptArchive(InputStream in, Path objects, Limits limits) {
    this.in = in;
    this.objects = objects;
    this.limits = limits;
  }

  /**
   * Returns the file of an archive, if there is one and no link leads to it.
   *
   * @param path as the old server noted it
   */
  public static Optional<Path> find(OldServer old, String path) {
    Matcher place = PLACE.matcher(path);
    if (!place.matches() || Bech32.parseNpub(place.group(1)).isEmpty()) {
      return Optional.empty();
    }
    Path root = old.git().resolve(".archive");
    Path owner = root.resolve(place.group(1));
    Path file = owner.resolve(place.group(2));
    return isDirectory(root)
            && isDirectory(owner)
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(file)
        : Optional.empty();
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Writes its objects as git has them; they are not checked here.
   *
   * @param objects an empty directory
   * @return how many files were written
   * @throws IOException if it is damaged or larger than the limits; what was written before stays
   */
  public static int unpack(Path archive, Path objects, Limits limits) throws IOException {
    try (InputStream in =
        new GZIPInputStream(new BufferedInputStream(Files.newInputStream(archive)), 1 << 16)) {
      KeptArchive tar = new KeptArchive(in, objects, limits);
      tar.unpack();
      return tar.files;
    }
  }

  private void unpack() throws IOException {
    byte[] head = in.readNBytes(BLOCK);
    while (head.length == BLOCK && head[0] != 0) {
      long size = number(head);
      bytes += size + BLOCK;
      if (size < 0 || bytes > limits.bytes) {
        throw new DamagedException("the archive is larger than " + limits.bytes + " bytes");
      }
      entry(head, size);
      in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
      head = in.readNBytes(BLOCK);
    }
  }

  private void entry(byte[] head, long size) throws IOException {
    String name = longName.isEmpty() ? name(head) : longName;
    longName = "";
    switch ((char) head[TYPE_AT]) {
      case 'L' -> longName = words(size).split("\0", 2)[0];
      case 'x' -> {
        Matcher path = PAX_PATH.matcher(words(size));
        longName = path.matches() ? path.group(1) : "";
      }
      case '0', '\0' -> file(name, size);
      default -> in.skipNBytes(size);
    }
  }

  private String words(long size) throws IOException {
    if (size > LONG_NAME_BYTES_MAX) {
      throw new DamagedException("the archive has a name of " + size + " bytes");
    }
    return new String(in.readNBytes((int) size), StandardCharsets.UTF_8);
  }

  private void file(String name, long size) throws IOException {
    Matcher object = OBJECT.matcher(name);
    if (!object.matches()) {
      in.skipNBytes(size);
      return;
    }
    if (++files > limits.files) {
      throw new DamagedException("the archive has more than " + limits.files + " files");
    }
    Path file = objects.resolve(object.group(1));
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      copy(size, out);
    }
  }

  private void copy(long size, OutputStream out) throws IOException {
    byte[] piece = new byte[1 << 16];
    long left = size;
    while (left > 0) {
      int count = in.read(piece, 0, (int) Math.min(piece.length, left));
      if (count < 0) {
        throw new EOFException("the archive ends within a file");
      }
      out.write(piece, 0, count);
      left -= count;
    }
  }

  private static String name(byte[] head) {
    String prefix = text(head, PREFIX_AT, PREFIX_BYTES);
    String name = text(head, 0, NAME_BYTES);
    boolean isUstar = text(head, 257, 5).equals("ustar") && !prefix.isEmpty();
    return isUstar ? prefix + "/" + name : name;
  }

  private static String text(byte[] head, int from, int length) {
    int end = from;
    while (end < from + length && head[end] != 0) {
      end++;
    }
    return new String(head, from, end - from, StandardCharsets.UTF_8);
  }

  /** Eight digits and more are written in octal; larger numbers, in binary, are no size of ours. */
  private static long number(byte[] head) throws IOException {
    String digits = text(head, SIZE_AT, SIZE_BYTES).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new DamagedException("the archive has a file without a size");
    }
  }
}
