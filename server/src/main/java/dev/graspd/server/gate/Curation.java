package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.ListsText;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is here into line with the operator's lists, at a start (grasp.md, section 6). Every
 * step can be repeated; the store remembers for which lists all of them were done, so a start that
 * was cut off is made good by the next. Blocks.
 */
final class Curation {
  private static final Logger LOG = LoggerFactory.getLogger(Curation.class);
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int FORGOTTEN_AT_ONCE = 1_000;

  /** What was not taken because of lists that are different now, or may have been. */
  private static final Set<Unwanted.Why> OF_LISTS =
      Set.of(
          Unwanted.Why.ELSEWHERE,
          Unwanted.Why.NOT_YET_VALID,
          Unwanted.Why.REFUSED,
          Unwanted.Why.EXCLUDED);

  private final EventStore events;
  private final RepositoryStore repositories;
  private final HeldIndex held;
  private final HostingRules rules;
  private final SortedSet<PublicKey> banned;
  private final Deletions deletions;
  private final UptimeClock clock;

  Curation(
      EventStore events,
      RepositoryStore repositories,
      HeldIndex held,
      HostingRules rules,
      SortedSet<PublicKey> banned,
      Deletions deletions,
      UptimeClock clock) {
    this.events = events;
    this.repositories = repositories;
    this.held = held;
    this.rules = rules;
    this.banned = banned;
    this.deletions = deletions;
    this.clock = clock;
  }

  /**
   * What was done.
   *
   * @param excluded events of keys that the operator keeps out, removed
   * @param forgotten refusals that sync need not mind any more
   */
  record Report(int excluded, int forgotten) {}

  Report apply(UnwantedStore unwanted) {
    String now = ListsText.of(rules, banned);
    boolean isNew = !repositories.lists().equals(Optional.of(now));
    // First: what is excluded now is not to be brought again.
    int forgotten = isNew ? forget(unwanted) : 0;
    // Also under lists that are not new: what was restored meanwhile may be theirs.
    int excluded = exclude();
    if (isNew) {
      boolean _ =
          events
              .write(tx -> {
                tx.putLists(now);
                return true;
              })
              .toCompletableFuture()
              .join();
      LOG.info(
          "the operator's lists are applied: {} events of excluded keys removed, {} refusals"
              + " forgotten",
          excluded,
          forgotten);
    }
    return new Report(excluded, forgotten);
  }

  // ---- keys

  /** Removes all events of keys that are kept out; refs follow what is left. */
  private int exclude() {
    SortedSet<Identifier> families = new TreeSet<>();
    List<EventId> waiting = new ArrayList<>();
    for (HeldIndex.Entry entry : held.all()) {
      if (banned.contains(entry.author())) {
        families.add(entry.until().home());
        waiting.add(entry.id());
      }
    }
    Exclusion exclusion =
        new Exclusion(events, () -> Instant.ofEpochSecond(clock.now().epochSeconds()));
    int removed = waiting.isEmpty() ? 0 : exclusion.remove(waiting);
    for (PublicKey author : banned) {
      ofRepositories(author).forEach(event -> families.addAll(Deletions.familiesOf(event)));
      removed += exclusion.removeServed(author);
    }
    families.forEach(family -> held.forgetRemoved(family, id -> events.known(id) == Known.HELD));
    int _ = deletions.reconcile(families).toCompletableFuture().join();
    return removed;
  }

  private List<Event> ofRepositories(PublicKey author) {
    Filter filter =
        Filter.builder()
            .authors(List.of(author))
            .kinds(
                List.of(
                    Kinds.ANNOUNCEMENT,
                    Kinds.REPO_STATE,
                    Kinds.PULL_REQUEST,
                    Kinds.PULL_REQUEST_UPDATE))
            .build();
    return StoreQueries.all(events, filter, SLICE_WORK, SLICE_BYTES);
  }

  // ---- what sync was not to bring

  /** Sync may bring again what other lists kept out; the gate decides anew. */
  private int forget(UnwantedStore unwanted) {
    List<EventId> ids = new ArrayList<>();
    UnwantedStore.Run run = unwanted.unwanted(clock.now().epochSeconds());
    boolean done = false;
    while (!done) {
      done =
          run.next(
              SLICE_WORK,
              row -> {
                if (OF_LISTS.contains(row.why())) {
                  ids.add(row.id());
                }
              });
    }
    for (int from = 0; from < ids.size(); from += FORGOTTEN_AT_ONCE) {
      forget(ids.subList(from, Math.min(ids.size(), from + FORGOTTEN_AT_ONCE)));
    }
    return ids.size();
  }

  private void forget(List<EventId> ids) {
    boolean _ =
        events
            .write(tx -> {
              ids.forEach(tx::forgetUnwanted);
              return true;
            })
            .toCompletableFuture()
            .join();
  }
}
