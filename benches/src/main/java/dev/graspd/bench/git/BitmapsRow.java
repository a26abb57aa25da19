package dev.graspd.bench.git;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Clones of a large repository after repacking, on both sides with bitmaps. */
record BitmapsRow(Servers servers) implements GitRow {
  /** Starts a server that repacks soon, if the row may start one. */
  interface Servers {
    Optional<SmallHeap.Own> stage(GitStage shared) throws IOException, InterruptedException;
  }

  private static final double CLONE_CPU_RATIO_MAX = 0.7;
  private static final long PATIENCE_NANOS = 1_200_000_000_000L;
  private static final int POLL_MILLIS = 200;

  @Override
  public String name() {
    return "bitmaps";
  }

  @Override
  public void measure(GitStage shared, Report report) throws IOException, InterruptedException {
    Optional<SmallHeap.Own> own = servers.stage(shared);
    if (own.isEmpty()) {
      report.note("bitmaps: only for a server of our own");
      return;
    }
    try (SmallHeap.Own server = own.get()) {
      GitStage stage = server.stage();
      Served served = stage.served(stage.scale().large());
      long begin = System.nanoTime();
      awaitBitmap(server.log());
      report.add(
          Figure.of(name(), "repacked, wall", (System.nanoTime() - begin) / 1e9, "s")
              .costing(stage.server().cost()));
      Source source = withBitmaps(served.source(), stage.work());
      LargeRow.clone(
          name(),
          "full clone",
          Request.allAnew(source.refs().values()),
          CLONE_CPU_RATIO_MAX,
          new Served(source, served.hosted(), served.server()),
          stage,
          report);
    }
  }

  private static void awaitBitmap(Path data) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (!hasBitmap(data)) {
      if (System.nanoTime() > until) {
        throw new IOException("no bitmap is made");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean hasBitmap(Path data) throws IOException {
    try (Stream<Path> files = Files.walk(data.resolve("git").resolve("families"))) {
      return files.anyMatch(file -> file.toString().endsWith(".bitmap"));
    }
  }

  private static Source withBitmaps(Source source, Path work)
      throws IOException, InterruptedException {
    Path bare = work.resolve("sources").resolve("with-bitmaps.git");
    if (!Files.exists(bare)) {
      PlainGit.run(work, "clone", "-q", "--mirror", source.bare().toString(), bare.toString());
      PlainGit.run(bare, "config", "gc.auto", "0");
      PlainGit.run(bare, "config", "uploadpack.allowFilter", "true");
      PlainGit.run(bare, "repack", "-a", "-d", "-b", "-q");
      PlainGit.run(bare, "commit-graph", "write", "--reachable");
    }
    return new Source(source.pack(), bare, source.refs());
  }
}
