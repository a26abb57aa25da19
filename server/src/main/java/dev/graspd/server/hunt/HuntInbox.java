package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.family.HuntListener;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of inputs for the hunt's machine: news of families, and answers to its questions. It
 * exists before the repositories, which fill it, and before {@link HuntHost}, which reads it. News
 * have their own bound; the questions of the machine bound the answers. Thread-safe.
 */
public final class HuntInbox implements HuntListener {
  /** The most news in the queue; beyond that, all families are reported again. */
  static final int NEWS_MAX = 10_000;

  private record Queued(HuntInput input, boolean isNews) {}

  private final LinkedBlockingQueue<Queued> queue = new LinkedBlockingQueue<>();
  private final Semaphore newsRoom = new Semaphore(NEWS_MAX);
  private volatile boolean newsMissed;

  @Override
  public void waits(Identifier family, Urgency urgency) {
    tell(new HuntInput.Waits(family, urgency));
  }

  @Override
  public void settled(Identifier family) {
    tell(new HuntInput.Settled(family));
  }

  @Override
  public void hosted(Identifier family) {
    tell(new HuntInput.Hosted(family));
  }

  @Override
  public void dropped(Identifier family) {
    tell(new HuntInput.Dropped(family));
  }

  /** News that end a hunt may get lost: the next lookup of the family notices. */
  private void tell(HuntInput news) {
    if (newsRoom.tryAcquire()) {
      queue.add(new Queued(news, true));
    } else {
      newsMissed = true;
    }
  }

  /** Adds an answer to a question of the machine, or an order. */
  void answer(HuntInput answer) {
    queue.add(new Queued(answer, false));
  }

  /** Drops all news, for a hunt that begins with all families. */
  void dropNews() {
    newsMissed = true;
    for (Queued one = queue.poll(); one != null; one = queue.poll()) {
      release(one);
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

  /** Waits so long for an input; without one, it wakes the machine. */
  HuntInput next(long nanos) throws InterruptedException {
    @Nullable Queued first = queue.poll(nanos, TimeUnit.NANOSECONDS);
    if (first == null) {
      return new HuntInput.Woken();
    }
    release(first);
    return first.input();
  }

  private void release(Queued item) {
    if (item.isNews()) {
      newsRoom.release();
    }
  }
}
