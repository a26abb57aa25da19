package dev.graspd.core.store;

/**
 * Everything that one server keeps: events with their log, repositories, and the events that sync
 * need not fetch. They share one writer, so one transaction may change all of them.
 */
public interface Store extends EventStore {
  RepositoryStore repositories();

  /** Returns the events that sync need not fetch. */
  UnwantedStore unwanted();

  /** Stops all writes because the disk failed elsewhere; reports it like a fault of the store. */
  void fail(Throwable cause);

  /**
   * Frees what other processes left behind that were killed while they read, for example backups,
   * and returns for how many. Called from time to time.
   */
  int housekeep();
}
