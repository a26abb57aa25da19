package dev.graspd.server.relay;

import java.time.Duration;

/** The relay's events for metrics; called from many threads, never blocks. */
public interface RelayMetrics {
  RelayMetrics NONE =
      new RelayMetrics() {
        @Override
        public void messageReceived(String type) {}

        @Override
        public void messagesSent(String type, int count) {}

        @Override
        public void eventRefused(int kind, String reasonPrefix) {}

        @Override
        public void eventPassed() {}

        @Override
        public void queryFinished(String verb, Duration took) {}
      };

  /**
   * A client message arrived. The type is its verb; an unknown or broken one is {@code invalid}.
   */
  void messageReceived(String type);

  /** Messages of one type were handed to sockets. */
  void messagesSent(String type, int count);

  /** An event was refused before it came to the gate; the prefix is the word before the colon. */
  void eventRefused(int kind, String reasonPrefix);

  /** An event of a client was brought to the gate. */
  void eventPassed();

  /** The stored part of a REQ, a COUNT or a NEG-OPEN was answered. */
  void queryFinished(String verb, Duration took);
}
