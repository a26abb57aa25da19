package dev.graspd.server.store.lmdb.query;

import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import java.util.Iterator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The parts of an index that a plan names, merged. */
final class IndexSource implements RowSource {
  /** The first read of one part among many; parts that turn out to be needed read more. */
  private static final int BATCH_OF_MANY = 2;

  private static final int BATCH_OF_ONE_MAX = 32;

  /**
   * The most rows that all parts keep together, but at least four each. A query keeps them while
   * its client does not read, so they are charged ({@code FilterMemory}).
   */
  private static final int ROWS_KEPT_MAX = 256;

  private static final int BATCH_OF_MANY_MIN = 4;

  private final Plan.Scan plan;
  private final Window window;
  private final int firstBatch;
  private final int batchMax;
  private final Iterator<byte[]> unopened;
  private final PriorityQueue<PrefixScan> open = new PriorityQueue<>();
  private @Nullable Row previous;

  /**
   * Merges the parts.
   *
   * @param wanted how many rows will be asked for, if all goes well
   */
  IndexSource(Plan.Scan plan, Window window, int wanted) {
    this.plan = plan;
    this.window = window;
    boolean isOne = plan.prefixes().size() == 1;
    this.firstBatch = isOne ? Math.clamp(wanted + 1L, 1, BATCH_OF_ONE_MAX) : BATCH_OF_MANY;
    this.batchMax =
        Math.clamp(
            ROWS_KEPT_MAX / Math.max(1, plan.prefixes().size()),
            BATCH_OF_MANY_MIN,
            PrefixScan.BATCH_MAX);
    this.unopened = plan.prefixes().iterator();
  }

  @Override
  public boolean isExhausted() {
    return !unopened.hasNext() && open.isEmpty();
  }

  @Override
  public @Nullable Row next(ReadSession session, ScanCost work) {
    while (unopened.hasNext()) {
      if (work.isSpent()) {
        return null;
      }
      open(unopened.next(), session, work);
    }
    while (!open.isEmpty() && !work.isSpent()) {
      Row row = take(session, work);
      // An event with several of the wanted values stands in several parts, at the same place.
      if (!row.isSameEvent(previous)) {
        previous = row;
        return row;
      }
    }
    return null;
  }

  private void open(byte[] prefix, ReadSession session, ScanCost work) {
    PrefixScan scan = new PrefixScan(plan.index(), prefix, window, firstBatch, batchMax);
    scan.fill(session, work);
    if (scan.head() != null) {
      open.add(scan);
    }
  }

  private Row take(ReadSession session, ScanCost work) {
    PrefixScan first = open.remove();
    Row row = first.head();
    if (row == null) {
      throw new IllegalStateException("a scan without rows is not open");
    }
    first.advance(session, work);
    if (first.head() != null) {
      open.add(first);
    }
    return row;
  }
}
