package dev.graspd.server.base;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FamilyWalkTest {
  /** Some pages, and the last one is not full. */
  private static final int FAMILIES = 200;

  private final ModelEventStore store = new ModelEventStore();
  private final List<Identifier> visited = new ArrayList<>();

  @BeforeEach
  void fill() {
    boolean _ =
        new StoreDriver(store)
            .<Boolean>write(tx -> {
              for (int i = 0; i < FAMILIES; i++) {
                Identifier family = new Identifier("repo" + i);
                tx.repositories().putPack(new PackRecord(family, "a", ALICE.publicKey(), i));
                tx.repositories().putPack(new PackRecord(family, "b", ALICE.publicKey(), i));
              }
              return true;
            });
  }

  @Test
  void everyFamilyIsVisitedOnce() throws InterruptedException {
    assertThat(new FamilyWalk(store).visit(Rows.PACKS, visited::add)).isEqualTo(FAMILIES);
    assertThat(visited).hasSize(FAMILIES).doesNotHaveDuplicates();
    assertThat(new FamilyWalk(store).visit(Rows.REFS, visited::add)).isZero();
    assertThat(FamilyWalk.packs(store)).hasSize(2 * FAMILIES);
  }

  @Test
  void changedFamiliesAreVisitedBetweenTwoNumbersOfTheLog() throws InterruptedException {
    List<LogRecord.FamilyChanged> all = store.changedFamilies(0, FAMILIES);
    List<Long> reached = new ArrayList<>();
    long after = all.get(9).seq();
    long until = all.get(149).seq();
    new FamilyWalk(store).visitChanged(after, until, visited::add, reached::add);
    assertThat(visited)
        .isEqualTo(all.subList(10, 150).stream().map(LogRecord.FamilyChanged::family).toList());
    assertThat(reached).hasSizeGreaterThan(1).isSorted().endsWith(until);
  }

  @Test
  void stoppedWalkVisitsNoFurtherPage() throws InterruptedException {
    FamilyWalk walk = new FamilyWalk(store, () -> !visited.isEmpty());
    assertThat(walk.visit(Rows.PACKS, visited::add)).isLessThan(FAMILIES);
  }
}
