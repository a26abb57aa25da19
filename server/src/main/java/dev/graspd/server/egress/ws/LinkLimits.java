package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.EgressTimes;
import java.time.Duration;

/**
 * The limits of one link.
 *
 * @param messageBytes of one message, before and after decompression
 * @param fragments of one message. Some servers send everything in pieces of 4 KiB, so there are
 *     many; memory is bounded by the bytes
 * @param queueBytes that wait to be sent
 * @param controlFrames pings and pongs that the peer may send in a minute
 * @param closing between our close frame and the end of the connection
 */
record LinkLimits(
    int messageBytes, int fragments, int queueBytes, int controlFrames, Duration closing) {

  static LinkLimits of(EgressTimes times) {
    return new LinkLimits(1_280 << 10, 4_096, 4 << 20, 600, times.closing());
  }
}
