package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.store.lmdb.table.RepositoryCodec.RefsRow;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The rows about ended repositories, on disk: owner (32) and identifier (short text), cause (1),
 * phase (1), since (8), until (8), {@code created_at} of the announcement (8), whether its id
 * follows (1), that id (32), the refs as {@link RepositoryCodec} writes them, and because of what
 * (short text; rows of earlier servers end before it).
 */
public final class EndedCodec {
  private static final int FIXED_BYTES = 64;

  private EndedCodec() {}

  public static void putMemberKey(ByteBuffer key, RepoAddress repository, EventId id) {
    RepositoryCodec.putRepository(key, repository);
    Keys.putBytes32(key, id);
  }

  public static void putReverseKey(ByteBuffer key, EventId id, RepoAddress repository) {
    Keys.putBytes32(key, id);
    RepositoryCodec.putRepository(key, repository);
  }

  public static int length(EndedRepository ended) {
    return FIXED_BYTES
        + Bytes32.BYTES
        + 2
        + 3 * ended.because().length()
        + RepositoryCodec.length(new RefsRow(ended.repository(), ended.refs()));
  }

  public static void write(ByteBuffer out, EndedRepository ended) {
    RepositoryCodec.putAddress(out, ended.repository());
    out.put((byte) ended.cause().code()).put((byte) ended.phase().code());
    out.putLong(ended.sinceSeconds()).putLong(ended.untilSeconds());
    out.putLong(ended.announcedAt()).put((byte) (ended.announcement().isPresent() ? 1 : 0));
    ended.announcement().ifPresent(id -> Keys.putBytes32(out, id));
    RepositoryCodec.putRefs(out, ended.refs());
    RepositoryCodec.putShort(out, ended.because());
  }

  public static EndedRepository read(ByteBuffer stored) {
    ByteBuffer in = stored.duplicate();
    RepoAddress repository = RepositoryCodec.address(in);
    EndedRepository.Cause cause = EndedRepository.Cause.ofCode(in.get());
    EndedRepository.Phase phase = EndedRepository.Phase.ofCode(in.get());
    long since = in.getLong();
    long until = in.getLong();
    long announcedAt = in.getLong();
    Optional<EventId> announcement = announcement(in);
    Refs refs = RepositoryCodec.refs(in);
    String because = in.hasRemaining() ? RepositoryCodec.shortText(in) : "";
    return new EndedRepository(
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
