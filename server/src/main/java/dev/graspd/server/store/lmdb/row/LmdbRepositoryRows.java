package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore.Settled;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.RepositoryCodec.RefsRow;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The rows about repositories, as {@link RepositoryCodec} writes them. */
record LmdbRepositoryRows(WriteSession session) implements RepositoryRows {
  static final String UPTIME_KEY = "uptime";
  static final String LISTS_KEY = "lists";
  static final String SETTLED_KEY = "settled";

  private static final int PLACEHOLDER_BYTES_MAX = 1_024;

  @Override
  public Refs refs(RepoAddress repository) {
    RepositoryCodec.putRepository(session.key(), repository);
    ByteBuffer stored = session.get(Table.REFS);
    return stored == null ? Refs.NONE : RepositoryCodec.readRefs(stored).refs();
  }

  @Override
  public void putRefs(RepoAddress repository, Refs refs) {
    RepositoryCodec.putRepository(session.key(), repository);
    if (refs.equals(Refs.NONE)) {
      session.delete(Table.REFS);
    } else {
      RefsRow row = new RefsRow(repository, refs);
      ByteBuffer value = session.value(RepositoryCodec.length(row));
      RepositoryCodec.write(value, row);
      session.put(Table.REFS, value.flip());
    }
  }

  @Override
  public @Nullable Waiting waiting(EventId held) {
    Keys.putBytes32(session.key(), held);
    ByteBuffer stored = session.get(Table.WAIT);
    return stored == null ? null : RepositoryCodec.readWaiting(held, stored);
  }

  @Override
  public void putWaiting(Waiting row) {
    RepositoryCodec.putWaitHomeKey(session.key(), row.until().home(), row.id());
    session.put(Table.WAIT_HOME, session.value(0).flip());
    ByteBuffer value = session.value(RepositoryCodec.WAITING_BYTES_MAX);
    RepositoryCodec.write(value, row);
    Keys.putBytes32(session.key(), row.id());
    session.put(Table.WAIT, value.flip());
  }

  @Override
  public void deleteWaiting(Waiting row) {
    RepositoryCodec.putWaitHomeKey(session.key(), row.until().home(), row.id());
    session.delete(Table.WAIT_HOME);
    Keys.putBytes32(session.key(), row.id());
    session.delete(Table.WAIT);
  }

  @Override
  public @Nullable Placeholder placeholder(EventId event, RefSpace space) {
    RepositoryCodec.putPlaceholderKey(session.key(), event, space);
    ByteBuffer stored = session.get(Table.PLACEHOLDER);
    return stored == null ? null : RepositoryCodec.readPlaceholder(stored);
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    ByteBuffer value = session.value(PLACEHOLDER_BYTES_MAX);
    RepositoryCodec.write(value, placeholder);
    RepositoryCodec.putPlaceholderKey(session.key(), placeholder.event(), placeholder.space());
    session.put(Table.PLACEHOLDER, value.flip());
  }

  @Override
  public boolean deletePlaceholder(EventId event, RefSpace space) {
    RepositoryCodec.putPlaceholderKey(session.key(), event, space);
    return session.delete(Table.PLACEHOLDER);
  }

  @Override
  public void putSubmission(Submission submission) {
    ByteBuffer value = session.value(RepositoryCodec.length(submission));
    RepositoryCodec.write(value, submission);
    RepositoryCodec.putSubmissionKey(session.key(), submission);
    session.put(Table.SUBMISSION, value.flip());
  }

  @Override
  public boolean deleteSubmission(Submission submission) {
    RepositoryCodec.putSubmissionKey(session.key(), submission);
    return session.delete(Table.SUBMISSION);
  }

  @Override
  public void putArrived(ArrivedTip arrived) {
    ByteBuffer value = session.value(RepositoryCodec.ARRIVED_BYTES_MAX);
    RepositoryCodec.write(value, arrived);
    RepositoryCodec.putArrivedKey(session.key(), arrived);
    session.put(Table.ARRIVED, value.flip());
  }

  @Override
  public boolean deleteArrived(ArrivedTip arrived) {
    RepositoryCodec.putArrivedKey(session.key(), arrived);
    return session.delete(Table.ARRIVED);
  }

  @Override
  public @Nullable PackRecord pack(Identifier family, String name) {
    RepositoryCodec.putPackKey(session.key(), family, name);
    ByteBuffer stored = session.get(Table.PACK);
    return stored == null ? null : RepositoryCodec.readPack(stored);
  }

  @Override
  public void putPack(PackRecord pack) {
    ByteBuffer value = session.value(RepositoryCodec.length(pack));
    RepositoryCodec.write(value, pack);
    RepositoryCodec.putPackKey(session.key(), pack.family(), pack.name());
    session.put(Table.PACK, value.flip());
  }

  @Override
  public void deletePack(Identifier family, String name) {
    RepositoryCodec.putPackKey(session.key(), family, name);
    session.delete(Table.PACK);
  }

  @Override
  public @Nullable LostGitData lost(Identifier family) {
    RepositoryCodec.putFamily(session.key(), family);
    ByteBuffer stored = session.get(Table.LOST);
    return stored == null ? null : RepositoryCodec.readLost(stored);
  }

  @Override
  public void putLost(LostGitData lost) {
    ByteBuffer value = session.value(RepositoryCodec.length(lost));
    RepositoryCodec.write(value, lost);
    RepositoryCodec.putFamily(session.key(), lost.family());
    session.put(Table.LOST, value.flip());
  }

  @Override
  public boolean deleteLost(Identifier family) {
    RepositoryCodec.putFamily(session.key(), family);
    return session.delete(Table.LOST);
  }

  @Override
  public void putLists(String lists) {
    byte[] bytes = lists.getBytes(UTF_8);
    session.key().put(LISTS_KEY.getBytes(UTF_8));
    session.put(Table.META, session.value(bytes.length).put(bytes).flip());
  }

  @Override
  public void putSettled(Settled settled) {
    byte[] rules = settled.rules().getBytes(UTF_8);
    session.key().put(SETTLED_KEY.getBytes(UTF_8));
    session.put(
        Table.META,
        session.value(Long.BYTES + rules.length).putLong(settled.seq()).put(rules).flip());
  }

  @Override
  public void putIdentity(Identity what, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    session.key().put(keyOf(what).getBytes(UTF_8));
    session.put(Table.META, session.value(bytes.length).put(bytes).flip());
  }

  static String keyOf(Identity what) {
    return switch (what) {
      case DOMAIN -> "domain";
      case PUBLIC_KEY -> "pubkey";
      case PROGRAM -> FormatRows.PROGRAM_KEY;
    };
  }

  @Override
  public long uptimeNanos() {
    session.key().put(UPTIME_KEY.getBytes(UTF_8));
    ByteBuffer value = session.get(Table.META);
    return value == null ? 0 : value.getLong(0);
  }

  @Override
  public void putUptime(long nanos) {
    session.key().put(UPTIME_KEY.getBytes(UTF_8));
    session.put(Table.META, session.value(Long.BYTES).putLong(nanos).flip());
  }
}
