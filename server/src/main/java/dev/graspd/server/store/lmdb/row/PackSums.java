package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of packs that count for each repository and each owner, in one write transaction. They
 * change with the row of a pack, so no crash can part them.
 */
public record PackSums(WriteSession session) {
  PackBytes of(RepoAddress repository) {
    return new PackBytes(ofRepository(repository), ofOwner(repository.owner()));
  }

  /** Counts the shares of a pack so many times; -1 takes them back. */
  void add(PackRecord pack, int times) {
    pack.shares().forEach((owner, bytes) -> add(owner, pack.family(), times * bytes));
  }

  private void add(PublicKey owner, Identifier family, long bytes) {
    RepoAddress repository = new RepoAddress(owner, family);
    long ofRepository = ofRepository(repository) + bytes;
    long ofOwner = ofOwner(owner) + bytes;
    RepositoryCodec.putSumKey(session.key(), repository);
    if (ofRepository == 0) {
      session.delete(Table.PACK_SUM);
    } else {
      ByteBuffer value = session.value(RepositoryCodec.SUM_BYTES_MAX);
      RepositoryCodec.writeSum(value, ofRepository, family);
      session.put(Table.PACK_SUM, value.flip());
    }
    RepositoryCodec.putOwnerSumKey(session.key(), owner);
    if (ofOwner == 0) {
      session.delete(Table.PACK_SUM);
    } else {
      session.put(Table.PACK_SUM, session.value(Long.BYTES).putLong(ofOwner).flip());
    }
  }

  private long ofRepository(RepoAddress repository) {
    RepositoryCodec.putSumKey(session.key(), repository);
    return number();
  }

  private long ofOwner(PublicKey owner) {
    RepositoryCodec.putOwnerSumKey(session.key(), owner);
    return number();
  }

  private long number() {
    @Nullable ByteBuffer value = session.get(Table.PACK_SUM);
    return value == null ? 0 : value.getLong(0);
  }
}
