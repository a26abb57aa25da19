package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.row.Life;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.IndexKeys;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a whole store. Every event must have exactly its rows in every table, and no table may
 * have other rows. Changes nothing; the store must not be open elsewhere in this process.
 */
public final class StoreChecker {
  private static final int PROBLEMS_TOLD_MAX = 100;

  private static final List<Table> INDEXES =
      List.of(
          Table.ID,
          Table.TIME,
          Table.KIND,
          Table.AUTHOR,
          Table.AUTHOR_KIND,
          Table.TAG,
          Table.ADDRESS,
          Table.EXPIRY,
          Table.HELD,
          Table.ASIDE,
          Table.PARTICIPANT,
          Table.HOST);

  private final ReadSession session;
  private final DormantRowsCheck dormant;
  private final Map<Table, Long> rowsExpected = new EnumMap<>(Table.class);
  private final List<String> problems = new ArrayList<>();
  private long problemCount;
  private long served;
  private long held;
  private long lastSeq;

  private StoreChecker(ReadSession session) {
    this.session = session;
    this.dormant = new DormantRowsCheck(session, this::problem);
  }

  public static StoreReport check(Path directory) {
    return check(Tables.openReadOnly(directory, StoreSettings.withReserve(0)));
  }

  /** Checks a copy that nobody writes to, without creating files. */
  public static StoreReport checkSnapshot(Path directory) {
    return check(Tables.openSnapshot(directory, StoreSettings.withReserve(0)));
  }

  private static StoreReport check(Tables opened) {
    try (Tables tables = opened) {
      ReadSessions sessions = new ReadSessions(tables, 1);
      StoreReport report;
      try (ReadSession session = sessions.open()) {
        report = new StoreChecker(session).run();
      }
      sessions.close();
      return report;
    }
  }

  /** Checks the directory of the first argument; exits with 1 if there are problems. */
  public static void main(String[] args) {
    if (args.length != 1) {
      System.err.println("usage: StoreChecker <directory of the store>");
      System.exit(2);
    }
    StoreReport report = check(Path.of(args[0]));
    System.out.printf(
        "%d served, %d held, last number %d, %d problems%n",
        report.servedEvents(), report.heldEvents(), report.lastSeq(), report.problemCount());
    report.problems().forEach(System.out::println);
    System.exit(report.isSound() ? 0 : 1);
  }

  private StoreReport run() {
    forEachRow(Table.EVENTS, this::event);
    compareCounts();
    forEachRow(Table.ADDRESS, new OneVersion()::row);
    forEachRow(Table.LOG, this::logRecord);
    forEachRow(Table.FAMILY_LOG, this::familyRecord);
    forEachRow(Table.GONE, this::goneId);
    forEachRow(Table.VANISHING, this::vanishing);
    forEachRow(Table.ARRIVAL, this::arrival);
    new RepositoryRowsCheck(session, this::problem).run();
    new UnwantedRowsCheck(session, this::problem).run();
    new EndedRowsCheck(session, this::problem).run();
    new StrangerRowsCheck(session, this::problem).run();
    new RoleRowsCheck(session, this::problem).run();
    new BanRowsCheck(session, this::problem).run();
    new HookRowsCheck(session, this::problem).run();
    dormant.run();
    return new StoreReport(served, held, lastSeq, session.has(Table.REFS), problemCount, problems);
  }

  private interface RowCheck {
    void row(ByteBuffer key, ByteBuffer value);
  }

  private void forEachRow(Table table, RowCheck check) {
    boolean found = session.first(table);
    while (found) {
      check.row(session.foundKey(table), session.foundValue(table));
      found = session.next(table);
    }
  }

  private void problem(String text) {
    problemCount++;
    if (problems.size() < PROBLEMS_TOLD_MAX) {
      problems.add(text);
    }
  }

  private void event(ByteBuffer key, ByteBuffer value) {
    long seq = key.getLong(0);
    lastSeq = Math.max(lastSeq, seq);
    EventRecord record = new EventRecord(value);
    try {
      event(seq, record, record.life(), record.event());
    } catch (IllegalStateException e) {
      problem("event " + seq + " cannot be read: " + e.getMessage());
    }
  }

  private void event(long seq, EventRecord record, Life life, Event event) {
    if (!isHeaderOf(record, event)) {
      problem("event " + seq + ": what stands before the text does not fit to it");
    }
    served += life.isServed() ? 1 : 0;
    held += life.isServed() || !life.isHere() ? 0 : 1;
    if (life == Life.DORMANT) {
      dormant.found(event);
    }
    new Rows(seq, event, record).check();
  }

  private static boolean isHeaderOf(EventRecord record, Event event) {
    long expiration = event.expiration().orElse(EventRecord.NEVER);
    boolean dueFits =
        record.life() == Life.DORMANT ? record.due() <= expiration : record.due() == expiration;
    return record.id().equals(event.id())
        && record.author().equals(event.author())
        && record.kind() == event.kind()
        && record.createdAt() == event.createdAt()
        && dueFits
        && Arrays.equals(record.json(), event.json());
  }

  private record TableKey(Table table, ByteBuffer key) {}

  private final class Rows {
    private final long seq;
    private final Event event;
    private final Life life;
    private final long expiration;
    private final long due;
    private final ByteBuffer key = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);
    private final Set<TableKey> seen = new HashSet<>();

    Rows(long seq, Event event, EventRecord record) {
      this.seq = seq;
      this.event = event;
      this.life = record.life();
      this.due = record.due();
      this.expiration = event.expiration().orElse(EventRecord.NEVER);
    }

    void check() {
      Keys.putBytes32(key.clear(), event.id());
      ByteBuffer entry = ByteBuffer.allocate(32);
      new IdEntry(life, event.createdAt(), seq, expiration).write(entry);
      expect(Table.ID, entry.flip());
      ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);
      Row.writeValue(value, seq, expiration);
      value.flip();
      IndexKeys.forEach(event, life, key::clear, table -> expectOnce(table, value));
      if (due != EventRecord.NEVER) {
        key.clear().putLong(due).putLong(seq);
        expect(Table.EXPIRY, ByteBuffer.allocate(0));
      }
    }

    @Override
    public String toString() {
      return "event " + seq + " (" + event.id() + ")";
    }

    private void expectOnce(Table table, ByteBuffer value) {
      byte[] copy = Arrays.copyOf(key.array(), key.position());
      if (seen.add(new TableKey(table, ByteBuffer.wrap(copy)))) {
        expect(table, value);
      }
    }

    private void expect(Table table, ByteBuffer value) {
      rowsExpected.merge(table, 1L, Long::sum);
      key.flip();
      session.key().put(key.duplicate());
      ByteBuffer found = session.get(table);
      if (found == null) {
        problem(this + " is missing from table " + table);
      } else if (!found.equals(value)) {
        problem(this + ": wrong value in table " + table);
      }
    }
  }

  private void compareCounts() {
    for (Table table : INDEXES) {
      long expected = rowsExpected.getOrDefault(table, 0L);
      long actual = session.entries(table);
      if (actual != expected) {
        problem("table %s has %d rows, not %d".formatted(table, actual, expected));
      }
    }
  }

  private final class OneVersion {
    private ByteBuffer previous = ByteBuffer.allocate(0);

    void row(ByteBuffer key, ByteBuffer value) {
      int prefixBytes = key.limit() - Keys.SUFFIX_BYTES;
      boolean isVersion = key.get(prefixBytes - 1) == 0;
      ByteBuffer prefix = ByteBuffer.allocate(prefixBytes).put(0, key, 0, prefixBytes);
      if (isVersion && prefix.equals(previous)) {
        problem("event " + value.getLong(0) + " is a second version of its address");
      }
      previous = prefix;
    }
  }

  private void logRecord(ByteBuffer key, ByteBuffer value) {
    long seq = key.getLong(0);
    lastSeq = Math.max(lastSeq, seq);
    if (session.event(seq) != null) {
      problem("number " + seq + " is an event and a removal");
    }
    try {
      OtherRecord.read(seq, value);
    } catch (RuntimeException e) {
      problem("log record " + seq + " cannot be read: " + e.getMessage());
    }
  }

  private void familyRecord(ByteBuffer key, ByteBuffer value) {
    long seq = key.getLong(0);
    lastSeq = Math.max(lastSeq, seq);
    if (session.event(seq) != null) {
      problem("number " + seq + " is an event and the change of a family");
    }
  }

  private void goneId(ByteBuffer key, ByteBuffer value) {
    if (key.limit() != Bytes32.BYTES || session.find(Keys.eventId(key, 0)) != null) {
      problem("event " + Keys.eventId(key, 0) + " is gone and here");
    }
  }

  private void arrival(ByteBuffer key, ByteBuffer value) {
    if (key.getLong(0) > lastSeq) {
      problem("events came at number " + key.getLong(0) + ", which was not given yet");
    }
  }

  private void vanishing(ByteBuffer key, ByteBuffer value) {
    session.key().put(key.duplicate());
    if (session.get(Table.VANISHED) == null) {
      problem("author " + Keys.publicKey(key, 0) + " vanishes without a request");
    }
  }
}
