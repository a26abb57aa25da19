package dev.graspd.bench.web;

import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The same kind of page by the server and by each peer that is here.
 *
 * @param what the name of the figures
 * @param goals the most that the server may cost, as a multiple of a peer
 */
record Contest(String row, String what, SortedMap<Peer, Double> goals) {
  private static final Duel.Unit UNIT = Duel.Unit.MILLISECONDS;

  /**
   * Measures all pairs.
   *
   * @param theirs the pages of peers
   * @param most starts of a peer in one repetition
   * @param own one repetition of the server
   */
  void run(List<Page> theirs, int most, Duel.Side own, WebStage stage, Report report)
      throws IOException, InterruptedException {
    for (Cgi cgi : stage.peers()) {
      Turns<Page> turns = new Turns<>(theirs);
      cgi.check(theirs.getFirst());
      int starts = Math.min(most, stage.scale().starts(cgi.peer()));
      Duel duel =
          Duel.run(stage.scale().repetitions(), UNIT, () -> cgi.take(turns.next(starts)), own);
      add(duel, cgi.peer(), report);
    }
    if (stage.peers().isEmpty()) {
      alone(own.take(), report);
    }
  }

  private void add(Duel duel, Peer peer, Report report) {
    duel.cpuFigure(row, what, UNIT, peer.title())
        .map(figure -> aiming(figure, peer))
        .ifPresent(report::add);
    report.add(duel.wallFigure(row, what, UNIT, peer.title()));
  }

  private Figure aiming(Figure figure, Peer peer) {
    return Optional.ofNullable(goals.get(peer))
        .map(most -> figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), most, " ×")))
        .orElse(figure);
  }

  private void alone(Spent spent, Report report) {
    spent
        .cpuSeconds()
        .ifPresent(seconds -> report.add(Figure.of(row, what + ", CPU", seconds * 1e3, "ms")));
    report.add(Figure.of(row, what + ", wall", spent.wallSeconds() * 1e3, "ms"));
  }
}
