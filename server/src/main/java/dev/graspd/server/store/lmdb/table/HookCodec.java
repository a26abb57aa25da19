package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Delivery.Progress;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.hook.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows about webhooks, on disk. An optional field is 0 or 1 (1), and then the field if it is
 * there.
 *
 * <p>A hook: id (8), since which number in the log (8), when (8), dropped deliveries (8), whether
 * any address is allowed (1), number of topics (1) and their names, URL, secret, repositories and
 * who added it, all as short texts.
 *
 * <p>A delivery: hook (8), number (8), phase and topic as short texts, since (8), attempts (4), due
 * (8), status (4), took (8), note and token as short texts, and what may be missing: repository,
 * event (32), stranger (32), move.
 *
 * <p>A move of refs: repository, HEAD before and after as short texts, number of changes (2), each
 * the ref as short text and the ids before and after as hex in short texts, empty for none; how
 * many more there are (4).
 */
public final class HookCodec {
  /** Of the row about all hooks in {@link Table#META}. */
  public static final byte[] MARKS_KEY = "hooks".getBytes(US_ASCII);

  public static final int MARKS_BYTES = 4 * Long.BYTES;

  private static final int FIXED_BYTES = 512;
  private static final int UTF8_MAX = 3;

  private HookCodec() {}

  // ---- all hooks

  public static void write(ByteBuffer out, HookMarks marks) {
    out.putLong(marks.newestHook()).putLong(marks.newestDelivery());
    out.putLong(marks.position()).putLong(marks.version());
  }

  public static HookMarks readMarks(ByteBuffer stored) {
    return new HookMarks(
        stored.getLong(0), stored.getLong(8), stored.getLong(16), stored.getLong(24));
  }

  // ---- a hook

  public static int length(Hook hook) {
    return FIXED_BYTES
        + UTF8_MAX
            * (hook.url().length()
                + hook.secret().text().length()
                + hook.by().length()
                + hook.repositories().map(RepositoryPattern::toString).orElse("").length());
  }

  public static void write(ByteBuffer out, Hook hook) {
    out.putLong(hook.id()).putLong(hook.sinceSeq()).putLong(hook.atSeconds());
    out.putLong(hook.dropped()).put((byte) (hook.anyAddress() ? 1 : 0));
    out.put((byte) hook.topics().size());
    hook.topics().forEach(topic -> RepositoryCodec.putShort(out, topic.name()));
    RepositoryCodec.putShort(out, hook.url());
    RepositoryCodec.putShort(out, hook.secret().text());
    RepositoryCodec.putShort(out, hook.repositories().map(RepositoryPattern::toString).orElse(""));
    RepositoryCodec.putShort(out, hook.by());
  }

  public static Hook readHook(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    long id = in.getLong();
    long since = in.getLong();
    long at = in.getLong();
    long dropped = in.getLong();
    boolean anyAddress = in.get() == 1;
    SortedSet<Topic> topics = new TreeSet<>();
    int count = in.get();
    for (int i = 0; i < count; i++) {
      topics.add(Topic.valueOf(RepositoryCodec.shortText(in)));
    }
    String url = RepositoryCodec.shortText(in);
    HookSecret secret = new HookSecret(RepositoryCodec.shortText(in));
    Optional<RepositoryPattern> repositories =
        RepositoryPattern.parse(RepositoryCodec.shortText(in));
    String by = RepositoryCodec.shortText(in);
    return new Hook(id, url, secret, topics, repositories, anyAddress, by, at, since, dropped);
  }

  // ---- a delivery

  public static int length(Delivery delivery) {
    return FIXED_BYTES + delivery.bytes() + UTF8_MAX * delivery.token().length();
  }

  public static void write(ByteBuffer out, Delivery delivery) {
    Progress progress = delivery.progress();
    out.putLong(delivery.hook()).putLong(delivery.number());
    RepositoryCodec.putShort(out, progress.phase().name());
    RepositoryCodec.putShort(out, delivery.topic().name());
    out.putLong(progress.sinceMillis()).putInt(progress.attempts()).putLong(progress.dueMillis());
    out.putInt(progress.status()).putLong(progress.tookMillis());
    RepositoryCodec.putShort(out, progress.note());
    RepositoryCodec.putShort(out, delivery.token());
    put(out, delivery.repository(), one -> RepositoryCodec.putAddress(out, one));
    put(out, delivery.event(), one -> Keys.putBytes32(out, one));
    put(out, delivery.stranger(), one -> Keys.putBytes32(out, one));
    put(out, delivery.move(), one -> write(out, one));
  }

  public static Delivery readDelivery(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    long hook = in.getLong();
    long number = in.getLong();
    Phase phase = Phase.valueOf(RepositoryCodec.shortText(in));
    Topic topic = Topic.valueOf(RepositoryCodec.shortText(in));
    long since = in.getLong();
    int attempts = in.getInt();
    long due = in.getLong();
    int status = in.getInt();
    long took = in.getLong();
    Progress progress =
        new Progress(phase, since, attempts, due, status, took, RepositoryCodec.shortText(in));
    String token = RepositoryCodec.shortText(in);
    Optional<RepoAddress> repository = get(in, RepositoryCodec::address);
    Optional<EventId> event = get(in, HookCodec::eventId);
    Optional<PublicKey> stranger = get(in, HookCodec::publicKey);
    Optional<RefsMove> move = get(in, HookCodec::move);
    return new Delivery(hook, number, token, topic, repository, event, stranger, move, progress);
  }

  // ---- a move of refs

  public static int length(RefsMove move) {
    return FIXED_BYTES + move.bytes();
  }

  public static void write(ByteBuffer out, RefsMove move) {
    RepositoryCodec.putAddress(out, move.repository());
    RepositoryCodec.putShort(out, move.headBefore().map(RefName::text).orElse(""));
    RepositoryCodec.putShort(out, move.headAfter().map(RefName::text).orElse(""));
    out.putShort((short) move.changes().size());
    for (RefsMove.Change change : move.changes()) {
      RepositoryCodec.putShort(out, change.ref().text());
      RepositoryCodec.putShort(out, change.before().map(Oid::hex).orElse(""));
      RepositoryCodec.putShort(out, change.after().map(Oid::hex).orElse(""));
    }
    out.putInt(move.more());
  }

  public static RefsMove readMove(ByteBuffer stored) {
    return move(stored.duplicate());
  }

  private static RefsMove move(ByteBuffer in) {
    RepoAddress repository = RepositoryCodec.address(in);
    Optional<RefName> before = ref(in);
    Optional<RefName> after = ref(in);
    List<RefsMove.Change> changes = new ArrayList<>();
    int count = in.getShort();
    for (int i = 0; i < count; i++) {
      RefName name = new RefName(RepositoryCodec.shortText(in));
      Optional<Oid> old = Oid.parse(RepositoryCodec.shortText(in));
      changes.add(new RefsMove.Change(name, old, Oid.parse(RepositoryCodec.shortText(in))));
    }
    return new RefsMove(repository, before, after, changes, in.getInt());
  }

  private static Optional<RefName> ref(ByteBuffer in) {
    return Optional.of(RepositoryCodec.shortText(in))
        .filter(text -> !text.isEmpty())
        .map(RefName::new);
  }

  // ---- parts

  private static <T> void put(ByteBuffer out, Optional<T> value, Consumer<T> write) {
    out.put((byte) (value.isPresent() ? 1 : 0));
    value.ifPresent(write);
  }

  private static <T> Optional<T> get(ByteBuffer in, Function<ByteBuffer, T> read) {
    return in.get() == 0 ? Optional.empty() : Optional.of(read.apply(in));
  }

  private static EventId eventId(ByteBuffer in) {
    int at = in.position();
    in.position(at + Bytes32.BYTES);
    return Keys.eventId(in, at);
  }

  private static PublicKey publicKey(ByteBuffer in) {
    int at = in.position();
    in.position(at + Bytes32.BYTES);
    return Keys.publicKey(in, at);
  }
}
