package dev.graspd.core.upkeep;

import java.time.Duration;

/**
 * The rules for repacking.
 *
 * @param packsMin packs of a family before it pays to join any
 * @param packsMax packs of a family that is repacked even while it gets pushes
 * @param smallBytes a family up to this size is always repacked as a whole
 * @param growth each pack that stays has at least this many times the bytes of all smaller ones
 * @param quiet time since the last push before a family is checked
 * @param bitmapQuiet the same for a family that only lacks a bitmap
 * @param bitmapObjectsMin objects from which on a bitmap pays
 * @param objectsMax most objects of one task, because each costs memory
 * @param grace how long unneeded objects are kept: an event may name them soon
 * @param rest time after a repacking before the same family is checked again
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
  /** Returns the usual rules for a heap. */
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

  /** Heap for each object; a task then uses about a quarter of the heap. */
  private static final long HEAP_BYTES_PER_OBJECT = 768;

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

  /** Returns these rules for a faster clock, with the same grace. */
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
