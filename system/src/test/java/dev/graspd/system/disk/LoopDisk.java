package dev.graspd.system.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A disk of its own, an ext4 file system in a file, whose power can be cut. Needs root.
 *
 * <p>The cut is the file system's own: it is told to go down without writing its journal ({@code
 * EXT4_IOC_SHUTDOWN}), so that from one instant to the next nothing more reaches the file. Data
 * that was not synced before, and not written by chance, is lost, as it is when a machine loses
 * power; a disk's own cache would lose more, which is not shown.
 */
public final class LoopDisk implements AutoCloseable {
  private static final int SHUTDOWN = 0x8004_587d;
  private static final int WITHOUT_JOURNAL = 2;

  /** Nothing comes to disk by the mere passing of time, as far as that can be told the kernel. */
  private static final String OPTIONS = "loop,commit=300";

  private final Path image;
  private final Path directory;

  private LoopDisk(Path image, Path directory) {
    this.image = image;
    this.directory = directory;
  }

  /** Returns whether this process may have one. */
  static boolean isPossible() {
    try {
      Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      return user.equals(0) && Files.exists(Path.of("/dev/loop-control"));
    } catch (IOException e) {
      return false;
    }
  }

  /** Makes and mounts an empty disk below a directory. */
  public static LoopDisk make(Path below, String name, long bytes) {
    Path image = below.resolve(name + ".img");
    Path directory = below.resolve(name);
    try {
      Files.createDirectories(directory);
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("mkfs.ext4", "-q", "-F", image.toString());
    LoopDisk disk = new LoopDisk(image, directory);
    disk.mount();
    return disk;
  }

  public Path directory() {
    return directory;
  }

  /** Cuts the power: nothing is written any more. */
  @SuppressWarnings("restricted")
  public void cut() {
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle open =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("open"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
              Linker.Option.firstVariadicArg(2));
      MethodHandle control =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("ioctl"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS),
              Linker.Option.firstVariadicArg(2));
      MethodHandle close =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("close"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      int file = (int) open.invokeExact(arena.allocateFrom(directory.toString()), 0);
      MemorySegment how = arena.allocateFrom(ValueLayout.JAVA_INT, WITHOUT_JOURNAL);
      int answer = (int) control.invokeExact(file, Integer.toUnsignedLong(SHUTDOWN), how);
      int _ = (int) close.invokeExact(file);
      if (answer != 0) {
        throw new IllegalStateException("this kernel cannot cut the power of ext4");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The power is back: what the journal has is played again. */
  public void restart() {
    run("umount", directory.toString());
    mount();
  }

  private void mount() {
    run("mount", "-o", OPTIONS, image.toString(), directory.toString());
  }

  @Override
  public void close() {
    run("umount", directory.toString());
    try {
      Files.delete(image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(List.of(command) + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
