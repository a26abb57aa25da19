package dev.graspd.bench.web;

import dev.graspd.bench.git.load.Shape;

/**
 * The size of a run.
 *
 * @param repetitions of each pair of peer and server
 * @param warmUp requests of each kind before its first figure, so that the server's code is
 *     compiled; more, if they take less than {@code warmUpSeconds}
 * @param warmUpSeconds the minimum for each kind
 * @param requests of one repetition
 * @param cgit starts of cgit for the same in one repetition
 * @param gitweb starts of gitweb, which takes many times as long
 * @param blames blame pages of one repetition that were never requested before
 * @param cached requests of one repetition that a cache answers
 * @param probes requests of a client that measures its waits on an idle server
 * @param few repositories of a short list
 * @param many repositories of a long list
 * @param threads issues of one repository
 * @param crawlSeconds how long a crawler is there
 * @param crawledPerSecond its requests in a second
 * @param shape the repository of all pages
 */
record WebScale(
    int repetitions,
    int warmUp,
    int warmUpSeconds,
    int requests,
    int cgit,
    int gitweb,
    int blames,
    int cached,
    int probes,
    int few,
    int many,
    int threads,
    int crawlSeconds,
    int crawledPerSecond,
    Shape shape) {
  private static final Shape SHAPE =
      new Shape("web", 2_461, 200, 2, 100, Shape.Change.LINES, 20, 20, 1_500);

  static final WebScale FULL =
      new WebScale(
          3, 2_000, 15, 2_000, 100, 20, 40, 20_000, 1_000, 100, 10_000, 10_000, 30, 200, SHAPE);
  static final WebScale QUICK =
      new WebScale(3, 300, 5, 600, 40, 5, 15, 5_000, 300, 100, 10_000, 10_000, 10, 200, SHAPE);

  /** Returns the starts of a peer in one repetition. */
  int starts(Peer peer) {
    return switch (peer) {
      case CGIT -> cgit;
      case GITWEB -> gitweb;
    };
  }
}
