package dev.graspd.server.web.connection;

import java.net.InetAddress;
import java.time.Duration;

/** The web layer's events for metrics; called from event loops, never blocks. */
public interface WebMetrics {
  WebMetrics NONE =
      new WebMetrics() {
        @Override
        public void webSocketOpened(InetAddress client) {}

        @Override
        public void webSocketClosed(InetAddress client, Duration open) {}

        @Override
        public void connectionRefused(String why) {}
      };

  /** A WebSocket handshake is done. The address is the client's own, behind trusted proxies. */
  void webSocketOpened(InetAddress client);

  /** A WebSocket that was opened is gone; called exactly once for each. */
  void webSocketClosed(InetAddress client, Duration open);

  /**
   * A connection was closed or refused because of a limit. The word is one of few: it becomes a
   * label.
   */
  void connectionRefused(String why);
}
