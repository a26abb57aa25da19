package dev.graspd.server.hunt.git;

import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The real client, with real sockets, in front of a real quarantine for one family. */
final class FetchFixture implements AutoCloseable {
  static final Identifier FAMILY = new Identifier("repo");
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  static final EgressRules ANY = new EgressRules(true, true, List.of(), List.of());

  /** Silence is cut soon; a machine that is busy with other tests is given that much. */
  static final FetchLimits HASTY =
      new FetchLimits(
          Duration.ofSeconds(60), 100 << 20, Duration.ofMinutes(1), 1_024, Duration.ofSeconds(2));

  private static final long PACK_BYTES_MAX = 4 << 20;
  private static final IngestLimits INGEST =
      new IngestLimits(
          1L << 30, 100L << 20, 16L << 20, 2_000_000, 2_000, 4_095, CheckLimits.DEFAULT, 0);

  private final Path root;
  private final Quarantine quarantine;
  private final ObjectStores stores;
  private final PackIngest ingest;
  private final Egress egress;
  private final GitFetcher fetcher;
  private final SortedSet<Oid> haves = new TreeSet<>();
  FetchDeadline deadline;

  FetchFixture(Path root) throws Exception {
    this(root, ANY, GitLimits.DEFAULT, FetchLimits.DEFAULT, SSLContext.getDefault());
  }

  FetchFixture(
      Path root, EgressRules rules, GitLimits limits, FetchLimits patience, SSLContext trust) {
    this.root = root;
    JgitSetup.apply();
    stores = TestPacks.lying(new Layout(root));
    quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
    ingest =
        new PackIngest(
            quarantine,
            INGEST,
            new TreeSet<>(),
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
            () -> 1L << 40);
    egress =
        Egress.open(
            new EgressSetup(
                rules,
                EgressTimes.DEFAULT,
                "graspd/test",
                FetchFixture::resolved,
                trust,
                new SecureRandom()));
    fetcher = new GitFetcher(egress.http(), limits, "graspd/test", InstantSource.fixed(NOW));
    deadline = new FetchDeadline(patience, System::nanoTime);
  }

  /** Every name of this machine's own zone leads to loopback, and no other exists. */
  private static CompletableFuture<Resolution> resolved(String name) {
    return CompletableFuture.completedFuture(
        name.endsWith(".test")
            ? new Resolution.Found(List.of(InetAddress.ofLiteral("127.0.0.1")))
            : new Resolution.DoesNotExist());
  }

  /** The result of one pass over a repository, as text for all cases. */
  sealed interface Result {
    record Brought(SortedSet<Oid> ids) implements Result {}

    record Refused(String why) implements Result {}

    record Failed(FetchFailure failure) implements Result {}
  }

  Opening open(String url) {
    return open(url, Dialect.V2);
  }

  Opening open(String url, Dialect dialect) {
    return fetcher.open(target(url), deadline, dialect);
  }

  /** Opens a repository that must be there. */
  Remote opened(String url, Dialect dialect) {
    return switch (open(url, dialect)) {
      case Opening.Opened(var remote) -> remote;
      case Opening.Failed(var failure) -> throw new AssertionError(failure.text());
    };
  }

  /** Opens a repository and fetches the wants. */
  Result pass(String url, String... wanted) throws IOException {
    return switch (open(url)) {
      case Opening.Failed(var failure) -> new Result.Failed(failure);
      case Opening.Opened(var remote) -> {
        try (remote) {
          yield fetch(remote, wanted);
        }
      }
    };
  }

  /** Fetches, checks the pack, and publishes it if everything that was wanted has come. */
  Result fetch(Remote remote, String... wanted) throws IOException {
    SortedSet<Oid> wants = ids(Arrays.asList(wanted));
    FetchOutcome<PackIngest.Outcome> outcome =
        remote.fetch(
            wants,
            haves,
            PACK_BYTES_MAX,
            pack ->
                ingest.take(
                    Payer.operator(),
                    FAMILY,
                    pack,
                    Allowance.ofPack(PACK_BYTES_MAX),
                    (_, _) -> {},
                    () -> PackBase.served(haves)));
    return switch (outcome) {
      case FetchOutcome.Failed(var failure) -> new Result.Failed(failure);
      case FetchOutcome.Received(PackIngest.Outcome.Refused(var refusal), _) ->
          new Result.Refused(refusal.text());
      case FetchOutcome.Received(PackIngest.Outcome.Taken(var delivery), _) ->
          published(delivery, wants);
    };
  }

  private Result published(PackDelivery delivery, SortedSet<Oid> wants) throws IOException {
    try (delivery) {
      for (Oid want : wants) {
        if (delivery.objects().kindOf(want).isEmpty()) {
          return new Result.Refused("the pack lacks " + want);
        }
      }
      delivery.store();
      delivery.keep();
      haves.addAll(wants);
      return new Result.Brought(wants);
    }
  }

  ObjectsHere objects() {
    return quarantine.of(FAMILY);
  }

  static SortedSet<Oid> ids(Collection<String> hex) {
    SortedSet<Oid> ids = new TreeSet<>();
    hex.forEach(id -> ids.add(new Oid(id)));
    return ids;
  }

  static Target target(String url) {
    return switch (Target.parse(url, NamedBy.STRANGER)) {
      case Target.Parsed.Valid(var target) -> target;
      case Target.Parsed.Invalid(var why) -> throw new AssertionError(url + ": " + why);
    };
  }

  /** Returns how many bytes there are on disk, published or not. */
  long bytesLeft() {
    if (!Files.exists(root)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    egress.close();
    stores.close();
  }
}
