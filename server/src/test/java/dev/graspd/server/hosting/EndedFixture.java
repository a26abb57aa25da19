package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oids;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.server.hosting.RepoWords.text;
import static dev.graspd.testkit.TestKeys.CAROL;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.role.Mandate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A host over any store, with git data as sets of ids, whose calendar a test sets. */
public final class EndedFixture implements AutoCloseable {
  public static final Duration RETENTION = Duration.ofDays(90);

  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final HostingLimits LIMITS =
      TestHosting.limits(
          1_000, 1 << 20, new NewRepositoryRates(1_000, 1_000), 10_000, 2, 4, 100_000);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("10.0.0.1")));

  /** Those of a server without a black list. */
  public static final HostingRules RULES = rules(List.of());

  final SetOfObjects git;
  private final EventStore events;
  private final RepositoryStore repositories;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong seconds = new AtomicLong(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private final RepositoryHost host;

  public EndedFixture(EventStore events, RepositoryStore repositories, SetOfObjects git) {
    this(events, repositories, git, FailPoints.NONE, List.of());
  }

  public EndedFixture(
      EventStore events,
      RepositoryStore repositories,
      SetOfObjects git,
      FailPoints failPoints,
      List<RepositoryPattern> blackList) {
    this.events = events;
    this.repositories = repositories;
    this.git = git;
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    HostingRules rules = rules(blackList);
    host =
        new RepositoryHost(
            TestHosting.parts(
                events,
                repositories,
                git,
                new PlainReception(events, general, _ -> {}, this::calendar),
                new UptimeClock(repositories.uptimeNanos(), () -> 0, this::calendar, 1),
                executor,
                HostingMetrics.NONE,
                failPoints,
                HuntListener.NONE),
            TestHosting.policy(
                general,
                rules,
                Maintainers.Mode.RECIPROCAL,
                LIMITS,
                "wss://git.example.org",
                new EndedTimes(RETENTION, Duration.ofDays(1))));
    TestHosting.start(host);
  }

  private static HostingRules rules(List<RepositoryPattern> blackList) {
    return new HostingRules(SERVICE, CAROL.publicKey(), List.of(), blackList, 1_000, 64);
  }

  private Instant calendar() {
    return Instant.ofEpochSecond(seconds.get());
  }

  public void pass(Duration time) {
    seconds.addAndGet(time.toSeconds());
  }

  public RepositoryHost host() {
    return host;
  }

  public String send(Event event) {
    var reply = now(host.reception().receive(event, CLIENT)).reply(event.id());
    return (reply.accepted() ? "" : "no: ") + reply.message();
  }

  public String push(RepoAddress to, String commands, Integer... objects) {
    return push(RefSpace.ofRepository(to), commands, objects);
  }

  public String push(RefSpace to, String commands, Integer... objects) {
    PushRequest request =
        new PushRequest(to, commands(commands), false, Payer.of(InetAddress.ofLiteral("10.0.0.1")));
    return outcomes(now(host.pushes().perform(request, git.bring(to.identifier(), oids(objects)))));
  }

  /** A repository that is served, with main at this object. */
  public void hosted(Signer owner, RepoAddress repository, int object, Signer... listed) {
    String name = repository.identifier().text();
    String _ = send(RepoWords.announcement(owner, name, 0, listed));
    String _ = send(RepoWords.state(owner, name, 0, "main=" + object));
    if (!push(repository, "main=" + object, object).matches("ok|unchanged")) {
      throw new AssertionError("not hosted: " + repository);
    }
  }

  public String refs(RepoAddress repository) {
    return host.repositories().find(repository).map(found -> text(found.refs())).orElse("none");
  }

  public boolean isServed(Event event) {
    return events.known(event.id()) == Known.SERVED;
  }

  public int cleanUp() {
    return host.endedKeeper().cleanUp(Mandate.NONE);
  }

  RepositoryStore repositories() {
    return repositories;
  }

  @Override
  public void close() {
    host.close();
    executor.close();
  }
}
