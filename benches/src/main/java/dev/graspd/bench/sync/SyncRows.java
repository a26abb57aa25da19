package dev.graspd.bench.sync;

import java.util.List;

/** The rows in the order of a run. */
final class SyncRows {
  private SyncRows() {}

  static List<SyncRow> all() {
    return List.of(new CostRow(), new HistoricRow(), new AgainRow());
  }
}
