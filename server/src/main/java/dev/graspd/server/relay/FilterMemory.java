package dev.graspd.server.relay;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The memory of open subscriptions, counts and negentropy sessions, with their filters and indexes.
 * Each address has a share of it. Thread-safe.
 */
record FilterMemory(ByteBudget budget) {
  /** An address that holds at most this is served even when all memory is taken. */
  static final long SMALL_BYTES = 16 << 10;

  /** Advice for a client whose address holds too much. */
  static final String REMEDY = "close subscriptions that are not needed, or ask with fewer values";

  /** The objects of a subscription, count or session without its filters. */
  private static final long OBJECTS_BYTES = 512;

  /** A key in the index of filters, with its bucket and its places in lists. */
  private static final long INDEX_KEY_BYTES = 128;

  /** One part of an index that a query walks, with its prefix and its position. */
  private static final long WALK_BYTES = 160;

  /** A row that such a part has read ahead. */
  private static final long ROW_BYTES = 84;

  /**
   * Rows that a part reads ahead: at most for one part, at most for one filter, and at least for
   * each part.
   */
  private static final long ROWS_OF_A_WALK_MAX = 64;

  private static final long ROWS_MAX = 256;
  private static final long ROWS_OF_A_WALK_MIN = 4;

  /** The words of a search text: it has at most 256 bytes. */
  private static final long SEARCH_TEXT_BYTES = 8 << 10;

  /** An id that the index of words has found, until its event is read. */
  private static final long HIT_BYTES = 160;

  /** Beyond this number of combinations the store walks another index. */
  private static final long WALKS_MAX = 2_048;

  /**
   * Bytes with one or several holders, given back when the last holder releases them. Thread-safe.
   */
  static final class Taken {
    private final Charge charge;
    private final AtomicInteger holders = new AtomicInteger(1);

    private Taken(Charge charge) {
      this.charge = charge;
    }

    /** One more holds them. */
    Taken share() {
      holders.incrementAndGet();
      return this;
    }

    void release() {
      if (holders.decrementAndGet() == 0) {
        charge.close();
      }
    }
  }

  /** Takes bytes for a client; empty if its address holds too much already. */
  Optional<Taken> take(Payer payer, long bytes) {
    Optional<Charge> charge = budget.take(payer, bytes);
    if (charge.isEmpty() && budget.usedBy(payer) + bytes <= SMALL_BYTES) {
      charge = Optional.of(budget.force(payer, bytes));
    }
    return charge.map(Taken::new);
  }

  /** Returns the bytes of a subscription: its filters and their entries in the index. */
  static long ofFollowing(List<Filter> filters) {
    long bytes = OBJECTS_BYTES + HeapBytes.of(filters);
    for (Filter filter : filters) {
      bytes += FilterIndex.keyCount(filter) * INDEX_KEY_BYTES;
      bytes += filter.search() == null ? 0 : SEARCH_TEXT_BYTES;
    }
    return bytes;
  }

  static long ofReading(List<Filter> filters) {
    long bytes = OBJECTS_BYTES;
    for (Filter filter : filters) {
      bytes += filter.ids() == null ? walking(walks(filter)) : ROW_BYTES * filter.ids().size();
      bytes += filter.search() == null ? 0 : HIT_BYTES * filter.limit().orElse(0);
    }
    return bytes;
  }

  private static long walking(long walks) {
    long rows =
        Math.min(walks * ROWS_OF_A_WALK_MAX, Math.max(ROWS_MAX, walks * ROWS_OF_A_WALK_MIN));
    return walks * WALK_BYTES + rows * ROW_BYTES;
  }

  static long ofCounting(List<Filter> filters) {
    return HeapBytes.of(filters) + ofReading(filters);
  }

  static long ofSession(Filter filter) {
    return OBJECTS_BYTES + HeapBytes.of(filter);
  }

  /** Returns the bytes of a negentropy message until it is answered. */
  static long ofMessage(byte[] message) {
    return OBJECTS_BYTES + 2 * HeapBytes.array(message.length);
  }

  /** Returns in how many places of an index a filter's events may lie, at most. */
  private static long walks(Filter filter) {
    long authors = Math.max(1, size(filter.authors()));
    long kinds = Math.max(1, size(filter.kinds()));
    long names = 2L * size(filter.tags().get('d'));
    long most = Math.max(authors, kinds);
    for (Collection<String> values : filter.tags().values()) {
      most = Math.max(most, values.size());
    }
    for (long combined : List.of(authors * kinds, authors * kinds * names)) {
      most = combined <= WALKS_MAX ? Math.max(most, combined) : most;
    }
    return most;
  }

  private static int size(@Nullable Collection<?> values) {
    return values == null ? 0 : values.size();
  }
}
