package dev.graspd.server.migrate.remote;

import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ImportSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The events that a server serves, copied to a file of ours. */
public final class RemoteData implements ImportSource {
  private final EventSpool spool;
  private final List<Item> stored = new ArrayList<>();
  private final SortedSet<RepoAddress> repositories = new TreeSet<>();
  private long cut;

  private RemoteData(EventSpool spool) {
    this.spool = spool;
  }

  /**
   * Asks for everything.
   *
   * @param directory for the file
   */
  public static RemoteData read(RemoteServer server, Path directory) throws IOException {
    RemoteData data = new RemoteData(new EventSpool(directory.resolve("events")));
    try {
      data.cut =
          server.forEachEvent(event -> {
            data.stored.add(data.spool.add(event));
            Announcement.of(event).ifPresent(one -> data.repositories.add(one.address()));
          });
      return data;
    } catch (IOException | RuntimeException e) {
      data.close();
      throw e;
    }
  }

  /** Returns the repositories that it announces. */
  public SortedSet<RepoAddress> repositories() {
    return Collections.unmodifiableSortedSet(repositories);
  }

  @Override
  public ImportPlan.Found found() {
    return new ImportPlan.Found(stored, List.of(), List.of(), 0, 0, 0);
  }

  /** Seconds with more events than it gives. */
  @Override
  public long damaged() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }
}
