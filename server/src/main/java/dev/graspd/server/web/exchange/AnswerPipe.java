package dev.graspd.server.web.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way out of one exchange: a writing thread waits here while the client does not keep up. How
 * long that may take is decided by the event loop, which then closes the connection. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public // a failed write ends the connection, and that is heard
final class AnswerPipe {
  /**
   * Bytes of one answer that the system has not taken yet. Few, because all connections of the
   * event loop wait for them: many large answers at once must not delay a short one. Bytes on their
   * way to a distant client are in the system's buffers, which are larger.
   */
  private static final long QUEUED_BYTES_MAX = 128 << 10;

  private final Channel channel;
  private final AtomicLong queued = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  public AnswerPipe(Channel channel) {
    this.channel = channel;
  }

  /** Writes the beginning of an answer; it is sent with the next part. */
  void begin(HttpObject head) {
    channel.write(head);
  }

  /** Writes a part of an answer's body, once the client has taken most of the earlier bytes. */
  void send(byte[] source, int offset, int length) throws IOException {
    awaitWritable();
    counted(new DefaultHttpContent(copied(source, offset, length)), length);
  }

  /** Writes the last part of an answer's body together with its end: one system call, not two. */
  ChannelFuture end(byte[] source, int length) {
    return length == 0
        ? end(LastHttpContent.EMPTY_LAST_CONTENT)
        : counted(new DefaultLastHttpContent(copied(source, 0, length)), length);
  }

  private ByteBuf copied(byte[] source, int offset, int length) {
    return channel.alloc().directBuffer(length).writeBytes(source, offset, length);
  }

  private ChannelFuture counted(HttpObject content, int length) {
    queued.addAndGet(length);
    return channel
        .writeAndFlush(content)
        .addListener(done -> {
          if (done.isSuccess()) {
            sent.addAndGet(length);
            changed();
          }
        });
  }

  ChannelFuture end(HttpObject last) {
    return channel.writeAndFlush(last);
  }

  void cut() {
    channel.close();
  }

  /** The channel can take more, or is gone; from the event loop. */
  public void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public long queued() {
    return queued.get();
  }

  /** Returns how many of them the system has taken. */
  public long sent() {
    return sent.get();
  }

  /** Waits until the client has taken most of the earlier bytes. */
  void awaitWritable() throws IOException {
    lock.lock();
    try {
      while (channel.isActive() && queued.get() - sent.get() >= QUEUED_BYTES_MAX) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the client reads");
    } finally {
      lock.unlock();
    }
    if (!channel.isActive()) {
      throw new ClientGoneException("the client is gone or too slow");
    }
  }
}
