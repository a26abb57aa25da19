package dev.graspd.server.backup;

import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;

/**
 * While it is held, no server removes a pack that it has published: whoever removes one holds the
 * same lock alone. The system drops it with the process.
 */
final class RemovalsLock implements AutoCloseable {
  private final FileChannel channel;

  private RemovalsLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits until nothing is being removed; that takes moments. */
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
