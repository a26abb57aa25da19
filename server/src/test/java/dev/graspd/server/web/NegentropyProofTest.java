package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets that are read while events come and go end up as the store is. */
final class NegentropyProofTest {
  private static final int SEEDS = 10;
  private static final int EVENTS = 60;
  private static final List<String> FILTERS =
      List.of(
          "{\"#s\":[\"%d\"]}", "{\"#s\":[\"%d\"],\"kinds\":[1]}", "{\"#s\":[\"%d\"],\"since\":50}");

  @TempDir private static Path directory;
  private static TestServer server;
  private static ExecutorService threads;

  @BeforeAll
  static void start() {
    server = TestServer.builder().store(new ShakyStore(Stores.open(directory))).start();
    threads = Executors.newVirtualThreadPerTaskExecutor();
  }

  @AfterAll
  static void stop() {
    threads.close();
    server.close();
  }

  @Test
  void aSetReadDuringChangesIsTheStoresSet() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
  }

  private static void run(int seed) {
    RandomGenerator random = new SplittableRandom(seed);
    FilledStores.fill(server.store(), events(seed, "before", random), 50);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(() -> change(seed, new SplittableRandom(-seed)), threads);
    List<CompletableFuture<Void>> asking = new ArrayList<>();
    for (String filter : FILTERS) {
      asking.add(
          CompletableFuture.runAsync(() -> askOften(filter.formatted(seed), writing), threads));
    }
    writing.join();
    asking.forEach(CompletableFuture::join);

    SortedSet<EventId> all = stored(Filter.builder().tag('s', List.of("" + seed)).build());
    assertThat(all).as("seed %d", seed).isNotEmpty();
    assertThat(needed("{\"#s\":[\"" + seed + "\"]}")).as("seed %d", seed).isEqualTo(all);
    assertThat(needed("{\"#s\":[\"" + seed + "\"],\"kinds\":[1]}"))
        .as("seed %d", seed)
        .isEqualTo(stored(Filter.builder().tag('s', List.of("" + seed)).kinds(List.of(1)).build()));
    assertThat(needed("{\"#s\":[\"" + seed + "\"],\"since\":50}"))
        .as("seed %d", seed)
        .isEqualTo(stored(Filter.builder().tag('s', List.of("" + seed)).since(50).build()));
  }

  /** Sets are built by the first who asks; the answers meanwhile only have to be answers. */
  private static void askOften(String filter, CompletableFuture<Void> writing) {
    do {
      assertThat(needed(filter)).doesNotContainNull();
    } while (!writing.isDone());
  }

  private static void change(int seed, RandomGenerator random) {
    List<Event> here = new ArrayList<>();
    for (Event event : events(seed, "during", random)) {
      server.store().write(tx -> tx.append(event, 100)).toCompletableFuture().join();
      here.add(event);
      if (random.nextInt(3) == 0) {
        Event gone = here.remove(random.nextInt(here.size()));
        server
            .store()
            .write(tx -> tx.remove(gone.id(), Removal.DELETED, 100))
            .toCompletableFuture()
            .join();
      }
    }
  }

  private static List<Event> events(int seed, String name, RandomGenerator random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      events.add(
          EventBuilder.kind(1 + random.nextInt(2))
              .at(random.nextInt(100))
              .tag("s", "" + seed)
              .content(name + i)
              .unsignedBy(TestKeys.ALICE));
    }
    return events;
  }

  private static SortedSet<EventId> needed(String filter) {
    try (RelayClient client = server.client()) {
      return Difference.reconcile(client, "n", filter, List.of()).need();
    }
  }

  private static SortedSet<EventId> stored(Filter filter) {
    SortedSet<EventId> ids = new TreeSet<>();
    ItemRun run = server.store().items(filter, 100);
    boolean done;
    do {
      done = run.next(1_000, (_, id) -> ids.add(id));
    } while (!done);
    return ids;
  }
}
