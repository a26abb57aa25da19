package dev.graspd.bench.hunt;

import java.util.List;

/** The rows in the order of a run. */
final class HuntRows {
  private HuntRows() {}

  static List<HuntRow> all() {
    return List.of(new FetchRow(), new WaitingRow(), new PushRow(), new MemoryRow());
  }
}
