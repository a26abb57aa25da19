package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.CAROL;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.GateMetrics;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.hosting.TestHosting;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The real gate of a server that hosts at git.example.org, over the model store. */
public final class TestGate implements AutoCloseable {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");

  public final ModelEventStore store = new ModelEventStore();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Instant now;
  private final RepositoryHost host;
  public final Gate gate;

  /** No objects at all. */
  private static final class NoObjects implements GitObjects {
    @Override
    public ObjectsHere of(Identifier family) {
      return _ -> Optional.empty();
    }

    @Override
    public Reach reach(Identifier family, SortedSet<Oid> tips, int looksMax) {
      return Reach.NOWHERE;
    }

    @Override
    public PackDelivery unshelve(Identifier family, String shelf) throws IOException {
      throw new IOException("no shelf " + shelf);
    }
  }

  public TestGate(Instant now) {
    this.now = now;
    this.host = host();
    this.gate = gate(false);
  }

  Gate gate(boolean readOnly) {
    return gate(readOnly, executor);
  }

  /** A gate that verifies on these threads. */
  public Gate gate(boolean readOnly, Executor cpu) {
    return new Gate(
        store,
        rules(readOnly),
        new Secp256k1Verifier(),
        cpu,
        host.reception(),
        GateMetrics.NONE,
        new Diary(0),
        () -> now);
  }

  private static AdmissionRules rules(boolean readOnly) {
    return new AdmissionRules(
        SERVICE, readOnly, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
  }

  private RepositoryHost host() {
    HostingRules hosting =
        new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64);
    return new RepositoryHost(
        TestHosting.parts(
            store,
            store,
            new NoObjects(),
            new PlainReception(store, rules(false), _ -> {}, () -> now),
            new UptimeClock(0, () -> 0, () -> now, 1),
            executor,
            HostingMetrics.NONE),
        TestHosting.policy(
            rules(false),
            hosting,
            Maintainers.Mode.RECIPROCAL,
            TestHosting.limits(100, 1 << 20, new NewRepositoryRates(2, 2), 10_000, 2, 4, 100_000),
            "wss://git.example.org"));
  }

  /** An announcement that lists this service. */
  public static Event ours(Signer author, String name, Signer... maintainers) {
    EventBuilder builder =
        EventBuilder.kind(30_617)
            .tag("d", name)
            .tag("relays", "wss://git.example.org")
            .tag(
                "clone",
                "https://git.example.org/" + Bech32.npub(author.publicKey()) + "/" + name + ".git");
    for (Signer one : maintainers) {
      builder.tag("maintainers", one.publicKey().hex());
    }
    return builder.signedBy(author);
  }

  /** An announcement that does not. */
  public static Event elsewhere(Signer author, String name) {
    return EventBuilder.kind(30_617)
        .tag("d", name)
        .tag("relays", "wss://elsewhere.example")
        .signedBy(author);
  }

  @Override
  public void close() {
    host.close();
    executor.close();
  }
}
