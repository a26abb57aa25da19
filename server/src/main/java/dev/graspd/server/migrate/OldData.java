package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ngit.LmdbFile;
import dev.graspd.server.migrate.ngit.NostrLmdbEvent;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.ngit.SavedEvents;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The events of a stopped ngit-grasp. Keeps its files open: of each stored event only id, kind,
 * date and place are in memory, and the event is read when it is needed. For one thread.
 */
public final class OldData implements ImportSource {
  /** The largest file of held events that is read. */
  static final long SAVED_BYTES_MAX = 128L << 20;

  private static final int ID_BYTES = 32;

  private final Deque<LmdbFile> open = new ArrayDeque<>();
  private final ImportPlan.Found found;
  private long damaged;

  private OldData(OldServer old) throws IOException {
    try {
      this.found = found(old);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Opens and lists everything. */
  public static OldData open(OldServer old) throws IOException {
    return new OldData(old);
  }

  @Override
  public ImportPlan.Found found() {
    return found;
  }

  @Override
  public long damaged() {
    return damaged;
  }

  private ImportPlan.Found found(OldServer old) throws IOException {
    List<Item> stored = events(old.relay());
    List<Item> requests = events(old.relay().resolve("tombstones"));
    KeptThere kept = KeptThere.of(events(old.relay().resolve("holding")));
    long superseded = count(old.relay().resolve("replaceable-history"));
    SavedEvents held = saved(old.git().resolve("purgatory-state.json"));
    List<ImportPlan.Held> waiting = new ArrayList<>();
    for (SavedEvents.Saved one : held.events()) {
      waiting.add(new ImportPlan.Held(inMemory(one.event()), until(held, one)));
    }
    for (Path file : files(old.git().resolve(".grasp/pending-saves"))) {
      saved(file).events().forEach(one -> stored.add(inMemory(one.event())));
    }
    return new ImportPlan.Found(
        stored,
        requests,
        waiting,
        kept.others(),
        superseded,
        held.placeholders(),
        kept.repositories());
  }

  private static Item inMemory(Event event) {
    return Item.of(event, () -> event);
  }

  /** Times count from when the file was written; without that they are over. */
  private static long until(SavedEvents all, SavedEvents.Saved one) {
    long wait = Math.clamp(one.waitSeconds().orElse(0), 0, Integer.MAX_VALUE);
    return Math.clamp(all.savedAt().orElse(0), 0, Long.MAX_VALUE / 2) + wait;
  }

  private List<Item> events(Path environment) throws IOException {
    List<Item> items = new ArrayList<>();
    Optional<LmdbFile> file = opened(environment);
    if (file.isPresent()) {
      LmdbFile lmdb = file.get();
      LmdbFile.Summary summary =
          lmdb.forEachPlaced((key, value, place) -> {
            if (key.length == ID_BYTES) {
              NostrLmdbEvent.decode(value)
                  .ifPresentOrElse(
                      event -> items.add(Item.of(event, () -> read(lmdb, place))), () -> damaged++);
            }
          });
      damaged += summary.damaged();
    }
    return items;
  }

  private static Event read(LmdbFile file, long place) throws IOException {
    return file.at(place)
        .flatMap(NostrLmdbEvent::decode)
        .orElseThrow(() -> new IOException("the old server's events have changed meanwhile"));
  }

  private long count(Path environment) throws IOException {
    long[] count = new long[1];
    Optional<LmdbFile> file = opened(environment);
    if (file.isPresent()) {
      file.get()
          .forEach((key, _) -> {
            if (key.length == ID_BYTES) {
              count[0]++;
            }
          });
    }
    return count[0];
  }

  private Optional<LmdbFile> opened(Path environment) throws IOException {
    Path file = environment.resolve(OldServer.DATABASE);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    open.push(LmdbFile.open(file));
    return Optional.of(open.getFirst());
  }

  private SavedEvents saved(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return new SavedEvents(List.of(), 0, false);
    }
    SavedEvents saved =
        Files.size(file) > SAVED_BYTES_MAX
            ? new SavedEvents(List.of(), 0, true)
            : SavedEvents.parse(Files.readAllBytes(file));
    damaged += saved.isDamaged() ? 1 : 0;
    return saved;
  }

  private static List<Path> files(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.json")) {
        entries.forEach(files::add);
      }
    }
    files.sort(null);
    return files;
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
