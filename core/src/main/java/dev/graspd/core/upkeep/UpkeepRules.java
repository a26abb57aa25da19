package dev.graspd.core.upkeep;

import java.time.Duration;

/**
 * When packs are written anew.
 *
 * @param packsMin packs of a family before it pays to join any
 * @param packsMax packs of a family with which it is not left in peace while it is pushed to
 * @param smallBytes a family of so many bytes is always written as a whole
 * @param growth each pack that stays has at least so many times the bytes of all smaller ones
 * @param quiet time since the last push before a family is looked at
 * @param bitmapQuiet the same for a family that only lacks a bitmap
 * @param bitmapObjectsMin objects from which on a bitmap pays
 * @param objectsMax objects that may be written at once: each costs memory
 * @param grace how long what nothing needs is kept: somebody may be about to name it
 * @param rest time after a rewriting before the same family is looked at again
 */
public record UpkeepRules(
    int packsMin,
    int packsMax,
    long smallBytes,
    int growth,
    Duration quiet,
    Duration bitmapQuiet,
    long bitmapObjectsMin,
    long objectsMax,
    Duration grace,
    Duration rest) {
  /** Returns the usual rules, for a heap of so many bytes. */
  public static UpkeepRules forHeap(long heapBytes) {
    return new UpkeepRules(
        10,
        200,
        4L << 20,
        2,
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        5_000,
        heapBytes / HEAP_BYTES_PER_OBJECT,
        Duration.ofDays(7),
        Duration.ofMinutes(10));
  }

  /** What the heap must have for each object; about a quarter of it is then in use. */
  private static final long HEAP_BYTES_PER_OBJECT = 768;

  /** Returns these rules with another time for what nothing needs. */
  public UpkeepRules withGrace(Duration kept) {
    return new UpkeepRules(
        packsMin,
        packsMax,
        smallBytes,
        growth,
        quiet,
        bitmapQuiet,
        bitmapObjectsMin,
        objectsMax,
        kept,
        rest);
  }

  /** Returns these rules for a clock that runs so many times faster; what is kept, is kept. */
  public UpkeepRules faster(int times) {
    return new UpkeepRules(
        packsMin,
        packsMax,
        smallBytes,
        growth,
        quiet.dividedBy(times),
        bitmapQuiet.dividedBy(times),
        bitmapObjectsMin,
        objectsMax,
        grace,
        rest.dividedBy(times));
  }
}
