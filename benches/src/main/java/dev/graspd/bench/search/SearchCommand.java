package dev.graspd.bench.search;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench search}. */
@Command(
    name = "search",
    description = "What search by words costs: one line of JSON a figure, then a table.",
    mixinStandardHelpOptions = true)
public final class SearchCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  static List<BenchRow<SearchStage>> rows() {
    return List.of(new IngestRow(), new FreshRow(), new IndexRow(), new QuestionRow());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("search");
    SearchScale scale = options.scale(SearchScale.FULL, SearchScale.QUICK);
    List<BenchRow<SearchStage>> rows = options.choose(rows());
    Report report = new Report(System.out);
    report.note("corpus of " + scale.corpus() + " events");
    try (LoadClient client = new LoadClient()) {
      Corpus corpus = Corpus.load(directory, new World(), scale.corpus());
      SearchStage stage =
          new SearchStage(
              scale, directory, Hosts.processes(options.launcher(directory)), client, corpus);
      return BenchOptions.measure(rows, stage, report);
    }
  }
}
