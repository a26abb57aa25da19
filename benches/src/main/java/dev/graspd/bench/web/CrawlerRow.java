package dev.graspd.bench.web;

import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Prober;
import dev.graspd.bench.git.load.Probers;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;

/**
 * A crawler takes costly pages, more than the server can make; meanwhile one client lists refs and
 * one publishes. The server has a heap of 512 MB.
 */
record CrawlerRow(Crawlers crawlers) implements WebRow {
  private static final double REFS_MILLIS_MAX = 25;
  private static final double EVENT_RATIO_MAX = 3;
  private static final double HEAP_MEGABYTES_MAX = 512;

  /** With less, the load is not the one that the goals are for. */
  private static final double SENT_SHARE_MIN = 0.95;

  private static final int KINDS = 3;

  @Override
  public String name() {
    return "crawler";
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    Served served = stage.served(WebStage.Mode.SMALL_HEAP);
    List<String> paths = stage.pages().costly().stream().map(stage::below).toList();
    warm(paths, stage, report);
    Waits idle = new Waits(served, stage::nextEventSeconds);
    idle.probe(stage.scale().probes());
    Waits meanwhile = new Waits(served, stage::nextEventSeconds);
    crawl(paths, meanwhile, stage, report);
    add(report, "ls-refs meanwhile, p50", meanwhile.refs().p50(), idle.refs().p50());
    double refs = meanwhile.refs().p99() / 1e3;
    report.add(
        figure("ls-refs meanwhile, p99", meanwhile.refs().p99(), idle.refs().p99())
            .aiming(Goal.atMost(refs, REFS_MILLIS_MAX, " ms")));
    add(report, "EVENT to OK meanwhile, p50", meanwhile.events().p50(), idle.events().p50());
    double ratio = meanwhile.events().p99() / idle.events().p99();
    report.add(
        figure("EVENT to OK meanwhile, p99", meanwhile.events().p99(), idle.events().p99())
            .aiming(Goal.atMost(ratio, EVENT_RATIO_MAX, " ×")));
    stage.heapMegabytes().ifPresent(peak -> heap(peak, served, report));
  }

  /** Each kind of page must be there. */
  private static void warm(List<String> paths, WebStage stage, Report report)
      throws IOException, InterruptedException {
    Visitor visitor = stage.visitor(WebStage.Mode.SMALL_HEAP);
    List<Ask> asks = paths.subList(0, KINDS).stream().map(path -> Ask.page(path, "")).toList();
    report.note("costly pages: warm after " + visitor.warmUp(new Turns<>(asks), stage.scale()));
  }

  private void crawl(List<String> paths, Waits waits, WebStage stage, Report report)
      throws IOException, InterruptedException {
    WebScale scale = stage.scale();
    SortedMap<Integer, Integer> answers;
    double seconds;
    try (Crawlers.Crawl crawl =
        crawlers.begin(waits.served().server().uri(), paths, scale.crawledPerSecond())) {
      long begin = System.nanoTime();
      waits.during(Duration.ofSeconds(scale.crawlSeconds()));
      seconds = (System.nanoTime() - begin) / 1e9;
      answers = crawl.end();
    }
    report.note("answers by status, 0 for none: " + answers);
    double sent = answers.values().stream().mapToInt(Integer::intValue).sum() / seconds;
    report.add(
        Figure.of(name(), "costly pages requested", sent, "pages/s")
            .aiming(Goal.atLeast(sent, SENT_SHARE_MIN * scale.crawledPerSecond(), " pages/s")));
    report.add(
        Figure.of(
            name(), "costly pages answered", answers.getOrDefault(200, 0) / seconds, "pages/s"));
  }

  private void add(Report report, String what, double micros, double idleMicros) {
    report.add(figure(what, micros, idleMicros));
  }

  private Figure figure(String what, double micros, double idleMicros) {
    return Figure.of(name(), what, micros / 1e3, "ms")
        .over("idle", idleMicros / 1e3, micros / idleMicros);
  }

  private void heap(double peak, Served served, Report report) {
    report.add(
        Figure.of(name(), "most heap in use, of 512 MB", peak, "MB")
            .aiming(Goal.atMost(peak, HEAP_MEGABYTES_MAX, " MB"))
            .costing(served.server().cost()));
  }

  /** The waits of the client that lists refs and of the one that publishes. */
  private record Waits(Served served, LongSupplier nextEventSeconds, Samples refs, Samples events) {
    Waits(Served served, LongSupplier nextEventSeconds) {
      this(served, nextEventSeconds, new Samples(), new Samples());
    }

    void probe(int times) throws IOException, InterruptedException {
      listing().run(times, refs);
      publishing().run(times, events);
    }

    void during(Duration time) throws IOException, InterruptedException {
      try (Prober.Running listing = listing().start(refs);
          Prober.Running publishing = publishing().start(events)) {
        Thread.sleep(time);
        listing.stop();
        publishing.stop();
      }
    }

    private Prober listing() throws IOException {
      byte[] right;
      try (HttpConnection connection = served.connect()) {
        right = Request.listing().send(connection, served.path());
      }
      return Probers.listing(
          connection -> {
            if (!Arrays.equals(Request.listing().send(connection, served.path()), right)) {
              throw new IllegalStateException("other refs are listed than before");
            }
          },
          served);
    }

    private Prober publishing() {
      return Probers.publishing(served.hosted(), nextEventSeconds);
    }
  }
}
