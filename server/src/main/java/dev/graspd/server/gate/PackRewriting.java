package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.upkeep.PackFact;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Writes the packs of a family anew; git implements it. It reads and writes files, and takes its
 * time. Thread-safe.
 */
public interface PackRewriting {
  /** Nothing is ever written anew: for tests and tools that have no packs. */
  PackRewriting NONE =
      new PackRewriting() {
        @Override
        public Rewrite write(Order order) {
          return new Rewrite.Nothing(order.family());
        }

        @Override
        public List<PackFact> facts(Identifier family, SortedSet<String> packs) {
          return List.of();
        }

        @Override
        public boolean removeReplaced(Identifier family) {
          return true;
        }
      };

  /**
   * What is to be written.
   *
   * @param packs those that are replaced, by name
   */
  record Order(Identifier family, SortedSet<String> packs, Extent extent) {
    public Order {
      packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
    }
  }

  /** How much of some packs is written. */
  sealed interface Extent {
    /** All that is in them. */
    record All() implements Extent {}

    /** Nothing: they are of no use, and what is needed is in others. */
    record None() implements Extent {}

    /**
     * What is needed; the packs are all that the family has.
     *
     * @param roots what stays, with all that it refers to
     * @param shelves where objects wait that may refer to published ones
     * @param keptSinceSeconds what came since then stays also if nothing needs it
     * @param bitmap whether reading is made cheap
     * @param isWaitedFor whether somebody waits for the end, so that it must not rest
     */
    record Needed(
        SortedSet<Oid> roots,
        SortedSet<String> shelves,
        long keptSinceSeconds,
        boolean bitmap,
        boolean isWaitedFor)
        implements Extent {
      public Needed {
        roots = Collections.unmodifiableSortedSet(new TreeSet<>(roots));
        shelves = Collections.unmodifiableSortedSet(new TreeSet<>(shelves));
      }
    }
  }

  /** Writes, in quarantine, what takes the place of packs; nothing that is published changes. */
  Rewrite write(Order order) throws IOException;

  /** Returns what is known of packs; those that are gone are left out. */
  List<PackFact> facts(Identifier family, SortedSet<String> packs) throws IOException;

  /**
   * Removes packs of a family that were replaced, unless somebody still reads them or a backup is
   * made; returns whether all are gone. In the family's lane.
   */
  boolean removeReplaced(Identifier family) throws IOException;

  /**
   * Packs in quarantine that take the place of others. Closing it without {@link #keep} leaves all
   * as it was.
   */
  interface Rewrite extends AutoCloseable {
    Identifier family();

    /** Returns the packs that come; none if nothing is to stay. */
    List<Delivery.Pack> packs();

    /** Returns the names of the packs that go. */
    SortedSet<String> replaced();

    /**
     * Returns whether all that is here and needed now stays: something may have come since the
     * order was given. In the family's lane.
     */
    boolean isEnough(SortedSet<Oid> roots, SortedSet<String> shelves) throws IOException;

    /** Puts the new packs beside the old; on disk when it returns. In the family's lane. */
    void publish() throws IOException;

    /**
     * Lets the old packs go: a transaction that names the new and not the old is on disk. From now
     * on nobody finds an object in them; see {@link PackRewriting#removeReplaced}.
     */
    void keep();

    @Override
    void close();

    /** Changes nothing. */
    record Nothing(Identifier family) implements Rewrite {
      @Override
      public List<Delivery.Pack> packs() {
        return List.of();
      }

      @Override
      public SortedSet<String> replaced() {
        return Collections.emptySortedSet();
      }

      @Override
      public boolean isEnough(SortedSet<Oid> roots, SortedSet<String> shelves) {
        return true;
      }

      @Override
      public void publish() {}

      @Override
      public void keep() {}

      @Override
      public void close() {}
    }
  }
}
