package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.row.ArrivalRows;
import dev.graspd.core.store.row.BanRows;
import dev.graspd.core.store.row.DeletionRows;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.FamilyRows;
import dev.graspd.core.store.row.HookRows;
import dev.graspd.core.store.row.LogRows;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.RoleRows;
import dev.graspd.core.store.row.Rows;
import dev.graspd.core.store.row.StrangerRows;
import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;
import dev.graspd.core.store.row.UnwantedRows;
import dev.graspd.core.store.row.VanishRows;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Rows in memory: the least that an engine of the store must do. */
record MemoryRows(MemoryTables tables) implements Rows {
  @Override
  public LogRows log() {
    return new Log(tables);
  }

  @Override
  public EventRows events() {
    return new MemoryEventRows(tables);
  }

  @Override
  public DeletionRows deletions() {
    return new Deletions(tables);
  }

  @Override
  public VanishRows vanished() {
    return new Vanished(tables);
  }

  @Override
  public UnwantedRows unwanted() {
    return new Unwanted(tables);
  }

  @Override
  public StrangerRows strangers() {
    return new Strangers(tables);
  }

  @Override
  public SumRows sums() {
    return new Sums(tables);
  }

  @Override
  public FamilyRows families() {
    return new Families(tables);
  }

  @Override
  public RepositoryRows repositories() {
    return new MemoryRepositoryRows(tables);
  }

  @Override
  public EndedRows ended() {
    return new MemoryEndedRows(tables);
  }

  @Override
  public RoleRows roles() {
    return new Roles(tables);
  }

  @Override
  public BanRows bans() {
    return new MemoryBanRows(tables);
  }

  @Override
  public HookRows hooks() {
    return new MemoryHookRows(tables.hooks);
  }

  @Override
  public ArrivalRows arrivals() {
    return new Arrivals(tables);
  }

  private record Arrivals(MemoryTables tables) implements ArrivalRows {
    @Override
    public OptionalLong newestMinute() {
      return tables.minutes.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(tables.minutes.lastEntry().getValue());
    }

    @Override
    public void put(long seq, long minuteSeconds) {
      tables.minutes.put(seq, minuteSeconds);
    }

    @Override
    public void trim(int kept) {
      while (tables.minutes.size() > kept) {
        tables.minutes.pollFirstEntry();
      }
    }
  }

  private record Log(MemoryTables tables) implements LogRows {
    @Override
    public long lastSeq() {
      return tables.lastSeq;
    }

    @Override
    public long nextSeq() {
      tables.lastSeq++;
      return tables.lastSeq;
    }

    @Override
    public void put(LogRecord.Removed removed) {
      tables.others.put(removed.seq(), removed);
    }

    @Override
    public void put(LogRecord.RefsMoved moved) {
      tables.others.put(moved.seq(), moved);
    }

    @Override
    public void put(LogRecord.BansChanged changed) {
      tables.others.put(changed.seq(), changed);
    }

    @Override
    public void trim(int kept) {
      while (tables.others.size() > kept) {
        tables.others.remove(tables.others.firstKey());
      }
    }
  }

  private record Deletions(MemoryTables tables) implements DeletionRows {
    @Override
    public @Nullable Gone gone(EventId id) {
      return tables.gone.get(id);
    }

    @Override
    public void putGone(EventId id, Gone gone) {
      tables.gone.put(id, gone);
    }

    @Override
    public void putTargets(Event deletion) {
      tables.deletions.put(deletion.id(), deletion);
    }

    @Override
    public void deleteTargets(Event deletion) {
      tables.deletions.remove(deletion.id());
    }

    @Override
    public @Nullable EventId firstDeletionOf(EventId target, PublicKey author) {
      return tables.deletions.values().stream()
          .filter(deletion -> deletion.author().equals(author))
          .filter(deletion -> DeletionRequest.of(deletion).ids().contains(target))
          .map(Event::id)
          .findFirst()
          .orElse(null);
    }

    @Override
    public @Nullable Request newestDeletionOf(Address target) {
      return tables.deletions.values().stream()
          .filter(deletion -> DeletionRequest.of(deletion).addresses().contains(target))
          .min(Event.NEWEST_FIRST)
          .map(deletion -> new Request(deletion.createdAt(), deletion.id()))
          .orElse(null);
    }
  }

  private record Vanished(MemoryTables tables) implements VanishRows {
    @Override
    public @Nullable Request find(PublicKey author) {
      return tables.vanished.get(author);
    }

    @Override
    public void put(PublicKey author, Request request) {
      tables.vanished.put(author, request);
      tables.vanishing.add(author);
    }

    @Override
    public @Nullable PublicKey firstVanishing() {
      return tables.vanishing.isEmpty() ? null : tables.vanishing.first();
    }

    @Override
    public boolean isVanishing(PublicKey author) {
      return tables.vanishing.contains(author);
    }

    @Override
    public void endVanishing(PublicKey author) {
      tables.vanishing.remove(author);
    }
  }

  private record Unwanted(MemoryTables tables) implements UnwantedRows {
    @Override
    public @Nullable UnwantedEvent find(EventId id) {
      return tables.unwanted.get(id);
    }

    @Override
    public void put(UnwantedEvent row) {
      tables.unwanted.put(row.id(), row);
    }

    @Override
    public void delete(UnwantedEvent row) {
      tables.unwanted.remove(row.id());
    }

    @Override
    public @Nullable UnwantedEvent oldest(boolean refused) {
      return tables.unwanted.values().stream()
          .filter(row -> row.why().isRefusal() == refused)
          .min(MemoryTables.OLDEST_FIRST)
          .orElse(null);
    }

    @Override
    public long count(boolean refused) {
      return tables.unwanted.values().stream()
          .filter(row -> row.why().isRefusal() == refused)
          .count();
    }
  }

  private record Strangers(MemoryTables tables) implements StrangerRows {
    @Override
    public void put(long seq, long bytes) {
      tables.strangers.put(seq, bytes);
    }

    @Override
    public OptionalLong bytesOf(long seq) {
      Long bytes = tables.strangers.get(seq);
      return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    @Override
    public void delete(long seq) {
      tables.strangers.remove(seq);
    }

    @Override
    public OptionalLong oldest() {
      return tables.strangers.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(tables.strangers.firstKey());
    }
  }

  private record Sums(MemoryTables tables) implements SumRows {
    @Override
    public long get(Sum sum) {
      return tables.sums.getOrDefault(sum, 0L);
    }

    @Override
    public void put(Sum sum, long bytes) {
      tables.sums.put(sum, bytes);
    }

    @Override
    public void deleteDaysBefore(long day) {
      tables.sums.keySet().removeIf(sum -> sum instanceof Sum.DormantFrom(long of, _) && of < day);
    }
  }

  private record Families(MemoryTables tables) implements FamilyRows {
    @Override
    public long version(Identifier family) {
      return tables.versions.getOrDefault(family, 0L);
    }

    @Override
    public void put(Identifier family, long seq) {
      tables.versions.put(family, seq);
    }
  }

  private record Roles(MemoryTables tables) implements RoleRows {
    @Override
    public long newest(Role role) {
      return tables.fences.getOrDefault(role, 0L);
    }

    @Override
    public void put(Role role, long number) {
      tables.fences.put(role, number);
    }
  }
}
