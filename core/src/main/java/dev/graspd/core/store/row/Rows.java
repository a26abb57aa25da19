package dev.graspd.core.store.row;

/**
 * All rows of the store, within one write transaction. Reads see the writes before them. Used by
 * one thread.
 */
public interface Rows {
  LogRows log();

  EventRows events();

  DeletionRows deletions();

  VanishRows vanished();

  UnwantedRows unwanted();

  StrangerRows strangers();

  SumRows sums();

  FamilyRows families();

  RepositoryRows repositories();

  EndedRows ended();

  RoleRows roles();

  BanRows bans();

  HookRows hooks();

  ArrivalRows arrivals();
}
