package dev.graspd.server.migrate.remote;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.server.migrate.ImportPlan.Item;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Events in a file that is removed with it, so that any number of them fits. For one thread. */
final class EventSpool implements AutoCloseable {
  private final FileChannel file;
  private long end;

  /**
   * Creates the file.
   *
   * @param path where nothing is yet
   */
  EventSpool(Path path) throws IOException {
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Keeps an event; the item reads it again. */
  Item add(Event event) throws IOException {
    byte[] json = event.json();
    long start = end;
    ByteBuffer bytes = ByteBuffer.wrap(json);
    while (bytes.hasRemaining()) {
      end += file.write(bytes, end);
    }
    int length = json.length;
    return Item.of(event, () -> read(start, length));
  }

  private Event read(long start, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, start + bytes.position()) < 0) {
        throw new IOException("the file of copied events has ended early");
      }
    }
    return switch (EventParser.parse(bytes.array(), TagLimits.NONE)) {
      case EventParser.Result.Parsed(var event) -> event;
      default -> throw new IOException("the file of copied events was changed");
    };
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
