package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.server.gate.Ground;
import dev.graspd.server.git.objects.ObjectSearch;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.OuterObjects;
import dev.graspd.server.git.objects.Room;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Sees to it that a pack builds only on what its sender may know. A family's store holds more: what
 * was force-pushed away or deleted. Somebody who names such an object as a parent, a file or the
 * base of a delta would get its content served by a ref of their own. Thread-safe.
 */
final class GroundCheck {
  /** Packs for which a whole history is visited, at once; of one payer, one of them. */
  static final int DEEP_MAX = 2;

  private final UnitPool deep;

  GroundCheck(Duration waitMax) {
    this.deep = new UnitPool(DEEP_MAX, waitMax);
  }

  /** Requires that the ground leads to everything that a pack builds on. */
  void require(Payer payer, Room room, OuterObjects outer, Ground ground, Budget budget)
      throws IOException {
    try (ObjectStores.Lease reading = room.reading();
        ObjectSearch search = new ObjectSearch(reading, ground.tips(), new Effort(payer, budget))) {
      Optional<ObjectId> unreached = search.unreached(outer);
      if (unreached.isPresent()) {
        throw Faults.missing(unreached.get().name(), "object");
      }
    } catch (MissingObjectException e) {
      // A disk has lost part of what is served: what leads there cannot be built on.
      throw Faults.missing(e.getObjectId().name(), "object");
    }
  }

  private final class Effort implements ObjectSearch.Effort {
    private final Payer payer;
    private final Budget budget;
    private int looks;

    Effort(Payer payer, Budget budget) {
      this.payer = payer;
      this.budget = budget;
    }

    @Override
    public void look() throws IOException {
      budget.step();
      if (++looks > budget.limits().checks().historyLooks()) {
        throw Faults.costly("it builds on objects that are hard to find among those served");
      }
    }

    @Override
    public ObjectSearch.Depth deep() throws IOException {
      try {
        UnitPool.Taken place =
            deep.take(payer, 1)
                .orElseThrow(() -> new RefusedException(Reason.SERVER_BUSY.refusal()));
        return place::close;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the server is stopping");
      }
    }
  }

  /** Returns the places for searches in a whole history. */
  UnitPool deepSearches() {
    return deep;
  }
}
