package dev.graspd.bench.git;

import dev.graspd.bench.process.GcLog;
import dev.graspd.bench.process.OwnServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;

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
    @Override
    public OptionalDouble heapMegabytes() throws IOException {
      return new GcLog(log).peakMegabytes();
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
