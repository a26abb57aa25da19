package dev.graspd.server.search;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.search.SearchFields;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.query.CountRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Compares the files of an index with their store, while no server uses either. */
public final class IndexCheck {
  private static final int WORK = 100_000;
  private static final String REMEDY = "; remove the directory, and the next start builds it again";

  private IndexCheck() {}

  /**
   * What was found.
   *
   * @param summary one line
   * @param problem what is wrong, if anything is
   */
  public record Finding(String summary, Optional<String> problem) {}

  /** Returns nothing if there is no index, which is no fault: the next start builds it. */
  public static Optional<Finding> of(Path relay, EventStore store) {
    Path path = relay.resolve(SearchHost.DIRECTORY);
    if (!Files.isDirectory(path)) {
      return Optional.empty();
    }
    try (Directory directory = FSDirectory.open(path)) {
      return DirectoryReader.indexExists(directory)
          ? Optional.of(compared(directory, store))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new Finding(
              "search: the index cannot be read",
              Optional.of("the search index in " + path + " is damaged: " + e + REMEDY)));
    }
  }

  private static Finding compared(Directory directory, EventStore store) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      EventIndex.Position position = EventIndex.position(reader.getIndexCommit().getUserData());
      long behind = store.lastSeq() - position.seq();
      if (behind != 0) {
        return new Finding(
            "search: the index is %d changes behind the store; a start brings it up to date"
                .formatted(behind),
            Optional.empty());
      }
      long stored = stored(store);
      return new Finding(
          "search: %d events in the index".formatted(reader.numDocs()),
          reader.numDocs() == stored
              ? Optional.empty()
              : Optional.of(
                  "the search index has %d events and the store has %d of these kinds%s"
                      .formatted(reader.numDocs(), stored, REMEDY)));
    }
  }

  private static long stored(EventStore store) {
    // At the beginning of time nothing has expired: the index has what is not swept yet.
    CountRun count = store.count(List.of(Filter.builder().kinds(SearchFields.kinds()).build()), 0);
    boolean isDone = count.next(WORK);
    while (!isDone) {
      isDone = count.next(WORK);
    }
    return count.counted();
  }
}
