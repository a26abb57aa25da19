package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.end.Cascade;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.family.FamilyEffect.EndRepository;
import dev.graspd.server.family.FamilyEffect.RestoreRepository;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The part of a family's transaction about ended repositories. */
public final class EndedWriter {
  /**
   * Events that the restoring transaction serves again. The others follow in small transactions, so
   * that a stranger's flood of comments cannot stop the writer.
   */
  static final int RESTORED_AT_ONCE_MAX = 2_000;

  /** About how many bytes of events one transaction serves again: at most one page more. */
  static final long RESTORED_AT_ONCE_BYTES_MAX = 16L << 20;

  private static final int PAGE_EVENTS = 50;

  private EndedWriter() {}

  static void end(StoreTransaction tx, EndRepository ended) {
    tx.ended().put(ended.kept());
    SortedSet<RepoAddress> keeper = new TreeSet<>(List.of(ended.kept().repository()));
    ended.along().forEach(id -> tx.ended().setAside(id, keeper));
  }

  /** Makes an ended repository impossible to restore, if the row is still the same. */
  static void condemn(StoreTransaction tx, EndedRepository kept) {
    tx.ended()
        .find(kept.repository())
        .filter(kept::isSameAs)
        .filter(row -> row.phase().isRestorable())
        .ifPresent(row -> tx.ended().put(row.withPhase(EndedRepository.Phase.CONDEMNED)));
  }

  /**
   * Restores a repository; returns the events that begin to wait. If an event that the view counts
   * on cannot be served, the view is stale: its author may just have deleted it.
   */
  static List<Event> restore(StoreTransaction tx, RestoreRepository restored, long now) {
    RepoAddress repository = restored.kept().repository();
    boolean isKept =
        tx.ended()
            .find(repository)
            .filter(row -> row.isSameAs(restored.kept()) && row.phase().isRestorable())
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
        serve(tx, repository, restored.keptOut(), Optional.empty(), RESTORED_AT_ONCE_MAX, now);
    if (rest.isPresent()) {
      tx.ended().put(restored.kept().withPhase(EndedRepository.Phase.RESTORING));
    } else {
      tx.ended().remove(repository);
    }
    return waiting;
  }

  /**
   * Serves again at most {@code max} events that depend on a repository; returns the last one if
   * there may be more. Events that are refused or excluded by now stay set aside, and are removed
   * with the row.
   */
  public static Optional<EventId> serve(
      StoreTransaction tx,
      RepoAddress repository,
      KeptOut keptOut,
      Optional<EventId> after,
      int max,
      long now) {
    Optional<EventId> last = after;
    long bytes = 0;
    for (int done = 0; done < max && bytes < RESTORED_AT_ONCE_BYTES_MAX; done += PAGE_EVENTS) {
      List<SetAsideEvent> page =
          tx.ended().aside(repository, last, Math.min(PAGE_EVENTS, max - done));
      if (page.isEmpty()) {
        return Optional.empty();
      }
      last = Optional.of(page.getLast().event().id());
      bytes += page.stream().mapToLong(one -> one.event().json().length).sum();
      page.stream()
          .filter(one -> !one.waited() && onlyDepends(one.event()) && !keptOut.covers(one.event()))
          .forEach(one -> tx.append(one.event(), now));
    }
    return last;
  }

  /** Returns whether an event only depends on the repository; the family decides on others. */
  static boolean onlyDepends(Event event) {
    return Cascade.canDepend(event.kind())
        && !PullRequest.isKind(event.kind())
        && !Admission.belongsToRepository(event.kind());
  }
}
