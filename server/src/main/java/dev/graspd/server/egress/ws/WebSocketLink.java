package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.Target;

/**
 * One WebSocket to another server. All methods may be called by any thread and return at once;
 * their effects happen on the link's event loop, in the order of the calls.
 */
public interface WebSocketLink {
  /** Receives messages. Called on the link's event loop only, so it must not block. */
  interface Listener {
    /** A text message in UTF-8 arrived. The listener owns the bytes. */
    void onText(byte[] utf8);

    void onPong();

    /** There is room again, after {@link WebSocketLink#send} had refused a message. */
    void onWritable();

    /** The connection is gone; called once, and nothing is called afterwards. */
    void onClosed(LinkEnd end);
  }

  Target target();

  /**
   * Queues a message.
   *
   * @return false if the queue is full or the link is ending; the message is not sent then
   */
  boolean send(String text);

  /** Sends a ping; does nothing while an earlier ping waits to be sent. */
  void ping();

  /**
   * Stops or resumes reading. While reading is stopped at most one read of the socket waits here,
   * and the peer is slowed down by its own full buffers.
   */
  void setReading(boolean reading);

  void close(int code, String reason);
}
