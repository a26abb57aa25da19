package dev.graspd.server.egress.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a link. Messages are counted before they are queued; at most one ping and one
 * pong wait, however many are requested. Runs on the event loop, except for {@link #reserve}.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class LinkOutput {
  private final Channel channel;
  private final ClientFrames frames;
  private final OutgoingQueue queue;

  private boolean flushQueued;
  private boolean pingUnsent;
  private boolean pongUnsent;
  private byte @Nullable [] nextPong;
  private boolean ended;

  LinkOutput(Channel channel, LinkLimits limits, RandomGenerator random) {
    this.channel = channel;
    this.frames = new ClientFrames(channel.alloc(), random);
    this.queue = new OutgoingQueue(limits.queueBytes());
  }

  /** Reserves room in the queue for a message, on any thread. */
  boolean reserve(byte[] utf8) {
    return queue.reserve(costOf(utf8));
  }

  /** Returns, once after a refusal, that there is room again. */
  boolean takeRelief() {
    return queue.takeRelief();
  }

  /** Sends a message that room was reserved for; {@code sent} runs when it has left. */
  void text(byte[] utf8, Runnable sent) {
    if (ended) {
      queue.release(costOf(utf8));
      return;
    }
    channel
        .write(frames.text(utf8))
        .addListener(_ -> {
          queue.release(costOf(utf8));
          sent.run();
        });
    flush();
  }

  void ping() {
    if (!ended && !pingUnsent) {
      pingUnsent = true;
      channel.write(frames.ping()).addListener(_ -> pingUnsent = false);
      flush();
    }
  }

  /** Answers the latest ping; earlier unanswered pings need no answer. */
  void pong(byte[] payload) {
    if (ended) {
      return;
    }
    if (pongUnsent) {
      nextPong = payload;
      return;
    }
    pongUnsent = true;
    channel.write(frames.pong(payload)).addListener(_ -> pongSent());
    flush();
  }

  private void pongSent() {
    pongUnsent = false;
    byte[] next = nextPong;
    nextPong = null;
    if (next != null) {
      pong(next);
    }
  }

  /** Sends the close frame; nothing is sent after it. */
  ChannelFuture goodbye(int code, String reason) {
    ended = true;
    ByteBuf frame = frames.close(code, reason);
    return channel.writeAndFlush(frame);
  }

  /** Flushes once for all writes of this turn of the loop. */
  private void flush() {
    if (!flushQueued) {
      flushQueued = true;
      channel
          .eventLoop()
          .execute(() -> {
            flushQueued = false;
            channel.flush();
          });
    }
  }

  private static int costOf(byte[] utf8) {
    return utf8.length + ClientFrames.HEADER_BYTES_MAX;
  }
}
