package dev.graspd.server.store.lmdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.store.lmdb.RepositoryCodec.RefsRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads the rows about repositories; each call sees one commit. */
final class RepositoryReader {
  private final ReadSessions sessions;

  RepositoryReader(ReadSessions sessions) {
    this.sessions = sessions;
  }

  SortedMap<PublicKey, Refs> refs(Identifier family) {
    SortedMap<PublicKey, Refs> found = new TreeMap<>();
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.REFS, this);
      while (more) {
        RefsRow row = RepositoryCodec.readRefs(session.foundValue(Table.REFS));
        if (!row.repository().identifier().equals(family)) {
          break;
        }
        found.put(row.repository().owner(), row.refs());
        more = session.next(Table.REFS);
      }
    }
    return found;
  }

  SortedMap<RepoAddress, Refs> allRefs() {
    SortedMap<RepoAddress, Refs> found = new TreeMap<>();
    for (RefsRow row : all(Table.REFS, RepositoryCodec::readRefs)) {
      found.put(row.repository(), row.refs());
    }
    return found;
  }

  long countRefs() {
    try (ReadSession session = sessions.open()) {
      return session.has(Table.REFS) ? session.entries(Table.REFS) : 0;
    }
  }

  List<Submission> submissions(Identifier family) {
    List<Submission> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.SUBMISSION, this);
      while (more) {
        Submission row = RepositoryCodec.readSubmission(session.foundValue(Table.SUBMISSION));
        if (!row.family().equals(family)) {
          break;
        }
        found.add(row);
        more = session.next(Table.SUBMISSION);
      }
    }
    return found;
  }

  List<Submission> allSubmissions() {
    return all(Table.SUBMISSION, RepositoryCodec::readSubmission);
  }

  long countSubmissions() {
    try (ReadSession session = sessions.open()) {
      return session.has(Table.SUBMISSION) ? session.entries(Table.SUBMISSION) : 0;
    }
  }

  List<ArrivedTip> arrived(Identifier family) {
    List<ArrivedTip> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.ARRIVED, this);
      while (more) {
        ArrivedTip row = RepositoryCodec.readArrived(session.foundValue(Table.ARRIVED));
        if (!row.family().equals(family)) {
          break;
        }
        found.add(row);
        more = session.next(Table.ARRIVED);
      }
    }
    return found;
  }

  List<ArrivedTip> allArrived() {
    return all(Table.ARRIVED, RepositoryCodec::readArrived);
  }

  Optional<Event> held(EventId id) {
    try (ReadSession session = sessions.open()) {
      IdEntry entry = session.find(id);
      EventRecord record =
          entry == null || entry.life().isServed() || !entry.life().isHere()
              ? null
              : session.event(entry.seq());
      return record == null ? Optional.empty() : Optional.of(record.event());
    }
  }

  List<Waiting> waiting() {
    List<Waiting> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      boolean more = session.has(Table.WAIT) && session.first(Table.WAIT);
      while (more) {
        EventId id = Keys.eventId(session.foundKey(Table.WAIT), 0);
        found.add(RepositoryCodec.readWaiting(id, session.foundValue(Table.WAIT)));
        more = session.next(Table.WAIT);
      }
    }
    return found;
  }

  List<Placeholder> placeholders() {
    return all(Table.PLACEHOLDER, RepositoryCodec::readPlaceholder);
  }

  List<PackRecord> packs() {
    return all(Table.PACK, RepositoryCodec::readPack);
  }

  List<PackRecord> packs(Identifier family) {
    List<PackRecord> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      RepositoryCodec.putFamily(session.key(), family);
      boolean more = session.seek(Table.PACK, this);
      while (more) {
        PackRecord row = RepositoryCodec.readPack(session.foundValue(Table.PACK));
        if (!row.family().equals(family)) {
          break;
        }
        found.add(row);
        more = session.next(Table.PACK);
      }
    }
    return found;
  }

  Optional<String> lists() {
    return text(RepositoryRows.LISTS_KEY);
  }

  Optional<String> identity(Identity what) {
    return text(RepositoryRows.keyOf(what));
  }

  private Optional<String> text(String key) {
    try (ReadSession session = sessions.open()) {
      session.key().put(key.getBytes(UTF_8));
      ByteBuffer stored = session.get(Table.META);
      return stored == null ? Optional.empty() : Optional.of(UTF_8.decode(stored).toString());
    }
  }

  long uptimeNanos() {
    try (ReadSession session = sessions.open()) {
      session.key().put(RepositoryRows.UPTIME_KEY.getBytes(UTF_8));
      ByteBuffer stored = session.get(Table.META);
      return stored == null ? 0 : stored.getLong(0);
    }
  }

  private <T> List<T> all(Table table, Function<ByteBuffer, T> read) {
    List<T> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      boolean more = session.has(table) && session.first(table);
      while (more) {
        found.add(read.apply(session.foundValue(table)));
        more = session.next(table);
      }
    }
    return found;
  }
}
