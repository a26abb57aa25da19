package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.oids;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.server.hosting.RepoWords.text;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A server that hosts, over the model store, with short words for what clients do to it. */
@Timeout(60)
public abstract class RepositoryHostSuite {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  public static final Identifier REPO = new Identifier("repo");
  public static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  public static final RepoAddress BOBS = new RepoAddress(BOB.publicKey(), REPO);
  public static final String HELD = "purgatory: won't be served until git data arrives";
  private static final HostingLimits LIMITS =
      TestHosting.limits(100, 1 << 20, new NewRepositoryRates(3, 5), 10_000, 2, 4, 100_000);
  private static final HostingRules RULES =
      new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64);
  public static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("10.0.0.1")));

  public final ModelEventStore store = new ModelEventStore();
  public final SetOfObjects git = new SetOfObjects();
  private final AtomicLong nanos = new AtomicLong();
  final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  public RepositoryHost host;

  @BeforeEach
  void open() {
    host = newHost();
  }

  public RepositoryHost newHost() {
    return newHost(false);
  }

  public RepositoryHost newHost(boolean readOnly) {
    Instant now = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, readOnly, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    RepositoryHost made =
        new RepositoryHost(
            TestHosting.parts(
                store,
                store,
                git,
                new PlainReception(store, general, _ -> {}, () -> now),
                new UptimeClock(store.uptimeNanos(), nanos::get, () -> now, 1),
                executor,
                HostingMetrics.NONE),
            TestHosting.policy(
                general, RULES, Maintainers.Mode.RECIPROCAL, limits(), "wss://git.example.org"));
    TestHosting.start(made);
    return made;
  }

  public HostingLimits limits() {
    return LIMITS;
  }

  @AfterEach
  void close() {
    ViewCheck.check(host.state(), store, store, RULES, Maintainers.Mode.RECIPROCAL);
    host.close();
    executor.close();
  }

  public static Event state(Signer author, long at, String refs) {
    return RepoWords.state(author, "repo", at, refs);
  }

  public static Event pullRequest(int commit) {
    return EventBuilder.kind(1618)
        .tag("a", ALICES.toString())
        .tag("c", oid(commit).hex())
        .unsignedBy(BOB);
  }

  public String send(Event event) {
    return send(event, CLIENT);
  }

  public String send(Event event, Origin origin) {
    Optional<Verdict> known =
        store.known(event.id()) == Known.HELD
            ? host.reception().held(event.id())
            : Optional.empty();
    Verdict verdict = known.orElseGet(() -> now(host.reception().receive(event, origin)));
    var reply = verdict.reply(event.id());
    return (reply.accepted() ? "" : "no: ") + reply.message();
  }

  public static PushRequest request(RepoAddress to, String commands) {
    return new PushRequest(
        to, commands(commands), false, Payer.of(InetAddress.ofLiteral("10.0.0.1")));
  }

  public PackDelivery bring(Integer... objects) {
    return git.bring(REPO, oids(objects));
  }

  public String push(RepoAddress to, String commands, Integer... objects) {
    return outcomes(now(host.pushes().perform(request(to, commands), bring(objects))));
  }

  public String refs(RepoAddress repository) {
    return text(host.repositories().find(repository).orElseThrow().refs());
  }

  public boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    host.wake();
  }

  public void await(BooleanSupplier condition) {
    Eventually.await(() -> {
      host.wake();
      return condition.getAsBoolean();
    });
  }

  /** Alice's repository, served, with main at 1. */
  public void hosted() {
    assertThat(send(announcement(ALICE, "repo", 0, BOB))).isEqualTo(HELD);
    assertThat(send(state(ALICE, 0, "main=1"))).isEqualTo(HELD);
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");
  }
}
