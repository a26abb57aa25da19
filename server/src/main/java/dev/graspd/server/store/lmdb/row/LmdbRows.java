package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.store.row.ArrivalRows;
import dev.graspd.core.store.row.BanRows;
import dev.graspd.core.store.row.DeletionRows;
import dev.graspd.core.store.row.EndedRows;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.FamilyRows;
import dev.graspd.core.store.row.HookRows;
import dev.graspd.core.store.row.LogRows;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.core.store.row.RoleRows;
import dev.graspd.core.store.row.Rows;
import dev.graspd.core.store.row.StrangerRows;
import dev.graspd.core.store.row.SumRows;
import dev.graspd.core.store.row.UnwantedRows;
import dev.graspd.core.store.row.VanishRows;
import dev.graspd.server.store.lmdb.table.WriteSession;

/** The rows of the store in one write transaction of LMDB. */
public record LmdbRows(
    LogRows log,
    EventRows events,
    DeletionRows deletions,
    VanishRows vanished,
    UnwantedRows unwanted,
    StrangerRows strangers,
    SumRows sums,
    FamilyRows families,
    RepositoryRows repositories,
    EndedRows ended,
    RoleRows roles,
    BanRows bans,
    HookRows hooks,
    ArrivalRows arrivals)
    implements Rows {
  public static LmdbRows of(WriteSession session) {
    return new LmdbRows(
        new LmdbLogRows(session),
        new LmdbEventRows(session),
        new LmdbDeletionRows(session),
        new LmdbVanishRows(session),
        new LmdbUnwantedRows(session),
        new LmdbStrangerRows(session),
        new LmdbSumRows(session),
        new LmdbFamilyRows(session),
        new LmdbRepositoryRows(session),
        new LmdbEndedRows(session),
        new LmdbRoleRows(session),
        new LmdbBanRows(session),
        new LmdbHookRows(session),
        new LmdbArrivalRows(session));
  }
}
