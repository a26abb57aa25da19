package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.server.store.lmdb.table.EndedCodec;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows about ended repositories, as {@link EndedCodec} writes them. */
record LmdbEndedRows(WriteSession session) implements EndedRows {
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
    ByteBuffer value = session.value(EndedCodec.length(ended));
    EndedCodec.write(value, ended);
    RepositoryCodec.putRepository(session.key(), ended.repository());
    session.put(Table.HOLDING, value.flip());
  }

  @Override
  public boolean delete(RepoAddress repository) {
    RepositoryCodec.putRepository(session.key(), repository);
    return session.delete(Table.HOLDING);
  }

  @Override
  public List<Member> members(RepoAddress repository, Optional<EventId> after, int max) {
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
  public void putMember(RepoAddress repository, Member member) {
    EndedCodec.putMemberKey(session.key(), repository, member.id());
    session.put(Table.ASIDE_FOR, session.value(1).put((byte) (member.waited() ? 1 : 0)).flip());
    EndedCodec.putReverseKey(session.key(), member.id(), repository);
    session.put(Table.ASIDE_OF, session.value(0).flip());
  }

  @Override
  public void deleteMember(RepoAddress repository, EventId id) {
    EndedCodec.putMemberKey(session.key(), repository, id);
    session.delete(Table.ASIDE_FOR);
    EndedCodec.putReverseKey(session.key(), id, repository);
    session.delete(Table.ASIDE_OF);
  }

  /** The key may hold only a hash of the identifier, so the row of the repository is read. */
  @Override
  public @Nullable RepoAddress keeperOf(EventId id) {
    if (session.isEmpty(Table.ASIDE_OF)) {
      return null;
    }
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
