package dev.graspd.bench.web;

import dev.graspd.bench.git.load.HttpAnswer;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Prober;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Pages that the page cache has, and pages that the client has. */
final class CachedRow implements WebRow {
  private static final SortedMap<Peer, Double> GOALS = new TreeMap<>(Map.of(Peer.CGIT, 0.05));
  private static final double P50_MILLIS_MAX = 2;
  private static final double P99_MILLIS_MAX = 10;
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  @Override
  public String name() {
    return "cached";
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    Visitor visitor = stage.visitor(WebStage.Mode.USUAL);
    Page tree = stage.pages().trees().getLast();
    Page blame = stage.pages().blames().getFirst();
    HttpAnswer first = first(tree, visitor, stage);
    Ask known = Ask.unlessChanged(stage.path(tree), first);
    Ask hit = Ask.again(stage.path(tree), first);
    compare("directory, cache hit", hit, tree, visitor, stage, report);
    firstByte("directory, cache hit", hit, visitor, stage, report);
    compare(
        "blame, cache hit",
        Ask.again(stage.path(blame), first(blame, visitor, stage)),
        blame,
        visitor,
        stage,
        report);
    compare("directory, 304", known, tree, visitor, stage, report);
    firstByte("directory, 304", known, visitor, stage, report);
  }

  private static HttpAnswer first(Page page, Visitor visitor, WebStage stage) throws IOException {
    try (HttpConnection connection = new HttpConnection(visitor.server().uri())) {
      return Ask.first(connection, stage.path(page), page.shown());
    }
  }

  private void compare(
      String what, Ask ask, Page page, Visitor visitor, WebStage stage, Report report)
      throws IOException, InterruptedException {
    WebScale scale = stage.scale();
    Turns<Ask> asks = new Turns<>(List.of(ask));
    report.note(what + ": warm after " + visitor.warmUp(asks, scale));
    new Contest(name(), what, GOALS)
        .run(
            List.of(page),
            scale.cgit(),
            () -> visitor.take(asks.next(scale.cached())),
            stage,
            report);
  }

  /** 100 requests a second, on time even if others are not answered. */
  private void firstByte(String what, Ask ask, Visitor visitor, WebStage stage, Report report)
      throws IOException, InterruptedException {
    Samples samples = new Samples();
    new Prober(() -> new FirstByte(ask, new HttpConnection(visitor.server().uri())), EVERY_NANOS)
        .run(stage.scale().probes(), samples);
    add(what + ", first byte at 100/s, p50", samples.p50() / 1e3, P50_MILLIS_MAX, report);
    add(what + ", first byte at 100/s, p99", samples.p99() / 1e3, P99_MILLIS_MAX, report);
  }

  private void add(String what, double millis, double most, Report report) {
    report.add(Figure.of(name(), what, millis, "ms").aiming(Goal.atMost(millis, most, " ms")));
  }

  /** Waits for the first byte; reads the others outside of the measured time. */
  private static final class FirstByte implements Prober.Client {
    private final Ask ask;
    private final HttpConnection connection;
    private boolean isAnswered = true;

    FirstByte(Ask ask, HttpConnection connection) {
      this.ask = ask;
      this.connection = connection;
    }

    @Override
    public void ask() throws IOException {
      ask.awaitFirstByte(connection);
      isAnswered = false;
    }

    @Override
    public void prepare() throws IOException {
      if (!isAnswered) {
        ask.check().check(connection.answer());
        isAnswered = true;
      }
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }
}
