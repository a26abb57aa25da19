package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingTransaction;
import dev.graspd.core.store.Removal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows about repositories that are hosted no more, in one write transaction. */
final class HoldingRows implements HoldingTransaction {
  private final WriteSession session;
  private final EventRows events;

  HoldingRows(WriteSession session, EventRows events) {
    this.session = session;
    this.events = events;
  }

  @Override
  public Optional<Holding> holding(RepoAddress repository) {
    if (session.isEmpty(Table.HOLDING)) {
      return Optional.empty();
    }
    RepositoryCodec.putRepository(session.key(), repository);
    return Optional.ofNullable(session.get(Table.HOLDING)).map(HoldingCodec::read);
  }

  @Override
  public void putHolding(Holding holding) {
    ByteBuffer value = session.value(HoldingCodec.length(holding));
    HoldingCodec.write(value, holding);
    RepositoryCodec.putRepository(session.key(), holding.repository());
    session.put(Table.HOLDING, value.flip());
  }

  @Override
  public boolean removeHolding(RepoAddress repository) {
    RepositoryCodec.putRepository(session.key(), repository);
    boolean known = session.delete(Table.HOLDING);
    int _ = discardAside(repository, Integer.MAX_VALUE);
    return known;
  }

  @Override
  public boolean setAside(EventId id, SortedSet<RepoAddress> repositories) {
    for (RepoAddress repository : repositories) {
      if (holding(repository).isEmpty()) {
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
    // Last, so that the newest number of the log is one that those who follow it see.
    events.removed(event, Removal.WITHDRAWN);
    return true;
  }

  /** A dormant deletion keeps its targets away, wherever it hangs. */
  private static boolean canBeSetAside(Life life) {
    return life.isHere() && life != Life.DORMANT;
  }

  private void putMember(RepoAddress repository, EventId id, boolean waited) {
    HoldingCodec.putMemberKey(session.key(), repository, id);
    session.put(Table.ASIDE_FOR, session.value(1).put((byte) (waited ? 1 : 0)).flip());
    HoldingCodec.putReverseKey(session.key(), id, repository);
    session.put(Table.ASIDE_OF, session.value(0).flip());
  }

  @Override
  public List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<Aside> found = new ArrayList<>();
    for (Member member : members(repository, after, max)) {
      IdEntry entry = events.find(member.id);
      if (entry == null) {
        throw new IllegalStateException("the store is damaged: no event " + member.id);
      }
      found.add(new Aside(events.event(entry.seq()), member.waited));
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
    HoldingCodec.putMemberKey(session.key(), repository, id);
    session.delete(Table.ASIDE_FOR);
    HoldingCodec.putReverseKey(session.key(), id, repository);
    session.delete(Table.ASIDE_OF);
  }

  private void drop(EventId id) {
    IdEntry entry = events.find(id);
    if (entry != null) {
      events.drop(entry.seq(), events.event(entry.seq()));
    }
  }

  /** An event that was set aside is so no more, for nobody; nothing if it was not. */
  void takeBack(Event event) {
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
    return HoldingCodec.read(row).repository();
  }
}
