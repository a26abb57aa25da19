package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Disk usage of lists of servers whose authors take part in no repository. */
@Timeout(60)
class StrangerDiskTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final long POOL_BYTES = 2 << 20;
  private static final int STRANGERS = 200;
  private static final int TAGS = 1_000;
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("192.0.2.1")));

  @TempDir Path directory;

  /** Runs an action with a server over the directory, and stops it. */
  private void run(Consumer<Running> work) {
    try (Store store = Stores.open(directory);
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        RepositoryHost host = host(store, executor)) {
      TestHosting.start(host);
      work.accept(new Running(store, host));
    }
  }

  private static RepositoryHost host(Store store, ExecutorService executor) {
    Instant now = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    return new RepositoryHost(
        TestHosting.parts(
            store,
            store.repositories(),
            new SetOfObjects(),
            new PlainReception(store, general, _ -> {}, () -> now),
            new UptimeClock(store.repositories().uptimeNanos(), () -> 0, () -> now, 1),
            executor,
            HostingMetrics.NONE),
        new HostingPolicy(
            general,
            new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64),
            Maintainers.Mode.RECIPROCAL,
            TestHosting.limits(100, 1 << 20, new NewRepositoryRates(3, 5), 10_000, 2, 4, 100_000),
            "wss://git.example.org",
            EndedTimes.DEFAULT,
            DormantRooms.UNLIMITED,
            POOL_BYTES,
            HostingPolicy.HISTORY_LOOKS,
            "test"));
  }

  private record Running(Store store, RepositoryHost host) {
    Verdict send(Event event) {
      return now(host.reception().receive(event, CLIENT));
    }

    boolean isServed(Event event) {
      return store.known(event.id()) == Known.SERVED;
    }

    long strangersBytes() {
      Filter lists = Filter.builder().kinds(List.of(Kinds.GRASP_LIST)).build();
      return StoreQueries.all(store, lists, 10_000, 64 << 20).stream()
          .filter(list -> !list.author().equals(ALICE.publicKey()))
          .filter(list -> !list.author().equals(BOB.publicKey()))
          .mapToLong(StrangerRoom::bytesOf)
          .sum();
    }
  }

  private static Event plain(Signer author) {
    return EventBuilder.kind(Kinds.GRASP_LIST).content("x".repeat(15 << 10)).unsignedBy(author);
  }

  /** Has little text, and many rows by which it is found. */
  private static Event tagged(Signer author, int number) {
    EventBuilder builder = EventBuilder.kind(Kinds.GRASP_LIST);
    for (int i = 0; i < TAGS; i++) {
      builder.tag("g", Integer.toString((number * TAGS + i) * 31, 36));
    }
    return builder.unsignedBy(author);
  }

  @Test
  void strangersShareTheirRoomAndTheOldestGive() {
    run(server -> {
      assertThat(server.send(plain(ALICE))).isInstanceOf(Verdict.Accepted.class);
      assertThat(server.send(announcement(ALICE, "repo", 0, BOB))).isInstanceOf(Verdict.Held.class);
      assertThat(server.send(plain(BOB))).isInstanceOf(Verdict.Accepted.class);
      for (int i = 1; i <= STRANGERS; i++) {
        assertThat(server.send(plain(Signer.numbered(i)))).isInstanceOf(Verdict.Accepted.class);
      }
      assertThat(server.strangersBytes()).isBetween(POOL_BYTES - (32 << 10), POOL_BYTES);
      assertThat(server.isServed(plain(Signer.numbered(1)))).isFalse();
      assertThat(server.isServed(plain(Signer.numbered(STRANGERS)))).isTrue();
      assertThat(server.isServed(plain(ALICE))).as("takes part since").isTrue();
      assertThat(server.isServed(plain(BOB))).as("takes part").isTrue();
    });
    run(server -> {
      for (int i = 1; i <= 20; i++) {
        server.send(plain(Signer.numbered(i)));
      }
      assertThat(server.strangersBytes()).as("after a restart").isLessThanOrEqualTo(POOL_BYTES);
      assertThat(server.isServed(plain(Signer.numbered(1)))).as("may come back").isTrue();
      assertThat(server.isServed(plain(Signer.numbered(STRANGERS)))).isTrue();
    });
    assertThat(Stores.check(directory).problems()).isEmpty();
  }

  @Test
  void rowsByWhichListsAreFoundCountToo() throws IOException {
    run(server -> {
      for (int i = 1; i <= STRANGERS; i++) {
        Event list = tagged(Signer.numbered(i), i);
        assertThat(list.json().length).isLessThan(AdmissionRules.LIST_BYTES);
        assertThat(server.send(list)).isInstanceOf(Verdict.Accepted.class);
      }
    });
    assertThat(Files.size(directory.resolve("data.mdb"))).isLessThan(3 * POOL_BYTES);
  }
}
