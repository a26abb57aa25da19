package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.charge.UnitBudget;

/**
 * The memory for entries of packs, shared by all pushes: clients decide on the number of objects,
 * so the total needs a bound. A part of it is for the beginnings of packs: even the largest pack,
 * sent slowly, leaves room for usual ones. Thread-safe.
 */
public final class EntryRoom {
  /** Entries of a block, about a mebibyte in memory; the first block of a pack is free. */
  public static final int BLOCK_ENTRIES = 1 << 14;

  /** Blocks with which a pack begins. */
  static final int BEGINNING_BLOCKS = 4;

  /** The part of the room for beginnings only, in addition. */
  private static final int BEGINNINGS_SHARE = 8;

  private final UnitBudget blocks;
  private final UnitBudget beginnings;

  /** Makes room for one pack with the most entries, or for many smaller ones. */
  public EntryRoom(int packObjectsMax) {
    int most = packObjectsMax / BLOCK_ENTRIES + 1;
    blocks = new UnitBudget(most);
    beginnings = new UnitBudget(most / BEGINNINGS_SHARE);
  }

  /** The blocks of one pack, until it is closed. For one thread. */
  public final class Share implements AutoCloseable {
    private final UnitBudget.Share taken = blocks.share();
    private final UnitBudget.Share begun = beginnings.share();

    /** Takes another block when one is full. Never waits: that could last for ever. */
    public void grow(int entries) throws RefusedException {
      boolean isFull = entries % BLOCK_ENTRIES == 0 && entries > 0;
      if (isFull && !taken.grow() && !growsAsBeginning()) {
        throw new RefusedException(ServerReason.SERVER_BUSY.refusal());
      }
    }

    private boolean growsAsBeginning() {
      return taken.taken() + begun.taken() < BEGINNING_BLOCKS && begun.grow();
    }

    @Override
    public void close() {
      taken.close();
      begun.close();
    }
  }

  public Share share() {
    return new Share();
  }
}
