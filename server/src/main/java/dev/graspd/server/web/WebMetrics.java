package dev.graspd.server.web;

import java.net.InetAddress;
import java.time.Duration;

/** What the web layer tells the operator's counters; called from event loops, never blocks. */
public interface WebMetrics {
  /** Counts nothing: for tests and tools. */
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

  /** A limit cost a client its connection. The word is one of few: it becomes a label. */
  void connectionRefused(String why);
}
