package dev.graspd.bench.web;

import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;

/**
 * The list of issues of a repository with very many: the first one after a start, then again, and
 * after a new one. The page cache is off, so each page is made.
 */
final class ThreadsRow implements WebRow {
  /** Of the processor, with code that was never run before. */
  private static final double FIRST_SECONDS_MAX = 1;

  private static final double AGAIN_MILLIS_MAX = 5;
  private static final int NEW_ISSUES = 20;

  @Override
  public String name() {
    return "threads";
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    WebScale scale = stage.scale();
    stage.stop();
    ManyThreads.Made made = stage.manyThreads();
    // Of so many strangers the list shows known people only, unless it is asked for all.
    String list = made.path() + "/issues?from=all";
    String of = "list of " + Numbers.show(scale.threads()) + " issues";
    try (Hosts.Host host = stage.host(made.data())) {
      Visitor visitor = new Visitor(host.relay());
      // Another page first: a start compiles and loads what all pages share.
      Spent _ = visitor.take(List.of(Ask.page(made.path(), made.repository().identifier().text())));
      Spent first = visitor.take(List.of(Ask.page(list, "issue number")));
      add(of + ", the first time", first, 1, "s", FIRST_SECONDS_MAX, report);
      Turns<Ask> again = new Turns<>(List.of(Ask.page(list, "issue number")));
      report.note(of + ": warm after " + visitor.warmUp(again, scale));
      add(
          of + ", again",
          visitor.take(again.next(scale.requests())),
          1e3,
          "ms",
          AGAIN_MILLIS_MAX,
          report);
      add(of + ", after a new issue", afterNew(made, host, visitor, list), 1e3, "ms", report);
    }
  }

  /** The cost of the page and of storing the issue. */
  private static Spent afterNew(
      ManyThreads.Made made, Hosts.Host host, Visitor visitor, String list)
      throws IOException, InterruptedException {
    return Spent.on(
        host.relay(),
        NEW_ISSUES,
        () -> {
          double seconds = 0;
          try (Publisher publisher = new Publisher(host.relay().uri())) {
            for (int i = 0; i < NEW_ISSUES; i++) {
              publisher.publish(made.issue(i));
              seconds += visitor.take(List.of(Ask.page(list, "another issue " + i))).wallSeconds();
            }
          }
          return (long) (seconds * 1e9);
        });
  }

  private void add(
      String what, Spent spent, double factor, String unit, double most, Report report) {
    double cpu = spent.cpuSeconds().orElse(spent.wallSeconds()) * factor;
    report.add(
        Figure.of(name(), what + ", CPU", cpu, unit).aiming(Goal.atMost(cpu, most, " " + unit)));
    report.add(Figure.of(name(), what + ", wall", spent.wallSeconds() * factor, unit));
  }

  private void add(String what, Spent spent, double factor, String unit, Report report) {
    spent
        .cpuSeconds()
        .ifPresent(cpu -> report.add(Figure.of(name(), what + ", CPU", cpu * factor, unit)));
    report.add(Figure.of(name(), what + ", wall", spent.wallSeconds() * factor, unit));
  }
}
