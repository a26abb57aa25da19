package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Shape;

/**
 * The size of a run.
 *
 * @param repetitions of each pair of C git and server
 * @param warmUp operations of each kind before its first figure, so that the server's code is
 *     compiled; more, if they take less than {@code warmUpSeconds}
 * @param warmUpSeconds the minimum for each kind: compilers of a busy machine lag behind
 * @param requests single requests of one repetition
 * @param operations small clones and fetches of one repetition
 * @param spawned starts of C git for the same in one repetition
 * @param clones whole clones of the large repository in one repetition
 * @param pushes small pushes of one repetition
 * @param pushWarmUps repetitions of small pushes before the first that counts
 * @param crowd clones at once
 * @param slow clients that hold a clone open
 * @param honest clones by another client meanwhile, in one repetition
 * @param repositories of a server that has many
 * @param small the repository of small operations
 * @param large the repository of whole clones
 * @param crowded the repository that all clients clone at a time
 * @param pushed the repository that arrives in one push
 * @param slowly the repository that slow clients clone
 */
record GitScale(
    int repetitions,
    int warmUp,
    int warmUpSeconds,
    int requests,
    int operations,
    int spawned,
    int clones,
    int pushes,
    int pushWarmUps,
    int crowd,
    int slow,
    int honest,
    int repositories,
    Shape small,
    Shape large,
    Shape crowded,
    Shape pushed,
    Shape slowly) {
  private static final Shape SMALL = new Shape("small", 40, 20, 1, 30, Shape.Change.LINES, 20, 10);
  private static final Shape SLOWLY = new Shape("slowly", 6, 20, 10, 600, Shape.Change.ALL, 1, 1);

  static final GitScale FULL =
      new GitScale(
          3,
          10_000,
          15,
          20_000,
          3_000,
          150,
          2,
          100,
          15,
          32,
          1_000,
          500,
          10_000,
          SMALL,
          new Shape("large", 28_500, 2_000, 2, 40, Shape.Change.LINES, 20, 10),
          new Shape("crowded", 80, 200, 10, 600, Shape.Change.ALL, 2, 1),
          new Shape("pushed", 127, 200, 10, 600, Shape.Change.ALL, 2, 1),
          SLOWLY);
  static final GitScale QUICK =
      new GitScale(
          3,
          3_000,
          5,
          3_000,
          1_000,
          100,
          1,
          50,
          4,
          8,
          200,
          200,
          200,
          SMALL,
          new Shape("medium", 3_000, 500, 2, 40, Shape.Change.LINES, 20, 10),
          new Shape("crowded-quick", 25, 100, 10, 600, Shape.Change.ALL, 2, 1),
          new Shape("pushed-quick", 40, 100, 10, 600, Shape.Change.ALL, 2, 1),
          SLOWLY);
}
