package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.Wait;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start with held events that take several times the heap when they are parsed. */
@Timeout(120)
class HeldStartTest {
  private static final int HEAP_MIB = 40;
  private static final int EVENTS = 600;
  private static final int TAG_ITEMS = 4_000;
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");

  @TempDir Path directory;

  @Test
  void aStartNeedsNoMemoryForTheEventsThatAreHeld() throws Exception {
    long heapBytes = fill();
    assertThat(heapBytes).isGreaterThan((3L * HEAP_MIB) << 20);

    Process child = child();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).as(said).isZero();
    assertThat(said).contains(EVENTS + " held, " + 2 * EVENTS + " in the log");
  }

  /** Holds pull requests and announcements with as many tag items as one may have. */
  private long fill() {
    String[] items = new String[TAG_ITEMS - 10];
    Arrays.fill(items, "ab");
    items[0] = "t";
    long heapBytes = 0;
    try (Store store = open(directory)) {
      for (int i = 0; i < EVENTS; i++) {
        Event event =
            EventBuilder.kind(i % 4 == 0 ? 30617 : 1618)
                .tag("d", "repo-" + i)
                .tag("c", "1".repeat(40))
                .tag("a", "30617:" + ALICE.publicKey() + ":repo-" + i)
                .tag(items)
                .unsignedBy(Signer.named("key " + i));
        heapBytes += HeapBytes.of(event);
        Wait wait = new Wait(new Identifier("repo-" + i), false, 1);
        boolean _ =
            store
                .write(tx -> {
                  tx.hold(event, EventBuilder.DEFAULT_CREATED_AT);
                  tx.repositories().putWait(event.id(), wait);
                  return true;
                })
                .toCompletableFuture()
                .join();
      }
    }
    return heapBytes;
  }

  private Process child() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx" + HEAP_MIB + "m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            HeldStartTest.class.getName(),
            directory.toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static Store open(Path directory) {
    return Stores.open(directory, 1_000, () -> Long.MAX_VALUE);
  }

  /** Starts with the held events, and follows the log from its beginning. */
  public static void main(String[] args) {
    try (Store store = open(Path.of(args[0]));
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        RepositoryHost host = host(store, executor)) {
      System.out.println(
          "%d held, %d in the log"
              .formatted(
                  host.status().stats().held().values().stream().mapToLong(Long::longValue).sum(),
                  followLog(store)));
    }
  }

  private static int followLog(Store store) {
    int count = 0;
    List<LogRecord> records = store.tail(0, 256);
    while (!records.isEmpty()) {
      count += records.size();
      records = store.tail(records.getLast().seq(), 256);
    }
    return count;
  }

  private static RepositoryHost host(Store store, ExecutorService executor) {
    Instant now = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT);
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 4_000, 12_000, 900, 0, true, new TreeSet<>());
    return new RepositoryHost(
        TestHosting.parts(
            store,
            store.repositories(),
            new SetOfObjects(),
            new PlainReception(store, general, _ -> {}, () -> now),
            new UptimeClock(store.repositories().uptimeNanos(), () -> 0, () -> now, 1),
            executor,
            HostingMetrics.NONE),
        TestHosting.policy(
            general,
            new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 2_000, 64),
            Maintainers.Mode.RECIPROCAL,
            TestHosting.limits(
                10_000, 1 << 24, new NewRepositoryRates(10, 10), 10_000, 100, 1_000, 100_000),
            "wss://git.example.org"));
  }
}
