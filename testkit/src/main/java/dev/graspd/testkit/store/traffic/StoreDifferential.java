package dev.graspd.testkit.store.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.RepositoryContract;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Drives a store and the model with the same random operations; after each, both must say exactly
 * the same. The seed decides everything, and a failure names it.
 */
public final class StoreDifferential {
  private static final long DAY = 24 * 3600;

  /** Room for about three lists. */
  private static final long STRANGER_BYTES = 6_000;

  private static final List<RepoAddress> REPOSITORIES =
      Stream.of("one", "one two", "f".repeat(64))
          .map(name -> new RepoAddress(TestKeys.ALICE.publicKey(), new Identifier(name)))
          .toList();

  private final long seed;
  private final Random random;
  private final RandomTraffic traffic;
  private final Subject subject;
  private final StoreDriver model;
  private final ModelEventStore modelStore;
  private final Weighted<Runnable> steps;
  private final Weighted<LongFunction<Function<StoreTransaction, Object>>> changes;
  private long now = StoreDriver.NOW;

  /** The store under test. */
  public interface Subject {
    EventStore store();

    /** Returns the same store by its other side. */
    UnwantedStore unwanted();

    /** Returns the same store by its third side. */
    RepositoryStore repositories();

    /** Closes the store and opens it again from disk. */
    void reopen();
  }

  /** Thrown inside work to see it undone. */
  private static final class ChangeOfMind extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public StoreDifferential(long seed, Subject subject, ModelEventStore model) {
    this.seed = seed;
    this.random = new Random(seed);
    this.traffic = new RandomTraffic(random);
    this.subject = subject;
    this.modelStore = model;
    this.model = new StoreDriver(model);
    this.steps = steps();
    this.changes = kindsOfChange();
  }

  /** Runs this many operations. */
  public void run(int operations) {
    for (int step = 0; step < operations; step++) {
      try {
        step();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ", step " + step, e);
      }
    }
    compareAll();
  }

  private void step() {
    now += random.nextInt(3);
    steps.pick(random).run();
  }

  private Weighted<Runnable> steps() {
    return new Weighted<Runnable>()
        .with(50, () -> write(List.of(change())))
        .with(8, () -> write(changes()))
        .with(22, this::query)
        .with(6, this::count)
        .with(4, this::items)
        .with(6, this::facts)
        .with(2, this::tail)
        .with(1, this::holdings)
        .with(1, () -> now += random.nextInt(5) == 0 ? 31 * DAY : DAY)
        .with(1, this::reopenSometimes);
  }

  private void reopenSometimes() {
    if (random.nextInt(5) == 0) {
      subject.reopen();
    }
  }

  private List<Function<StoreTransaction, Object>> changes() {
    List<Function<StoreTransaction, Object>> changes = new ArrayList<>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      changes.add(change());
    }
    if (random.nextInt(6) == 0) {
      changes.add(_ -> {
        throw new ChangeOfMind();
      });
    }
    return changes;
  }

  private Function<StoreTransaction, Object> change() {
    return changes.pick(random).apply(now);
  }

  private Weighted<LongFunction<Function<StoreTransaction, Object>>> kindsOfChange() {
    return new Weighted<LongFunction<Function<StoreTransaction, Object>>>()
        .with(45, at -> append(traffic.fresh(at), at))
        .with(8, at -> append(traffic.target(), at))
        .with(6, at -> appendStranger(traffic.list(), at))
        .with(1, at -> append(traffic.list(), at))
        .with(10, at -> hold(traffic.fresh(at), at))
        .with(3, at -> hold(traffic.target(), at))
        .with(8, at -> release(traffic.id(), at))
        .with(13, at -> delete(traffic.deletion(at), at))
        .with(2, at -> vanish(traffic.vanish(), at))
        .with(5, at -> remove(traffic.id(), traffic.oneOf(List.of(Removal.values())), at))
        .with(3, _ -> isVanishing(traffic.author()))
        .with(4, at -> refuse(random.nextBoolean() ? traffic.fresh(at) : traffic.target(), at))
        .with(1, _ -> forget(traffic.id()))
        .with(1, _ -> keep(repository()))
        .with(6, _ -> setAside(traffic.id(), repository(), repository()))
        .with(1, _ -> discard(repository(), 1 + random.nextInt(3)))
        .with(1, _ -> unkeep(repository()))
        .with(3, at -> sweep(1 + random.nextInt(4), at));
  }

  private static Function<StoreTransaction, Object> append(Event event, long at) {
    return transaction -> transaction.append(event, at);
  }

  private static Function<StoreTransaction, Object> appendStranger(Event list, long at) {
    PublicKey participant = Signer.numbered(0).publicKey();
    StrangerRoom room = new StrangerRoom(STRANGER_BYTES, participant::equals);
    return transaction -> transaction.appendStranger(list, room, at);
  }

  private static Function<StoreTransaction, Object> hold(Event event, long at) {
    return transaction -> transaction.hold(event, at);
  }

  private static Function<StoreTransaction, Object> release(EventId id, long at) {
    return transaction -> transaction.release(id, at);
  }

  private static Function<StoreTransaction, Object> delete(Event deletion, long at) {
    return transaction -> transaction.delete(deletion, at);
  }

  private static Function<StoreTransaction, Object> vanish(Event vanish, long at) {
    return transaction -> transaction.vanish(vanish, at);
  }

  private static Function<StoreTransaction, Object> remove(EventId id, Removal why, long at) {
    return transaction -> transaction.remove(id, why, at);
  }

  private static Function<StoreTransaction, Object> sweep(int max, long at) {
    return transaction -> transaction.sweep(at, max);
  }

  private static Function<StoreTransaction, Object> isVanishing(PublicKey author) {
    return transaction -> transaction.isVanishing(author);
  }

  private Function<StoreTransaction, Object> refuse(Event event, long at) {
    long until = at + random.nextInt(40);
    return transaction -> {
      transaction.putUnwanted(UnwantedEvent.refused(event, UnwantedEvent.Why.ELSEWHERE, at, until));
      return "refused";
    };
  }

  private static Function<StoreTransaction, Object> forget(EventId id) {
    return transaction -> transaction.forgetUnwanted(id);
  }

  private RepoAddress repository() {
    return traffic.oneOf(REPOSITORIES);
  }

  private Function<StoreTransaction, Object> keep(RepoAddress repository) {
    EndedRepository.Phase phase = traffic.oneOf(List.of(EndedRepository.Phase.values()));
    long at = now;
    return transaction -> {
      transaction
          .ended()
          .put(
              new EndedRepository(
                  repository,
                  EndedRepository.Cause.LEFT,
                  phase,
                  RepositoryContract.REFS,
                  Optional.empty(),
                  at,
                  at,
                  at,
                  "deletion " + at));
      return "kept";
    };
  }

  private static Function<StoreTransaction, Object> setAside(
      EventId id, RepoAddress first, RepoAddress second) {
    SortedSet<RepoAddress> both = new TreeSet<>(List.of(first, second));
    return transaction -> {
      SortedSet<RepoAddress> kept = new TreeSet<>(both);
      kept.removeIf(one -> transaction.ended().find(one).isEmpty());
      return transaction.ended().setAside(id, kept);
    };
  }

  private static Function<StoreTransaction, Object> discard(RepoAddress repository, int max) {
    return transaction -> transaction.ended().discardAside(repository, max);
  }

  private static Function<StoreTransaction, Object> unkeep(RepoAddress repository) {
    return transaction -> transaction.ended().remove(repository);
  }

  private void holdings() {
    RepositoryStore store = subject.repositories();
    assertThat(store.ended().all()).isEqualTo(modelStore.all());
    for (RepoAddress repository : REPOSITORIES) {
      Optional<EventId> after = random.nextBoolean() ? Optional.empty() : Optional.of(traffic.id());
      assertThat(store.ended().aside(repository, after, 5))
          .isEqualTo(modelStore.aside(repository, after, 5));
      assertThat(store.ended().countAside(repository)).isEqualTo(modelStore.countAside(repository));
      assertThat(driver().<List<SetAsideEvent>>write(tx -> tx.ended().aside(repository, after, 3)))
          .isEqualTo(
              model.<List<SetAsideEvent>>write(tx -> tx.ended().aside(repository, after, 3)));
    }
  }

  private void write(List<Function<StoreTransaction, Object>> changes) {
    assertThat(outcome(driver(), changes)).isEqualTo(outcome(model, changes));
    assertThat(subject.store().lastSeq()).isEqualTo(modelStore.lastSeq());
  }

  private static List<Object> outcome(
      StoreDriver driver, List<Function<StoreTransaction, Object>> changes) {
    try {
      return driver.write(
          transaction -> changes.stream().map(change -> change.apply(transaction)).toList());
    } catch (ChangeOfMind e) {
      return List.of("undone");
    }
  }

  private void query() {
    List<Filter> filters = traffic.filters();
    assertThat(driver().query(filters, now)).as("%s", filters).isEqualTo(model.query(filters, now));
  }

  private void count() {
    List<Filter> filters = traffic.filters();
    assertThat(driver().count(filters, now)).as("%s", filters).isEqualTo(model.count(filters, now));
  }

  private void items() {
    Filter filter = traffic.filter();
    assertThat(driver().items(filter, now)).as("%s", filter).isEqualTo(model.items(filter, now));
  }

  private void facts() {
    EventId id = traffic.id();
    EventStore store = subject.store();
    assertThat(store.known(id)).isEqualTo(modelStore.known(id));
    assertThat(store.gone(id)).isEqualTo(modelStore.gone(id));
    assertThat(subject.repositories().ended().keepersOf(id)).isEqualTo(modelStore.keepersOf(id));
    assertThat(subject.unwanted().unwanted(id, now)).isEqualTo(modelStore.unwanted(id, now));
    assertThat(store.served(id).map(Event::body)).isEqualTo(modelStore.served(id).map(Event::body));
    assertThat(inTransaction(driver(), id)).isEqualTo(inTransaction(model, id));
    assertThat(store.nextSweepSeconds()).isEqualTo(modelStore.nextSweepSeconds());
    assertThat(store.stats().servedEvents()).isEqualTo(modelStore.stats().servedEvents());
    assertThat(store.stats().heldEvents()).isEqualTo(modelStore.stats().heldEvents());
  }

  private static List<Object> inTransaction(StoreDriver driver, EventId id) {
    return driver.write(transaction -> {
      Optional<Event> event = transaction.event(id);
      return List.of(transaction.known(id), event.map(Event::body));
    });
  }

  private void tail() {
    long last = modelStore.lastSeq();
    long after = random.nextBoolean() ? random.nextLong(last + 1) : Math.max(0, last - 4);
    int max = 1 + random.nextInt(40);
    assertThat(subject.store().tail(after, max)).isEqualTo(modelStore.tail(after, max));
  }

  private void compareAll() {
    List<Filter> all = List.of(Filter.ALL);
    assertThat(driver().query(all, now)).as("seed " + seed).isEqualTo(model.query(all, now));
    assertThat(subject.store().tail(0, Integer.MAX_VALUE))
        .as("seed " + seed)
        .isEqualTo(modelStore.tail(0, Integer.MAX_VALUE));
    assertThat(unwanted(subject.unwanted())).as("seed " + seed).isEqualTo(unwanted(modelStore));
    holdings();
  }

  private List<UnwantedEvent> unwanted(UnwantedStore store) {
    List<UnwantedEvent> rows = new ArrayList<>();
    UnwantedStore.Run run = store.unwanted(now);
    while (!run.next(2, rows::add)) {
      // the next slice
    }
    return rows;
  }

  private StoreDriver driver() {
    return new StoreDriver(subject.store());
  }
}
