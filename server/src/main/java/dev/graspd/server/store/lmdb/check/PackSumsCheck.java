package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the rows of packs again and compares the sums of repositories and owners with them. Keeps
 * the sums of one owner at a time.
 */
final class PackSumsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private @Nullable PublicKey owner;
  private long told;
  private long real;

  PackSumsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
  }

  void run() {
    RowWalk rows = new RowWalk(session, problem);
    rows.forEachRow(Table.PACK_SUM, this::sum);
    endOwner();
    // Another check reports packs that cannot be read.
    new RowWalk(session, _ -> {}).forEachRow(Table.PACK, this::pack);
  }

  /** The row of an owner comes before those of their repositories. */
  private void sum(ByteBuffer key, ByteBuffer value) {
    PublicKey of = Keys.publicKey(key, 0);
    if (owner == null || !owner.equals(of)) {
      endOwner();
      owner = of;
    }
    if (key.limit() == Bytes32.BYTES) {
      told = value.getLong(0);
    } else {
      repository(of, RepositoryCodec.familyOfSum(value), value.getLong(0));
    }
  }

  private void repository(PublicKey of, Identifier family, long counted) {
    List<PackRecord> packs =
        session.ofFamily(Table.PACK, family, RepositoryCodec::readPack, PackRecord::family);
    long bytes = PackRecord.sharesOf(packs).getOrDefault(of, 0L);
    real += bytes;
    if (bytes != counted) {
      problem.accept(
          "packs of %s take %d bytes, not %d"
              .formatted(new RepoAddress(of, family).shown(), bytes, counted));
    }
  }

  private void endOwner() {
    if (told != real) {
      problem.accept("packs of owner %s take %d bytes, not %d".formatted(owner, real, told));
    }
    told = 0;
    real = 0;
  }

  private void pack(ByteBuffer key, ByteBuffer value) {
    PackRecord pack = RepositoryCodec.readPack(value);
    pack.shares()
        .forEach((of, bytes) -> {
          RepositoryCodec.putSumKey(session.key(), new RepoAddress(of, pack.family()));
          if (bytes != 0 && session.get(Table.PACK_SUM) == null) {
            problem.accept("pack " + pack.name() + " counts for no sum of " + of);
          }
        });
  }
}
