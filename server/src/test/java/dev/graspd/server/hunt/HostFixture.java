package dev.graspd.server.hunt;

import static dev.graspd.testkit.TestKeys.CAROL;

import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.hosting.TestHosting;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.role.Current;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A server without its front: real store, real quarantine, real sockets, and the hunt. */
final class HostFixture implements AutoCloseable {
  static final Identifier FAMILY = new Identifier("repo");
  static final Origin PEER = new Origin.Peer("wss://relay.example.org");
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final long PATIENCE_SECONDS = 60;
  private static final int TIME_SCALE = 50;
  private static final IngestLimits INGEST =
      new IngestLimits(
          1L << 30, 100L << 20, 16L << 20, 2_000_000, 2_000, 4_095, CheckLimits.DEFAULT, 0);

  final Current<HuntListener> news = new Current<>(HuntListener.NONE);
  final HuntHost hunt;
  final Diary diary = new Diary(NOW.getEpochSecond());
  final RepositoryHost host;
  private final Path root;
  private final Store store;
  private final ObjectStores stores;
  private final PackIngest ingest;
  private final Egress egress;
  private final ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * The differences from an ordinary server.
   *
   * @param waitScale how many times faster the time of what waits passes
   * @param huntScale the same for the hunt
   * @param between what stands between the hunt and the repositories
   * @param quota what repositories may take
   */
  record Options(int waitScale, int huntScale, UnaryOperator<Hunting> between, Quota quota) {
    static final Options DEFAULT =
        new Options(1, TIME_SCALE, UnaryOperator.identity(), Quota.UNLIMITED);

    Options with(Quota other) {
      return new Options(waitScale, huntScale, between, other);
    }
  }

  HostFixture(Path root) {
    this(root, Options.DEFAULT);
  }

  HostFixture(Path root, Quota quota) {
    this(root, Options.DEFAULT.with(quota));
  }

  HostFixture(Path root, Options options) {
    this.root = root;
    JgitSetup.apply();
    store = Stores.open(root.resolve("relay"), 1_000, () -> 1L << 40);
    stores =
        TestPacks.stores(
            new Layout(root.resolve("git")), NamedPacks.in(store.repositories()), FailPoints.NONE);
    Quarantine quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
    ingest =
        new PackIngest(
            quarantine,
            INGEST,
            new TreeSet<>(),
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
            () -> 1L << 40);
    host = host(quarantine, options);
    TestHosting.start(host);
    egress = egress();
    Hunting hunting = options.between().apply(host.hunting());
    hunt =
        new HuntHost(
            HuntSettings.DEFAULT,
            new UptimeClock(0, System::nanoTime, () -> NOW, options.huntScale()),
            new Random(1),
            hunting,
            new PassRunner(
                new GitFetcher(egress.http(), GitLimits.DEFAULT, "graspd/test", () -> NOW),
                hunting,
                ingest,
                INGEST.pushBytes(),
                HuntMetrics.NONE,
                diary,
                () -> NOW),
            HuntMetrics.NONE);
    news.begin(hunt.listener());
  }

  private RepositoryHost host(Quarantine quarantine, Options options) {
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 4_000, 12_000, 900, 0, true, new TreeSet<>());
    return new RepositoryHost(
        TestHosting.parts(
            store,
            store.repositories(),
            quarantine,
            new PlainReception(store, general, _ -> {}, () -> NOW),
            new UptimeClock(0, System::nanoTime, () -> NOW, options.waitScale()),
            lanes,
            HostingMetrics.NONE,
            FailPoints.NONE,
            HuntListener.to(news)),
        TestHosting.policy(
            general,
            new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 2_000, 64),
            Maintainers.Mode.RECIPROCAL,
            TestHosting.limits(
                10_000,
                1 << 24,
                new NewRepositoryRates(10_000, 10_000),
                10_000,
                100,
                1_000,
                100_000,
                options.quota()),
            "wss://git.example.org"));
  }

  private static Egress egress() {
    try {
      return Egress.open(
          new EgressSetup(
              new EgressRules(true, true, List.of(), List.of()),
              EgressTimes.DEFAULT,
              "graspd/test",
              _ -> CompletableFuture.completedFuture(new Resolution.DoesNotExist()),
              SSLContext.getDefault(),
              new SecureRandom()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  void startHunting() {
    hunt.start();
  }

  // ---- events

  static Event announcement(Signer author, String... urls) {
    String own = "https://git.example.org/" + Bech32.npub(author.publicKey()) + "/repo.git";
    return EventBuilder.kind(30617)
        .tag("d", FAMILY.text())
        .tag(Stream.concat(Stream.of("clone", own), Stream.of(urls)).toArray(String[]::new))
        .tag("relays", "wss://git.example.org")
        .unsignedBy(author);
  }

  /** Names of branches and commits in turn. */
  static Event state(Signer author, int at, String... refs) {
    EventBuilder builder =
        EventBuilder.kind(30618)
            .at(EventBuilder.DEFAULT_CREATED_AT + at)
            .tag("d", FAMILY.text())
            .tag("HEAD", "ref: refs/heads/main");
    for (int i = 0; i < refs.length; i += 2) {
      builder.tag("refs/heads/" + refs[i], refs[i + 1]);
    }
    return builder.unsignedBy(author);
  }

  static Event pullRequest(Signer author, Signer owner, String commit) {
    return EventBuilder.kind(1618)
        .tag("a", address(owner).toString())
        .tag("c", commit)
        .unsignedBy(author);
  }

  static RepoAddress address(Signer owner) {
    return new RepoAddress(owner.publicKey(), FAMILY);
  }

  /** Another relay brings events, which wait. */
  void hold(Event... events) {
    for (Event event : events) {
      String said = now(host.reception().receive(event, PEER)).reply(event.id()).message();
      if (!said.startsWith("purgatory: ")) {
        throw new AssertionError(event.kind() + ": " + said);
      }
    }
  }

  void push(Signer owner, String branch, String commit, byte[] pack) throws IOException {
    if (!(ingest.take(
            Payer.operator(),
            FAMILY,
            new ByteArrayInputStream(pack),
            Allowance.UNLIMITED,
            (_, _) -> {},
            () -> host.pushes().packBase(FAMILY))
        instanceof PackIngest.Outcome.Taken(var delivery))) {
      throw new AssertionError("the pack is not taken");
    }
    PushCommand command = new PushCommand("refs/heads/" + branch, Oid.ZERO, new Oid(commit));
    PushRequest request =
        new PushRequest(address(owner), List.of(command), false, Payer.operator());
    if (!now(host.pushes().perform(request, delivery)).isAllowed()) {
      throw new AssertionError("the push is refused");
    }
  }

  // ---- the stored data

  boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  void awaitServed(Event... events) {
    await(() -> Stream.of(events).allMatch(this::isServed));
    // The disk shows it a moment before the log does; whatever is written next comes after both.
    boolean _ = store.write(_ -> true).toCompletableFuture().join();
  }

  void await(BooleanSupplier condition) {
    Eventually.await(condition, () -> "the hunt stands at " + hunt.view(FAMILY));
  }

  /** Returns how many bytes of git data there are, published or not; passes may be under way. */
  long gitBytes() {
    Path git = root.resolve("git");
    while (Files.exists(git)) {
      try (Stream<Path> files = Files.walk(git)) {
        return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      } catch (NoSuchFileException e) {
        // It is gone by now: the next look tells.
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return 0;
  }

  /**
   * A failed pass is repeated soon and has bytes meanwhile; only bytes that nobody removes stay.
   */
  void awaitNoBytes() {
    await(() -> gitBytes() == 0);
  }

  static <R> R now(CompletionStage<R> stage) {
    return stage
        .toCompletableFuture()
        .orTimeout(Duration.ofSeconds(PATIENCE_SECONDS).toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  @Override
  public void close() {
    hunt.close();
    egress.close();
    host.close();
    lanes.close();
    store.close();
    stores.close();
  }
}
