package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Holding;
import dev.graspd.server.store.lmdb.RepositoryCodec.RefsRow;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The rows about repositories that are hosted no more, on disk: owner (32) and identifier (short
 * text), cause (1), phase (1), since (8), until (8), {@code created_at} of the announcement (8),
 * whether its id follows (1), that id (32), the refs as {@link RepositoryCodec} writes them, and
 * because of what (short text; rows of earlier servers end before it).
 */
final class HoldingCodec {
  private static final int FIXED_BYTES = 64;

  private HoldingCodec() {}

  static void putMemberKey(ByteBuffer key, RepoAddress repository, EventId id) {
    RepositoryCodec.putRepository(key, repository);
    Keys.putBytes32(key, id);
  }

  static void putReverseKey(ByteBuffer key, EventId id, RepoAddress repository) {
    Keys.putBytes32(key, id);
    RepositoryCodec.putRepository(key, repository);
  }

  static int length(Holding holding) {
    return FIXED_BYTES
        + Bytes32.BYTES
        + 2
        + 3 * holding.because().length()
        + RepositoryCodec.length(new RefsRow(holding.repository(), holding.refs()));
  }

  static void write(ByteBuffer out, Holding holding) {
    RepositoryCodec.putAddress(out, holding.repository());
    out.put((byte) holding.cause().code()).put((byte) holding.phase().code());
    out.putLong(holding.sinceSeconds()).putLong(holding.untilSeconds());
    out.putLong(holding.announcedAt()).put((byte) (holding.announcement().isPresent() ? 1 : 0));
    holding.announcement().ifPresent(id -> Keys.putBytes32(out, id));
    RepositoryCodec.putRefs(out, holding.refs());
    RepositoryCodec.putShort(out, holding.because());
  }

  static Holding read(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress repository = RepositoryCodec.address(in);
    Holding.Cause cause = Holding.Cause.ofCode(in.get());
    Holding.Phase phase = Holding.Phase.ofCode(in.get());
    long since = in.getLong();
    long until = in.getLong();
    long announcedAt = in.getLong();
    Optional<EventId> announcement = announcement(in);
    Refs refs = RepositoryCodec.refs(in);
    String because = in.hasRemaining() ? RepositoryCodec.shortText(in) : "";
    return new Holding(
        repository, cause, phase, refs, announcement, announcedAt, since, until, because);
  }

  private static Optional<EventId> announcement(ByteBuffer in) {
    if (in.get() == 0) {
      return Optional.empty();
    }
    EventId id = Keys.eventId(in, in.position());
    in.position(in.position() + Bytes32.BYTES);
    return Optional.of(id);
  }
}
