package dev.graspd.server.relay;

import dev.graspd.core.nostr.message.RelayMessage;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One client's socket, as the relay sees it. Everything but {@link #loop()}, {@link #client()} and
 * {@link #compresses()} is called on the loop only. Messages sent after the close are dropped.
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

  ClientAddress client();

  /** Returns whether large messages go out compressed. */
  boolean compresses();

  /** Queues a message for the next {@link #flush}. */
  void send(RelayMessage message);

  /**
   * Queues events for one subscription.
   *
   * @param head the text before each event ({@link RelayMessage.EventFor#head})
   */
  void sendEvents(byte[] head, List<EventBody> bodies);

  void flush();

  /**
   * Returns whether the client keeps up, so that stored events may follow. The session is notified
   * when it becomes true again.
   */
  boolean isWritable();

  /** Adds bytes (or subtracts them) that wait elsewhere for this client. They count as unsent. */
  void hold(long bytes);

  /** Adds bytes (or subtracts them) of the client that wait to be parsed. */
  void holdInput(long bytes);

  /** Stops taking messages from the client, or takes them again. */
  void setReading(boolean reading);

  /**
   * Sends a close frame with the reason and closes. The session learns at once that it is closed.
   */
  void close(CloseCode code, String reason);
}
