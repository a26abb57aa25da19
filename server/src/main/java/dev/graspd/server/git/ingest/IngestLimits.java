package dev.graspd.server.git.ingest;

/**
 * What a push may cost.
 *
 * @param pushBytes of a pack as it is sent
 * @param objectBytes of one object, inflated
 * @param treeBytes of one tree, commit or tag, inflated: its server has all of it in memory
 * @param packObjects in one pack
 * @param commands refs changed by one push
 * @param deltaDepth the longest chain of deltas
 * @param checks what the check of a pack may take of what all share
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
  /** The largest limit for trees, commits and tags: well below what JGit can still parse. */
  public static final long TREE_BYTES_MAX = 32L << 20;

  /** Bytes that may be inflated whatever the size of the pack. */
  static final long INFLATED_BYTES_BASE = 256L << 20;

  /** Inflated bytes for each byte of the pack. */
  static final long INFLATED_RATIO = 300;

  /** Room for the instructions of a delta, beside its base and its result. */
  static final long DELTA_BYTES_MAX = 56L << 20;

  private static final long CPU_NANOS_BASE = 30_000_000_000L;
  private static final long CPU_NANOS_PER_MEBIBYTE = 1_000_000_000L;
  private static final long ARRAY_BYTES_MAX = Integer.MAX_VALUE - 64;

  public IngestLimits {
    // An object that others are made from is an array.
    objectBytes = Math.min(objectBytes, ARRAY_BYTES_MAX);
    treeBytes = Math.min(treeBytes, TREE_BYTES_MAX);
  }

  /** Limits with the usual checks. */
  public IngestLimits(
      long pushBytes,
      long objectBytes,
      long treeBytes,
      int packObjects,
      int commands,
      int deltaDepth,
      long freeDiskBytes) {
    this(
        pushBytes,
        objectBytes,
        treeBytes,
        packObjects,
        commands,
        deltaDepth,
        CheckLimits.DEFAULT,
        freeDiskBytes);
  }

  /** Returns how many bytes a pack of this size may come to when it is inflated. */
  long inflatedBytes(long packBytes) {
    return INFLATED_BYTES_BASE + INFLATED_RATIO * packBytes;
  }

  /** Returns how many bytes of objects may be in memory while deltas are resolved. */
  long liveBytes() {
    return 2 * objectBytes + DELTA_BYTES_MAX;
  }

  /** Returns how long a processor may work on a pack of this size. */
  long cpuNanos(long packBytes) {
    return CPU_NANOS_BASE + (packBytes >> 20) * CPU_NANOS_PER_MEBIBYTE;
  }
}
