package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows about repositories, on disk. A short text is its length in bytes (2) and UTF-8; an
 * object id is 20 bytes. Refs: HEAD's branch (short text, empty for none), number of refs (4), each
 * a short text and an id. After the refs of a repository that is hosted may follow what is known of
 * its tags: number (4), each the value of a tag and the id that it leads to. The identifier stands
 * in the value too: a key may hold only its hash.
 */
public final class RepositoryCodec {
  private static final int OID_BYTES = Oid.DIGITS / 2;
  private static final HexFormat HEX = HexFormat.of();

  private RepositoryCodec() {}

  // ---- keys

  public static void putFamily(ByteBuffer key, Identifier family) {
    Keys.putText(key, family.text());
  }

  public static void putRepository(ByteBuffer key, RepoAddress repository) {
    putFamily(key, repository.identifier());
    Keys.putBytes32(key, repository.owner());
  }

  public static void putPlaceholderKey(ByteBuffer key, EventId event, RefSpace space) {
    putRepository(key, space.address());
    Keys.putBytes32(key, event);
    putKind(key, space.kind());
  }

  public static void putWaitHomeKey(ByteBuffer key, Identifier home, EventId held) {
    putFamily(key, home);
    Keys.putBytes32(key, held);
  }

  public static void putSubmissionKey(ByteBuffer key, Submission submission) {
    putRepository(key, submission.space().address());
    Keys.putBytes32(key, submission.event());
  }

  public static void putArrivedKey(ByteBuffer key, ArrivedTip arrived) {
    putRepository(key, new RepoAddress(arrived.signer(), arrived.family()));
    key.put(HEX.parseHex(arrived.tip().hex()));
  }

  public static void putPackKey(ByteBuffer key, Identifier family, String name) {
    putFamily(key, family);
    key.put(name.getBytes(UTF_8));
  }

  /** A key behind all rows of a family. */
  public static void putEndOfFamily(ByteBuffer key, Identifier family) {
    putFamily(key, family);
    for (int i = 0; i < 2 * Bytes32.BYTES / Long.BYTES; i++) {
      key.putLong(-1);
    }
  }

  public static void putOwnerSumKey(ByteBuffer key, PublicKey owner) {
    Keys.putBytes32(key, owner);
  }

  public static void putSumKey(ByteBuffer key, RepoAddress repository) {
    Keys.putBytes32(key, repository.owner());
    putFamily(key, repository.identifier());
  }

  // ---- refs

  public record RefsRow(RepoAddress repository, Refs refs) {}

  public static int length(RefsRow row) {
    int bytes = 64 + Identifier.BYTES_MAX + RefName.BYTES_MAX;
    for (RefName ref : row.refs().values().keySet()) {
      bytes += 2 + 3 * ref.text().length() + OID_BYTES;
    }
    return bytes + 4 + 2 * OID_BYTES * row.refs().peeled().size();
  }

  public static void write(ByteBuffer out, RefsRow row) {
    putAddress(out, row.repository());
    putRefs(out, row.refs());
    SortedMap<Oid, Oid> peeled = row.refs().peeled();
    if (!peeled.isEmpty()) {
      out.putInt(peeled.size());
      peeled.forEach(
          (value, target) -> out.put(HEX.parseHex(value.hex())).put(HEX.parseHex(target.hex())));
    }
  }

  static void putRefs(ByteBuffer out, Refs refs) {
    putShort(out, refs.head().map(RefName::text).orElse(""));
    out.putInt(refs.values().size());
    refs.values()
        .forEach((ref, value) -> {
          putShort(out, ref.text());
          out.put(HEX.parseHex(value.hex()));
        });
  }

  public static RefsRow readRefs(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress repository = address(in);
    return new RefsRow(repository, refs(in).withPeeled(peeled(in)));
  }

  private static SortedMap<Oid, Oid> peeled(ByteBuffer in) {
    SortedMap<Oid, Oid> peeled = new TreeMap<>();
    int count = in.hasRemaining() ? in.getInt() : 0;
    for (int i = 0; i < count; i++) {
      peeled.put(oid(in), oid(in));
    }
    return peeled;
  }

  static Refs refs(ByteBuffer in) {
    String head = shortText(in);
    SortedMap<RefName, Oid> values = new TreeMap<>();
    int count = in.getInt();
    for (int i = 0; i < count; i++) {
      RefName ref = new RefName(shortText(in));
      values.put(ref, oid(in));
    }
    Optional<RefName> branch = head.isEmpty() ? Optional.empty() : Optional.of(new RefName(head));
    return new Refs(values, branch);
  }

  // ---- held events and pushes

  /** Marks of a held event, in one byte. */
  private static final int BELONGS = 1;

  private static final int OF_PEER = 2;

  private static final int SOON = 4;

  /** Marks an unknown time. */
  private static final long NO_TIME = Long.MIN_VALUE;

  public static final int WAITING_BYTES_MAX = 128 + Identifier.BYTES_MAX;

  public static void write(ByteBuffer out, Waiting row) {
    Wait wait = row.until();
    out.put((byte) (wait.lapsed() ? 1 : 0)).putLong(wait.deadlineNanos());
    putShort(out, wait.home().text());
    out.putLong(wait.lapsedSeconds().orElse(NO_TIME));
    Keys.putKind(out, row.kind()).putLong(row.createdAt());
    Keys.putBytes32(out, row.author());
    Waiting.Sender from = row.from();
    int marks =
        (row.belongs() ? BELONGS : 0) | (from.peer() ? OF_PEER : 0) | (wait.soon() ? SOON : 0);
    out.putLong(row.heapBytes()).putInt(row.jsonBytes()).put((byte) marks);
    out.putLong(from.address()).putLong(from.site()).putLong(from.sinceSeconds());
  }

  public static Waiting readWaiting(EventId id, ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    boolean lapsed = in.get() == 1;
    long deadlineNanos = in.getLong();
    Identifier home = new Identifier(shortText(in));
    OptionalLong lapsedSeconds = time(in.getLong());
    int kind = in.getShort() & 0xFFFF;
    long createdAt = in.getLong();
    PublicKey author = publicKey(in);
    long heapBytes = in.getLong();
    int jsonBytes = in.getInt();
    int marks = in.get();
    boolean belongs = (marks & BELONGS) != 0;
    Wait until = new Wait(home, lapsed, deadlineNanos, lapsedSeconds, (marks & SOON) != 0);
    Waiting.Sender from =
        new Waiting.Sender(in.getLong(), in.getLong(), in.getLong(), (marks & OF_PEER) != 0);
    return new Waiting(id, kind, createdAt, author, heapBytes, jsonBytes, belongs, from, until);
  }

  private static OptionalLong time(long stored) {
    return stored == NO_TIME ? OptionalLong.empty() : OptionalLong.of(stored);
  }

  public static void write(ByteBuffer out, Placeholder placeholder) {
    Keys.putBytes32(out, placeholder.event());
    putAddress(out, placeholder.space().address());
    out.put(HEX.parseHex(placeholder.commit().hex()));
    putShort(out, placeholder.shelf());
    putShort(out, placeholder.from());
    out.putLong(placeholder.bytes()).putLong(placeholder.deadlineNanos());
    putKind(out, placeholder.space().kind());
  }

  public static Placeholder readPlaceholder(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    EventId event = eventId(in);
    RepoAddress address = address(in);
    Oid commit = oid(in);
    String shelf = shortText(in);
    String from = shortText(in);
    long bytes = in.getLong();
    long deadlineNanos = in.getLong();
    return new Placeholder(
        event, new RefSpace(kind(in), address), commit, shelf, from, bytes, deadlineNanos);
  }

  // ---- submissions

  public static int length(Submission submission) {
    return 128 + Identifier.BYTES_MAX + Bytes32.BYTES * submission.targets().size();
  }

  public static void write(ByteBuffer out, Submission submission) {
    putAddress(out, submission.space().address());
    Keys.putBytes32(out, submission.event());
    out.put(HEX.parseHex(submission.commit().hex()));
    out.putInt(submission.targets().size());
    submission.targets().forEach(target -> Keys.putBytes32(out, target));
  }

  public static Submission readSubmission(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress place = address(in);
    EventId event = eventId(in);
    Oid commit = oid(in);
    SortedSet<PublicKey> targets = new TreeSet<>();
    int count = in.getInt();
    for (int i = 0; i < count; i++) {
      targets.add(publicKey(in));
    }
    return new Submission(event, place.owner(), place.identifier(), commit, targets);
  }

  // ---- arrived objects

  public static final int ARRIVED_BYTES_MAX = 64 + Identifier.BYTES_MAX + OID_BYTES;

  public static void write(ByteBuffer out, ArrivedTip arrived) {
    putAddress(out, new RepoAddress(arrived.signer(), arrived.family()));
    out.put(HEX.parseHex(arrived.tip().hex()));
  }

  public static ArrivedTip readArrived(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress signed = address(in);
    return new ArrivedTip(signed.identifier(), signed.owner(), oid(in));
  }

  // ---- packs

  public static int length(PackRecord pack) {
    return 2 * Identifier.BYTES_MAX + 128 + pack.shares().size() * (32 + Long.BYTES);
  }

  /** The first share is where the only one was before packs were shared. */
  public static void write(ByteBuffer out, PackRecord pack) {
    putAddress(out, new RepoAddress(pack.shares().firstKey(), pack.family()));
    putShort(out, pack.name());
    out.putLong(pack.shares().firstEntry().getValue());
    pack.shares().entrySet().stream()
        .skip(1)
        .forEach(share -> {
          Keys.putBytes32(out, share.getKey());
          out.putLong(share.getValue());
        });
  }

  public static PackRecord readPack(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress brought = address(in);
    String name = shortText(in);
    SortedMap<PublicKey, Long> shares = new TreeMap<>();
    shares.put(brought.owner(), in.getLong());
    while (in.hasRemaining()) {
      shares.put(publicKey(in), in.getLong());
    }
    return new PackRecord(brought.identifier(), name, shares);
  }

  // ---- sums over packs

  public static final int SUM_BYTES_MAX = Long.BYTES + 2 + Identifier.BYTES_MAX;

  public static void writeSum(ByteBuffer out, long bytes, Identifier family) {
    out.putLong(bytes);
    putShort(out, family.text());
  }

  public static Identifier familyOfSum(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    long _ = in.getLong();
    return new Identifier(shortText(in));
  }

  // ---- lost git data

  public static int length(LostGitData lost) {
    int bytes = 2 + Identifier.BYTES_MAX + Long.BYTES + 2 * Integer.BYTES;
    for (String pack : lost.packs()) {
      bytes += 2 + 3 * pack.length();
    }
    return bytes + OID_BYTES * lost.tips().size();
  }

  public static void write(ByteBuffer out, LostGitData lost) {
    putShort(out, lost.family().text());
    out.putLong(lost.huntedUntilNanos());
    out.putInt(lost.packs().size());
    lost.packs().forEach(pack -> putShort(out, pack));
    out.putInt(lost.tips().size());
    lost.tips().forEach(tip -> out.put(HEX.parseHex(tip.hex())));
  }

  public static LostGitData readLost(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    Identifier family = new Identifier(shortText(in));
    long huntedUntilNanos = in.getLong();
    SortedSet<String> packs = new TreeSet<>();
    for (int left = in.getInt(); left > 0; left--) {
      packs.add(shortText(in));
    }
    SortedSet<Oid> tips = new TreeSet<>();
    for (int left = in.getInt(); left > 0; left--) {
      tips.add(oid(in));
    }
    return new LostGitData(family, packs, tips, huntedUntilNanos);
  }

  // ---- parts

  /** Repositories have no mark: they were there before submissions. */
  private static void putKind(ByteBuffer out, RefSpace.Kind kind) {
    if (kind == RefSpace.Kind.SUBMISSIONS) {
      out.put((byte) 1);
    }
  }

  private static RefSpace.Kind kind(ByteBuffer in) {
    return in.hasRemaining() ? RefSpace.Kind.SUBMISSIONS : RefSpace.Kind.REPOSITORY;
  }

  static void putAddress(ByteBuffer out, RepoAddress repository) {
    Keys.putBytes32(out, repository.owner());
    putShort(out, repository.identifier().text());
  }

  static RepoAddress address(ByteBuffer in) {
    return new RepoAddress(publicKey(in), new Identifier(shortText(in)));
  }

  private static PublicKey publicKey(ByteBuffer in) {
    PublicKey key = Keys.publicKey(in, in.position());
    in.position(in.position() + Bytes32.BYTES);
    return key;
  }

  private static EventId eventId(ByteBuffer in) {
    EventId id = Keys.eventId(in, in.position());
    in.position(in.position() + Bytes32.BYTES);
    return id;
  }

  static void putShort(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    out.putShort((short) bytes.length).put(bytes);
  }

  static String shortText(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return new String(bytes, UTF_8);
  }

  private static Oid oid(ByteBuffer in) {
    byte[] bytes = new byte[OID_BYTES];
    in.get(bytes);
    return new Oid(HEX.formatHex(bytes));
  }
}
