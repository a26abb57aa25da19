package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.server.family.view.StoreFacts;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the families whose lanes a deletion enters. Anybody may name any identifier, so only
 * families with data of its author count. Thread-safe.
 */
record DeletionLanes(EventStore store, EndedStore kept, StoreFacts facts) {
  /** Most log records that are read. */
  private static final int TAIL_MAX = 10_000;

  SortedSet<Identifier> families(DeletionRequest request, PublicKey author) {
    SortedSet<Identifier> families = new TreeSet<>();
    for (EventId id : request.ids()) {
      facts
          .rowOf(id)
          .filter(entry -> entry.author().equals(author))
          .ifPresent(entry -> families.add(entry.until().home()));
      store
          .served(id)
          .filter(event -> event.author().equals(author))
          .ifPresent(event -> families.addAll(Deletions.familiesOf(event)));
    }
    named(request).values().stream()
        .filter(this::isAnythingHere)
        .map(RepoAddress::identifier)
        .forEach(families::add);
    return families;
  }

  /** Returns the repositories whose announcement or state a deletion names by address. */
  private static SortedMap<Identifier, RepoAddress> named(DeletionRequest request) {
    SortedMap<Identifier, RepoAddress> named = new TreeMap<>();
    request.addresses().stream()
        .filter(address -> isOfRepository(address.kind()))
        .forEach(address ->
            Identifier.parse(address.identifier())
                .ifPresent(family -> named.put(family, new RepoAddress(address.author(), family))));
    return named;
  }

  private static boolean isOfRepository(int kind) {
    return kind == Kinds.ANNOUNCEMENT || kind == Kinds.REPO_STATE;
  }

  private boolean isAnythingHere(RepoAddress own) {
    return isServed(own, Kinds.ANNOUNCEMENT)
        || isServed(own, Kinds.REPO_STATE)
        || facts.rowsOf(own.identifier()).stream().anyMatch(one -> one.author().equals(own.owner()))
        || kept.find(own).isPresent();
  }

  private boolean isServed(RepoAddress own, int kind) {
    return facts.accepted(new Address(kind, own.owner(), own.identifier().text())).isPresent();
  }

  /**
   * Returns families whose lanes were not entered although the deletion hid an event of them, which
   * arrived meanwhile.
   *
   * @param removed the events that were removed in the entered lanes
   * @param before the log number before the lanes were chosen
   */
  SortedSet<Identifier> missed(
      Event deletion,
      DeletionRequest request,
      SortedSet<Identifier> entered,
      SortedSet<EventId> removed,
      long before) {
    SortedSet<Identifier> others = new TreeSet<>(named(request).keySet());
    others.removeAll(entered);
    if (others.isEmpty() && request.ids().isEmpty()) {
      return others;
    }
    List<LogRecord> since = store.tail(before, TAIL_MAX);
    boolean isAnyHidden =
        since.stream()
            .anyMatch(record ->
                record instanceof LogRecord.Removed one
                    && one.author().equals(deletion.author())
                    && (isOfRepository(one.kind())
                        || (entered.isEmpty() && PullRequest.isKind(one.kind())))
                    && !removed.contains(one.id()));
    if (!isAnyHidden) {
      return new TreeSet<>();
    }
    if (!request.ids().isEmpty()) {
      // An id does not name its family, but the family has changed with it.
      since.stream()
          .flatMap(record ->
              record instanceof LogRecord.FamilyChanged(_, var family)
                  ? Stream.of(family)
                  : Stream.empty())
          .forEach(others::add);
      others.removeAll(entered);
    }
    return others;
  }
}
