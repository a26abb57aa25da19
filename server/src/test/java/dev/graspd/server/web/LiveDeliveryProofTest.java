package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every subscriber sees each matching event exactly once, stored ones first, whatever the writers
 * do meanwhile. Real sockets and a real store; each seed has its own writers, held events and
 * subscribers that come and go at any moment.
 */
final class LiveDeliveryProofTest {
  private static final int SEEDS = 25;
  private static final int WRITERS = 3;
  private static final int EVENTS_PER_WRITER = 60;
  private static final int SUBSCRIBERS = 6;
  private static final int LAST_KIND = 9_999;

  private static final List<PublicKey> AUTHORS =
      IntStream.range(0, 3).mapToObj(i -> Signer.numbered(i).publicKey()).toList();

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
  void storedThenLiveWithoutGapAndWithoutDuplicate() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
  }

  /** The filters of one subscriber and the events it got. */
  private record Heard(Filter filter, List<String> stored, List<String> live) {}

  private static void run(int seed) {
    RandomGenerator random = new SplittableRandom(seed);
    CountDownLatch go = new CountDownLatch(1);
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(write(seed, i, new SplittableRandom(random.nextLong()), go));
    }
    CompletableFuture<Void> written =
        CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
    List<CompletableFuture<Heard>> subscribers = new ArrayList<>();
    for (int i = 0; i < SUBSCRIBERS; i++) {
      subscribers.add(listen(seed, new SplittableRandom(random.nextLong()), go));
    }
    go.countDown();
    written.join();
    Event last = EventBuilder.kind(LAST_KIND).tag("s", "" + seed).unsignedBy(AUTHORS.getFirst());
    server.store().write(tx -> tx.append(last, 0)).toCompletableFuture().join();

    Map<String, Event> served = new HashMap<>();
    List<String> order = new ArrayList<>();
    readLog(server.store(), seed, served, order);
    for (CompletableFuture<Heard> subscriber : subscribers) {
      check(seed, subscriber.join(), served, order);
    }
  }

  private static void check(int seed, Heard heard, Map<String, Event> served, List<String> order) {
    List<String> all = new ArrayList<>(heard.stored());
    all.addAll(heard.live());
    List<String> wanted =
        order.stream().filter(id -> heard.filter().matches(served.get(id))).toList();

    assertThat(all).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(wanted);
    List<String> liveInLogOrder = wanted.stream().filter(id -> heard.live().contains(id)).toList();
    assertThat(heard.live()).as("seed %d", seed).isEqualTo(liveInLogOrder);
  }

  /** Appends events one by one or in small groups; some are held first and released later. */
  private static CompletableFuture<Void> write(
      int seed, int writer, RandomGenerator random, CountDownLatch go) {
    return CompletableFuture.runAsync(
        () -> {
          await(go);
          List<Event> held = new ArrayList<>();
          for (int i = 0; i < EVENTS_PER_WRITER; i++) {
            Event event = randomEvent(seed, writer + ":" + i, random);
            boolean hold = random.nextInt(5) == 0;
            var answer = server.store().write(tx -> hold ? tx.hold(event, 0) : tx.append(event, 0));
            if (hold) {
              held.add(event);
            }
            if (random.nextInt(4) == 0) {
              answer.toCompletableFuture().join();
            }
          }
          for (Event event : held) {
            server.store().write(tx -> tx.release(event.id(), 0)).toCompletableFuture().join();
          }
        },
        threads);
  }

  private static CompletableFuture<Heard> listen(
      int seed, RandomGenerator random, CountDownLatch go) {
    Filter wish = randomFilter(random);
    Filter filter = Filter.builder().tag('s', List.of("" + seed)).build();
    return CompletableFuture.supplyAsync(
        () -> {
          await(go);
          IntStream.range(0, random.nextInt(2_000)).forEach(_ -> Thread.onSpinWait());
          try (RelayClient client = server.client()) {
            return hear(client, seed, both(wish, filter));
          }
        },
        threads);
  }

  /** Listens until the seed's last event was heard, stored or live, and all stored ones. */
  private static Heard hear(RelayClient client, int seed, Filter filter) {
    String last = "{\"kinds\":[%d],\"#s\":[\"%d\"]}".formatted(LAST_KIND, seed);
    client.send("[\"REQ\",\"s\"," + text(filter) + "," + last + "]");
    List<String> stored = new ArrayList<>();
    List<String> live = new ArrayList<>();
    boolean isLive = false;
    boolean lastHeard = false;
    while (!isLive || !lastHeard) {
      List<Object> message = client.next();
      if (message.getFirst().equals("EOSE")) {
        isLive = true;
      } else if (((Map<?, ?>) message.get(2)).get("kind").equals((long) LAST_KIND)) {
        lastHeard = true;
      } else {
        (isLive ? live : stored).add(RelayClient.idOf(message));
      }
    }
    return new Heard(filter, stored, live);
  }

  private static void readLog(
      EventStore store, int seed, Map<String, Event> served, List<String> order) {
    long at = 0;
    List<LogRecord> records = store.tail(at, 1_000);
    while (!records.isEmpty()) {
      for (LogRecord record : records) {
        at = record.seq();
        switch (record) {
          case LogRecord.Stored(_, var event) -> note(event, seed, served, order);
          case LogRecord.Released(_, var event) -> note(event, seed, served, order);
          case LogRecord.Held _,
              LogRecord.Removed _,
              LogRecord.RefsMoved _,
              LogRecord.FamilyChanged _,
              LogRecord.BansChanged _ -> {}
        }
      }
      records = store.tail(at, 1_000);
    }
  }

  private static void note(Event event, int seed, Map<String, Event> served, List<String> order) {
    if (event.kind() != LAST_KIND && event.tag("s").orElseThrow().value().equals("" + seed)) {
      served.put(event.id().hex(), event);
      order.add(event.id().hex());
    }
  }

  private static Event randomEvent(int seed, String name, RandomGenerator random) {
    return EventBuilder.kind(1 + random.nextInt(2))
        .at(1_000 + random.nextInt(100))
        .tag("s", "" + seed)
        .tag("t", "v" + random.nextInt(3))
        .content(name)
        .unsignedBy(AUTHORS.get(random.nextInt(3)));
  }

  private static Filter randomFilter(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> Filter.builder().kinds(List.of(1)).build();
      case 1 -> Filter.builder().authors(List.of(AUTHORS.get(random.nextInt(3)))).build();
      case 2 -> Filter.builder().tag('t', List.of("v0", "v1")).build();
      case 3 -> Filter.builder().since(1_050).build();
      default -> Filter.builder().build();
    };
  }

  /** The wish, of this seed's events only. */
  private static Filter both(Filter wish, Filter seedOnly) {
    Filter.Builder both = Filter.builder().limit(5_000);
    seedOnly.tags().forEach(both::tag);
    wish.tags().forEach(both::tag);
    if (wish.kinds() != null) {
      both.kinds(wish.kinds());
    }
    if (wish.authors() != null) {
      both.authors(wish.authors());
    }
    wish.since().ifPresent(both::since);
    return both.build();
  }

  private static String text(Filter filter) {
    StringBuilder text = new StringBuilder("{\"limit\":5000");
    filter
        .tags()
        .forEach((letter, values) ->
            text.append(",\"#")
                .append(letter)
                .append("\":[\"")
                .append(String.join("\",\"", values))
                .append("\"]"));
    if (filter.kinds() != null) {
      text.append(",\"kinds\":").append(filter.kinds());
    }
    if (filter.authors() != null) {
      text.append(",\"authors\":[\"").append(filter.authors().first()).append("\"]");
    }
    filter.since().ifPresent(since -> text.append(",\"since\":").append(since));
    return text.append("}").toString();
  }

  private static void await(CountDownLatch go) {
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
