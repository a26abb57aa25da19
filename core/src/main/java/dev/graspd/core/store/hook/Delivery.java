package dev.graspd.core.store.hook;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/**
 * One delivery to one hook: it waits, or it has ended. A row of the store.
 *
 * @param number counts from 1 over all hooks and never repeats
 * @param token tells it from all others for its receiver, the same for each attempt
 * @param event the event that it is about; the body has it as it is when it is sent
 * @param stranger who wrote that event, if anybody may write such ones
 * @param move how refs moved, for {@link Topic#PUSH}
 */
public record Delivery(
    long hook,
    long number,
    String token,
    Topic topic,
    Optional<RepoAddress> repository,
    Optional<EventId> event,
    Optional<PublicKey> stranger,
    Optional<RefsMove> move,
    Progress progress) {
  /** Deliveries that have ended and are kept for each hook; older ones are forgotten. */
  public static final int ENDED_KEPT_MAX = 100;

  private static final int FIXED_BYTES = 512;

  /** How far a delivery is. The names are on disk. */
  public enum Phase {
    WAITING,
    /** The receiver has answered with 2xx. */
    DELIVERED,
    /** Its time was over before the receiver took it. */
    GIVEN_UP,
    /** Its event or repository was no longer served when it was to be sent. */
    WITHDRAWN,
    /** Others took its place among those that wait. */
    DROPPED
  }

  /**
   * What has happened so far.
   *
   * @param sinceMillis when it began to wait
   * @param attempts that have ended
   * @param dueMillis when the next attempt may begin; when it ended if it has
   * @param status of the last answer, 0 if there was none
   * @param tookMillis how long the last attempt took
   * @param note why the last attempt failed, may be empty
   */
  public record Progress(
      Phase phase,
      long sinceMillis,
      int attempts,
      long dueMillis,
      int status,
      long tookMillis,
      String note) {
    /** Characters of a note; the rest is cut off. */
    public static final int NOTE_CHARACTERS_MAX = 200;

    public Progress {
      note = note.length() > NOTE_CHARACTERS_MAX ? note.substring(0, NOTE_CHARACTERS_MAX) : note;
    }

    /** Waits since now, to be sent at once. */
    public static Progress fresh(long nowMillis) {
      return new Progress(Phase.WAITING, nowMillis, 0, nowMillis, 0, 0, "");
    }
  }

  public boolean isWaiting() {
    return progress.phase() == Phase.WAITING;
  }

  public Delivery numbered(long other) {
    return new Delivery(hook, other, token, topic, repository, event, stranger, move, progress);
  }

  public Delivery with(Progress other) {
    return new Delivery(hook, number, token, topic, repository, event, stranger, move, other);
  }

  /** Returns how much it takes on disk, roughly and never less. */
  public int bytes() {
    return FIXED_BYTES
        + 3 * progress.note().length()
        + repository.map(one -> 3 * one.identifier().text().length()).orElse(0)
        + move.map(RefsMove::bytes).orElse(0);
  }
}
