package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import java.util.List;
import java.util.SortedSet;

/** Git data for a test, in which commits are called by numbers. */
interface TestGit {
  GitObjects objects();

  /** How well its packs are, if it has any. */
  default PackHealth health() {
    return PackHealth.UNKNOWN;
  }

  /** How its packs are written anew, if it has any. */
  default PackRewriting rewriting() {
    return PackRewriting.NONE;
  }

  Oid oid(int number);

  /** These commits, in quarantine. */
  Delivery bring(Identifier family, Integer... numbers);

  /** Removes what an earlier server left. */
  void clean(SortedSet<String> shelves, List<PackRecord> known);

  /** Git data as sets of ids. */
  record Sets(SetOfObjects objects) implements TestGit {
    @Override
    public Oid oid(int number) {
      return RepoWords.oid(number);
    }

    @Override
    public Delivery bring(Identifier family, Integer... numbers) {
      return objects.bring(family, RepoWords.oids(numbers));
    }

    @Override
    public void clean(SortedSet<String> shelves, List<PackRecord> known) {}
  }
}
