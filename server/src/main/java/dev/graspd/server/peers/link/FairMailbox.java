package dev.graspd.server.peers.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of one reader: every sender has its own queue, and the reader takes one message of
 * each in turn. So a busy sender does not delay others, and a full queue stops only its own sender.
 * Thread-safe.
 */
public final class FairMailbox<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();

  /** Senders with a message, each once. */
  private final Deque<Sender> ready = new ArrayDeque<>();

  /**
   * Makes a queue for a sender.
   *
   * @param capacity the most messages that may wait
   * @param room called when a full queue has room again; must not block
   */
  public Sender sender(int capacity, Runnable room) {
    return new Sender(capacity, room);
  }

  /** Waits for a message; returns null if none arrives in time. */
  public @Nullable T take(long nanos) throws InterruptedException {
    T message;
    @Nullable Runnable room;
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (ready.isEmpty()) {
        if (left <= 0) {
          return null;
        }
        left = filled.awaitNanos(left);
      }
      Sender sender = ready.remove();
      room = sender.isFull() ? sender.room : null;
      message = sender.messages.remove();
      if (!sender.messages.isEmpty()) {
        ready.add(sender);
      }
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
    if (room != null) {
      room.run();
    }
    return message;
  }

  public final class Sender {
    private final int capacity;
    private final Runnable room;
    private final Deque<T> messages = new ArrayDeque<>();

    private Sender(int capacity, Runnable room) {
      this.capacity = capacity;
      this.room = room;
    }

    private boolean isFull() {
      return messages.size() >= capacity;
    }

    /** Returns whether another message fits; if not, {@code room} is called later. */
    boolean hasRoom() {
      lock.lock();
      try {
        return !isFull();
      } finally {
        lock.unlock();
      }
    }

    /**
     * Adds a message without waiting, even to a full queue. Busy senders check {@link #hasRoom}
     * first.
     */
    public void add(T message) {
      lock.lock();
      try {
        if (messages.isEmpty()) {
          ready.add(this);
        }
        messages.add(message);
        filled.signal();
      } finally {
        lock.unlock();
      }
    }

    /** Adds a message, and waits for room if there is none. */
    public void put(T message) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        while (isFull()) {
          emptied.await();
        }
        add(message);
      } finally {
        lock.unlock();
      }
    }
  }
}
