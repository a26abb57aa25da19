package dev.graspd.bench.sync;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.time.Duration;

/** A second whole comparison of the same sets, after a restart. */
final class AgainRow implements SyncRow {
  private static final double BYTES_RATIO_MAX = 1.1;
  private static final int LAYERS_OF_ROOTS = 3;

  /** An id in a filter: 64 digits, quotes, a comma. */
  private static final int ID_BYTES = 67;

  @Override
  public String name() {
    return "again";
  }

  @Override
  public void measure(SyncStage stage, Report report) throws IOException, InterruptedException {
    Fetch _ = stage.fetch(new Fetch.Terms(true, Duration.ZERO, true));
    Traffic again = again(stage);
    report.add(
        Figure.of(name(), "events sent again", again.events(), "events")
            .aiming(Goal.atMost(again.events(), 0, " events")));
    report.add(Figure.of(name(), "all that went both ways", again.bytes(), "B"));
    report.add(
        Figure.of(
            name(),
            "the same for each event that both have",
            again.bytes() / stage.scale().events(),
            "B/event"));
    double least = leastBytes(stage);
    report.add(
        Figure.of(name(), "bytes, every root named once to listen and once to compare", least, "B")
            .aiming(Goal.atMost(again.bytes() / least, BYTES_RATIO_MAX, " ×")));
    report.add(Figure.of(name(), "messages both ways", again.messages(), "messages"));
    double rounds = again.answers() / again.comparisons();
    report.add(Figure.of(name(), "sets that were compared", again.comparisons(), "sets"));
    report.add(
        Figure.of(name(), "answers for each set", rounds, "answers")
            .aiming(Goal.atMost(rounds, 1, " answer")));
  }

  /**
   * The least traffic of a comparison: only its roots can name a set, each in the three filters of
   * the spec, and every set is subscribed to before it is compared.
   */
  private static double leastBytes(SyncStage stage) throws IOException, InterruptedException {
    return 2.0 * LAYERS_OF_ROOTS * ID_BYTES * stage.source().events().roots();
  }

  private static Traffic again(SyncStage stage) throws IOException, InterruptedException {
    SyncStage.Source source = stage.source();
    source.proxy().begin(Duration.ZERO);
    Metrics before = source.metrics();
    try (Hosts.Host server = stage.start(true, true)) {
      Fetch.awaitQuiet(stage);
      Traffic traffic = Traffic.since(before, source);
      if (traffic.comparisons() == 0) {
        throw new IllegalStateException("nothing was compared");
      }
      Fetch.check(server.relay().uri(), source.events().all());
      return traffic;
    }
  }
}
