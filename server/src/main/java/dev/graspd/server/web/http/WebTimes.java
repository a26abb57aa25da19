package dev.graspd.server.web.http;

import java.time.Duration;

/**
 * Time limits of one socket.
 *
 * @param requestHead from the connection to the end of the first request's headers, and for the
 *     rest of a request after its headers
 * @param keepAlive between two requests; a git client runs its hooks meanwhile
 * @param pingAfter silence after which a WebSocket peer is asked whether it is there
 * @param pongWithin silence after that question until it counts as dead
 * @param message from the first to the last byte of one WebSocket message
 * @param stalledOutput unsent output without any progress, or an answer that is not read
 * @param closing between our close frame and the end of the connection
 */
public record WebTimes(
    Duration requestHead,
    Duration keepAlive,
    Duration pingAfter,
    Duration pongWithin,
    Duration message,
    Duration stalledOutput,
    Duration closing) {
  /** The values outside tests. */
  public static final WebTimes DEFAULT =
      new WebTimes(
          Duration.ofSeconds(10),
          Duration.ofMinutes(5),
          Duration.ofSeconds(45),
          Duration.ofSeconds(30),
          Duration.ofSeconds(120),
          Duration.ofSeconds(60),
          Duration.ofSeconds(5));

  /** Returns the same with other times for heads, pauses, messages and output nobody takes. */
  public WebTimes with(Duration head, Duration pause, Duration oneMessage, Duration stalled) {
    return new WebTimes(head, pause, pingAfter, pongWithin, oneMessage, stalled, closing);
  }
}
