package dev.graspd.bench.footprint;

import dev.graspd.bench.git.load.Shape;
import java.time.Duration;

/**
 * The size of a run.
 *
 * @param settle the pause before memory is read after the start
 * @param queries small queries of the second step
 * @param events events of the third step
 * @param mixed how long the mixed load lasts
 * @param turn the time of one turn of the mixed load; what is left of it is a pause
 * @param turnsBetweenLarge turns from one large push and clone to the next
 * @param silence the pause after the load
 * @param sockets sockets that are open and silent during the mixed load
 * @param large the repository of large pushes and clones
 * @param flags the comparison with other flags
 */
record FootprintScale(
    Duration settle,
    int queries,
    int events,
    Duration mixed,
    Duration turn,
    int turnsBetweenLarge,
    Duration silence,
    int sockets,
    Shape large,
    FlagsScale flags) {
  static final FootprintScale FULL =
      new FootprintScale(
          Duration.ofSeconds(10),
          1_000,
          200_000,
          Duration.ofHours(1),
          Duration.ofSeconds(1),
          600,
          Duration.ofMinutes(6),
          200,
          new Shape("pushed", 127, 200, 10, 600, Shape.Change.ALL, 2, 1),
          new FlagsScale(15, 10_000, 2_000, 20));
  static final FootprintScale QUICK =
      new FootprintScale(
          Duration.ofSeconds(3),
          1_000,
          20_000,
          Duration.ofSeconds(60),
          Duration.ofMillis(500),
          60,
          Duration.ofSeconds(30),
          100,
          new Shape("pushed-quick", 40, 100, 10, 600, Shape.Change.ALL, 2, 1),
          new FlagsScale(5, 2_000, 500, 5));

  FootprintScale withMixed(Duration time) {
    return new FootprintScale(
        settle, queries, events, time, turn, turnsBetweenLarge, silence, sockets, large, flags);
  }
}
