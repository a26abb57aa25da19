package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.server.gate.Ground;
import dev.graspd.server.git.objects.ObjectSearch;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.OuterObjects;
import dev.graspd.server.git.objects.Room;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Sees to it that a pack builds only on what its sender may know. A family's store holds more: what
 * was force-pushed away or deleted. Somebody who names such an object as a parent, a file or the
 * base of a delta would get its content served by a ref of their own. Thread-safe.
 */
final class GroundCheck {
  /** Objects that are visited for one pack; each takes about 50 bytes of memory. */
  static final int LOOKS_MAX = 1_000_000;

  /** Packs for which a whole history is visited, at once. */
  private static final int DEEP_MAX = 2;

  private final Semaphore deep = new Semaphore(DEEP_MAX);

  /** Requires that the ground leads to everything that a pack builds on. */
  void require(Room room, OuterObjects outer, Ground ground, Budget budget) throws IOException {
    try (ObjectStores.Lease reading = room.reading();
        ObjectSearch search = new ObjectSearch(reading, ground.tips(), new Effort(budget))) {
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
    private final Budget budget;
    private int looks;

    Effort(Budget budget) {
      this.budget = budget;
    }

    @Override
    public void look() throws IOException {
      budget.step();
      if (++looks > LOOKS_MAX) {
        throw Faults.costly("it builds on objects that are hard to find among those served");
      }
    }

    @Override
    public ObjectSearch.Depth deep() throws IOException {
      if (!deep.tryAcquire()) {
        throw new RefusedException(Reason.SERVER_BUSY.refusal());
      }
      return deep::release;
    }
  }
}
