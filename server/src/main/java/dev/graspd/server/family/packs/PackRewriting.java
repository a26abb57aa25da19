package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.server.family.objects.PackDelivery;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Rewrites the packs of a family; {@code git.objects} implements it. It reads and writes files
 * slowly. Thread-safe.
 */
public interface PackRewriting {
  /** Rewrites nothing: for tests and tools without packs. */
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
        public Duration grace() {
          return Duration.ZERO;
        }

        @Override
        public boolean removeReplaced(Identifier family, RemovalTime time) {
          return true;
        }
      };

  /** How often a rewrite is tried if its family changes each time. */
  int ATTEMPTS_MAX = 5;

  /**
   * An order to rewrite packs.
   *
   * @param packs the packs to replace, by name
   */
  record Order(Identifier family, SortedSet<String> packs, Extent extent) {
    public Order {
      packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
    }
  }

  /** Which objects of the packs are written. */
  sealed interface Extent {
    /** All of them. */
    record All() implements Extent {}

    /** None: other packs have the needed objects. */
    record None() implements Extent {}

    /**
     * The needed objects; the order has all packs of the family.
     *
     * @param roots objects that stay, with all that they refer to
     * @param shelves whose objects may refer to published ones
     * @param keptSinceSeconds objects that arrived since then stay even if nothing needs them
     * @param bitmap whether a bitmap makes reading cheap
     * @param isWaitedFor whether a caller waits for it, so that it must not pause
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

  /** Writes new packs in quarantine; published packs do not change. */
  Rewrite write(Order order) throws IOException;

  /** Returns facts about packs, without packs that are gone. */
  List<PackFact> facts(Identifier family, SortedSet<String> packs) throws IOException;

  /** When replaced packs go. */
  enum RemovalTime {
    /** When {@link #grace} is over. */
    AFTER_GRACE,
    /** Now: their objects are erased. */
    AT_ONCE
  }

  /** Returns how long replaced packs stay, for readers in other processes. */
  Duration grace();

  /**
   * Removes replaced packs of a family whose time has come, unless they are read or a backup runs;
   * returns whether all of these are gone. In the family's lane.
   */
  boolean removeReplaced(Identifier family, RemovalTime time) throws IOException;

  /** Packs in quarantine that replace others. Closing it without {@link #keep} changes nothing. */
  interface Rewrite extends AutoCloseable {
    Identifier family();

    /** Returns the new packs; none if no object stays. */
    List<PackDelivery.Pack> packs();

    /** Returns the names of the old packs. */
    SortedSet<String> replaced();

    /**
     * Returns whether all objects that are needed now stay: new ones may have arrived since the
     * order. In the family's lane.
     */
    boolean isEnough(SortedSet<Oid> roots, SortedSet<String> shelves) throws IOException;

    /**
     * Stores the new packs beside the old; durable when it returns. Nobody reads them before a
     * transaction names them. In the family's lane.
     */
    void store() throws IOException;

    /**
     * Drops the old packs after a transaction has replaced their records. From now on nobody reads
     * objects from them; see {@link PackRewriting#removeReplaced}.
     */
    void keep();

    @Override
    void close();

    /** Changes nothing. */
    record Nothing(Identifier family) implements Rewrite {
      @Override
      public List<PackDelivery.Pack> packs() {
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
      public void store() {}

      @Override
      public void keep() {}

      @Override
      public void close() {}
    }
  }
}
