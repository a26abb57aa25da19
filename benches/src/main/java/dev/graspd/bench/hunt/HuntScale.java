package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.Shape;

/**
 * The size of a run.
 *
 * @param repetitions of each figure
 * @param small repositories, hunted one after the other
 * @param large the same for large ones
 * @param waiting identifiers that wait for one domain
 * @param pushes to a repository in one repetition
 * @param pushWarmUps repetitions of pushes before the first that counts
 * @param compared repositories that are compared with their clone URLs
 */
record HuntScale(
    int repetitions,
    Hunts small,
    Hunts large,
    int waiting,
    int pushes,
    int pushWarmUps,
    int compared) {
  /**
   * Hunts for repositories of one kind.
   *
   * @param count in one repetition, one after the other
   * @param warmUps before the first that counts, all at once
   */
  record Hunts(Shape shape, int count, int warmUps) {}

  private static final Shape SMALL =
      new Shape("hunted-small", 40, 20, 1, 30, Shape.Change.LINES, 0, 0);

  static final HuntScale FULL =
      new HuntScale(
          3,
          new Hunts(SMALL, 20, 1_000),
          new Hunts(new Shape("hunted-large", 127, 200, 10, 600, Shape.Change.ALL, 0, 0), 2, 5),
          1_000,
          300,
          5,
          100_000);
  static final HuntScale QUICK =
      new HuntScale(
          2,
          new Hunts(SMALL, 5, 100),
          new Hunts(new Shape("hunted-quick", 40, 100, 10, 600, Shape.Change.ALL, 0, 0), 1, 2),
          200,
          60,
          2,
          10_000);
}
