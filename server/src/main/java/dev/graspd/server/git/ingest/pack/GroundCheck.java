package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
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
 * Requires that a pack builds only on objects that its sender may know. A family's store has more:
 * objects that a force-push or a deletion removed from refs. A sender who names such an object as a
 * parent, a file or the base of a delta would get its content through a ref of their own.
 * Thread-safe.
 *
 * @param deepSearches the places for searches in a whole history
 */
record GroundCheck(UnitPool deepSearches) {
  /** Searches in a whole history at a time; one of them for one payer. */
  static final int DEEP_MAX = 2;

  GroundCheck(Duration waitMax) {
    this(new UnitPool(DEEP_MAX, waitMax));
  }

  /** Requires that the tips of the base lead to everything that a pack builds on. */
  void require(Payer payer, Room room, OuterObjects outer, PackBase base, PackBudget budget)
      throws IOException {
    try (ObjectStores.Lease reading = room.reading();
        ObjectSearch search = new ObjectSearch(reading, base.tips(), new Effort(payer, budget))) {
      Optional<ObjectId> unreached = search.unreached(outer);
      if (unreached.isPresent()) {
        throw IngestFaults.missing(unreached.get().name(), "object");
      }
    } catch (MissingObjectException e) {
      // The disk has lost a served object: nothing can build on it.
      throw IngestFaults.missing(e.getObjectId().name(), "object");
    }
  }

  private final class Effort implements ObjectSearch.Effort {
    private final Payer payer;
    private final PackBudget budget;
    private int visited;

    Effort(Payer payer, PackBudget budget) {
      this.payer = payer;
      this.budget = budget;
    }

    @Override
    public void visit() throws IOException {
      budget.step();
      if (++visited > budget.limits().checks().historyLooks()) {
        throw IngestFaults.costly("it builds on objects that are hard to find among those served");
      }
    }

    @Override
    public ObjectSearch.Depth deep() throws IOException {
      try {
        UnitPool.Taken place =
            deepSearches
                .take(payer, 1)
                .orElseThrow(() -> new RefusedException(ServerReason.SERVER_BUSY.refusal()));
        return place::close;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the server is stopping");
      }
    }
  }
}
