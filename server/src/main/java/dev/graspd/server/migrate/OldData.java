package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.migrate.ngit.EventRecord;
import dev.graspd.server.migrate.ngit.LmdbFile;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.ngit.SavedEvents;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all events of a stopped ngit-grasp.
 *
 * @param found what its files hold
 * @param damaged records and files that could not be read
 */
public record OldData(ImportPlan.Found found, long damaged) {
  /** The largest file of held events that is read. */
  static final long SAVED_BYTES_MAX = 512L << 20;

  private static final int ID_BYTES = 32;

  /** Reads everything; memory grows with the number of events. */
  public static OldData read(OldServer old) throws IOException {
    Counter damaged = new Counter();
    List<Event> stored = events(old.relay(), damaged);
    List<Event> requests = events(old.relay().resolve("tombstones"), damaged);
    int kept = events(old.relay().resolve("holding"), damaged).size();
    int superseded = events(old.relay().resolve("replaceable-history"), damaged).size();
    Path purgatory = old.git().resolve("purgatory-state.json");
    SavedEvents held = saved(purgatory, damaged);
    List<ImportPlan.Held> waiting = new ArrayList<>();
    for (SavedEvents.Saved one : held.events()) {
      waiting.add(new ImportPlan.Held(one.event(), until(held, one)));
    }
    for (Path file : files(old.git().resolve(".grasp/pending-saves"))) {
      saved(file, damaged).events().forEach(one -> stored.add(one.event()));
    }
    return new OldData(
        new ImportPlan.Found(stored, requests, waiting, kept, superseded, held.placeholders()),
        damaged.count);
  }

  private static final class Counter {
    long count;
  }

  /** Times count from when the file was written; without that they are over. */
  private static long until(SavedEvents all, SavedEvents.Saved one) {
    long wait = Math.clamp(one.waitSeconds().orElse(0), 0, Integer.MAX_VALUE);
    return Math.clamp(all.savedAt().orElse(0), 0, Long.MAX_VALUE / 2) + wait;
  }

  private static List<Event> events(Path environment, Counter damaged) throws IOException {
    Path file = environment.resolve(OldServer.DATABASE);
    List<Event> events = new ArrayList<>();
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return events;
    }
    try (LmdbFile lmdb = LmdbFile.open(file)) {
      LmdbFile.Summary summary =
          lmdb.forEach((key, value) -> {
            if (key.length == ID_BYTES) {
              EventRecord.decode(value).ifPresentOrElse(events::add, () -> damaged.count++);
            }
          });
      damaged.count += summary.damaged();
    }
    return events;
  }

  private static SavedEvents saved(Path file, Counter damaged) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return new SavedEvents(List.of(), 0, false);
    }
    SavedEvents saved =
        Files.size(file) > SAVED_BYTES_MAX
            ? new SavedEvents(List.of(), 0, true)
            : SavedEvents.parse(Files.readAllBytes(file));
    damaged.count += saved.isDamaged() ? 1 : 0;
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
}
