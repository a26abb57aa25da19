package dev.graspd.server.git.ingest.budget;

/**
 * The limits for a push.
 *
 * @param pushBytes of a pack as it is sent
 * @param objectBytes of one object, inflated
 * @param treeBytes of one tree, commit or tag, inflated: serving it needs all of it in memory
 * @param packObjects in one pack
 * @param commands refs changed by one push
 * @param deltaDepth the longest chain of deltas
 * @param checks the share of one check
 * @param freeDiskBytes that must stay free on the disk
 */
public record IngestLimits(
    long pushBytes,
    long objectBytes,
    long treeBytes,
    int packObjects,
    int commands,
    int deltaDepth,
    CheckLimits checks,
    long freeDiskBytes) {
  /** The largest limit for trees, commits and tags: well below the limit of JGit's parser. */
  public static final long TREE_BYTES_MAX = 32L << 20;

  /** Inflated bytes that every pack may have. */
  static final long INFLATED_BYTES_BASE = 256L << 20;

  /** Inflated bytes for each byte of the pack. */
  static final long INFLATED_RATIO = 300;

  /** Room for the instructions of a delta, beside its base and its result. */
  public static final long DELTA_BYTES_MAX = 56L << 20;

  private static final long CPU_NANOS_BASE = 30_000_000_000L;
  private static final long CPU_NANOS_PER_MEBIBYTE = 1_000_000_000L;
  private static final long ARRAY_BYTES_MAX = Integer.MAX_VALUE - 64;

  public IngestLimits {
    // The base of a delta is an array.
    objectBytes = Math.min(objectBytes, ARRAY_BYTES_MAX);
    treeBytes = Math.min(treeBytes, TREE_BYTES_MAX);
  }

  /** Returns the limit for the inflated bytes of a pack of this size. */
  long inflatedBytes(long packBytes) {
    return INFLATED_BYTES_BASE + INFLATED_RATIO * packBytes;
  }

  /** Returns the limit for bytes of objects in memory while deltas are resolved. */
  public long liveBytes() {
    return 2 * objectBytes + DELTA_BYTES_MAX;
  }

  /** Returns the limit for CPU time on a pack of this size. */
  long cpuNanos(long packBytes) {
    return CPU_NANOS_BASE + (packBytes >> 20) * CPU_NANOS_PER_MEBIBYTE;
  }
}
