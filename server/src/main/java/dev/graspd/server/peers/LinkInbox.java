package dev.graspd.server.peers;

import dev.graspd.core.sync.LinkInput;
import java.util.ArrayDeque;
import java.util.Deque;
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

  /** Characters of the messages that wait; one message may go beyond. */
  static final int FRAME_CHARACTERS_MAX = 1 << 20;

  /** Events that the gate has not judged yet. */
  static final int UNJUDGED_MAX = 2_000;

  /** Their bytes; one event may go beyond. */
  static final int UNJUDGED_BYTES_MAX = 2 << 20;

  private final Deque<LinkInput> answers = new ArrayDeque<>();
  private final Deque<String> frames = new ArrayDeque<>();
  private int frameCharacters;
  private int unjudged;
  private int unjudgedBytes;
  private boolean reading = true;
  private @Nullable String end;

  synchronized void answer(LinkInput input) {
    answers.add(input);
  }

  synchronized @Nullable LinkInput nextAnswer() {
    return answers.poll();
  }

  /** Takes a message of the relay; returns whether its socket must not be read any more. */
  synchronized boolean frame(String text) {
    frames.add(text);
    frameCharacters += text.length();
    boolean stop = reading && isFull();
    reading &= !stop;
    return stop;
  }

  private boolean isFull() {
    return frames.size() >= FRAMES_MAX || frameCharacters >= FRAME_CHARACTERS_MAX;
  }

  synchronized @Nullable String nextFrame() {
    String text = mayJudgeMore() ? frames.poll() : null;
    if (text != null) {
      frameCharacters -= text.length();
    }
    return text;
  }

  private boolean mayJudgeMore() {
    return unjudged < UNJUDGED_MAX && unjudgedBytes < UNJUDGED_BYTES_MAX;
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
  }

  synchronized void judged(LinkInput.Judged answer, int bytes) {
    unjudged--;
    unjudgedBytes -= bytes;
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
