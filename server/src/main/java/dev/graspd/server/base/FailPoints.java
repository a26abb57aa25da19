package dev.graspd.server.base;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Named places on the way of objects and events to disk, where a test can end the process or break
 * the disk.
 */
@FunctionalInterface
public interface FailPoints {
  /** Nothing ever fails on purpose. */
  FailPoints NONE = _ -> {};

  /** The pack is in quarantine, checked and indexed. */
  String RECEIVED = "received";

  /** The quarantine says on disk which pack will be published where. */
  String TARGET_WRITTEN = "target-written";

  /** The pack is in the depot, its index is not. */
  String PACK_LINKED = "pack-linked";

  /** Pack and index are there, and the directory is not yet on disk. */
  String INDEX_LINKED = "index-linked";

  /** Pack and index are in the depot, durably, and no transaction names them. */
  String STORED = "stored";

  /** A transaction names the pack, and the quarantine is still there. */
  String BEFORE_KEEP = "before-keep";

  /** The quarantine is gone. */
  String KEPT = "kept";

  /** The objects are on their shelf, on disk. */
  String SHELVED = "shelved";

  /** The stored packs will be withdrawn. */
  String BEFORE_WITHDRAWAL = "before-withdrawal";

  /** A push is decided on and its objects are stored; nothing is written yet. */
  String PUSH_BEFORE_WRITE = "push-before-write";

  /** The changes of a push are in the store, and the client does not know it yet. */
  String PUSH_WRITTEN = "push-written";

  /** An event of a repository is decided on; nothing is written yet. */
  String EVENT_BEFORE_WRITE = "event-before-write";

  /** An event that depends on another one is decided on; nothing is written yet. */
  String DEPENDENT_BEFORE_WRITE = "dependent-before-write";

  /** An event of a repository is in the store, and the client does not know it yet. */
  String EVENT_WRITTEN = "event-written";

  /** A webhook was answered, and no row says so yet. */
  String HOOK_SENT = "hook-sent";

  /** New packs are in quarantine, and nothing else has changed. */
  String REPACK_MADE = "repack-made";

  /** They are beside the old ones, on disk, and no transaction names them. */
  String REPACK_STORED = "repack-stored";

  /** The store has their records instead of the old ones. */
  String REPACK_WRITTEN = "repack-written";

  /** The old ones will be removed. */
  String REPACK_REMOVING = "repack-removing";

  /** The old ones are removed, and quarantine still names them. */
  String REPACK_REMOVED = "repack-removed";

  /** Places of upkeep, in this order. */
  List<String> UPKEEP =
      List.of(REPACK_MADE, REPACK_STORED, REPACK_WRITTEN, REPACK_REMOVING, REPACK_REMOVED);

  /** A ban keeps out, and what is here of it is still served. */
  String BAN_WRITTEN = "ban-written";

  /** A ban is lifted, and what it had set aside is not back yet. */
  String BAN_LIFTED = "ban-lifted";

  /** A deletion is decided on; nothing is written yet. */
  String DELETION_BEFORE_WRITE = "deletion-before-write";

  /** A deletion is in the store; events that depend on its repositories are still served. */
  String DELETION_WRITTEN = "deletion-written";

  /** Some events that depend on an ended repository are set aside. */
  String GATHERED = "gathered";

  /** An ended repository can no longer be restored; all of it is still there. */
  String ERASURE_BEGUN = "erasure-begun";

  /** Some of its events are erased. */
  String ERASURE_DISCARDED = "erasure-discarded";

  /** Its objects are gone, its row is not. */
  String ERASURE_PRUNED = "erasure-pruned";

  /** Places of the end of a repository, in this order. */
  List<String> ENDING =
      List.of(
          DELETION_BEFORE_WRITE,
          DELETION_WRITTEN,
          GATHERED,
          ERASURE_BEGUN,
          ERASURE_DISCARDED,
          ERASURE_PRUNED);

  /** The backup before a migration is complete, and nothing else has changed. */
  String MIGRATION_BACKED_UP = "migration-backed-up";

  /** A migration has begun; none of its work is done. */
  String MIGRATION_BEGUN = "migration-begun";

  /** A piece of its work is done, and not written yet. */
  String MIGRATION_BEFORE_WRITE = "migration-before-write";

  /** A piece is written, and others are left. */
  String MIGRATION_WRITTEN = "migration-written";

  /** One step of a migration is complete. */
  String MIGRATION_DONE = "migration-done";

  /** Places of a migration, in this order. */
  List<String> MIGRATION =
      List.of(
          MIGRATION_BACKED_UP,
          MIGRATION_BEGUN,
          MIGRATION_BEFORE_WRITE,
          MIGRATION_WRITTEN,
          MIGRATION_DONE);

  /** Places of new events and objects, in this order. */
  List<String> ALL =
      List.of(
          RECEIVED,
          TARGET_WRITTEN,
          PACK_LINKED,
          INDEX_LINKED,
          STORED,
          PUSH_BEFORE_WRITE,
          PUSH_WRITTEN,
          EVENT_BEFORE_WRITE,
          EVENT_WRITTEN,
          BEFORE_KEEP,
          KEPT,
          SHELVED,
          BEFORE_WITHDRAWAL);

  /** Runs the failure at one place, after it was passed this many times. */
  static FailPoints at(String place, int passes, Runnable failure) {
    AtomicInteger left = new AtomicInteger(passes);
    return name -> {
      if (name.equals(place) && left.getAndDecrement() <= 0) {
        failure.run();
      }
    };
  }

  /** Returns the same, active only while a condition holds. */
  default FailPoints when(BooleanSupplier condition) {
    return name -> {
      if (condition.getAsBoolean()) {
        reach(name);
      }
    };
  }

  /** Reports that a place is reached; may not return. */
  void reach(String name);
}
