package dev.graspd.server.family.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.hosting.RepoWords;
import java.util.List;
import java.util.SortedSet;

/** Git data for a test, in which commits are called by numbers. */
public interface TestGit extends AutoCloseable {
  GitObjects objects();

  /** The health of its packs, if it has any. */
  default PackHealth health() {
    return PackHealth.UNKNOWN;
  }

  /** Rewrites its packs, if it has any. */
  default PackRewriting rewriting() {
    return PackRewriting.NONE;
  }

  /** The store whose rows name its packs. */
  default void namedIn(RepositoryStore store) {}

  Oid oid(int number);

  /** These commits, in quarantine. */
  PackDelivery bring(Identifier family, Integer... numbers);

  /** Removes files of an earlier process. */
  void clean(SortedSet<String> shelves, List<PackRecord> known);

  @Override
  default void close() {}

  /** Git data as sets of ids. */
  record Sets(SetOfObjects objects) implements TestGit {
    @Override
    public Oid oid(int number) {
      return RepoWords.oid(number);
    }

    @Override
    public PackDelivery bring(Identifier family, Integer... numbers) {
      return objects.bring(family, RepoWords.oids(numbers));
    }

    @Override
    public void clean(SortedSet<String> shelves, List<PackRecord> known) {}
  }
}
