package dev.graspd.bench.web;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench web}. */
@Command(
    name = "web",
    description =
        "Web pages against cgit and gitweb on the same repository, cached pages, the list of"
            + " repositories, and what a crawler makes others wait: one line of JSON a figure, then"
            + " a table. A peer that is not installed is left out.",
    mixinStandardHelpOptions = true)
public final class WebCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("web");
    List<WebRow> rows = options.choose(WebRows.all(Crawler.elsewhere(directory)));
    Report report = new Report(System.out);
    report.note(PlainGit.run(directory, "version"));
    try (WebStage stage =
        new WebStage(
            options.scale(WebScale.FULL, WebScale.QUICK),
            directory,
            Hosts.processes(options.launcher(directory)))) {
      stage.findPeers(report);
      return BenchOptions.measure(rows, stage, report);
    }
  }
}
