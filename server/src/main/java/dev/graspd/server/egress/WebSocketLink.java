package dev.graspd.server.egress;

/**
 * One WebSocket to another server. All methods may be called by any thread and return at once; what
 * they cause happens on the link's event loop, in the order of the calls.
 */
public interface WebSocketLink {
  /** Hears what comes in. Called on the link's event loop only, so it must not block. */
  interface Listener {
    /** A text came; it is UTF-8. The listener owns the bytes. */
    void onText(byte[] utf8);

    void onPong();

    /** There is room again, after {@link WebSocketLink#send} had refused a message. */
    void onWritable();

    /** The connection is gone; called once, and nothing is called afterwards. */
    void onClosed(LinkEnd end);
  }

  /** Returns where the link goes. */
  Target target();

  /**
   * Queues a message.
   *
   * @return false if the queue is full or the link is ending; the message is not sent then
   */
  boolean send(String text);

  /** Asks whether the peer is there; while an earlier ping waits to be sent, this does nothing. */
  void ping();

  /**
   * Stops or resumes reading. While reading is stopped at most one read of the socket waits here,
   * and the peer is slowed down by its own full buffers.
   */
  void setReading(boolean reading);

  /** Says goodbye and ends the connection. */
  void close(int code, String reason);
}
