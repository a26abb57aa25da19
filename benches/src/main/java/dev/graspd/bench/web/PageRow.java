package dev.graspd.bench.web;

import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;

/**
 * One kind of page, made for each request.
 *
 * @param goals the most that the server may cost, as a multiple of a peer
 */
record PageRow(String name, String what, Kind kind, SortedMap<Peer, Double> goals)
    implements WebRow {
  /** Chooses pages of a repository. */
  interface Kind {
    List<Page> of(Pages pages) throws IOException, InterruptedException;
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    Visitor visitor = stage.visitor(WebStage.Mode.NO_CACHE);
    List<Page> pages = kind.of(stage.pages());
    Turns<Ask> asks = new Turns<>(stage.asks(pages));
    report.note(what + ": warm after " + visitor.warmUp(asks, stage.scale()));
    new Contest(name, what, goals)
        .run(
            pages,
            Integer.MAX_VALUE,
            () -> visitor.take(asks.next(stage.scale().requests())),
            stage,
            report);
  }
}
