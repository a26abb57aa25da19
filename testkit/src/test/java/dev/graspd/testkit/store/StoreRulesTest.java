package dev.graspd.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.row.Rows;
import dev.graspd.core.store.rules.Bounds;
import dev.graspd.core.store.rules.StoreRules;
import dev.graspd.testkit.store.order.ArrivalContract;
import dev.graspd.testkit.store.order.BanContract;
import dev.graspd.testkit.store.order.HookContract;
import dev.graspd.testkit.store.order.RoleContract;
import dev.graspd.testkit.store.traffic.StoreDifferential;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the store need nothing but rows: over maps in memory they pass every contract. */
final class StoreRulesTest
    implements AppendContract,
        DeletionContract,
        RoleContract,
        BanContract,
        HookContract,
        ArrivalContract,
        StrangerContract,
        LogContract,
        RepositoryContract,
        EndedContract,
        UnwantedContract,
        RowsContract {
  private static final int OPERATIONS = 1_500;

  private final ModelEventStore store =
      rules(
          new Bounds(
              EventStore.REMOVALS_KEPT, UnwantedStore.UNWANTED_KEPT, EventStore.MINUTES_KEPT));

  @Override
  public EventStore store() {
    return store;
  }

  @Override
  public RepositoryStore repositories() {
    return store;
  }

  @Override
  public UnwantedStore unwanted() {
    return store;
  }

  @Override
  public void withRows(Consumer<Rows> work) {
    work.accept(new MemoryRows(new MemoryTables()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void rulesAndModelAgree(long seed) {
    Bounds bounds = new Bounds(7, 6, 5);
    try (ModelEventStore subject = rules(bounds);
        ModelEventStore model = new ModelEventStore(bounds.removalsKept(), bounds.unwantedKept())) {
      new StoreDifferential(seed, new InMemory(subject), model).run(OPERATIONS);
      assertThat(subject.lastSeq()).isGreaterThan(OPERATIONS / 4);
    }
  }

  /** The reads of the model over what the rules write. */
  private static ModelEventStore rules(Bounds bounds) {
    return new ModelEventStore(new RulesEngine(bounds));
  }

  private static final class RulesEngine implements ModelEventStore.Engine {
    private final Bounds bounds;
    private MemoryTables committed = new MemoryTables();

    RulesEngine(Bounds bounds) {
      this.bounds = bounds;
    }

    @Override
    public <R> ModelEventStore.Done<R> run(ModelState before, Function<StoreTransaction, R> work) {
      MemoryTables changed = committed.copy();
      StoreRules rules = new StoreRules(new MemoryRows(changed), bounds);
      R result = work.apply(rules);
      rules.endWork();
      committed = changed;
      return new ModelEventStore.Done<>(result, changed.toModel());
    }
  }

  private record InMemory(ModelEventStore store) implements StoreDifferential.Subject {
    @Override
    public UnwantedStore unwanted() {
      return store;
    }

    @Override
    public RepositoryStore repositories() {
      return store;
    }

    @Override
    public void reopen() {
      // Nothing is on disk.
    }
  }
}
