package dev.graspd.bench.floor;

import dev.graspd.bench.load.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One page written and synced: no durable answer can be faster. */
public final class DiskFloor {
  private static final int PAGE_BYTES = 4096;
  private static final int PAGES = 256;

  private final Path file;

  public DiskFloor(Path directory) {
    file = directory.resolve("fsync.bin");
  }

  /** Returns the time of each sync. */
  public Samples syncs(int count) throws IOException {
    Samples samples = new Samples();
    ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < count; i++) {
        long begin = System.nanoTime();
        page.clear().putInt(0, i);
        channel.write(page, (long) (i % PAGES) * PAGE_BYTES);
        channel.force(false);
        samples.add(System.nanoTime() - begin);
      }
    } finally {
      Files.deleteIfExists(file);
    }
    return samples;
  }
}
