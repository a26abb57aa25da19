package dev.graspd.server.site.download;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.serve.pack.NamelessFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Downloads of tags on disk (W-72): the last used ones, up to a limit in bytes. They are files
 * without a name, so that a killed process leaves nothing, and one is found only when it is whole.
 * The bytes of a file count until nobody reads it any more. Thread-safe.
 */
public final class DownloadCache implements AutoCloseable {
  /** Files that are kept open. */
  private static final int FILES_MAX = 1_024;

  /** One download takes at most this part of the whole. */
  private static final int ONE_FILE_PART = 4;

  /**
   * A download.
   *
   * @param value what the tag names
   * @param version tells name and format of the download
   */
  public record Key(RepoAddress repository, RefName tag, Oid value, String version) {}

  private final Path directory;
  private final long bytesMax;
  private final Predicate<Key> isCurrent;

  /** In the order of their last use. */
  private final Map<Key, Kept> files = new LinkedHashMap<>(16, 0.75f, true);

  /** Of all files that are open, also those that are being written. */
  private long bytes;

  private boolean isClosed;

  /**
   * Keeps nothing yet; nothing at all with a limit of 0.
   *
   * @param directory on the disk of git's files
   * @param isCurrent whether the tag is still there, with this value; may read the store
   */
  public DownloadCache(Path directory, long bytesMax, Predicate<Key> isCurrent) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    this.isCurrent = isCurrent;
  }

  /** Opens a download that is here; the caller closes it. */
  public synchronized Optional<Reader> find(Key key) {
    Kept kept = files.get(key);
    if (kept == null) {
      return Optional.empty();
    }
    kept.users++;
    return Optional.of(new Reader(kept));
  }

  /** Begins to keep a download that is being made; empty if there is no place for any. */
  public Optional<Writer> begin(Key key) {
    if (bytesMax == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Writer(key, new Kept(NamelessFile.in(directory))));
    } catch (IOException _) {
      // A full disk, for example: it is sent nevertheless.
      return Optional.empty();
    }
  }

  /** Removes the downloads of a repository whose tags are not what they were. */
  public void refsMoved(RepoAddress repository) {
    for (Key key : keysOf(repository)) {
      if (!isCurrent.test(key)) {
        forget(key);
      }
    }
  }

  private synchronized List<Key> keysOf(RepoAddress repository) {
    return files.keySet().stream().filter(key -> key.repository.equals(repository)).toList();
  }

  private synchronized void forget(Key key) {
    Kept kept = files.remove(key);
    if (kept != null) {
      release(kept);
    }
  }

  /** Returns how many bytes of disk are in use. */
  public synchronized long bytes() {
    return bytes;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    List<Kept> all = new ArrayList<>(files.values());
    files.clear();
    all.forEach(this::release);
  }

  /** Makes room by removing the longest unused; returns whether there is enough. */
  private synchronized boolean take(int more) {
    Iterator<Kept> eldest = files.values().iterator();
    while (bytes + more > bytesMax && eldest.hasNext()) {
      Kept kept = eldest.next();
      eldest.remove();
      release(kept);
    }
    boolean hasRoom = bytes + more <= bytesMax;
    bytes += hasRoom ? more : 0;
    return hasRoom;
  }

  private synchronized void release(Kept kept) {
    kept.users--;
    if (kept.users == 0) {
      bytes -= kept.length;
      try {
        kept.file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private synchronized void keep(Key key, Kept kept) {
    if (isClosed || files.containsKey(key)) {
      release(kept);
      return;
    }
    files.put(key, kept);
    if (files.size() > FILES_MAX) {
      forget(files.keySet().iterator().next());
    }
  }

  /** A file, and how many use it; the cache is one of them. */
  private static final class Kept {
    private final NamelessFile file;
    private long length;
    private int users = 1;

    Kept(NamelessFile file) {
      this.file = file;
    }
  }

  /** Reads one download, from its beginning to its end. For one thread. */
  public final class Reader implements AutoCloseable {
    private final Kept kept;
    private boolean isOpen = true;

    private Reader(Kept kept) {
      this.kept = kept;
    }

    public long length() {
      return kept.length;
    }

    public void copyTo(OutputStream out, byte[] buffer) throws IOException {
      long at = 0;
      while (at < kept.length) {
        int count = (int) Math.min(buffer.length, kept.length - at);
        kept.file.read(buffer, count, at);
        out.write(buffer, 0, count);
        at += count;
      }
    }

    @Override
    public void close() {
      if (isOpen) {
        isOpen = false;
        release(kept);
      }
    }
  }

  /** Passes a download on while it is made, and keeps it if it becomes whole. For one thread. */
  public final class Writer {
    private final Key key;
    private final Kept kept;
    private boolean isGivenUp;

    private Writer(Key key, Kept kept) {
      this.key = key;
      this.kept = kept;
    }

    /** Returns a sink that writes both, here and there; what fails here does not matter there. */
    public OutputStream beside(OutputStream out) {
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
          Objects.checkFromIndexSize(offset, length, from.length);
          add(from, offset, length);
          out.write(from, offset, length);
        }

        @Override
        public void flush() throws IOException {
          out.flush();
        }
      };
    }

    private void add(byte[] from, int offset, int length) {
      if (isGivenUp) {
        return;
      }
      if (kept.length + length > bytesMax / ONE_FILE_PART || !take(length)) {
        giveUp();
        return;
      }
      long at = kept.length;
      kept.length += length;
      try {
        kept.file.write(from, offset, length, at);
      } catch (IOException _) {
        giveUp();
      }
    }

    /** The download is not whole, or too large. */
    public void giveUp() {
      if (!isGivenUp) {
        isGivenUp = true;
        release(kept);
      }
    }

    /** The download is whole. If it was removed meanwhile, it is not kept. */
    public void whole() {
      if (!isGivenUp) {
        keep(key, kept);
        if (!isCurrent.test(key)) {
          forget(key);
        }
      }
    }
  }
}
