package dev.graspd.bench.web;

import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Blame of a long file: at revisions that nobody has requested before, and of some again. The page
 * cache is off for both, so the second tells what is kept beside it.
 */
final class BlameRow implements WebRow {
  private static final double FIRST_MAX = 1.5;
  private static final double AGAIN_MAX = 0.05;
  private static final int AGAIN_PAGES = 5;

  @Override
  public String name() {
    return "blame";
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    Visitor visitor = stage.visitor(WebStage.Mode.NO_CACHE);
    WebScale scale = stage.scale();
    List<Page> pages = stage.pages().blames();
    Turns<Ask> fresh = new Turns<>(stage.asks(pages));
    int needed = Math.max(1, stage.peers().size()) * scale.repetitions() * scale.blames();
    int spare = Math.max(1, pages.size() - needed);
    report.note("blame: warm after " + visitor.warmUp(fresh, scale, spare));
    if (spare == 1) {
      report.note("blame: there are fewer revisions than requests, so some are not the first");
    }
    new Contest(name(), "blame, first", new TreeMap<>(Map.of(Peer.CGIT, FIRST_MAX)))
        .run(pages, scale.blames(), () -> visitor.take(fresh.next(scale.blames())), stage, report);
    again(pages.subList(0, Math.min(AGAIN_PAGES, pages.size())), visitor, stage, report);
  }

  private void again(List<Page> pages, Visitor visitor, WebStage stage, Report report)
      throws IOException, InterruptedException {
    Turns<Ask> known = new Turns<>(stage.asks(pages));
    int times = stage.scale().blames() * AGAIN_PAGES;
    new Contest(name(), "blame, again", new TreeMap<>(Map.of(Peer.CGIT, AGAIN_MAX)))
        .run(pages, stage.scale().blames(), () -> visitor.take(known.next(times)), stage, report);
  }
}
