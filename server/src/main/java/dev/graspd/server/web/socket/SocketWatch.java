package dev.graspd.server.web.socket;

import dev.graspd.server.web.http.WebTimes;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Decides whether a WebSocket's peer is alive, reads, and finishes its messages. Time is an
 * argument.
 */
public final class SocketWatch {
  private static final int CHECKS_PER_TIME = 3;

  public enum Finding {
    FINE,
    /** Nothing was heard for a while: ask. */
    PING,
    /** Nothing was heard even after asking. */
    DEAD,
    /** Output waits and none of it moves. */
    STALLED,
    /** A message was begun long ago. */
    SLOW_MESSAGE
  }

  private final WebTimes times;
  private long heardNanos;
  private boolean asked;
  private long queuedTotal;
  private long sentBefore;
  private long unsentBefore;
  private long progressNanos;
  private long messageBegunNanos;
  private boolean insideMessage;

  public SocketWatch(WebTimes times) {
    this.times = times;
  }

  public Duration interval() {
    Duration shortest =
        Collections.min(
            List.of(times.pingAfter(), times.pongWithin(), times.message(), times.stalledOutput()));
    return shortest.dividedBy(CHECKS_PER_TIME);
  }

  public void begin(long nowNanos) {
    heardNanos = nowNanos;
    progressNanos = nowNanos;
  }

  public void received(long nowNanos) {
    heardNanos = nowNanos;
    asked = false;
  }

  public void queued(long bytes) {
    queuedTotal += bytes;
  }

  /**
   * Checks the peer.
   *
   * @param unsent bytes that are still queued
   * @param partlySent bytes of the first of these that the system has taken
   */
  public Finding check(long nowNanos, long unsent, long partlySent, boolean isInsideMessage) {
    if (isStalled(nowNanos, unsent, partlySent)) {
      return Finding.STALLED;
    }
    if (isSlowMessage(nowNanos, isInsideMessage)) {
      return Finding.SLOW_MESSAGE;
    }
    return silence(nowNanos);
  }

  private boolean isStalled(long nowNanos, long unsent, long partlySent) {
    long sent = queuedTotal - unsent + partlySent;
    if (unsentBefore == 0 || sent != sentBefore) {
      progressNanos = nowNanos;
    }
    sentBefore = sent;
    unsentBefore = unsent;
    return nowNanos - progressNanos > times.stalledOutput().toNanos();
  }

  private boolean isSlowMessage(long nowNanos, boolean isInsideMessage) {
    if (!isInsideMessage || !insideMessage) {
      insideMessage = isInsideMessage;
      messageBegunNanos = nowNanos;
    }
    return isInsideMessage && nowNanos - messageBegunNanos > times.message().toNanos();
  }

  private Finding silence(long nowNanos) {
    long silent = nowNanos - heardNanos;
    if (asked && silent > times.pingAfter().plus(times.pongWithin()).toNanos()) {
      return Finding.DEAD;
    }
    if (!asked && silent > times.pingAfter().toNanos()) {
      asked = true;
      return Finding.PING;
    }
    return Finding.FINE;
  }
}
