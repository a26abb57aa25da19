package dev.graspd.bench.search;

/**
 * The size of a run.
 *
 * @param warmUp events sent before the first figure, so that the server's code is compiled
 * @param ingest events of one repetition
 * @param repetitions of ingest with and without search, and of questions
 * @param fresh new events that are waited for, one after the other
 * @param stored events of the store that is indexed
 * @param questions of one repetition
 * @param perSecond questions sent in a second
 */
record SearchScale(
    int warmUp,
    int ingest,
    int repetitions,
    int fresh,
    int stored,
    int questions,
    double perSecond) {
  static final SearchScale FULL = new SearchScale(20_000, 40_000, 5, 50, 100_000, 4_000, 100);
  static final SearchScale QUICK = new SearchScale(5_000, 10_000, 3, 20, 20_000, 500, 100);

  /** Returns the number of signed events for a run. */
  int corpus() {
    return warmUp + repetitions * ingest;
  }
}
