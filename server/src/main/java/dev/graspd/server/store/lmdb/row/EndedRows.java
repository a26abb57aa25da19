package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EndedRepository;
import dev.graspd.core.store.EndedTransaction;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.SetAsideEvent;
import dev.graspd.server.store.lmdb.table.EndedCodec;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Life;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows about ended repositories, in one write transaction. */
public record EndedRows(WriteSession session, EventRows events, FamilyRows families)
    implements EndedTransaction {
  @Override
  public Optional<EndedRepository> find(RepoAddress repository) {
    if (session.isEmpty(Table.HOLDING)) {
      return Optional.empty();
    }
    RepositoryCodec.putRepository(session.key(), repository);
    return Optional.ofNullable(session.get(Table.HOLDING)).map(EndedCodec::read);
  }

  @Override
  public void put(EndedRepository ended) {
    families.touch(ended.repository().identifier());
    ByteBuffer value = session.value(EndedCodec.length(ended));
    EndedCodec.write(value, ended);
    RepositoryCodec.putRepository(session.key(), ended.repository());
    session.put(Table.HOLDING, value.flip());
  }

  @Override
  public boolean remove(RepoAddress repository) {
    families.touch(repository.identifier());
    RepositoryCodec.putRepository(session.key(), repository);
    boolean known = session.delete(Table.HOLDING);
    int _ = discardAside(repository, Integer.MAX_VALUE);
    return known;
  }

  @Override
  public boolean setAside(EventId id, SortedSet<RepoAddress> repositories) {
    for (RepoAddress repository : repositories) {
      if (find(repository).isEmpty()) {
        throw new IllegalArgumentException("nothing is kept of " + repository);
      }
    }
    IdEntry entry = events.find(id);
    if (entry == null || !canBeSetAside(entry.life()) || repositories.isEmpty()) {
      return false;
    }
    Event event = events.event(entry.seq());
    events.drop(entry.seq(), event);
    events.add(event, Life.ASIDE, EventRecord.NEVER);
    repositories.forEach(repository -> putMember(repository, id, !entry.life().isServed()));
    // Last, so that followers of the log see its newest number.
    events.removed(event, Removal.WITHDRAWN);
    return true;
  }

  /** A dormant deletion must stay, because it keeps its targets out. */
  private static boolean canBeSetAside(Life life) {
    return life.isHere() && life != Life.DORMANT;
  }

  private void putMember(RepoAddress repository, EventId id, boolean waited) {
    EndedCodec.putMemberKey(session.key(), repository, id);
    session.put(Table.ASIDE_FOR, session.value(1).put((byte) (waited ? 1 : 0)).flip());
    EndedCodec.putReverseKey(session.key(), id, repository);
    session.put(Table.ASIDE_OF, session.value(0).flip());
  }

  @Override
  public List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<SetAsideEvent> found = new ArrayList<>();
    for (Member member : members(repository, after, max)) {
      IdEntry entry = events.find(member.id);
      if (entry == null) {
        throw new IllegalStateException("the store is damaged: no event " + member.id);
      }
      found.add(new SetAsideEvent(events.event(entry.seq()), member.waited));
    }
    return found;
  }

  private record Member(EventId id, boolean waited) {}

  private List<Member> members(RepoAddress repository, Optional<EventId> after, int max) {
    List<Member> found = new ArrayList<>();
    RepositoryCodec.putRepository(session.key(), repository);
    int prefixBytes = session.openKey().position();
    after.ifPresent(id -> Keys.putBytes32(session.openKey(), id));
    Cursor<ByteBuffer> row = session.firstFrom(Table.ASIDE_FOR, prefixBytes);
    while (row != null && found.size() < max) {
      EventId id = Keys.eventId(row.key(), row.key().limit() - Bytes32.BYTES);
      if (!after.equals(Optional.of(id))) {
        found.add(new Member(id, row.val().get(0) == 1));
      }
      row = session.nextWithin(Table.ASIDE_FOR, prefixBytes);
    }
    return found;
  }

  @Override
  public int discardAside(RepoAddress repository, int max) {
    List<Member> members = members(repository, Optional.empty(), max);
    for (Member member : members) {
      deleteMember(repository, member.id);
      Keys.putBytes32(session.key(), member.id);
      if (session.firstWithPrefix(Table.ASIDE_OF) == null) {
        drop(member.id);
      }
    }
    return members.size();
  }

  private void deleteMember(RepoAddress repository, EventId id) {
    EndedCodec.putMemberKey(session.key(), repository, id);
    session.delete(Table.ASIDE_FOR);
    EndedCodec.putReverseKey(session.key(), id, repository);
    session.delete(Table.ASIDE_OF);
  }

  private void drop(EventId id) {
    IdEntry entry = events.find(id);
    if (entry != null) {
      events.drop(entry.seq(), events.event(entry.seq()));
    }
  }

  /** Drops an event that is set aside, for all repositories; does nothing if it is not. */
  public void takeBack(Event event) {
    if (session.isEmpty(Table.ASIDE_OF)) {
      return;
    }
    RepoAddress repository = firstHolder(event.id());
    if (repository == null) {
      return;
    }
    while (repository != null) {
      deleteMember(repository, event.id());
      repository = firstHolder(event.id());
    }
    drop(event.id());
  }

  private @Nullable RepoAddress firstHolder(EventId id) {
    Keys.putBytes32(session.key(), id);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.ASIDE_OF);
    if (found == null) {
      return null;
    }
    ByteBuffer key = found.key();
    session.key().put(key.slice(Bytes32.BYTES, key.limit() - Bytes32.BYTES));
    ByteBuffer row = session.get(Table.HOLDING);
    if (row == null) {
      throw new IllegalStateException("the store is damaged: event " + id + " is kept for nobody");
    }
    return EndedCodec.read(row).repository();
  }
}
