package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.EntryRoom;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.objects.OuterObjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;

/**
 * Keeps published objects closed under references: everything that the pack's objects refer to must
 * be in the pack or published already, and of the expected kind. For one thread.
 */
final class References {
  /** References to collect before looking them up. */
  private static final int OPEN_MAX = 500_000;

  /** A reference that is not looked up yet. */
  private static final class Open extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    final int kind;

    Open(AnyObjectId id, int kind) {
      super(id);
      this.kind = kind;
    }
  }

  private final PackEntries entries;
  private final Published published;
  private final OuterObjects outer;
  private final EntryRoom.Share room;
  private ObjectIdOwnerMap<Open> open = new ObjectIdOwnerMap<>();

  /**
   * Knows nothing yet.
   *
   * @param outer receives the objects of all references that are not in the pack
   * @param room for these objects
   */
  References(PackEntries entries, Published published, OuterObjects outer, EntryRoom.Share room) {
    this.entries = entries;
    this.published = published;
    this.outer = outer;
    this.room = room;
  }

  /** Adds a reference to an object of this kind. */
  void need(AnyObjectId id, int kind) throws IOException {
    int entry = entries.find(id);
    if (entry != PackEntries.NONE) {
      requireKind(id, kind, entries.kind(entry));
      return;
    }
    Open known = open.get(id);
    if (known != null) {
      requireKind(id, kind, known.kind);
      return;
    }
    open.add(new Open(id, kind));
    if (open.size() > OPEN_MAX) {
      settle();
    }
  }

  /** Looks up the references; the rest can only be deltas that are not resolved yet. */
  private void settle() throws IOException {
    List<Open> left = unsettled();
    if (left.size() > entries.unknown()) {
      throw missing(left);
    }
    open = new ObjectIdOwnerMap<>();
    left.forEach(reference -> open.add(new Open(reference, reference.kind)));
  }

  /** Requires that every object is here; all deltas are resolved now. */
  void requireAll() throws IOException {
    List<Open> left = unsettled();
    if (!left.isEmpty()) {
      throw missing(left);
    }
  }

  private List<Open> unsettled() throws IOException {
    List<Open> left = new ArrayList<>();
    for (Open reference : open) {
      int entry = entries.find(reference);
      int kind = entry == PackEntries.NONE ? published.kindOf(reference) : entries.kind(entry);
      if (kind == Constants.OBJ_BAD) {
        left.add(reference);
      } else {
        requireKind(reference, reference.kind, kind);
        if (entry == PackEntries.NONE && outer.addReference(reference, kind)) {
          room.grow(outer.size());
        }
      }
    }
    return left;
  }

  /** Names the lowest id, so that the same push gets the same answer. */
  private static RefusedException missing(List<Open> left) {
    left.sort(AnyObjectId::compareTo);
    Open first = left.getFirst();
    return IngestFaults.missing(first.name(), Constants.typeString(first.kind));
  }

  private static void requireKind(AnyObjectId id, int expected, int actual)
      throws RefusedException {
    if (expected != actual) {
      throw IngestFaults.broken(
          "object %s is a %s and referred to as a %s"
              .formatted(id.name(), Constants.typeString(actual), Constants.typeString(expected)));
    }
  }
}
