package dev.graspd.server.git.serve.pack;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * The heap for packs that are being computed. One half is for small packs and one for large ones,
 * so that they do not wait for each other. The first of the large packs may take several times as
 * much: otherwise nobody could clone its repository, and growing packs would deadlock. Guarded by
 * its owner.
 */
public final class PackHeap {
  /** The part of the heap up to which a pack is small. */
  private static final int SMALL_PART = 8;

  /** The first charge of a light request, and its step of growth, as a part of the heap. */
  private static final int STEP_PART = 32;

  private static final long STEP_BYTES_MAX = 4L << 20;

  /** The multiple of the heap that one pack may take. */
  static final int ALONE_TIMES = 4;

  /** The heap of one pack. */
  static final class Part {
    private final ByteBudget.Charge charge;

    private Part(ByteBudget.Charge charge) {
      this.charge = charge;
    }
  }

  private final ByteBudget budget;

  /** In the order in which they became large. */
  private final SequencedSet<Part> largeOnes = new LinkedHashSet<>();

  private long small;
  private long large;

  public PackHeap(ByteBudget budget) {
    this.budget = budget;
  }

  /** Returns the first charge of a light request. */
  public long stepBytes() {
    return Math.clamp(budget.maxBytes() / STEP_PART, 1, STEP_BYTES_MAX);
  }

  /** Returns the limit for one pack. */
  public long mostBytes() {
    return ALONE_TIMES * budget.maxBytes();
  }

  /** Returns whether a pack would take more than any may. */
  boolean isTooMuch(Part part, long more) {
    return part.charge.bytes() + more > mostBytes();
  }

  boolean isLarge(long bytes) {
    return bytes > budget.maxBytes() / SMALL_PART;
  }

  boolean fits(long bytes) {
    return isLarge(bytes)
        ? largeOnes.isEmpty() || bytes <= half() - large
        : small == 0 || bytes <= half() - small;
  }

  private long half() {
    return budget.maxBytes() / 2;
  }

  /** Takes bytes that fit. */
  Part take(long bytes) {
    Part part = new Part(budget.force(Payer.operator(), bytes));
    if (isLarge(bytes)) {
      largeOnes.addLast(part);
      large += bytes;
    } else {
      small += bytes;
    }
    return part;
  }

  /** Takes more for a pack, if it fits: as a small one, else as a large one. */
  boolean grow(Part part, long more) {
    long before = part.charge.bytes();
    if (largeOnes.contains(part)) {
      if (largeOnes.getFirst() != part && more > half() - large) {
        return false;
      }
      large += more;
    } else if (!isLarge(before + more) && more <= half() - small) {
      small += more;
    } else if (largeOnes.isEmpty() || before + more <= half() - large) {
      small -= before;
      large += before + more;
      largeOnes.addLast(part);
    } else {
      return false;
    }
    part.charge.force(more);
    return true;
  }

  void giveBack(Part part) {
    if (largeOnes.remove(part)) {
      large -= part.charge.bytes();
    } else {
      small -= part.charge.bytes();
    }
    part.charge.close();
  }

  /** Counts a pack that did not get its heap. */
  void refused() {
    budget.countRefusal();
  }
}
