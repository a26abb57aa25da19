package dev.graspd.server.relay;

import dev.graspd.core.nostr.RelayMessage;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One client's socket, as the relay sees it. Everything but {@link #loop()}, {@link #client()} and
 * {@link #compresses()} is called on the loop only. What is sent after the connection is closed is
 * dropped.
 */
public interface Connection {
  /** WebSocket close codes that the relay uses. */
  enum CloseCode {
    GOING_AWAY(1001),
    NOT_UTF8(1007),
    POLICY(1008),
    TOO_BIG(1009),
    TRY_AGAIN_LATER(1013);

    private final int number;

    CloseCode(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }
  }

  /** Returns the thread that owns the connection and its session. Many connections share one. */
  Executor loop();

  /** Returns who is at the other end. */
  ClientAddress client();

  /** Returns whether large messages go out compressed. */
  boolean compresses();

  /** Queues a message for the next {@link #flush}. */
  void send(RelayMessage message);

  /**
   * Queues events for one subscription.
   *
   * @param head what stands before each event ({@link RelayMessage.EventFor#head})
   */
  void sendEvents(byte[] head, List<EventBody> bodies);

  /** Sends what is queued, soon. */
  void flush();

  /**
   * Returns whether the client keeps up, so that stored events may follow. When it turns true again
   * the session is told.
   */
  boolean isWritable();

  /**
   * Notes that so many bytes more (or less) wait elsewhere for this client. They count as unsent.
   */
  void hold(long bytes);

  /** Notes that so many bytes more (or less) that the client has sent wait to be parsed. */
  void holdInput(long bytes);

  /** Stops taking messages from the client, or goes on. */
  void setReading(boolean reading);

  /** Says why and hangs up. The session is told at once that it is closed. */
  void close(CloseCode code, String reason);
}
