package dev.graspd.server.peers;

import dev.graspd.core.sync.LinkInput;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the machine of one connection. Answers of our own server and words of the sync
 * machine come first; what the relay sends waits while too many of its events are not judged, and
 * the socket is not read while too much waits. So a flood costs bounded memory, whoever floods.
 * Thread-safe.
 */
final class LinkInbox {
  /** Messages of the relay that may wait before its socket is not read any more. */
  static final int FRAMES_MAX = 1_024;

  /** Bytes of the messages that wait; one message may go beyond. */
  static final int FRAME_BYTES_MAX = 1 << 20;

  /** Events that the gate has not judged yet: enough for the store to write many at once. */
  static final int UNJUDGED_MAX = 6_000;

  /** Their bytes; one event may go beyond. */
  static final int UNJUDGED_BYTES_MAX = 6 << 20;

  /** The same of all connections together; each may have one event beyond. */
  static final long ALL_UNJUDGED_BYTES_MAX = 64L << 20;

  private final AtomicLong allUnjudgedBytes;
  private final Deque<LinkInput> answers = new ArrayDeque<>();
  private final Deque<byte[]> frames = new ArrayDeque<>();
  private int frameBytes;
  private int unjudged;
  private int unjudgedBytes;
  private boolean reading = true;
  private @Nullable String end;

  /**
   * @param allUnjudgedBytes which all connections count together
   */
  LinkInbox(AtomicLong allUnjudgedBytes) {
    this.allUnjudgedBytes = allUnjudgedBytes;
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
    boolean stop = reading && isFull();
    reading &= !stop;
    return stop;
  }

  private boolean isFull() {
    return frames.size() >= FRAMES_MAX || frameBytes >= FRAME_BYTES_MAX;
  }

  synchronized byte @Nullable [] nextFrame() {
    byte[] utf8 = mayJudgeMore() ? frames.poll() : null;
    if (utf8 != null) {
      frameBytes -= utf8.length;
    }
    return utf8;
  }

  /** Who has none may always have one, and is woken when that is judged. */
  private boolean mayJudgeMore() {
    return unjudged == 0
        || (unjudged < UNJUDGED_MAX
            && unjudgedBytes < UNJUDGED_BYTES_MAX
            && allUnjudgedBytes.get() < ALL_UNJUDGED_BYTES_MAX);
  }

  /** Returns, once after it was stopped, that the socket may be read again. */
  synchronized boolean mayReadAgain() {
    boolean again = !reading && frames.isEmpty() && mayJudgeMore();
    reading |= again;
    return again;
  }

  synchronized void submitted(int bytes) {
    unjudged++;
    unjudgedBytes += bytes;
    allUnjudgedBytes.addAndGet(bytes);
  }

  synchronized void judged(LinkInput.Judged answer, int bytes) {
    unjudged--;
    unjudgedBytes -= bytes;
    allUnjudgedBytes.addAndGet(-bytes);
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
