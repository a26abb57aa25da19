package dev.graspd.server.git.serve.request;

import java.time.Duration;

/** The limits for serving clones and fetches. */
public record ServeLimits(Uploads uploads, Times times, Request request, Buffers buffers) {
  /**
   * Packs that are being computed at a time.
   *
   * @param total of all clients ({@code NGIT_MAX_UPLOADS})
   * @param perAddress of one address ({@code NGIT_MAX_UPLOADS_PER_IP})
   * @param heavy whole clones, so that small fetches always find a place
   * @param waiting requests that may wait for a place, an eighth of them of one address
   */
  public record Uploads(int total, int perAddress, int heavy, int waiting) {}

  /**
   * The times of a request.
   *
   * @param placeWait for a place
   * @param heapWait for a place with much memory
   * @param body until the body has arrived
   * @param total for one request
   * @param keepAliveEvery the longest silence while a pack is computed
   */
  public record Times(
      Duration placeWait,
      Duration heapWait,
      Duration body,
      Duration total,
      Duration keepAliveEvery) {}

  /**
   * The size of a request.
   *
   * @param wants objects ({@code NGIT_MAX_WANTS})
   * @param haves objects ({@code NGIT_MAX_HAVES})
   * @param bytes inflated
   */
  public record Request(int wants, int haves, long bytes) {}

  /**
   * Bytes of buffers and caches.
   *
   * @param spoolMemory for all answers that wait for their readers in memory
   * @param spoolFile for one answer that waits in a file
   * @param advertisements that are rendered
   * @param clones answers to whole clones ({@code NGIT_CLONE_CACHE_BYTES})
   * @param trees in memory ({@code NGIT_TREE_CACHE_BYTES})
   */
  public record Buffers(
      long spoolMemory, long spoolFile, long advertisements, long clones, long trees) {}

  /** Returns the limits of the specification, for so many cores and without caches for packs. */
  public static ServeLimits forCores(int cores) {
    return new ServeLimits(
        new Uploads(2 * cores, cores, Math.max(1, 2 * cores - 1), 256),
        new Times(
            Duration.ofSeconds(15),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofMinutes(15),
            Duration.ofSeconds(5)),
        new Request(10_000, 50_000, 10L << 20),
        new Buffers(32L << 20, 8L << 30, 32L << 20, 0, 0));
  }

  /** Returns these limits with other numbers of uploads. */
  public ServeLimits withUploads(int total, int perAddress) {
    return with(new Uploads(total, perAddress, Math.max(1, total - 1), uploads.waiting));
  }

  public ServeLimits with(Uploads others) {
    return new ServeLimits(others, times, request, buffers);
  }

  public ServeLimits with(Times others) {
    return new ServeLimits(uploads, others, request, buffers);
  }

  public ServeLimits with(Buffers others) {
    return new ServeLimits(uploads, times, request, others);
  }

  /** Returns these limits with other numbers of wants and haves. */
  public ServeLimits withRequest(int wants, int haves) {
    return new ServeLimits(uploads, times, new Request(wants, haves, request.bytes), buffers);
  }

  /** Returns these limits with other caches for packs. */
  public ServeLimits withCaches(long cloneBytes, long treeBytes) {
    return with(
        new Buffers(
            buffers.spoolMemory, buffers.spoolFile, buffers.advertisements, cloneBytes, treeBytes));
  }

  /** Returns these limits with another wait for memory, and another time for a body. */
  public ServeLimits withTimes(Duration heapWait, Duration body) {
    return with(new Times(times.placeWait, heapWait, body, times.total, times.keepAliveEvery));
  }

  /** Returns these limits with another queue, another wait in it, and another total time. */
  public ServeLimits withWaiting(int waiting, Duration wait, Duration total) {
    return with(new Uploads(uploads.total, uploads.perAddress, uploads.heavy, waiting))
        .with(new Times(wait, times.heapWait, times.body, total, times.keepAliveEvery));
  }
}
