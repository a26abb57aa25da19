package dev.graspd.server.peers;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.Unwanted.Why;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.Outcome;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.GateMetrics;
import dev.graspd.server.gate.GitObjects;
import dev.graspd.server.gate.HostingLimits;
import dev.graspd.server.gate.HostingMetrics;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.gate.UptimeClock;
import dev.graspd.server.gate.Verdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ModelEventStore;
import dev.graspd.testkit.StoreDriver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PeerReceptionTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final RelayUrl RELAY = RelayUrl.parse("wss://relay.example").orElseThrow();
  private static final Duration KEPT = Duration.ofDays(7);

  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);
  private final ScriptedLapses lapses = new ScriptedLapses();
  private final ConcurrentLinkedQueue<Verdict> heard = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RepositoryHost host = host();
  private final Gate gate =
      new Gate(
          store,
          rules(false),
          new Secp256k1Verifier(),
          executor,
          host.reception(),
          GateMetrics.NONE,
          () -> NOW);
  private final PeerReception reception = reception(gate);

  /** No objects at all. */
  private static final class NoObjects implements GitObjects {
    @Override
    public ObjectsHere of(Identifier family) {
      return _ -> Optional.empty();
    }

    @Override
    public Delivery unshelve(Identifier family, String shelf) throws IOException {
      throw new IOException("no shelf " + shelf);
    }
  }

  private static AdmissionRules rules(boolean readOnly) {
    return new AdmissionRules(
        SERVICE, readOnly, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
  }

  private RepositoryHost host() {
    HostingRules hosting =
        new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64);
    return new RepositoryHost(
        new RepositoryHost.Parts(
            store,
            store,
            new NoObjects(),
            new PlainReception(store, rules(false), _ -> {}, () -> NOW),
            new UptimeClock(0, () -> 0, () -> NOW, 1),
            executor,
            HostingMetrics.NONE),
        new RepositoryHost.Policy(
            rules(false),
            hosting,
            Maintainers.Mode.RECIPROCAL,
            new HostingLimits(100, 1 << 20, 2, 2, 10_000, 2, 4, 100_000),
            "wss://git.example.org"));
  }

  private PeerReception reception(Gate door) {
    return new PeerReception(
        door, store, store, lapses, KEPT, (_, _, _, verdict) -> heard.add(verdict), () -> NOW);
  }

  @AfterEach
  void close() {
    host.close();
    executor.close();
  }

  private Outcome receive(Event event) {
    return receive(event, EventSource.STARTUP);
  }

  private Outcome receive(Event event, EventSource source) {
    return answer(reception, event, source);
  }

  private static Outcome answer(PeerReception by, Event event, EventSource source) {
    try {
      return by.receive(event, RELAY, source).toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }

  private static EventBuilder announcement(String name) {
    return EventBuilder.kind(30_617).tag("d", name).tag("relays", "wss://git.example.org");
  }

  private static Event ours(String name) {
    return announcement(name)
        .tag(
            "clone",
            "https://git.example.org/" + Bech32.npub(ALICE.publicKey()) + "/" + name + ".git")
        .signedBy(ALICE);
  }

  private Optional<Why> unwanted(EventId id) {
    return store.unwanted(id, NOW.getEpochSecond()).map(Unwanted::why);
  }

  @Test
  void newEventIsStoredOrHeldAndThenKnown() {
    Event list = EventBuilder.kind(10_317).signedBy(ALICE);
    Event announcement = ours("repo");

    assertThat(receive(list)).isEqualTo(Outcome.STORED);
    assertThat(receive(list)).isEqualTo(Outcome.KNOWN);
    assertThat(receive(announcement)).isEqualTo(Outcome.HELD);
    assertThat(receive(announcement)).isEqualTo(Outcome.KNOWN);
    assertThat(unwanted(list.id())).isEmpty();
    assertThat(unwanted(announcement.id())).isEmpty();
    assertThat(heard).hasSize(4);
  }

  @Test
  void relayMayBringMoreNewRepositoriesThanAnAddressOrAKey() {
    for (int i = 0; i < 10; i++) {
      assertThat(receive(ours("repo-" + i))).isEqualTo(Outcome.HELD);
    }
  }

  @Test
  void refusalIsRememberedForAsLongAsRefusalsAre() {
    Event elsewhere = announcement("other").signedBy(ALICE);
    Event state = EventBuilder.kind(30_618).tag("d", "other").signedBy(ALICE);

    assertThat(receive(elsewhere)).isEqualTo(Outcome.REFUSED);
    assertThat(receive(state)).isEqualTo(Outcome.REFUSED);
    assertThat(unwanted(elsewhere.id())).contains(Why.ELSEWHERE);
    assertThat(unwanted(state.id())).contains(Why.NOT_YET_VALID);
    assertThat(store.unwanted(state.id(), NOW.plus(KEPT).getEpochSecond())).isEmpty();
  }

  @Test
  void rememberedRefusalIsJudgedAnew() {
    Event state = EventBuilder.kind(30_618).tag("d", "repo").signedBy(ALICE);
    assertThat(receive(state)).isEqualTo(Outcome.REFUSED);
    assertThat(receive(ours("repo"))).isEqualTo(Outcome.HELD);

    assertThat(receive(state)).isEqualTo(Outcome.HELD);
    assertThat(unwanted(state.id())).isEmpty();
  }

  @Test
  void forgedCopyLeavesNoTrace() {
    Event real = EventBuilder.kind(10_317).signedBy(ALICE);
    Event forged = real.body().signed(real.id(), Signature.of(new byte[Signature.BYTES]));

    assertThat(receive(forged)).isEqualTo(Outcome.FORGED);
    assertThat(unwanted(real.id())).isEmpty();
    assertThat(receive(real)).isEqualTo(Outcome.STORED);
  }

  @Test
  void refusalOfTheMomentIsNotRemembered() {
    Gate readOnly =
        new Gate(
            store,
            rules(true),
            new Secp256k1Verifier(),
            executor,
            host.reception(),
            GateMetrics.NONE,
            () -> NOW);
    Event list = EventBuilder.kind(10_317).signedBy(ALICE);

    assertThat(answer(reception(readOnly), list, EventSource.STARTUP)).isEqualTo(Outcome.LATER);
    assertThat(unwanted(list.id())).isEmpty();
    assertThat(receive(list)).isEqualTo(Outcome.STORED);
  }

  @Test
  void olderVersionIsKnownAndNotBroughtAgain() {
    Event newer = EventBuilder.kind(10_317).at(20).signedBy(ALICE);
    Event older = EventBuilder.kind(10_317).at(10).signedBy(ALICE);

    assertThat(receive(newer)).isEqualTo(Outcome.STORED);
    assertThat(receive(older)).isEqualTo(Outcome.KNOWN);
    assertThat(unwanted(older.id())).contains(Why.OUTDATED);
  }

  @Test
  void whatWasHereAndLeftIsNotTakenFromARelay() {
    Event announcement = ours("repo");
    assertThat(receive(announcement)).isEqualTo(Outcome.HELD);
    driver.remove(announcement.id(), Removal.LAPSED);
    heard.clear();

    assertThat(store.unwanted(announcement.id(), StoreDriver.NOW)).isPresent();
    assertThat(receive(announcement)).isEqualTo(Outcome.KNOWN);
    assertThat(store.known(announcement.id())).isEqualTo(Known.UNKNOWN);
    assertThat(heard).isEmpty();
  }

  @Test
  void onlyADailyComparisonGivesWhatHasLapsedAnotherChance() {
    Event announcement = ours("repo");
    assertThat(receive(announcement)).isEqualTo(Outcome.HELD);
    lapses.lapsed.add(announcement.id());

    assertThat(receive(announcement, EventSource.LIVE)).isEqualTo(Outcome.KNOWN);
    assertThat(receive(announcement, EventSource.RECONNECT)).isEqualTo(Outcome.KNOWN);
    assertThat(lapses.seen).isEmpty();
    assertThat(receive(announcement, EventSource.DAILY)).isEqualTo(Outcome.KNOWN);
    assertThat(lapses.seen).containsExactly(announcement.id());
  }
}
