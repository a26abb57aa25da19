package dev.graspd.core.sync.relays;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items wanted from one relay, each in exactly one place: wanted, in flight, waiting for
 * another try, or confirmed. Owned by the sync thread. Items in flight go back when the connection
 * ends, not when the next one begins: a dead link can never confirm.
 */
final class RelayItems {
  private final SortedSet<SyncItem> wanted = new TreeSet<>();
  private final SortedMap<Long, PendingBatch> pending = new TreeMap<>();
  private final SortedSet<SyncItem> deferred = new TreeSet<>();
  private final SortedSet<SyncItem> confirmed = new TreeSet<>();

  /** Items that are requested together and confirmed together. */
  record PendingBatch(long number, SortedSet<SyncItem> items) {}

  /** Returns the families of all repositories, in any place. */
  SortedSet<Identifier> families() {
    SortedSet<Identifier> families = new TreeSet<>();
    Stream.concat(
            Stream.of(wanted, deferred, confirmed),
            pending.values().stream().map(PendingBatch::items))
        .flatMap(SortedSet::stream)
        .forEach(item -> {
          if (item instanceof SyncItem.OfRepo(var repository, _)) {
            families.add(repository.identifier());
          }
        });
    return families;
  }

  /** Drops everything; the connection is gone. */
  void forget() {
    wanted.clear();
    pending.clear();
    deferred.clear();
    confirmed.clear();
  }

  void want(SyncItem item) {
    if (!isKnown(item)) {
      wanted.add(item);
    }
  }

  private boolean isKnown(SyncItem item) {
    return confirmed.contains(item)
        || deferred.contains(item)
        || pending.values().stream().anyMatch(batch -> batch.items().contains(item));
  }

  /** Returns the items that the connection knows. */
  SortedSet<SyncItem> drop(Collection<SyncItem> items) {
    SortedSet<SyncItem> told = new TreeSet<>();
    for (SyncItem item : items) {
      wanted.remove(item);
      boolean open = confirmed.remove(item);
      open |= deferred.remove(item);
      for (PendingBatch batch : pending.values()) {
        open |= batch.items().remove(item);
      }
      if (open) {
        told.add(item);
      }
    }
    return told;
  }

  SortedSet<SyncItem> wanted() {
    return wanted;
  }

  SortedSet<SyncItem> confirmed() {
    return confirmed;
  }

  int pendingItems() {
    return pending.values().stream().mapToInt(batch -> batch.items().size()).sum();
  }

  boolean isPending() {
    return !pending.isEmpty();
  }

  boolean isDeferred() {
    return !deferred.isEmpty();
  }

  int wantedItems() {
    return wanted.size() + deferred.size();
  }

  void begin(long number, SortedSet<SyncItem> items) {
    wanted.removeAll(items);
    pending.put(number, new PendingBatch(number, new TreeSet<>(items)));
  }

  /** Returns whether the batch was in flight. */
  boolean done(long number) {
    return confirmed.addAll(items(pending.remove(number)));
  }

  void failed(long number) {
    deferred.addAll(items(pending.remove(number)));
  }

  private static SortedSet<SyncItem> items(@Nullable PendingBatch batch) {
    return batch == null ? new TreeSet<>() : batch.items();
  }

  void retry() {
    wanted.addAll(deferred);
    deferred.clear();
  }

  /** Takes all batches out of flight. */
  void clearPending() {
    List<PendingBatch> batches = new ArrayList<>(pending.values());
    pending.clear();
    batches.forEach(batch -> wanted.addAll(batch.items()));
    retry();
  }

  /** Forgets what is confirmed: everything is wanted again. */
  void clear() {
    clearPending();
    wanted.addAll(confirmed);
    confirmed.clear();
  }
}
