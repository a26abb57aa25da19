package dev.graspd.server.web.http;

import java.time.Duration;

/**
 * Limits for all requests outside git together.
 *
 * @param pageThreads how many pages are rendered at once, and how many files are made; one address
 *     may have half of each, at least one
 * @param maxWaitingPages requests that wait for a page thread; one address may have an eighth
 * @param maxPageBytes rendered pages that are not written yet
 * @param pageWithin from the request to the rendered page
 * @param maxPipelinedBytes heap of requests that wait for the answer before them
 * @param maxPipelinedRequests of one connection that wait so
 * @param maxHeaders of one request, also of the trailer after a chunked body
 */
public record RequestLimits(
    int pageThreads,
    int maxWaitingPages,
    long maxPageBytes,
    Duration pageWithin,
    long maxPipelinedBytes,
    int maxPipelinedRequests,
    int maxHeaders) {
  /** The part of the waiting pages that one address may have. */
  static final int SHARE = 8;

  /** Requests of one connection that wait for the answer before them, usually. */
  public static final int PIPELINED_REQUESTS = 16;

  /** Headers of one request, usually. */
  public static final int HEADERS = 100;

  /** The time of the processor for pages of one address, usually. */
  public static final Duration PAGE_WORK = Duration.ofMinutes(1);

  /** Limits with the usual numbers of requests and headers. */
  public RequestLimits(
      int pageThreads,
      int maxWaitingPages,
      long maxPageBytes,
      Duration pageWithin,
      long maxPipelinedBytes) {
    this(
        pageThreads,
        maxWaitingPages,
        maxPageBytes,
        pageWithin,
        maxPipelinedBytes,
        PIPELINED_REQUESTS,
        HEADERS);
  }

  int pageThreadsPerPayer() {
    return Math.max(1, pageThreads / 2);
  }

  /** Costly pages leave a thread to the others, where there are several. */
  int heavyPages() {
    return Math.max(1, pageThreads / 2);
  }

  int maxWaitingPagesPerPayer() {
    return Math.max(1, maxWaitingPages / SHARE);
  }
}
