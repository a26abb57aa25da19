package dev.graspd.server.backup;

import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;

/**
 * A shared lock that keeps servers from removing published packs: a removal needs the same lock
 * exclusively. The system releases it when the process ends.
 */
record RemovalsLock(FileChannel channel) implements AutoCloseable {

  /** Waits for running removals; that takes moments. */
  static RemovalsLock shared(Layout git) throws IOException {
    FileChannel channel =
        FileChannel.open(
            git.removals(),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      FileLock _ = channel.lock(0, Long.MAX_VALUE, true);
      return new RemovalsLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
