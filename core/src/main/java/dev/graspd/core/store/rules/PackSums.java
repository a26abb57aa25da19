package dev.graspd.core.store.rules;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;

/**
 * The bytes of packs that count for each repository and each owner. They change with the row of a
 * pack, so no crash can part them.
 */
record PackSums(SumRows sums) {
  PackBytes of(RepoAddress repository) {
    return new PackBytes(
        sums.get(new Sum.PacksOf(repository)), sums.get(new Sum.PacksOfOwner(repository.owner())));
  }

  /** Counts the shares of a pack so many times; -1 takes them back. */
  void add(PackRecord pack, int times) {
    pack.shares()
        .forEach((owner, bytes) -> {
          change(new Sum.PacksOf(new RepoAddress(owner, pack.family())), times * bytes);
          change(new Sum.PacksOfOwner(owner), times * bytes);
        });
  }

  private void change(Sum sum, long more) {
    sums.put(sum, sums.get(sum) + more);
  }
}
