package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the rows about repositories that are hosted no more; each call sees one commit. */
final class HoldingReader implements HoldingStore {
  private final ReadSessions sessions;

  HoldingReader(ReadSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public Optional<Holding> holding(RepoAddress repository) {
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putRepository(session.key(), repository);
      return session.has(Table.HOLDING)
          ? Optional.ofNullable(session.get(Table.HOLDING)).map(HoldingCodec::read)
          : Optional.empty();
    }
  }

  @Override
  public List<Holding> holdings() {
    List<Holding> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      boolean more = session.has(Table.HOLDING) && session.first(Table.HOLDING);
      while (more) {
        found.add(HoldingCodec.read(session.foundValue(Table.HOLDING)));
        more = session.next(Table.HOLDING);
      }
    }
    found.sort((one, other) -> one.repository().compareTo(other.repository()));
    return found;
  }

  @Override
  public List<Holding> holdings(Identifier family) {
    List<Holding> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      if (!session.has(Table.HOLDING)) {
        return found;
      }
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.HOLDING, this);
      while (more) {
        Holding row = HoldingCodec.read(session.foundValue(Table.HOLDING));
        if (!row.repository().identifier().equals(family)) {
          break;
        }
        found.add(row);
        more = session.next(Table.HOLDING);
      }
    }
    return found;
  }

  @Override
  public List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<Aside> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      forEachMember(
          session,
          repository,
          after,
          (key, value) -> {
            if (found.size() < max) {
              found.add(read(session, key, value));
            }
            return found.size() < max;
          });
    }
    return found;
  }

  private static Aside read(ReadSession session, ByteBuffer key, ByteBuffer value) {
    boolean waited = value.get(0) == 1;
    IdEntry entry = session.find(Keys.eventId(key, key.limit() - Bytes32.BYTES));
    EventRecord record = entry == null ? null : session.event(entry.seq());
    if (record == null) {
      throw new IllegalStateException("the store is damaged: an event that was set aside is gone");
    }
    return new Aside(record.event(), waited);
  }

  @Override
  public List<Holding> keepersOf(EventId id) {
    List<Holding> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      if (!session.has(Table.ASIDE_OF)) {
        return found;
      }
      Keys.putBytes32(session.key(), id);
      boolean more = session.seek(Table.ASIDE_OF, this);
      while (more && Keys.eventId(session.foundKey(Table.ASIDE_OF), 0).equals(id)) {
        ByteBuffer key = session.foundKey(Table.ASIDE_OF);
        session.key().put(key.slice(Bytes32.BYTES, key.limit() - Bytes32.BYTES));
        Optional.ofNullable(session.get(Table.HOLDING))
            .map(HoldingCodec::read)
            .ifPresent(found::add);
        more = session.next(Table.ASIDE_OF);
      }
    }
    found.sort((one, other) -> one.repository().compareTo(other.repository()));
    return found;
  }

  @Override
  public long countAside(RepoAddress repository) {
    long[] count = {0};
    try (ReadSession session = sessions.open()) {
      forEachMember(
          session,
          repository,
          Optional.empty(),
          (_, _) -> {
            count[0]++;
            return true;
          });
    }
    return count[0];
  }

  private interface MemberAction {
    /** Returns whether to go on. */
    boolean member(ByteBuffer key, ByteBuffer value);
  }

  private void forEachMember(
      ReadSession session, RepoAddress repository, Optional<EventId> after, MemberAction action) {
    if (!session.has(Table.ASIDE_FOR)) {
      return;
    }
    ByteBuffer prefix = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);
    RepositoryCodec.putRepository(prefix, repository);
    prefix.flip();
    ByteBuffer start = session.key().put(prefix.duplicate());
    after.ifPresent(id -> Keys.putBytes32(start, id));
    boolean more = session.seek(Table.ASIDE_FOR, this);
    while (more && begins(session.foundKey(Table.ASIDE_FOR), prefix)) {
      ByteBuffer key = session.foundKey(Table.ASIDE_FOR);
      boolean isStart = after.equals(Optional.of(Keys.eventId(key, prefix.limit())));
      if (!isStart && !action.member(key, session.foundValue(Table.ASIDE_FOR))) {
        return;
      }
      more = session.next(Table.ASIDE_FOR);
    }
  }

  private static boolean begins(ByteBuffer key, ByteBuffer prefix) {
    int mismatch = key.mismatch(prefix);
    return mismatch < 0 || mismatch >= prefix.limit();
  }
}
