package dev.graspd.server.ops.data;

import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.ops.DirectoryInUse;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one data directory. The system releases it when the process ends; the file stays, and
 * marks the directory as ours.
 */
public final class DataLock implements AutoCloseable {
  static final String FILE = "lock";

  private static final Pattern HOLDER = Pattern.compile("graspd process ([0-9]+)");
  private static final int CONTENT_BYTES_MAX = 256;

  /** The permissions that mode 0750 lacks. */
  private static final Set<PosixFilePermission> NOT_FOR_OTHERS =
      PosixFilePermissions.fromString("----w-rwx");

  private final FileChannel channel;

  private DataLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Creates the directory if it is missing, closed to other users, and locks it. */
  public static DataLock acquire(Path directory) throws StartRefused {
    try {
      makePrivate(directory.toAbsolutePath());
      FileChannel channel =
          FileChannel.open(
              directory.resolve(FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        String holder = holder(channel);
        channel.close();
        throw new DirectoryInUse(directory, holder);
      }
      write(channel, "graspd process " + ProcessHandle.current().pid() + "\n");
      return new DataLock(channel);
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + directory + " cannot be used: " + FileTrouble.text(e), e);
    }
  }

  /** An existing one keeps its mode: the operator may want others to read it. */
  private static void makePrivate(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    DurableFiles.createDirectories(directory);
    PosixFileAttributeView view =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    if (view != null) {
      Set<PosixFilePermission> mode = EnumSet.copyOf(view.readAttributes().permissions());
      mode.removeAll(NOT_FOR_OTHERS);
      view.setPermissions(mode);
    }
  }

  @Override
  public void close() {
    try {
      write(channel, "graspd\n");
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(CONTENT_BYTES_MAX);
    channel.read(content, 0);
    Matcher match = HOLDER.matcher(StandardCharsets.US_ASCII.decode(content.flip()));
    return match.find() ? "(process " + match.group(1) + ")" : "";
  }

  private static void write(FileChannel channel, String text) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
  }
}
