package dev.graspd.bench.sync;

import java.time.Duration;

/**
 * The size of a run.
 *
 * @param events of the repository that is fetched
 * @param cold the first of them, during which the code of a freshly started server is compiled
 * @param repetitions of each figure
 * @param warmUps fetches before the first that counts, so that the source's code is compiled
 * @param window in which the fetching server gathers new items
 * @param quiet the silence that ends a fetch, longer than two windows
 */
record SyncScale(
    int events,
    int cold,
    int repetitions,
    int warmUps,
    Duration window,
    Duration quiet,
    Cost cost) {
  /**
   * The work of the machines in this process.
   *
   * @param few repositories to compare with
   * @param many repositories
   * @param fewRoots to compare with
   * @param manyRoots of one of the few repositories each
   * @param relays in all; each repository names two of them
   * @param manyRelays for the memory of one
   * @param samples events in one measurement
   * @param linkSamples the same for events that reach all connections, which cost more
   * @param warmUps samples of each kind before the first that counts
   */
  record Cost(
      int few,
      int many,
      int fewRoots,
      int manyRoots,
      int relays,
      int manyRelays,
      int samples,
      int linkSamples,
      int warmUps) {}

  static final SyncScale FULL =
      new SyncScale(
          300_000,
          150_000,
          3,
          1,
          Duration.ofSeconds(5),
          Duration.ofSeconds(12),
          new Cost(100, 10_000, 1_000, 100_000, 10, 400, 2_000, 100, 10));
  static final SyncScale QUICK =
      new SyncScale(
          4_000,
          1_000,
          1,
          0,
          Duration.ofSeconds(1),
          Duration.ofSeconds(4),
          new Cost(100, 10_000, 1_000, 20_000, 10, 400, 500, 50, 5));
}
