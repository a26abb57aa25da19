package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.row.DeletionRows;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.core.store.row.Entry;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.FamilyRows;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.LogRows;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.RoleRows;
import dev.graspd.core.store.row.Rows;
import dev.graspd.core.store.row.StoredEvent;
import dev.graspd.core.store.row.StrangerRows;
import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;
import dev.graspd.core.store.row.UnwantedRows;
import dev.graspd.core.store.row.VanishRows;
import dev.graspd.testkit.store.MemoryTables.Kept;
import dev.graspd.testkit.store.MemoryTables.MemberKey;
import dev.graspd.testkit.store.MemoryTables.PackKey;
import dev.graspd.testkit.store.MemoryTables.PlaceholderKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows in memory: the least that an engine of the store must do. */
record MemoryRows(MemoryTables tables) implements Rows {
  @Override
  public LogRows log() {
    return new Log(tables);
  }

  @Override
  public EventRows events() {
    return new Events(tables);
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
    return new Repositories(tables);
  }

  @Override
  public EndedRows ended() {
    return new Ended(tables);
  }

  @Override
  public RoleRows roles() {
    return new Roles(tables);
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
    public void trim(int kept) {
      while (tables.others.size() > kept) {
        tables.others.remove(tables.others.firstKey());
      }
    }
  }

  private record Events(MemoryTables tables) implements EventRows {
    @Override
    public @Nullable Entry find(EventId id) {
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
          !kept.life().isServed()
              && isAt(kept, address)
              && kept.event().createdAt() <= createdAtMax);
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
    public void put(Event event, Entry entry, long due) {
      tables.ids.put(event.id(), entry);
      tables.events.put(entry.seq(), new Kept(event, entry.life(), due));
    }

    @Override
    public void delete(Event event, Entry entry, long due) {
      tables.ids.remove(event.id());
      tables.events.remove(entry.seq());
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

  private record Repositories(MemoryTables tables) implements RepositoryRows {
    @Override
    public Refs refs(RepoAddress repository) {
      return tables.refs.getOrDefault(repository, Refs.NONE);
    }

    @Override
    public void putRefs(RepoAddress repository, Refs refs) {
      if (refs.equals(Refs.NONE)) {
        tables.refs.remove(repository);
      } else {
        tables.refs.put(repository, refs);
      }
    }

    @Override
    public @Nullable Waiting waiting(EventId held) {
      return tables.waits.get(held);
    }

    @Override
    public void putWaiting(Waiting row) {
      tables.waits.put(row.id(), row);
    }

    @Override
    public void deleteWaiting(Waiting row) {
      tables.waits.remove(row.id());
    }

    @Override
    public @Nullable Placeholder placeholder(EventId event, RefSpace space) {
      return tables.placeholders.get(new PlaceholderKey(space, event));
    }

    @Override
    public void putPlaceholder(Placeholder placeholder) {
      tables.placeholders.put(
          new PlaceholderKey(placeholder.space(), placeholder.event()), placeholder);
    }

    @Override
    public boolean deletePlaceholder(EventId event, RefSpace space) {
      return tables.placeholders.remove(new PlaceholderKey(space, event)) != null;
    }

    @Override
    public void putSubmission(Submission submission) {
      tables.submissions.put(submission.event(), submission);
    }

    @Override
    public boolean deleteSubmission(Submission submission) {
      return tables.submissions.remove(submission.event()) != null;
    }

    @Override
    public void putArrived(ArrivedTip arrived) {
      tables.arrived.add(arrived);
    }

    @Override
    public boolean deleteArrived(ArrivedTip arrived) {
      return tables.arrived.remove(arrived);
    }

    @Override
    public @Nullable PackRecord pack(Identifier family, String name) {
      return tables.packs.get(new PackKey(family, name));
    }

    @Override
    public void putPack(PackRecord pack) {
      tables.packs.put(new PackKey(pack.family(), pack.name()), pack);
    }

    @Override
    public void deletePack(Identifier family, String name) {
      tables.packs.remove(new PackKey(family, name));
    }

    @Override
    public void putSettled(RepositoryStore.Settled settled) {
      tables.settled = Optional.of(settled);
    }

    @Override
    public void putLists(String lists) {
      tables.lists = Optional.of(lists);
    }

    @Override
    public void putIdentity(Identity what, String text) {
      tables.identity.put(what, text);
    }

    @Override
    public long uptimeNanos() {
      return tables.uptimeNanos;
    }

    @Override
    public void putUptime(long nanos) {
      tables.uptimeNanos = nanos;
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

  private record Ended(MemoryTables tables) implements EndedRows {
    @Override
    public Optional<EndedRepository> find(RepoAddress repository) {
      return Optional.ofNullable(tables.ended.get(repository));
    }

    @Override
    public void put(EndedRepository ended) {
      tables.ended.put(ended.repository(), ended);
    }

    @Override
    public boolean delete(RepoAddress repository) {
      return tables.ended.remove(repository) != null;
    }

    @Override
    public List<Member> members(RepoAddress repository, Optional<EventId> after, int max) {
      return tables.members.entrySet().stream()
          .filter(row -> row.getKey().repository().equals(repository))
          .filter(row -> after.isEmpty() || row.getKey().id().compareTo(after.get()) > 0)
          .limit(max)
          .map(row -> new Member(row.getKey().id(), row.getValue()))
          .toList();
    }

    @Override
    public void putMember(RepoAddress repository, Member member) {
      tables.members.put(new MemberKey(repository, member.id()), member.waited());
    }

    @Override
    public void deleteMember(RepoAddress repository, EventId id) {
      tables.members.remove(new MemberKey(repository, id));
    }

    @Override
    public @Nullable RepoAddress keeperOf(EventId id) {
      return tables.members.keySet().stream()
          .filter(key -> key.id().equals(id))
          .map(MemberKey::repository)
          .findFirst()
          .orElse(null);
    }
  }
}
