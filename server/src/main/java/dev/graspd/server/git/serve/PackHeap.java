package dev.graspd.server.git.serve;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;

/**
 * The heap that packs take while they are computed. Half of it is for small ones and half for large
 * ones, so that neither keeps the others waiting. One large pack may always be computed, also if it
 * takes more than there is: else nobody could ever clone its repository. Guarded by its owner.
 */
final class PackHeap {
  /** The part of the heap up to which a pack is small. */
  private static final int SMALL_PART = 8;

  /** The part of it that a light request is charged with at first, and by which it grows. */
  private static final int STEP_PART = 32;

  private static final long STEP_BYTES_MAX = 4L << 20;

  /** What one pack takes. */
  static final class Part {
    private final ByteBudget.Charge charge;
    private boolean large;

    private Part(ByteBudget.Charge charge, boolean large) {
      this.charge = charge;
      this.large = large;
    }
  }

  private final ByteBudget budget;
  private long small;
  private long large;

  PackHeap(ByteBudget budget) {
    this.budget = budget;
  }

  /** Returns how many bytes a request is charged with that is probably small. */
  long stepBytes() {
    return Math.clamp(budget.maxBytes() / STEP_PART, 1, STEP_BYTES_MAX);
  }

  boolean isLarge(long bytes) {
    return bytes > budget.maxBytes() / SMALL_PART;
  }

  boolean fits(long bytes) {
    return fits(bytes, isLarge(bytes) ? large : small);
  }

  private boolean fits(long bytes, long others) {
    return others == 0 || bytes <= budget.maxBytes() / 2 - others;
  }

  /** Takes bytes that fit. */
  Part take(long bytes) {
    Part part = new Part(budget.force(Payer.operator(), bytes), isLarge(bytes));
    add(part, bytes);
    return part;
  }

  /** Takes more for a pack, if it fits: as a small one, else as a large one. */
  boolean grow(Part part, long more) {
    long before = part.charge.bytes();
    boolean staysSmall =
        !part.large && !isLarge(before + more) && fits(before + more, small - before);
    long otherLarge = part.large ? large - before : large;
    if (!staysSmall && !fits(before + more, otherLarge)) {
      return false;
    }
    add(part, -before);
    part.large = !staysSmall;
    part.charge.force(more);
    add(part, before + more);
    return true;
  }

  void giveBack(Part part) {
    add(part, -part.charge.bytes());
    part.charge.close();
  }

  /** Somebody could not have what it needs. */
  void refused() {
    budget.countRefusal();
  }

  private void add(Part part, long bytes) {
    if (part.large) {
      large += bytes;
    } else {
      small += bytes;
    }
  }
}
