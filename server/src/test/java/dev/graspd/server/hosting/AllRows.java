package dev.graspd.server.hosting;

import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.server.base.FamilyWalk;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All rows of a small store at once. */
public final class AllRows {
  private AllRows() {}

  public static SortedMap<RepoAddress, Refs> refs(RepositoryStore store) {
    SortedMap<RepoAddress, Refs> all = new TreeMap<>();
    FamilyWalk.families(store, Rows.REFS)
        .forEach(family ->
            store
                .refs(family)
                .forEach((owner, refs) -> all.put(new RepoAddress(owner, family), refs)));
    return all;
  }

  public static List<Submission> submissions(RepositoryStore store) {
    return FamilyWalk.families(store, Rows.SUBMISSIONS)
        .flatMap(family -> store.submissions(family).stream())
        .toList();
  }

  public static List<ArrivedTip> arrived(RepositoryStore store) {
    return FamilyWalk.families(store, Rows.ARRIVED)
        .flatMap(family -> store.arrived(family).stream())
        .toList();
  }

  public static List<PackRecord> packs(RepositoryStore store) {
    return FamilyWalk.packs(store).toList();
  }
}
