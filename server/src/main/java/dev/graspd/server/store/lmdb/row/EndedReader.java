package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.store.lmdb.table.EndedCodec;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the rows about ended repositories; each call sees one commit. */
public record EndedReader(ReadSessions sessions) implements EndedStore {
  @Override
  public Optional<EndedRepository> find(RepoAddress repository) {
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putRepository(session.key(), repository);
      return Optional.ofNullable(session.get(Table.HOLDING)).map(EndedCodec::read);
    }
  }

  @Override
  public long count() {
    try (ReadSession session = sessions.open()) {
      return session.entries(Table.HOLDING);
    }
  }

  @Override
  public List<EndedRepository> page(Optional<RepoAddress> after, int max) {
    List<EndedRepository> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      after.ifPresent(last -> RepositoryCodec.putRepository(session.key(), last));
      boolean more =
          after.isPresent() ? session.seek(Table.HOLDING, this) : session.first(Table.HOLDING);
      while (more && found.size() < max) {
        EndedRepository row = EndedCodec.read(session.foundValue(Table.HOLDING));
        if (!after.equals(Optional.of(row.repository()))) {
          found.add(row);
        }
        more = session.next(Table.HOLDING);
      }
    }
    return found;
  }

  @Override
  public List<EndedRepository> all() {
    try (ReadSession session = sessions.open()) {
      return sorted(session.all(Table.HOLDING, EndedCodec::read));
    }
  }

  @Override
  public List<EndedRepository> of(Identifier family) {
    try (ReadSession session = sessions.open()) {
      return session.ofFamily(
          Table.HOLDING, family, EndedCodec::read, row -> row.repository().identifier());
    }
  }

  private static List<EndedRepository> sorted(List<EndedRepository> found) {
    found.sort(Comparator.comparing(EndedRepository::repository));
    return found;
  }

  @Override
  public List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<SetAsideEvent> found = new ArrayList<>();
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

  private static SetAsideEvent read(ReadSession session, ByteBuffer key, ByteBuffer value) {
    boolean waited = value.get(0) == 1;
    IdEntry entry = session.find(Keys.eventId(key, key.limit() - Bytes32.BYTES));
    EventRecord record = entry == null ? null : session.event(entry.seq());
    if (record == null) {
      throw new IllegalStateException("the store is damaged: an event that was set aside is gone");
    }
    return new SetAsideEvent(record.event(), waited);
  }

  @Override
  public List<EndedRepository> keepersOf(EventId id) {
    List<EndedRepository> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      Keys.putBytes32(session.key(), id);
      boolean more = session.seek(Table.ASIDE_OF, this);
      while (more && Keys.eventId(session.foundKey(Table.ASIDE_OF), 0).equals(id)) {
        ByteBuffer key = session.foundKey(Table.ASIDE_OF);
        session.key().put(key.slice(Bytes32.BYTES, key.limit() - Bytes32.BYTES));
        Optional.ofNullable(session.get(Table.HOLDING)).map(EndedCodec::read).ifPresent(found::add);
        more = session.next(Table.ASIDE_OF);
      }
    }
    return sorted(found);
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
    /** Returns whether to continue. */
    boolean member(ByteBuffer key, ByteBuffer value);
  }

  private void forEachMember(
      ReadSession session, RepoAddress repository, Optional<EventId> after, MemberAction action) {
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
