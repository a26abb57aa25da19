package dev.graspd.bench.relay;

import java.nio.file.Path;
import java.util.List;

/** The rows in the order of a run: first those for every relay, then those for our own. */
final class Rows {
  private Rows() {}

  static List<Row> all(Path work, Servers servers) {
    return List.of(
        new CeilingRow(),
        new IngestRow(work),
        new StoreRow(work),
        new LiveRow(work),
        new FanOutRow(),
        new SmallRequestRow(),
        new StreamRow(),
        new IdleRow(servers),
        new StartRow(servers),
        new WholeStoreRow(servers),
        new NegentropyRow(servers),
        new GrowthRow(servers));
  }
}
