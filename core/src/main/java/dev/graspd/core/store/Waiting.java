package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;

/**
 * A small row about a held event. It is small even if the event is large, so a start can read all
 * of them.
 *
 * @param heapBytes heap of the parsed event
 * @param jsonBytes its size on disk
 * @param belongs whether its author spoke for a served repository when it came: then strangers
 *     cannot use its room
 */
public record Waiting(
    EventId id,
    int kind,
    long createdAt,
    PublicKey author,
    long heapBytes,
    int jsonBytes,
    boolean belongs,
    Sender from,
    Wait until) {
  /** About how many bytes a row takes in memory, with its map entries and its timer. */
  public static final int ROW_HEAP_BYTES = 1_024;

  /** How long the sender of an event is remembered. */
  public static final long SENDER_KEPT_SECONDS = 24L * 3600;

  /**
   * The sender, as numbers that mean nothing without the server's key.
   *
   * @param address the sender's number; {@link #UNKNOWN} if it is not counted
   * @param site the number of the larger network around it; {@link #UNKNOWN} if there is none
   * @param sinceSeconds when it came, on the calendar
   * @param peer whether another relay brought it, so that it counts as synced when it is released
   */
  public record Sender(long address, long site, long sinceSeconds, boolean peer) {
    /** Stands for no number. */
    public static final long UNKNOWN = 0;

    /** No known sender. */
    public static final Sender NOBODY = new Sender(UNKNOWN, UNKNOWN, 0);

    /** A sender that is not a relay. */
    public Sender(long address, long site, long sinceSeconds) {
      this(address, site, sinceSeconds, false);
    }

    /** Returns the same, without numbers that are a day old. */
    public Sender at(long nowSeconds) {
      return nowSeconds - sinceSeconds < SENDER_KEPT_SECONDS ? this : forgotten();
    }

    /** Returns the same without the numbers. */
    public Sender forgotten() {
      return new Sender(UNKNOWN, UNKNOWN, sinceSeconds, peer);
    }
  }

  /** Returns the row of an event. */
  public static Waiting of(Event event, boolean belongs, Sender from, Wait until) {
    return new Waiting(
        event.id(),
        event.kind(),
        event.createdAt(),
        event.author(),
        HeapBytes.of(event),
        event.json().length,
        belongs,
        from,
        until);
  }

  /** Returns the row of an event without a known sender. */
  public static Waiting of(Event event, Wait until) {
    return of(event, false, Sender.NOBODY, until);
  }

  public Waiting with(Wait other) {
    return new Waiting(id, kind, createdAt, author, heapBytes, jsonBytes, belongs, from, other);
  }

  public Waiting with(Sender other) {
    return new Waiting(id, kind, createdAt, author, heapBytes, jsonBytes, belongs, other, until);
  }

  /** Returns whether it is a pull request or an update of one. */
  public boolean isPullRequest() {
    return kind == Kinds.PULL_REQUEST || kind == Kinds.PULL_REQUEST_UPDATE;
  }

  /** Returns whether it is in the room of strangers. */
  public boolean isStranger() {
    return isPullRequest() || !belongs;
  }
}
