package dev.graspd.server.peers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of one reader: every sender has a queue of its own, and the reader takes one message
 * of each in turn. So nobody waits behind a busy sender, and a full queue stops its own sender
 * only. Thread-safe.
 */
final class FairMailbox<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();

  /** Senders with a message, each once. */
  private final Deque<Sender> ready = new ArrayDeque<>();

  /**
   * Makes a queue for a sender.
   *
   * @param capacity how many messages of it may wait
   * @param room is called when there is room again in a queue that was full; must not wait
   */
  Sender sender(int capacity, Runnable room) {
    return new Sender(capacity, room);
  }

  /** Waits for a message; returns null if none comes in time. */
  @Nullable T take(long nanos) throws InterruptedException {
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

  /** The queue of one sender. */
  final class Sender {
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

    /** Returns whether another message may be added; if not, {@code room} tells when it may. */
    boolean hasRoom() {
      lock.lock();
      try {
        return !isFull();
      } finally {
        lock.unlock();
      }
    }

    /** Adds a message without waiting. Who sends many asks {@link #hasRoom} before. */
    void add(T message) {
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
    void put(T message) throws InterruptedException {
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
