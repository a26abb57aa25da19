package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.core.store.row.BanRows;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * The rows about bans, on disk. The key of a ban is a code (1) and an event id (32), a key (32), or
 * an identifier as text and its owner (32). Its value: number (8), phase (1), when (8), until (8,
 * or the greatest number), the code again (1) with an event id, a key, or an owner and an
 * identifier as short text, the reason and who ordered it as short texts.
 */
public final class BanCodec {
  private static final int EVENT = 1;
  private static final int KEY = 2;
  private static final int REPOSITORY = 3;
  private static final long NO_END = Long.MAX_VALUE;
  private static final int FIXED_BYTES = 64;
  private static final int UTF8_MAX = 3;

  private BanCodec() {}

  public static void putKey(ByteBuffer key, Banned what) {
    switch (what) {
      case Banned.OfEvent(var id) -> Keys.putBytes32(key.put((byte) EVENT), id);
      case Banned.OfKey(var one) -> Keys.putBytes32(key.put((byte) KEY), one);
      case Banned.OfRepository(var address) ->
          RepositoryCodec.putRepository(key.put((byte) REPOSITORY), address);
    }
  }

  /** Events of one ban sort in the order in which they come back. */
  public static void putAsideKey(ByteBuffer key, long ban, Event event) {
    key.putLong(ban).put((byte) BanRows.rankOf(event)).putLong(event.createdAt());
    Keys.putBytes32(key, event.id());
  }

  public static int length(Ban ban) {
    int name =
        ban.what() instanceof Banned.OfRepository(var one) ? one.identifier().text().length() : 0;
    return FIXED_BYTES
        + Bytes32.BYTES
        + UTF8_MAX * (name + ban.reason().length() + ban.by().length());
  }

  public static void write(ByteBuffer out, Ban ban) {
    out.putLong(ban.number()).put((byte) ban.phase().code());
    out.putLong(ban.atSeconds()).putLong(ban.untilSeconds().orElse(NO_END));
    switch (ban.what()) {
      case Banned.OfEvent(var id) -> Keys.putBytes32(out.put((byte) EVENT), id);
      case Banned.OfKey(var key) -> Keys.putBytes32(out.put((byte) KEY), key);
      case Banned.OfRepository(var address) ->
          RepositoryCodec.putAddress(out.put((byte) REPOSITORY), address);
    }
    RepositoryCodec.putShort(out, ban.reason());
    RepositoryCodec.putShort(out, ban.by());
  }

  public static Ban read(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    long number = in.getLong();
    Ban.Phase phase = Ban.Phase.ofCode(in.get());
    long at = in.getLong();
    long until = in.getLong();
    Banned what = what(in);
    return new Ban(
        number,
        what,
        phase,
        RepositoryCodec.shortText(in),
        RepositoryCodec.shortText(in),
        at,
        until == NO_END ? OptionalLong.empty() : OptionalLong.of(until));
  }

  private static Banned what(ByteBuffer in) {
    int code = in.get();
    if (code == REPOSITORY) {
      RepoAddress address = RepositoryCodec.address(in);
      return new Banned.OfRepository(address);
    }
    int at = in.position();
    in.position(at + Bytes32.BYTES);
    return switch (code) {
      case EVENT -> new Banned.OfEvent(Keys.eventId(in, at));
      case KEY -> new Banned.OfKey(Keys.publicKey(in, at));
      default -> throw new IllegalStateException("no kind of ban: " + code);
    };
  }

  public static int length(AuditEntry entry) {
    Order order = entry.order();
    return FIXED_BYTES
        + UTF8_MAX
            * (order.actor().length()
                + order.door().length()
                + order.reason().length()
                + entry.action().length()
                + entry.subject().length()
                + entry.result().length());
  }

  /** When (8), then as short texts: who, door, reason, action, subject, result. */
  public static void write(ByteBuffer out, AuditEntry entry) {
    Order order = entry.order();
    out.putLong(order.atSeconds());
    RepositoryCodec.putShort(out, order.actor());
    RepositoryCodec.putShort(out, order.door());
    RepositoryCodec.putShort(out, order.reason());
    RepositoryCodec.putShort(out, entry.action());
    RepositoryCodec.putShort(out, entry.subject());
    RepositoryCodec.putShort(out, entry.result());
  }

  public static AuditEntry readAudit(long number, ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    long at = in.getLong();
    String actor = RepositoryCodec.shortText(in);
    String door = RepositoryCodec.shortText(in);
    Order order = new Order(actor, door, RepositoryCodec.shortText(in), at);
    return new AuditEntry(
        number,
        order,
        RepositoryCodec.shortText(in),
        RepositoryCodec.shortText(in),
        RepositoryCodec.shortText(in));
  }
}
