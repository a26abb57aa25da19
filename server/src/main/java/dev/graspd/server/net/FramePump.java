package dev.graspd.server.net;

import dev.graspd.server.net.FrameReader.Step;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * The bytes of one WebSocket that were read and not handled yet. It handles them in turns, so that
 * the other connections of an event loop get theirs. For the event loop only.
 */
public final class FramePump {
  /** Messages and bytes that one connection may have handled before others get their turn. */
  static final int TURN_MESSAGES_MAX = 256;

  static final int TURN_BYTES_MAX = 512 << 10;

  public interface Connection {
    /** Returns whether it takes another frame now. */
    boolean takesFrames();

    /** Handles a frame, or a part of one; returns how many bytes that was. */
    int handle(Step step);

    /** A turn has ended: says whether the socket is to be read. */
    void turnEnded();
  }

  private final FrameReader reader;
  private final Supplier<Channel> channel;
  private final Connection connection;
  private final ArrayDeque<ByteBuf> unread = new ArrayDeque<>();
  private boolean isPumping;
  private boolean isQueued;

  public FramePump(FrameReader reader, Supplier<Channel> channel, Connection connection) {
    this.reader = reader;
    this.channel = channel;
    this.connection = connection;
  }

  /** Takes over bytes; {@link #pump} follows. */
  public void add(ByteBuf bytes) {
    unread.add(bytes);
  }

  /**
   * Handles the bytes that were read, for one turn; does nothing within a turn. A failure goes to
   * the channel's pipeline.
   */
  public void pump() {
    if (isPumping) {
      return;
    }
    isPumping = true;
    try {
      takeTurn();
      isPumping = false;
      connection.turnEnded();
      if (hasWork()) {
        pumpLater();
      }
    } catch (RuntimeException e) {
      channel.get().pipeline().fireExceptionCaught(e);
    } finally {
      isPumping = false;
    }
  }

  private void takeTurn() {
    int messages = 0;
    int bytes = 0;
    while (hasWork() && messages < TURN_MESSAGES_MAX && bytes < TURN_BYTES_MAX) {
      ByteBuf in = unread.element();
      Step step = reader.next(in);
      if (!in.isReadable()) {
        unread.remove().release();
      }
      messages++;
      bytes += connection.handle(step);
    }
  }

  private boolean hasWork() {
    return !unread.isEmpty() && connection.takesFrames();
  }

  public void pumpLater() {
    if (!isQueued) {
      isQueued = true;
      channel
          .get()
          .eventLoop()
          .execute(() -> {
            isQueued = false;
            pump();
          });
    }
  }

  public boolean isEmpty() {
    return unread.isEmpty();
  }

  public void drop() {
    unread.forEach(ByteBuf::release);
    unread.clear();
  }
}
