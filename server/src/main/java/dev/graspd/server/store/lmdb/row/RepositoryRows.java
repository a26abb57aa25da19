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
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.RepositoryCodec.RefsRow;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The rows about repositories, in one write transaction. Decides nothing. */
public record RepositoryRows(
    WriteSession session, EventRows events, FamilyRows families, PackSums sums)
    implements RepositoryTransaction {
  static final String UPTIME_KEY = "uptime";
  static final String LISTS_KEY = "lists";

  private static final int PLACEHOLDER_BYTES_MAX = 1_024;

  @Override
  public long version(Identifier family) {
    return families.version(family);
  }

  @Override
  public long raise(Identifier family) {
    return families.raise(family);
  }

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
    families.touch(repository.identifier());
    events.moved(repository);
  }

  @Override
  public Optional<Waiting> waiting(EventId held) {
    Keys.putBytes32(session.key(), held);
    return Optional.ofNullable(session.get(Table.WAIT))
        .map(row -> RepositoryCodec.readWaiting(held, row));
  }

  @Override
  public void putWaiting(Waiting row) {
    IdEntry _ = held(row.id());
    put(row);
  }

  @Override
  public void putWait(EventId held, Wait wait) {
    IdEntry entry = held(held);
    put(
        waiting(held)
            .map(row -> row.with(wait))
            .orElseGet(() -> Waiting.of(events.event(entry.seq()), wait)));
  }

  private IdEntry held(EventId id) {
    IdEntry entry = events.find(id);
    if (entry == null || entry.life().isServed() || !entry.life().isHere()) {
      throw new IllegalArgumentException("not held: " + id);
    }
    return entry;
  }

  private void put(Waiting row) {
    Identifier home = row.until().home();
    waiting(row.id())
        .map(before -> before.until().home())
        .filter(before -> !before.equals(home))
        .ifPresent(before -> leave(before, row.id()));
    families.touch(home);
    RepositoryCodec.putWaitHomeKey(session.key(), home, row.id());
    session.put(Table.WAIT_HOME, session.value(0).flip());
    ByteBuffer value = session.value(RepositoryCodec.WAITING_BYTES_MAX);
    RepositoryCodec.write(value, row);
    Keys.putBytes32(session.key(), row.id());
    session.put(Table.WAIT, value.flip());
  }

  private void leave(Identifier home, EventId held) {
    families.touch(home);
    RepositoryCodec.putWaitHomeKey(session.key(), home, held);
    session.delete(Table.WAIT_HOME);
  }

  @Override
  public Optional<Placeholder> placeholder(EventId event, RefSpace space) {
    RepositoryCodec.putPlaceholderKey(session.key(), event, space);
    return Optional.ofNullable(session.get(Table.PLACEHOLDER))
        .map(RepositoryCodec::readPlaceholder);
  }

  @Override
  public void putPlaceholder(Placeholder placeholder) {
    families.touch(placeholder.space().identifier());
    ByteBuffer value = session.value(PLACEHOLDER_BYTES_MAX);
    RepositoryCodec.write(value, placeholder);
    RepositoryCodec.putPlaceholderKey(session.key(), placeholder.event(), placeholder.space());
    session.put(Table.PLACEHOLDER, value.flip());
  }

  @Override
  public boolean removePlaceholder(EventId event, RefSpace space) {
    families.touch(space.identifier());
    RepositoryCodec.putPlaceholderKey(session.key(), event, space);
    return session.delete(Table.PLACEHOLDER);
  }

  @Override
  public void putSubmission(Submission submission) {
    families.touch(submission.family());
    ByteBuffer value = session.value(RepositoryCodec.length(submission));
    RepositoryCodec.write(value, submission);
    RepositoryCodec.putSubmissionKey(session.key(), submission);
    session.put(Table.SUBMISSION, value.flip());
  }

  @Override
  public boolean removeSubmission(Submission submission) {
    families.touch(submission.family());
    RepositoryCodec.putSubmissionKey(session.key(), submission);
    return session.delete(Table.SUBMISSION);
  }

  @Override
  public void putArrived(ArrivedTip arrived) {
    families.touch(arrived.family());
    ByteBuffer value = session.value(RepositoryCodec.ARRIVED_BYTES_MAX);
    RepositoryCodec.write(value, arrived);
    RepositoryCodec.putArrivedKey(session.key(), arrived);
    session.put(Table.ARRIVED, value.flip());
  }

  @Override
  public boolean removeArrived(ArrivedTip arrived) {
    families.touch(arrived.family());
    RepositoryCodec.putArrivedKey(session.key(), arrived);
    return session.delete(Table.ARRIVED);
  }

  @Override
  public PackBytes packBytes(RepoAddress repository) {
    return sums.of(repository);
  }

  @Override
  public void putPack(PackRecord pack) {
    families.touch(pack.family());
    pack(pack.family(), pack.name()).ifPresent(before -> sums.add(before, -1));
    sums.add(pack, 1);
    ByteBuffer value = session.value(RepositoryCodec.length(pack));
    RepositoryCodec.write(value, pack);
    RepositoryCodec.putPackKey(session.key(), pack.family(), pack.name());
    session.put(Table.PACK, value.flip());
  }

  @Override
  public boolean removePack(Identifier family, String name) {
    families.touch(family);
    Optional<PackRecord> known = pack(family, name);
    known.ifPresent(pack -> {
      sums.add(pack, -1);
      RepositoryCodec.putPackKey(session.key(), family, name);
      session.delete(Table.PACK);
    });
    return known.isPresent();
  }

  private Optional<PackRecord> pack(Identifier family, String name) {
    RepositoryCodec.putPackKey(session.key(), family, name);
    return Optional.ofNullable(session.get(Table.PACK)).map(RepositoryCodec::readPack);
  }

  @Override
  public void putLists(String lists) {
    byte[] bytes = lists.getBytes(UTF_8);
    session.key().put(LISTS_KEY.getBytes(UTF_8));
    session.put(Table.META, session.value(bytes.length).put(bytes).flip());
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
    };
  }

  @Override
  public void putUptime(long nanos) {
    session.key().put(UPTIME_KEY.getBytes(UTF_8));
    session.put(Table.META, session.value(Long.BYTES).putLong(nanos).flip());
  }
}
