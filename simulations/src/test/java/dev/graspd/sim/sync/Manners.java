package dev.graspd.sim.sync;

import java.util.random.RandomGenerator;

/**
 * How a relay behaves.
 *
 * @param subscriptions it takes at once; more are refused
 * @param told whether its NIP-11 says so
 * @param page events it sends for a request at most, whatever is asked
 * @param negentropy whether it speaks NIP-77
 * @param negentropyMax events of a comparison at most
 * @param filters of one request at most
 * @param auth whether it answers only those who have authenticated
 */
public record Manners(
    int subscriptions,
    boolean told,
    int page,
    Negentropy negentropy,
    int negentropyMax,
    int filters,
    boolean auth) {
  public enum Negentropy {
    SPOKEN,
    /** It answers NEG messages by a NOTICE. */
    UNKNOWN,
    /** It says nothing. */
    SILENT,
    /** It answers by NEG-ERR. */
    DISABLED
  }

  public static Manners friendly() {
    return new Manners(100, true, 500, Negentropy.SPOKEN, 100_000, 20, false);
  }

  public static Manners any(RandomGenerator random) {
    Negentropy negentropy =
        random.nextInt(3) > 0
            ? Negentropy.SPOKEN
            : Negentropy.values()[random.nextInt(Negentropy.values().length)];
    int subscriptions = random.nextInt(3) == 0 ? random.nextInt(1, 6) : 20;
    return new Manners(
        subscriptions,
        subscriptions >= 20 || random.nextBoolean(),
        random.nextInt(3) == 0 ? random.nextInt(2, 8) : 100,
        negentropy,
        random.nextInt(4) == 0 ? random.nextInt(3, 20) : 100_000,
        random.nextInt(4) == 0 ? random.nextInt(1, 10) : 20,
        random.nextInt(6) == 0);
  }
}
