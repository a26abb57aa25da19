package dev.graspd.server.peers;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.sync.LinkInput;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the machine of one connection. Answers of our own server and words of the sync
 * machine come first; what the relay sends waits while too many of its events are not judged, and
 * the socket is not read while too much waits. What is kept is charged to the relay's host: with
 * all its connections, it has a share of what all relays may hold. Beyond it a connection still
 * takes one message at a time, so that it never waits for another one. Thread-safe.
 */
final class LinkInbox {
  /** Messages of the relay that may wait before its socket is not read any more. */
  static final int FRAMES_MAX = 1_024;

  /** Bytes of the messages that wait; one message may go beyond. */
  static final int FRAME_BYTES_MAX = 1 << 20;

  /** Events that the gate has not judged yet: enough for the store to write many at once. */
  static final int UNJUDGED_MAX = 6_000;

  /** Their bytes of heap, about 6 MiB of JSON; one event may go beyond. */
  static final int UNJUDGED_BYTES_MAX = 24 << 20;

  /**
   * How many bytes of heap a byte of JSON becomes at most: a tag with one empty item has 5 bytes of
   * JSON and 116 of heap, and the JSON is kept too.
   */
  static final int PARSED_TIMES_MAX = 26;

  private final ByteBudget budget;
  private final Payer host;

  /** All that is kept here. */
  private final ByteBudget.Charge charge;

  private final Deque<LinkInput> answers = new ArrayDeque<>();
  private final Deque<byte[]> frames = new ArrayDeque<>();
  private int frameBytes;
  private int unjudged;
  private long unjudgedBytes;

  /** What the message that is handled now may still become. */
  private long reservedBytes;

  private boolean reading = true;
  private @Nullable String end;

  /**
   * @param budget of all relays
   * @param host who pays
   */
  LinkInbox(ByteBudget budget, Payer host) {
    this.budget = budget;
    this.host = host;
    this.charge = budget.force(host, 0);
  }

  synchronized void answer(LinkInput input) {
    answers.add(input);
  }

  synchronized @Nullable LinkInput nextAnswer() {
    return answers.poll();
  }

  /** Takes a message of the relay; returns whether its socket must not be read any more. */
  synchronized boolean frame(byte[] utf8) {
    frames.add(utf8);
    frameBytes += utf8.length;
    charge.force(HeapBytes.array(utf8.length));
    boolean beyondShare = !budget.hasRoom(host, 0);
    boolean stop = reading && (isFull() || beyondShare);
    if (stop && beyondShare) {
      budget.countRefusal();
    }
    reading &= !stop;
    return stop;
  }

  private boolean isFull() {
    return frames.size() >= FRAMES_MAX || frameBytes >= FRAME_BYTES_MAX;
  }

  /** Returns the next message, if what it may become fits; {@link #handled} must follow. */
  synchronized byte @Nullable [] nextFrame() {
    byte[] utf8 = frames.peek();
    if (utf8 == null || !mayJudgeMore() || !reserve(utf8)) {
      return null;
    }
    frames.remove();
    frameBytes -= utf8.length;
    charge.shrink(HeapBytes.array(utf8.length));
    return utf8;
  }

  private boolean reserve(byte[] utf8) {
    long bytes = parsedMax(utf8);
    if (budget.hasRoom(host, bytes) && charge.grow(bytes)) {
      reservedBytes = bytes;
      return true;
    }
    return unjudged == 0;
  }

  private static long parsedMax(byte[] utf8) {
    return (long) PARSED_TIMES_MAX * utf8.length;
  }

  /** The message that was taken last is handled, and what it became is submitted. */
  synchronized void handled() {
    charge.shrink(reservedBytes);
    reservedBytes = 0;
  }

  /** Who has none may always have one, and is woken when that is judged. */
  private boolean mayJudgeMore() {
    byte[] next = frames.peek();
    return unjudged == 0
        || (unjudged < UNJUDGED_MAX
            && unjudgedBytes < UNJUDGED_BYTES_MAX
            && budget.hasRoom(host, next == null ? 0 : parsedMax(next)));
  }

  /** Returns, once after it was stopped, that the socket may be read again. */
  synchronized boolean mayReadAgain() {
    boolean again = !reading && frames.isEmpty() && mayJudgeMore();
    reading |= again;
    return again;
  }

  /**
   * An event is on its way to the gate.
   *
   * @param bytes of heap
   */
  synchronized void submitted(long bytes) {
    long reserved = Math.min(reservedBytes, bytes);
    reservedBytes -= reserved;
    charge.force(bytes - reserved);
    unjudged++;
    unjudgedBytes += bytes;
  }

  synchronized void judged(LinkInput.Judged answer, long bytes) {
    unjudged--;
    unjudgedBytes -= bytes;
    charge.shrink(bytes);
    answers.add(answer);
  }

  /** The connection is gone; what came before it counts. */
  synchronized void ended(String why) {
    end = why;
  }

  /** Returns why the connection has ended, once everything before was taken. */
  synchronized @Nullable String end() {
    return answers.isEmpty() && frames.isEmpty() ? end : null;
  }

  synchronized boolean isEnded() {
    return end != null;
  }

  synchronized boolean hasAnswers() {
    return !answers.isEmpty();
  }

  synchronized boolean hasFrames() {
    return !frames.isEmpty() && mayJudgeMore();
  }
}
