package dev.graspd.bench.sync;

import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All events of a repository from a relay that has them, as a share of the ingest rate. */
final class HistoricRow implements SyncRow {
  /** A way to fetch, and its goal. */
  private record Way(boolean negentropy, int roundTripMillis, double goal) {
    String text() {
      return (negentropy ? "comparing sets" : "page by page") + ", " + roundTripMillis + " ms";
    }

    Fetch take(SyncStage stage) throws IOException, InterruptedException {
      return stage.fetch(new Fetch.Terms(negentropy, Duration.ofMillis(roundTripMillis), false));
    }
  }

  private static final List<Way> WAYS =
      List.of(
          new Way(true, 0, 0.7), new Way(false, 0, 0.7),
          new Way(true, 50, 0.5), new Way(false, 50, 0.5));

  @Override
  public String name() {
    return "historic";
  }

  @Override
  public void measure(SyncStage stage, Report report) throws IOException, InterruptedException {
    SyncScale scale = stage.scale();
    for (int i = 0; i < scale.warmUps(); i++) {
      Fetch _ = WAYS.getFirst().take(stage);
    }
    double[] ingest = new double[scale.repetitions()];
    List<List<Fetch>> fetches = new ArrayList<>();
    WAYS.forEach(_ -> fetches.add(new ArrayList<>()));
    for (int i = 0; i < scale.repetitions(); i++) {
      ingest[i] = stage.ingestPerSecond();
      for (int way = 0; way < WAYS.size(); way++) {
        fetches.get(way).add(WAYS.get(way).take(stage));
      }
    }
    for (int way = 0; way < WAYS.size(); way++) {
      report(WAYS.get(way), fetches.get(way), ingest, scale.events(), report);
    }
  }

  private void report(Way way, List<Fetch> fetches, double[] ingest, int events, Report report) {
    double[] rates = fetches.stream().mapToDouble(Fetch::warmPerSecond).toArray();
    Comparison both = Comparison.of(ingest, rates);
    Fetch last = fetches.getLast();
    report.add(
        both.figure(name(), way.text(), "events/s", "ingest of the same")
            .aiming(Goal.atLeast(both.ratio(), way.goal(), " ×"))
            .costing(last.cost())
            .writing(events));
    report.add(
        Figure.of(
            name(),
            way.text() + ", from first contact with cold code",
            last.perSecond(),
            "events/s"));
    report.add(
        Figure.of(name(), way.text() + ", both ways", last.traffic().bytes() / events, "B/event"));
    report.add(
        Figure.of(
            name(),
            way.text() + ", both ways",
            last.traffic().messages() / events,
            "messages/event"));
  }
}
