package dev.graspd.bench.relay;

import dev.graspd.bench.load.World;
import dev.graspd.bench.load.World.Era;
import dev.graspd.bench.process.Launcher;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Stores that are full before the load begins. They are filled once, through the store's interface,
 * not through a socket; later runs find them in the work directory.
 */
record History(World world, int size, Path directory, Function<Path, EventStore> opener) {
  private static final String VERSION = "1";
  private static final int BATCH = 10_000;

  /** Returns the data directory of a server with the first so many events. */
  Path prepared(int events) throws IOException {
    Path data = directory.resolve("history-" + VERSION + "-" + events);
    if (!Files.exists(data.resolve("items.bin"))) {
      Launcher.remove(data);
      fill(data, events);
    }
    markAsOurs(data);
    return data;
  }

  /** Copies such a directory, for a server that changes it. */
  void copy(int events, Path target) throws IOException {
    Path source = prepared(events).resolve("relay");
    Files.createDirectories(target.resolve("relay"));
    Files.copy(
        source.resolve("data.mdb"),
        target.resolve("relay").resolve("data.mdb"),
        StandardCopyOption.REPLACE_EXISTING);
    markAsOurs(target);
  }

  /** A server opens a store only beside its lock file. */
  private static void markAsOurs(Path data) throws IOException {
    Files.writeString(data.resolve("relay").resolve("lock"), "graspd\n");
  }

  /** Returns time and id of all events, oldest first. */
  List<Item> items() throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                Files.newInputStream(prepared(size).resolve("items.bin")), 1 << 16))) {
      List<Item> items = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        long createdAt = in.readLong();
        items.add(
            new Item(
                createdAt,
                EventId.ofWords(in.readLong(), in.readLong(), in.readLong(), in.readLong())));
      }
      return items;
    }
  }

  private void fill(Path data, int events) throws IOException {
    Path relay = data.resolve("relay");
    Files.createDirectories(relay);
    Path unfinished = data.resolve("items.part");
    try (EventStore store = opener.apply(relay);
        DataOutputStream items =
            new DataOutputStream(
                new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16))) {
      CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
      for (int from = 0; from < events; from += BATCH) {
        List<Event> batch =
            IntStream.range(from, Math.min(events, from + BATCH))
                .mapToObj(n -> world.unsigned(Era.HISTORY, n))
                .toList();
        for (Event event : batch) {
          write(items, event);
        }
        last.join();
        last = append(store, batch);
      }
      last.join();
    }
    Files.move(unfinished, data.resolve("items.bin"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The next batch is made while this one is written. */
  private static CompletableFuture<Void> append(EventStore store, List<Event> batch) {
    return store
        .write(tx -> {
          batch.forEach(event -> tx.append(event, event.createdAt()));
          return batch.size();
        })
        .<Void>thenApply(_ -> null)
        .toCompletableFuture();
  }

  private static void write(DataOutputStream items, Event event) throws IOException {
    items.writeLong(event.createdAt());
    for (int i = 0; i < 4; i++) {
      items.writeLong(event.id().word(i));
    }
  }
}
