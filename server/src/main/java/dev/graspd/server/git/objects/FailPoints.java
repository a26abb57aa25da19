package dev.graspd.server.git.objects;

/**
 * Named places on the way of objects to disk, so that a test can end the process, or break the
 * disk, exactly there.
 */
@FunctionalInterface
public interface FailPoints {
  /** Nothing ever fails on purpose. */
  FailPoints NONE = _ -> {};

  /** The pack is in quarantine, checked and indexed. */
  String RECEIVED = "received";

  /** The quarantine says on disk which pack will be published where. */
  String TARGET_WRITTEN = "target-written";

  /** The pack is in the family's directory, its index is not. */
  String PACK_LINKED = "pack-linked";

  /** Both are, and the directory is not yet on disk. */
  String INDEX_LINKED = "index-linked";

  /** The publication is on disk. */
  String PUBLISHED = "published";

  /** The publication is final, and the quarantine still there. */
  String BEFORE_KEEP = "before-keep";

  /** The quarantine is gone. */
  String KEPT = "kept";

  /** The objects wait on their shelf, on disk. */
  String SHELVED = "shelved";

  /** A publication will be taken back. */
  String BEFORE_WITHDRAWAL = "before-withdrawal";

  /** Tells that a place is reached; may not return. */
  void reach(String name);
}
