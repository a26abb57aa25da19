package dev.graspd.server.git.serve;

import java.time.Duration;

/**
 * What serving may cost.
 *
 * @param uploads packs being computed at once ({@code NGIT_MAX_UPLOADS})
 * @param uploadsPerAddress of them for one address ({@code NGIT_MAX_UPLOADS_PER_IP})
 * @param heavyUploads of them that may be whole clones, so that small fetches always find a place
 * @param waiting requests that may wait for a place, an eighth of them of one address
 * @param waitFor how long one waits
 * @param heapWaitFor how long one waits that needs much memory
 * @param requestTime for the body of a request to arrive
 * @param wants objects asked for in a request ({@code NGIT_MAX_WANTS})
 * @param haves objects that a client says it has ({@code NGIT_MAX_HAVES})
 * @param bodyBytes of a request, inflated
 * @param total time for one request
 * @param keepAliveEvery how long a client hears nothing at most while its pack is computed
 * @param spoolMemoryBytes of all answers that wait for their readers in memory
 * @param spoolFileBytes of one answer that waits in a file
 * @param advertisementCacheBytes of rendered advertisements
 * @param cloneCacheBytes of answers to whole clones that are kept ({@code NGIT_CLONE_CACHE_BYTES})
 * @param treeCacheBytes of directories that are kept in memory ({@code NGIT_TREE_CACHE_BYTES})
 */
public record ServeLimits(
    int uploads,
    int uploadsPerAddress,
    int heavyUploads,
    int waiting,
    Duration waitFor,
    Duration heapWaitFor,
    Duration requestTime,
    int wants,
    int haves,
    long bodyBytes,
    Duration total,
    Duration keepAliveEvery,
    long spoolMemoryBytes,
    long spoolFileBytes,
    long advertisementCacheBytes,
    long cloneCacheBytes,
    long treeCacheBytes) {
  private static final Duration HEAP_WAIT_FOR = Duration.ofSeconds(60);
  private static final Duration REQUEST_TIME = Duration.ofSeconds(60);

  /** Limits with which neither answers nor directories are kept. */
  public ServeLimits(
      int uploads,
      int uploadsPerAddress,
      int heavyUploads,
      int waiting,
      Duration waitFor,
      int wants,
      int haves,
      long bodyBytes,
      Duration total,
      Duration keepAliveEvery,
      long spoolMemoryBytes,
      long spoolFileBytes,
      long advertisementCacheBytes) {
    this(
        uploads,
        uploadsPerAddress,
        heavyUploads,
        waiting,
        waitFor,
        HEAP_WAIT_FOR,
        REQUEST_TIME,
        wants,
        haves,
        bodyBytes,
        total,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        0,
        0);
  }

  /** Returns the limits that the specification names, for a machine with so many cores. */
  public static ServeLimits forCores(int cores) {
    return new ServeLimits(
        2 * cores,
        cores,
        Math.max(1, 2 * cores - 1),
        256,
        Duration.ofSeconds(15),
        10_000,
        50_000,
        10L << 20,
        Duration.ofMinutes(15),
        Duration.ofSeconds(5),
        32L << 20,
        8L << 30,
        32L << 20);
  }

  /** Returns these limits with other numbers of uploads. */
  public ServeLimits withUploads(int inAll, int perAddress) {
    return new ServeLimits(
        inAll,
        perAddress,
        Math.max(1, inAll - 1),
        waiting,
        waitFor,
        heapWaitFor,
        requestTime,
        wants,
        haves,
        bodyBytes,
        total,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        cloneCacheBytes,
        treeCacheBytes);
  }

  /** Returns these limits with other numbers of wants and haves. */
  public ServeLimits withRequest(int mostWants, int mostHaves) {
    return new ServeLimits(
        uploads,
        uploadsPerAddress,
        heavyUploads,
        waiting,
        waitFor,
        heapWaitFor,
        requestTime,
        mostWants,
        mostHaves,
        bodyBytes,
        total,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        cloneCacheBytes,
        treeCacheBytes);
  }

  /** Returns these limits with so many bytes for answers and directories that are kept. */
  public ServeLimits withCaches(long cloneBytes, long treeBytes) {
    return new ServeLimits(
        uploads,
        uploadsPerAddress,
        heavyUploads,
        waiting,
        waitFor,
        heapWaitFor,
        requestTime,
        wants,
        haves,
        bodyBytes,
        total,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        cloneBytes,
        treeBytes);
  }

  /** Returns these limits with other times for one that needs much memory, and for a body. */
  public ServeLimits withTimes(Duration forHeap, Duration forRequest) {
    return new ServeLimits(
        uploads,
        uploadsPerAddress,
        heavyUploads,
        waiting,
        waitFor,
        forHeap,
        forRequest,
        wants,
        haves,
        bodyBytes,
        total,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        cloneCacheBytes,
        treeCacheBytes);
  }

  /** Returns these limits with others for those who wait, and for one request in all. */
  public ServeLimits withWaiting(int mostWaiting, Duration oneWaits, Duration inAll) {
    return new ServeLimits(
        uploads,
        uploadsPerAddress,
        heavyUploads,
        mostWaiting,
        oneWaits,
        heapWaitFor,
        requestTime,
        wants,
        haves,
        bodyBytes,
        inAll,
        keepAliveEvery,
        spoolMemoryBytes,
        spoolFileBytes,
        advertisementCacheBytes,
        cloneCacheBytes,
        treeCacheBytes);
  }
}
