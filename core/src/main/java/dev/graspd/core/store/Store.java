package dev.graspd.core.store;

import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.blocking.NeverBlocking;

/**
 * Everything that one server keeps: events with their log, repositories, and the events that sync
 * need not fetch. They share one writer, so one transaction may change all of them.
 */
@Blocking
public interface Store extends EventStore {
  @NeverBlocking
  RepositoryStore repositories();

  /** Returns the events that sync need not fetch. */
  @NeverBlocking
  UnwantedStore unwanted();

  /** Stops all writes because the disk failed elsewhere; reports it like a fault of the store. */
  void fail(Throwable cause);

  /**
   * Frees what other processes left behind that were killed while they read, for example backups,
   * and returns for how many. Called from time to time.
   */
  int housekeep();
}
