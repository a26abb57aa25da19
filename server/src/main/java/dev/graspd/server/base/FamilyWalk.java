package dev.graspd.server.base;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Goes through the families of a store page by page, so that memory does not grow with them. The
 * first are visited at once. On a server with many more, the walk then pauses long after each page:
 * it takes hours, and a small part of one core.
 */
public final class FamilyWalk {
  private static final int PAGE = 64;

  /** Families that are visited without a pause: small servers have fewer. */
  private static final int AT_ONCE = 256;

  /** Pauses as a multiple of work: a quarter of a percent of the time. */
  private static final int PAUSE_PER_WORK = 399;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final long PAUSE_STEP_MILLIS = 200;

  private final RepositoryStore store;
  private final BooleanSupplier isStopped;
  private long visited;

  public FamilyWalk(RepositoryStore store) {
    this(store, () -> false);
  }

  /** A walk that ends early when it is to stop, for a thread that nobody interrupts. */
  public FamilyWalk(RepositoryStore store, BooleanSupplier isStopped) {
    this.store = store;
    this.isStopped = isStopped;
  }

  /** Takes one family. */
  public interface Visitor {
    void visit(Identifier family) throws InterruptedException;
  }

  /** Visits each family that has rows of this kind; returns how many. */
  public long visit(Rows rows, Visitor visitor) throws InterruptedException {
    long before = visited;
    long begun = System.nanoTime();
    List<Identifier> page = store.families(rows, Optional.empty(), PAGE);
    while (!page.isEmpty() && !isStopped.getAsBoolean()) {
      for (Identifier family : page) {
        visitor.visit(family);
        visited++;
      }
      pause(System.nanoTime() - begun);
      begun = System.nanoTime();
      page = store.families(rows, Optional.of(page.getLast()), PAGE);
    }
    return visited - before;
  }

  /**
   * Visits each family whose last change lies between two numbers in the log, the oldest first.
   *
   * @param reached gets the number up to which all were visited, after each page
   */
  public void visitChanged(long afterSeq, long untilSeq, Visitor visitor, LongConsumer reached)
      throws InterruptedException {
    long begun = System.nanoTime();
    List<LogRecord.FamilyChanged> page = changed(afterSeq, untilSeq);
    while (!page.isEmpty() && !isStopped.getAsBoolean()) {
      for (LogRecord.FamilyChanged change : page) {
        visitor.visit(change.family());
        visited++;
      }
      long last = page.getLast().seq();
      reached.accept(last);
      pause(System.nanoTime() - begun);
      begun = System.nanoTime();
      page = changed(last, untilSeq);
    }
  }

  private List<LogRecord.FamilyChanged> changed(long afterSeq, long untilSeq) {
    return store.changedFamilies(afterSeq, PAGE).stream()
        .takeWhile(change -> change.seq() <= untilSeq)
        .toList();
  }

  private void pause(long workedNanos) throws InterruptedException {
    long left = visited > AT_ONCE ? PAUSE_PER_WORK * workedNanos / NANOS_PER_MILLI : 0;
    while (left > 0 && !isStopped.getAsBoolean()) {
      Thread.sleep(Math.min(left, PAUSE_STEP_MILLIS));
      left -= PAUSE_STEP_MILLIS;
    }
  }

  /** Returns all packs, read as they are asked for. */
  public static Stream<PackRecord> packs(RepositoryStore store) {
    return families(store, Rows.PACKS).flatMap(family -> store.packs(family).stream());
  }

  /** Returns the families that have rows of a kind, read as they are asked for. */
  public static Stream<Identifier> families(RepositoryStore store, Rows rows) {
    return Stream.iterate(
            store.families(rows, Optional.empty(), PAGE),
            page -> !page.isEmpty(),
            page -> store.families(rows, Optional.of(page.getLast()), PAGE))
        .flatMap(List::stream);
  }

  /** Returns the families that have ever changed, each once, read as they are asked for. */
  public static Stream<Identifier> changed(RepositoryStore store) {
    return Stream.iterate(
            store.changedFamilies(0, PAGE),
            page -> !page.isEmpty(),
            page -> store.changedFamilies(page.getLast().seq(), PAGE))
        .flatMap(List::stream)
        .map(LogRecord.FamilyChanged::family);
  }
}
