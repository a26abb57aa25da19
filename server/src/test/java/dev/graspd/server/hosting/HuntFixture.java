package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.family.view.FamilyReader;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Hosting on the real store, with a listener for the hunt. */
public final class HuntFixture implements AutoCloseable {
  static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  public static final HostingRules RULES =
      new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 2_000, 64);
  public static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  public static final Origin PEER = new Origin.Peer("wss://relay.example.org");
  public static final String HELD = "purgatory: won't be served until git data arrives";
  private static final long RESERVE_BYTES = 1_000;
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);

  public final Store store;
  public final RepositoryHost host;
  public final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  /** Notices to the listener, such as {@code repo waits CLIENT}. */
  public final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  /** The families that are compared, as the listener was told. */
  public final Set<Identifier> compared = ConcurrentHashMap.newKeySet();

  /** Of each held event that was served: whether it counts as synced. */
  public final List<Boolean> synced = Collections.synchronizedList(new ArrayList<>());

  public final AtomicLong freeBytes = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicReference<Instant> calendar = new AtomicReference<>(NOW);
  private final TestGit git;
  private final Maintainers.Mode mode;

  public HuntFixture(Path directory, TestGit git) {
    this(directory, git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE);
  }

  public HuntFixture(Path directory, TestGit git, Maintainers.Mode mode, FailPoints failPoints) {
    this(directory, git, mode, failPoints, Quota.UNLIMITED);
  }

  public HuntFixture(
      Path directory, TestGit git, Maintainers.Mode mode, FailPoints failPoints, Quota quota) {
    this(directory, git, mode, failPoints, quota, HostingPolicy.HISTORY_LOOKS);
  }

  HuntFixture(
      Path directory,
      TestGit git,
      Maintainers.Mode mode,
      FailPoints failPoints,
      Quota quota,
      int historyLooksMax) {
    this.git = git;
    this.mode = mode;
    store = Stores.open(directory, RESERVE_BYTES, freeBytes::get);
    git.namedIn(store.repositories());
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 4_000, 12_000, 900, 0, true, new TreeSet<>());
    host =
        new RepositoryHost(
            new HostingParts(
                store,
                store.repositories(),
                git.objects(),
                new PlainReception(store, general, _ -> {}, calendar::get),
                new UptimeClock(store.repositories().uptimeNanos(), nanos::get, calendar::get, 1),
                executor,
                new Released(),
                failPoints,
                new Recorder(),
                new Diary(NOW.getEpochSecond()),
                git.health(),
                git.rewriting(),
                executor,
                new ByteBudget("families", 16 << 20),
                HeldCharges.alone()),
            new HostingPolicy(
                general,
                RULES,
                mode,
                TestHosting.limits(
                    10_000,
                    1 << 24,
                    new NewRepositoryRates(10_000, 10_000),
                    10_000,
                    100,
                    1_000,
                    100_000,
                    quota),
                "wss://git.example.org",
                EndedTimes.DEFAULT,
                DormantRooms.UNLIMITED,
                Long.MAX_VALUE,
                historyLooksMax,
                "test"));
    git.clean(host.shelves(), AllRows.packs(store.repositories()));
    TestHosting.start(host);
  }

  private final class Released implements HostingMetrics {
    @Override
    public void released(Duration waited, boolean ofPeer) {
      synced.add(ofPeer);
    }

    @Override
    public void pushJudged(PushVerdict verdict) {}

    @Override
    public void expired(String type) {}

    @Override
    public void restored() {}

    @Override
    public void erased() {}

    @Override
    public void listsApplied(ListEffect effect, int count) {}
  }

  private final class Recorder implements HuntListener {
    @Override
    public void waits(Identifier family, Urgency urgency) {
      heard.add(family + " waits " + urgency);
    }

    @Override
    public void settled(Identifier family) {
      heard.add(family + " settled");
    }

    @Override
    public void hosted(Identifier family) {
      heard.add(family + " hosted");
      compared.add(family);
    }

    @Override
    public void dropped(Identifier family) {
      heard.add(family + " dropped");
      compared.remove(family);
    }

    @Override
    public Optional<Boolean> isHosted(Identifier family) {
      return Optional.of(compared.contains(family));
    }

    @Override
    public void awaitRoom() {}
  }

  @Override
  public void close() {
    ViewCheck.check(host.state(), store, store.repositories(), RULES, mode);
    host.close();
    executor.close();
    store.close();
  }

  public Repo repo(String name) {
    return new Repo(new Identifier(name));
  }

  public String send(Event event) {
    return send(event, CLIENT);
  }

  public String send(Event event, Origin origin) {
    return RepoWords.now(host.reception().receive(event, origin)).reply(event.id()).message();
  }

  public boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  /** The calendar continues while the server is down, its own clock does not. */
  public void setCalendar(Instant now) {
    calendar.set(now);
  }

  public String pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    host.wake();
    return "passed";
  }

  public void await(BooleanSupplier condition) {
    Eventually.await(() -> {
      host.wake();
      return condition.getAsBoolean();
    });
  }

  public void awaitLapse(Event event) {
    pass(Duration.ofMinutes(31));
    await(() -> host.lapsed().isLapsed(event.id()));
  }

  /** One family, in few words. */
  public final class Repo {
    public final Identifier identifier;

    private Repo(Identifier identifier) {
      this.identifier = identifier;
    }

    public RepoAddress of(Signer owner) {
      return new RepoAddress(owner.publicKey(), identifier);
    }

    /** An announcement that names this service and a mirror. */
    public Event announcement(Signer author, long at, Signer... listed) {
      String path = "/" + Bech32.npub(author.publicKey()) + "/" + identifier + ".git";
      EventBuilder builder =
          EventBuilder.kind(30617)
              .at(EventBuilder.DEFAULT_CREATED_AT + at)
              .tag("d", identifier.text())
              .tag("clone", "https://git.example.org" + path, "https://mirror.example.com" + path)
              .tag("relays", "wss://git.example.org");
      Arrays.stream(listed).forEach(one -> builder.tag("maintainers", one.publicKey().hex()));
      return builder.unsignedBy(author);
    }

    /** One that does not name this service. */
    public Event elsewhere(Signer author, Signer listed) {
      return EventBuilder.kind(30617)
          .tag("d", identifier.text())
          .tag("clone", "https://elsewhere.example.com/" + identifier + ".git")
          .tag("maintainers", listed.publicKey().hex())
          .unsignedBy(author);
    }

    /** A state such as {@code main=1 dev=2}. */
    public Event state(Signer author, long at, String refs) {
      EventBuilder builder =
          EventBuilder.kind(30618)
              .at(EventBuilder.DEFAULT_CREATED_AT + at)
              .tag("d", identifier.text())
              .tag("HEAD", "ref: refs/heads/main");
      for (String one : refs.split(" ", -1)) {
        String[] parts = one.split("=", -1);
        builder.tag("refs/heads/" + parts[0], git.oid(Integer.parseInt(parts[1])).hex());
      }
      return builder.unsignedBy(author);
    }

    public Event pullRequest(Signer author, int commit, Signer owner) {
      return EventBuilder.kind(1618)
          .tag("a", of(owner).toString())
          .tag("c", git.oid(commit).hex())
          .unsignedBy(author);
    }

    /** An owner's repository, served, with main at 1. */
    public void hosted(Signer owner, Signer... listed) {
      assertThat(send(announcement(owner, 0, listed))).isEqualTo(HELD);
      assertThat(send(state(owner, 0, "main=1"))).isEqualTo(HELD);
      assertThat(land(1)).isEqualTo("joined");
    }

    public String push(Signer owner, String commands, Integer... objects) {
      List<PushCommand> list =
          Arrays.stream(commands.split(" ", -1))
              .map(one -> one.split("=", -1))
              .map(parts ->
                  new PushCommand(
                      "refs/heads/" + parts[0], Oid.ZERO, git.oid(Integer.parseInt(parts[1]))))
              .toList();
      PushRequest request = new PushRequest(of(owner), list, false, Payer.operator());
      PackDelivery delivery = git.bring(identifier, objects);
      return RepoWords.outcomes(RepoWords.now(host.pushes().perform(request, delivery)));
    }

    public LandingOutcome landed(Integer... objects) {
      return RepoWords.now(host.hunting().land(git.bring(identifier, objects)));
    }

    public String land(Integer... objects) {
      return switch (landed(objects)) {
        case LandingOutcome.Joined _ -> "joined";
        case LandingOutcome.NotWanted _ -> "not wanted";
        case LandingOutcome.Failed(var refusal) -> refusal.reason().slug();
      };
    }

    public SortedSet<Oid> oids(Integer... numbers) {
      SortedSet<Oid> oids = new TreeSet<>();
      Arrays.stream(numbers).map(git::oid).forEach(oids::add);
      return oids;
    }

    public SortedSet<Oid> wanted() {
      return host.hunting().missingData(identifier).wanted();
    }

    /** Refs such as {@code main=1 PR=5}; {@code -} if there are none. */
    public String refs(Signer owner) {
      Refs refs = host.repositories().find(of(owner)).orElseThrow().refs();
      StringBuilder text = new StringBuilder();
      refs.values().forEach((ref, value) -> text.append(' ').append(shown(ref, value)));
      return text.isEmpty() ? "-" : text.substring(1);
    }

    private String shown(RefName ref, Oid value) {
      int number = 1;
      while (!git.oid(number).equals(value)) {
        number++;
      }
      return (ref.isNostr() ? "PR" : ref.text().substring("refs/heads/".length())) + "=" + number;
    }

    /** An expiry may still be in progress: it ends within seconds. */
    public void assertSettled(String as) {
      Eventually.await(() -> problems().isEmpty(), () -> as + " has " + problems());
    }

    private List<String> problems() {
      Family onDisk =
          new FamilyReader(store, store.repositories(), RULES, mode)
              .read(identifier, Optional.empty())
              .family();
      List<String> problems =
          new ArrayList<>(
              new HostingCheck(store, store.repositories(), RULES, mode)
                  .problems(identifier, git.objects()));
      if (!host.status().family(identifier).equals(onDisk)) {
        problems.add("memory and disk differ");
      }
      return problems;
    }
  }
}
