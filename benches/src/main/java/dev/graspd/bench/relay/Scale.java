package dev.graspd.bench.relay;

/**
 * The size of a run.
 *
 * @param warmUp events sent before the first figure, so that the server's code is compiled
 * @param ingest events of one repetition
 * @param repetitions of each pair of floor and figure
 * @param requests small requests of one repetition
 * @param streams answers of 500 events of one repetition
 * @param deliveries events published to each audience of a live row, in one repetition
 * @param subscriptions open subscriptions of the live row, one of which matches
 * @param audience subscribers of the fan-out row
 * @param history events of the prepared store
 * @param idleSockets sockets that are only open
 */
public record Scale(
    int warmUp,
    int ingest,
    int repetitions,
    int requests,
    int streams,
    int deliveries,
    int subscriptions,
    int audience,
    int history,
    int idleSockets) {
  public static final Scale FULL =
      new Scale(20_000, 40_000, 3, 4_000, 200, 500, 5_000, 1_000, 1_000_000, 10_000);
  public static final Scale QUICK =
      new Scale(5_000, 10_000, 3, 1_000, 50, 100, 5_000, 1_000, 100_000, 2_000);

  /** Returns the number of signed events for a run. */
  int corpus() {
    return warmUp + repetitions * ingest + 2 * liveReserve();
  }

  /** Only some of a range of events are addressed to the live rows' audience. */
  int liveReserve() {
    return repetitions * deliveries * 10;
  }
}
