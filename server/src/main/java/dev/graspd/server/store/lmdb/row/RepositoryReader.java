package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the rows about repositories; each call sees one commit. */
public record RepositoryReader(ReadSessions sessions, EndedStore ended) implements RepositoryStore {
  @Override
  public long version(Identifier family) {
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      ByteBuffer stored = session.get(Table.FAMILY);
      return stored == null ? 0 : stored.getLong(0);
    }
  }

  @Override
  public SortedMap<PublicKey, Refs> refs(Identifier family) {
    SortedMap<PublicKey, Refs> found = new TreeMap<>();
    ofFamily(Table.REFS, family, RepositoryCodec::readRefs, row -> row.repository().identifier())
        .forEach(row -> found.put(row.repository().owner(), row.refs()));
    return found;
  }

  @Override
  public long countRefs() {
    return count(Table.REFS);
  }

  @Override
  public List<Submission> submissions(Identifier family) {
    return ofFamily(Table.SUBMISSION, family, RepositoryCodec::readSubmission, Submission::family);
  }

  @Override
  public long countSubmissions() {
    return count(Table.SUBMISSION);
  }

  @Override
  public List<ArrivedTip> arrived(Identifier family) {
    return ofFamily(Table.ARRIVED, family, RepositoryCodec::readArrived, ArrivedTip::family);
  }

  @Override
  public Optional<Event> held(EventId id) {
    try (ReadSession session = sessions.open()) {
      IdEntry entry = session.find(id);
      EventRecord record =
          entry == null || entry.life().isServed() || !entry.life().isHere()
              ? null
              : session.event(entry.seq());
      return record == null ? Optional.empty() : Optional.of(record.event());
    }
  }

  @Override
  public List<Waiting> waiting() {
    return waiting(Optional.empty(), Integer.MAX_VALUE);
  }

  @Override
  public List<Waiting> waiting(Optional<EventId> after, int max) {
    List<Waiting> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      after.ifPresent(last -> Keys.putBytes32(session.key(), last));
      boolean more = after.isPresent() ? session.seek(Table.WAIT, this) : session.first(Table.WAIT);
      while (more && found.size() < max) {
        EventId id = Keys.eventId(session.foundKey(Table.WAIT), 0);
        if (!after.equals(Optional.of(id))) {
          found.add(RepositoryCodec.readWaiting(id, session.foundValue(Table.WAIT)));
        }
        more = session.next(Table.WAIT);
      }
    }
    return found;
  }

  @Override
  public List<Waiting> waiting(Identifier family) {
    List<Waiting> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.WAIT_HOME, this);
      while (more) {
        ByteBuffer key = session.foundKey(Table.WAIT_HOME);
        EventId id = Keys.eventId(key, key.limit() - Bytes32.BYTES);
        Keys.putBytes32(session.key(), id);
        ByteBuffer row = session.get(Table.WAIT);
        if (row == null) {
          throw new IllegalStateException("the store is damaged: no wait of event " + id);
        }
        Waiting waiting = RepositoryCodec.readWaiting(id, row);
        if (!waiting.until().home().equals(family)) {
          return found;
        }
        found.add(waiting);
        more = session.next(Table.WAIT_HOME);
      }
    }
    return found;
  }

  @Override
  public List<Placeholder> placeholders(Identifier family) {
    return ofFamily(
        Table.PLACEHOLDER,
        family,
        RepositoryCodec::readPlaceholder,
        one -> one.space().identifier());
  }

  @Override
  public List<Placeholder> placeholders() {
    return all(Table.PLACEHOLDER, RepositoryCodec::readPlaceholder);
  }

  @Override
  public List<PackRecord> packs(Identifier family) {
    return ofFamily(Table.PACK, family, RepositoryCodec::readPack, PackRecord::family);
  }

  @Override
  public long countPacks() {
    return count(Table.PACK);
  }

  @Override
  public Optional<LostGitData> lost(Identifier family) {
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      ByteBuffer stored = session.get(Table.LOST);
      return stored == null ? Optional.empty() : Optional.of(RepositoryCodec.readLost(stored));
    }
  }

  @Override
  public long countLost() {
    return count(Table.LOST);
  }

  @Override
  public PackBytes packBytes(RepoAddress repository) {
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putSumKey(session.key(), repository);
      long ofRepository = number(session.get(Table.PACK_SUM));
      RepositoryCodec.putOwnerSumKey(session.key(), repository.owner());
      return new PackBytes(ofRepository, number(session.get(Table.PACK_SUM)));
    }
  }

  private static long number(@Nullable ByteBuffer stored) {
    return stored == null ? 0 : stored.getLong(0);
  }

  @Override
  public List<Identifier> families(Rows rows, Optional<Identifier> after, int max) {
    return switch (rows) {
      case REFS ->
          families(
              Table.REFS,
              after,
              max,
              row -> RepositoryCodec.readRefs(row).repository().identifier());
      case SUBMISSIONS ->
          families(
              Table.SUBMISSION, after, max, row -> RepositoryCodec.readSubmission(row).family());
      case ARRIVED ->
          families(Table.ARRIVED, after, max, row -> RepositoryCodec.readArrived(row).family());
      case PACKS -> families(Table.PACK, after, max, row -> RepositoryCodec.readPack(row).family());
      case LOST -> families(Table.LOST, after, max, row -> RepositoryCodec.readLost(row).family());
    };
  }

  private List<Identifier> families(
      Table table, Optional<Identifier> after, int max, Function<ByteBuffer, Identifier> read) {
    List<Identifier> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      boolean more =
          after.map(last -> goPast(session, table, last)).orElseGet(() -> session.first(table));
      while (more && found.size() < max) {
        Identifier family = read.apply(session.foundValue(table));
        found.add(family);
        more = goPast(session, table, family);
      }
    }
    return found;
  }

  private boolean goPast(ReadSession session, Table table, Identifier family) {
    RepositoryCodec.putEndOfFamily(session.key(), family);
    return session.seek(table, this);
  }

  @Override
  public List<LogRecord.FamilyChanged> changedFamilies(long afterSeq, int max) {
    List<LogRecord.FamilyChanged> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      session.key().putLong(afterSeq + 1);
      boolean more = session.seek(Table.FAMILY_LOG, this);
      while (more && found.size() < max) {
        long seq = session.foundKey(Table.FAMILY_LOG).getLong(0);
        found.add(LmdbFamilyRows.read(seq, session.foundValue(Table.FAMILY_LOG)));
        more = session.next(Table.FAMILY_LOG);
      }
    }
    return found;
  }

  @Override
  public boolean takesPart(PublicKey key) {
    try (ReadSession session = sessions.open()) {
      Keys.putBytes32(session.key(), key);
      return session.seek(Table.PARTICIPANT, this)
          && Keys.publicKey(session.foundKey(Table.PARTICIPANT), 0).equals(key);
    }
  }

  @Override
  public SortedSet<Identifier> namedIn(PublicKey key, int max) {
    SortedSet<Identifier> found = new TreeSet<>();
    try (ReadSession session = sessions.open()) {
      Keys.putBytes32(session.key(), key);
      boolean more = session.seek(Table.PARTICIPANT, this);
      for (int i = 0; i < max && more; i++) {
        if (!Keys.publicKey(session.foundKey(Table.PARTICIPANT), 0).equals(key)) {
          return found;
        }
        EventRecord record = session.event(session.foundValue(Table.PARTICIPANT).getLong(0));
        Optional.ofNullable(record)
            .flatMap(one -> Identifier.ofRepositoryEvent(one.event()))
            .ifPresent(found::add);
        more = session.next(Table.PARTICIPANT);
      }
    }
    return found;
  }

  @Override
  public List<NamedHost> namedHosts(Optional<NamedHost> after, int max) {
    List<NamedHost> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      ByteBuffer key = session.key();
      after.ifPresent(
          row -> Keys.putSuffix(Keys.putHost(key, row.host()), row.createdAt(), row.id()));
      boolean more = after.isPresent() ? session.seek(Table.HOST, this) : session.first(Table.HOST);
      while (more && found.size() < max) {
        NamedHost row = namedHost(session.foundKey(Table.HOST));
        if (!after.equals(Optional.of(row))) {
          found.add(row);
        }
        more = session.next(Table.HOST);
      }
    }
    return found;
  }

  private static NamedHost namedHost(ByteBuffer key) {
    int suffix = key.limit() - Keys.SUFFIX_BYTES;
    return new NamedHost(
        Keys.host(key), Keys.invert(key.getLong(suffix)), Keys.eventId(key, suffix + Long.BYTES));
  }

  @Override
  public Optional<String> lists() {
    return text(LmdbRepositoryRows.LISTS_KEY);
  }

  @Override
  public Optional<Settled> settled() {
    try (ReadSession session = sessions.open()) {
      session.key().put(LmdbRepositoryRows.SETTLED_KEY.getBytes(UTF_8));
      return Optional.ofNullable(session.get(Table.META))
          .map(row -> new Settled(row.getLong(), UTF_8.decode(row).toString()));
    }
  }

  @Override
  public Optional<String> identity(Identity what) {
    return text(LmdbRepositoryRows.keyOf(what));
  }

  private Optional<String> text(String key) {
    try (ReadSession session = sessions.open()) {
      session.key().put(key.getBytes(UTF_8));
      ByteBuffer stored = session.get(Table.META);
      return stored == null ? Optional.empty() : Optional.of(UTF_8.decode(stored).toString());
    }
  }

  @Override
  public long uptimeNanos() {
    try (ReadSession session = sessions.open()) {
      session.key().put(LmdbRepositoryRows.UPTIME_KEY.getBytes(UTF_8));
      ByteBuffer stored = session.get(Table.META);
      return stored == null ? 0 : stored.getLong(0);
    }
  }

  private long count(Table table) {
    try (ReadSession session = sessions.open()) {
      return session.entries(table);
    }
  }

  private <T> List<T> all(Table table, Function<ByteBuffer, T> read) {
    try (ReadSession session = sessions.open()) {
      return session.all(table, read);
    }
  }

  private <T> List<T> ofFamily(
      Table table, Identifier family, Function<ByteBuffer, T> read, Function<T, Identifier> of) {
    try (ReadSession session = sessions.open()) {
      return session.ofFamily(table, family, read, of);
    }
  }
}
