package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What contracts about repositories need: the store by its other side, and names. */
public interface RepositoryFixture extends StoreFixture {
  Identifier FAMILY = new Identifier("repo");
  RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), FAMILY);
  RepoAddress BOBS = new RepoAddress(BOB.publicKey(), FAMILY);
  RepoAddress LONG = new RepoAddress(ALICE.publicKey(), new Identifier("\u00e9".repeat(125)));
  Oid COMMIT = new Oid("12".repeat(20));
  Oid OTHER = new Oid("34".repeat(20));
  RefName MAIN = new RefName("refs/heads/main");
  Refs REFS =
      new Refs(
          new TreeMap<>(Map.of(MAIN, COMMIT, new RefName("refs/tags/\u00e9"), COMMIT)),
          Optional.of(MAIN));

  /** Returns the same store by its other side. */
  RepositoryStore repositories();

  /** Changes the store in one transaction. */
  default void write(Consumer<StoreTransaction> work) {
    boolean done =
        driver()
            .<Boolean>write(transaction -> {
              work.accept(transaction);
              return true;
            });
    assertThat(done).isTrue();
  }

  /** Returns the refs of all repositories. */
  default SortedMap<RepoAddress, Refs> allRefs() {
    SortedMap<RepoAddress, Refs> all = new TreeMap<>();
    for (Identifier family : families(RepositoryStore.Rows.REFS)) {
      repositories()
          .refs(family)
          .forEach((owner, refs) -> all.put(new RepoAddress(owner, family), refs));
    }
    return all;
  }

  /** Returns the families that have such rows. */
  default List<Identifier> families(RepositoryStore.Rows rows) {
    return repositories().families(rows, Optional.empty(), 100);
  }
}
