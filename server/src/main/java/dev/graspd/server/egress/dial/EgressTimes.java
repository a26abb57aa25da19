package dev.graspd.server.egress.dial;

import java.time.Duration;

/**
 * The timeouts of outgoing connections.
 *
 * @param connect for one address
 * @param handshake from the connection to the end of the WebSocket handshake, TLS included
 * @param closing between our close frame and the end of the connection
 * @param document for all of a small document, from the resolver to the last byte
 */
public record EgressTimes(
    Duration connect, Duration handshake, Duration closing, Duration document) {
  public static final EgressTimes DEFAULT =
      new EgressTimes(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(3));
}
