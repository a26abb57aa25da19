package dev.graspd.server.web;

import java.time.Duration;

/**
 * What requests outside git may cost together.
 *
 * @param pageThreads how many pages are rendered at once; one address may have half of them
 * @param maxWaitingPages requests that wait for a page thread; one address may have an eighth
 * @param maxPageBytes rendered pages that are not written yet
 * @param pageWithin from the request to the rendered page
 * @param maxPipelinedBytes heap of requests that wait for the answer before them
 */
public record RequestLimits(
    int pageThreads,
    int maxWaitingPages,
    long maxPageBytes,
    Duration pageWithin,
    long maxPipelinedBytes) {
  /** The part of the waiting pages that one address may have. */
  static final int SHARE = 8;

  /** How long a request for a page waits before it is told to come back. */
  public static final Duration PAGE_WITHIN = Duration.ofSeconds(15);

  int pageThreadsPerPayer() {
    return Math.max(1, pageThreads / 2);
  }

  int maxWaitingPagesPerPayer() {
    return Math.max(1, maxWaitingPages / SHARE);
  }
}
