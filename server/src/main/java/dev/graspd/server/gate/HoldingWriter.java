package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Cascade;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.gate.FamilyChange.Restored;
import dev.graspd.server.gate.FamilyWriter.StaleViewException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The part of a family's transaction that is about what is kept of ended repositories. */
final class HoldingWriter {
  /**
   * How many events come back in the transaction that brings the repository back; the others follow
   * in small ones, so that a stranger's flood of comments cannot stop the writer.
   */
  static final int BACK_AT_ONCE_MAX = 2_000;

  /** How many bytes of events come back in one transaction, roughly: one page more. */
  static final long BACK_AT_ONCE_BYTES_MAX = 16L << 20;

  private static final int PAGE_EVENTS = 50;

  private HoldingWriter() {}

  /** Writes what begins to be kept, and what is kept no longer than that. */
  static void write(StoreTransaction tx, FamilyChange change) {
    change
        .ended()
        .ifPresent(holding -> {
          tx.putHolding(holding);
          SortedSet<RepoAddress> keeper = new TreeSet<>(List.of(holding.repository()));
          change.along().forEach(id -> tx.setAside(id, keeper));
        });
    change
        .condemned()
        .flatMap(known -> tx.holding(known.repository()).filter(known::isSameAs))
        .filter(row -> row.phase().isRestorable())
        .ifPresent(row -> tx.putHolding(row.withPhase(Holding.Phase.CONDEMNED)));
  }

  /**
   * Brings back what is kept; returns the events that begin to wait. What the view counts on must
   * come back, or the view is stale: its author may just have deleted it.
   */
  static List<Event> restore(StoreTransaction tx, Restored restored, long now) {
    RepoAddress repository = restored.holding().repository();
    boolean isKept =
        tx.holding(repository)
            .filter(row -> row.isSameAs(restored.holding()) && row.phase().isRestorable())
            .isPresent();
    if (!isKept) {
      throw new StaleViewException("what is kept of " + repository);
    }
    for (Event event : restored.back()) {
      if (!(tx.append(event, now) instanceof Appended.Stored)) {
        throw new StaleViewException(event.id());
      }
    }
    List<Event> waiting =
        restored.waiting().stream()
            .filter(event -> tx.hold(event, now) instanceof Appended.Held)
            .toList();
    Optional<EventId> rest =
        serve(tx, repository, restored.keptOut(), Optional.empty(), BACK_AT_ONCE_MAX, now);
    if (rest.isPresent()) {
      tx.putHolding(restored.holding().withPhase(Holding.Phase.RESTORING));
    } else {
      tx.removeHolding(repository);
    }
    return waiting;
  }

  /**
   * Serves again up to so many of those that hang on a repository, from one on; returns the last
   * one if there may be more. Those that are refused or kept out by now stay where they are, and go
   * with the row.
   */
  static Optional<EventId> serve(
      StoreTransaction tx,
      RepoAddress repository,
      KeptOut keptOut,
      Optional<EventId> after,
      int max,
      long now) {
    Optional<EventId> last = after;
    long bytes = 0;
    for (int done = 0; done < max && bytes < BACK_AT_ONCE_BYTES_MAX; done += PAGE_EVENTS) {
      List<Aside> page = tx.aside(repository, last, Math.min(PAGE_EVENTS, max - done));
      if (page.isEmpty()) {
        return Optional.empty();
      }
      last = Optional.of(page.getLast().event().id());
      bytes += page.stream().mapToLong(one -> one.event().json().length).sum();
      page.stream()
          .filter(one -> !one.waited() && hangsOnly(one.event()) && !keptOut.covers(one.event()))
          .forEach(one -> tx.append(one.event(), now));
    }
    return last;
  }

  /** Returns whether an event comes back by itself; the others are decided on with the family. */
  static boolean hangsOnly(Event event) {
    return Cascade.canHang(event.kind())
        && !PullRequest.isKind(event.kind())
        && !Admission.belongsToRepository(event.kind());
  }
}
