package dev.graspd.bench.git;

import dev.graspd.bench.process.OwnServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives the row of the crowd its server: one of ours with a small heap, or the foreign one. */
interface SmallHeap {
  Stage stage(GitStage shared) throws IOException, InterruptedException;

  /** A stage of its own, or the shared one. */
  interface Stage extends AutoCloseable {
    GitStage stage();

    /** Returns the peak of the heap so far, if it is our process. */
    OptionalDouble heapMegabytes() throws IOException;

    @Override
    void close();
  }

  /** For servers that others have started. */
  static Stage shared(GitStage stage) {
    return new Stage() {
      @Override
      public GitStage stage() {
        return stage;
      }

      @Override
      public OptionalDouble heapMegabytes() {
        return OptionalDouble.empty();
      }

      @Override
      public void close() {}
    };
  }

  /**
   * A server of ours that logs each garbage collection.
   *
   * @param log the file of these lines
   */
  record Own(OwnServer server, GitStage stage, Path log) implements Stage {
    /** The used heap before and after a collection, and the size of the heap. */
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->\\d+M\\(\\d+M\\)");

    @Override
    public OptionalDouble heapMegabytes() throws IOException {
      return Files.readAllLines(log).stream()
          .map(COLLECTION::matcher)
          .filter(Matcher::find)
          .mapToDouble(collection -> Double.parseDouble(collection.group(1)))
          .max();
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
