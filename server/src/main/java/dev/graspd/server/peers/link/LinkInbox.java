package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The inputs that wait for the machine of one connection. Inputs from our own server and from the
 * sync machine come first. Messages of the relay wait while too many of its events are with the
 * gate, and we stop reading the socket while too many messages wait. The relay's host is charged
 * for their memory: all its connections share a part of the budget of all relays. Beyond it a
 * connection still takes one message at a time, so that it never waits for another connection.
 * Thread-safe.
 */
public final class LinkInbox {
  /** The most messages that may wait before we stop reading the socket. */
  static final int FRAMES_MAX = 1_024;

  /** The most bytes of waiting messages; one message may exceed it. */
  static final int FRAME_BYTES_MAX = 1 << 20;

  /** The most events with the gate: enough for the store to write many at once. */
  static final int UNJUDGED_MAX = 6_000;

  /** Their most bytes of heap, about 6 MiB of JSON; one event may exceed it. */
  public static final int UNJUDGED_BYTES_MAX = 24 << 20;

  /**
   * The most bytes of heap for a byte of JSON: a tag with one empty item has 5 bytes of JSON and
   * 116 of heap, and the JSON is kept too.
   */
  static final int PARSED_TIMES_MAX = 26;

  private final ByteBudget budget;
  private final Payer host;

  private final ByteBudget.Charge charge;

  private final Deque<LinkInput> answers = new ArrayDeque<>();
  private final Deque<byte[]> frames = new ArrayDeque<>();
  private int frameBytes;
  private int unjudged;
  private long unjudgedBytes;

  /** The heap that the current message may still take. */
  private long reservedBytes;

  private boolean reading = true;
  private @Nullable String end;

  /**
   * @param budget of all relays
   * @param host the payer
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

  /** Takes a message of the relay; returns whether to stop reading its socket. */
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

  /** Returns the next message, if its events fit into the budget; {@link #handled} must follow. */
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

  /** The last message is handled, and its event is with the gate. */
  synchronized void handled() {
    charge.shrink(reservedBytes);
    reservedBytes = 0;
  }

  /** A connection without an event at the gate may always send one; the judgement wakes it. */
  private boolean mayJudgeMore() {
    byte[] next = frames.peek();
    return unjudged == 0
        || (unjudged < UNJUDGED_MAX
            && unjudgedBytes < UNJUDGED_BYTES_MAX
            && budget.hasRoom(host, next == null ? 0 : parsedMax(next)));
  }

  /** Returns, once after a stop, that the socket may be read again. */
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

  /** The connection is gone; earlier messages still count. */
  synchronized void ended(String why) {
    end = why;
  }

  /** Returns why the connection ended, after all earlier messages were taken. */
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
