package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntInput;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of inputs for the hunt's machine: news of families, and answers to its questions. News
 * have their own bound; the questions of the machine bound the answers. Thread-safe; one thread
 * reads.
 */
final class HuntInbox {
  /** The most news in the queue; beyond that, all families are reported again. */
  static final int NEWS_MAX = 10_000;

  /** A thread that tells of many families leaves the rest of the room to others. */
  private static final int ROOM_FOR_MANY = NEWS_MAX / 2;

  private record Queued(HuntInput input, boolean isNews) {}

  private final LinkedBlockingQueue<Queued> queue = new LinkedBlockingQueue<>();
  private final Semaphore newsRoom = new Semaphore(NEWS_MAX);
  private volatile boolean newsMissed;

  /** Whether the last input was news: it keeps its room until it has had its effect. */
  private boolean isNewsUnderWay;

  /** Adds news. Those that end a hunt may get lost: the next lookup of the family notices. */
  void tell(HuntInput news) {
    if (newsRoom.tryAcquire()) {
      queue.add(new Queued(news, true));
    } else {
      newsMissed = true;
    }
  }

  /** Returns whether all news have had their effect. */
  boolean isQuiet() {
    return newsRoom.availablePermits() == NEWS_MAX && !newsMissed;
  }

  /** Waits until there is much room for news. */
  void awaitRoom() throws InterruptedException {
    newsRoom.acquire(ROOM_FOR_MANY);
    newsRoom.release(ROOM_FOR_MANY);
  }

  /** Adds an answer to a question of the machine, or an order. */
  void answer(HuntInput answer) {
    queue.add(new Queued(answer, false));
  }

  /** Drops all news, for a hunt that begins with all families. */
  void dropNews() {
    newsMissed = true;
    for (Queued one = queue.poll(); one != null; one = queue.poll()) {
      if (one.isNews()) {
        newsRoom.release();
      }
    }
  }

  /** Returns once whether news were lost: the host must report all families then. */
  boolean takeMissedNews() {
    if (!newsMissed) {
      return false;
    }
    newsMissed = false;
    return true;
  }

  /**
   * Waits so long for an input; without one, it wakes the machine. The input before has had its
   * effect by now.
   */
  HuntInput next(long nanos) throws InterruptedException {
    if (isNewsUnderWay) {
      isNewsUnderWay = false;
      newsRoom.release();
    }
    @Nullable Queued first = queue.poll(nanos, TimeUnit.NANOSECONDS);
    if (first == null) {
      return new HuntInput.Woken();
    }
    isNewsUnderWay = first.isNews();
    return first.input();
  }
}
