package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.StoredEvent;
import dev.graspd.testkit.store.MemoryTables.Kept;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Events in memory. */
record MemoryEventRows(MemoryTables tables) implements EventRows {
  @Override
  public @Nullable LogEntry find(EventId id) {
    return tables.ids.get(id);
  }

  @Override
  public StoredEvent present(long seq) {
    StoredEvent found = tables.events.get(seq);
    if (found == null) {
      throw new IllegalStateException("no event " + seq);
    }
    return found;
  }

  @Override
  public @Nullable IndexedEvent servedVersion(Address address) {
    return newest(kept -> kept.life().isServed() && isAt(kept, address));
  }

  @Override
  public @Nullable IndexedEvent heldVersion(Address address, long createdAtMax) {
    return newest(kept ->
        !kept.life().isServed() && isAt(kept, address) && kept.event().createdAt() <= createdAtMax);
  }

  private static boolean isAt(Kept kept, Address address) {
    return kept.event().address().equals(Optional.of(address));
  }

  @Override
  public @Nullable IndexedEvent newestOf(
      PublicKey author, Group group, long createdAtMax, EventId except) {
    return newest(kept ->
        kept.author().equals(author)
            && groupOf(kept) == group
            && kept.event().createdAt() <= createdAtMax
            && !kept.event().id().equals(except));
  }

  private static Group groupOf(Kept kept) {
    return switch (kept.life()) {
      case STORED, RELEASED -> Group.SERVED;
      case HELD, DORMANT -> Group.HELD;
      case ASIDE -> Group.ASIDE;
    };
  }

  private @Nullable IndexedEvent newest(Predicate<Kept> which) {
    return tables.events.entrySet().stream()
        .filter(row -> which.test(row.getValue()))
        .min(Comparator.comparing(row -> row.getValue().event(), Event.NEWEST_FIRST))
        .map(row -> indexed(row.getKey(), row.getValue().event()))
        .orElse(null);
  }

  private static IndexedEvent indexed(long seq, Event event) {
    return new IndexedEvent(event.createdAt(), event.id(), seq);
  }

  @Override
  public OptionalLong firstDue(long nowSeconds) {
    return tables.events.entrySet().stream()
        .filter(row -> row.getValue().due() <= nowSeconds)
        .min(Comparator.comparingLong(row -> row.getValue().due()))
        .map(row -> OptionalLong.of(row.getKey()))
        .orElse(OptionalLong.empty());
  }

  @Override
  public void put(Event event, LogEntry entry, long due) {
    tables.ids.put(event.id(), entry);
    tables.events.put(entry.seq(), new Kept(event, entry.life(), due));
  }

  @Override
  public void delete(Event event, LogEntry entry, long due) {
    tables.ids.remove(event.id());
    tables.events.remove(entry.seq());
  }
}
