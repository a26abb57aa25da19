package dev.graspd.server.hosting;

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
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.family.view.FamilyReader;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many changes of one family at once, on the real store. In any order, afterwards the family is
 * settled, git clients see the signed refs, and memory matches the disk. More seeds: {@code
 * -Dgraspd.seeds}.
 */
@Timeout(300)
class RaceTest {
  private static final int SEEDS = Integer.getInteger("graspd.seeds", 60);
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final HostingRules RULES =
      new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64);
  private static final Maintainers.Mode MODE = Maintainers.Mode.RECIPROCAL;
  private static final Origin OPERATOR =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);

  @TempDir Path directory;

  private final SetOfObjects git = new SetOfObjects();
  private final AtomicLong nanos = new AtomicLong();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private Store store;
  private RepositoryHost host;

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    host =
        new RepositoryHost(
            TestHosting.parts(
                store,
                store.repositories(),
                git,
                new PlainReception(store, general, _ -> {}, () -> NOW),
                new UptimeClock(0, nanos::get, () -> NOW, 1),
                executor,
                HostingMetrics.NONE),
            TestHosting.policy(
                general,
                RULES,
                MODE,
                TestHosting.limits(
                    10_000,
                    1 << 24,
                    new NewRepositoryRates(10_000, 10_000),
                    10_000,
                    100,
                    1_000,
                    100_000),
                "wss://git.example.org"));
    TestHosting.start(host);
  }

  @AfterEach
  void close() {
    host.close();
    executor.close();
    store.close();
  }

  // ---- claims

  @Test
  void twoPushesForOneRepositoryBothLand() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hosted();
      one.send(one.state(ALICE, 1, "main=2 dev=3"));
      assertThat(
              one.together(() -> one.push(ALICE, "main=2", 2), () -> one.push(ALICE, "dev=3", 3)))
          .as(one.toString())
          .containsExactly("ok", "ok");
      one.assertSettled();
      assertThat(one.refs(ALICE)).isEqualTo("dev=3 main=2 refs/heads/main");
    }
  }

  @Test
  void pushAgainstTheReplacementOfItsState() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hosted();
      one.send(one.state(ALICE, 1, "main=2"));
      List<String> answers =
          one.together(
              () -> one.push(ALICE, "main=2", 2),
              () -> one.send(one.state(ALICE, 2, "main=3")),
              () -> one.push(ALICE, "main=3", 3));
      one.assertSettled();
      String main = answers.get(2).equals("ok") ? "3" : answers.get(0).equals("ok") ? "2" : "1";
      assertThat(one.refs(ALICE)).as("%s: %s", one, answers).isEqualTo("main=" + main + HEAD);
    }
  }

  private static final String HEAD = " refs/heads/main";

  @Test
  void pushAgainstTheEndOfItsStatesTime() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hosted();
      one.send(one.state(ALICE, 1, "main=2 dev=3"));
      List<String> answers =
          one.together(
              () -> one.push(ALICE, "main=2", 2),
              () -> one.pass(Duration.ofMinutes(31)),
              () -> one.push(ALICE, "dev=3", 3));
      one.assertSettled();
      boolean both = answers.get(0).equals("ok") && answers.get(2).equals("ok");
      if (!both) {
        one.pass(Duration.ofMinutes(31));
        one.awaitRefs(ALICE, "main=1" + HEAD);
        one.assertSettled();
      }
    }
  }

  @Test
  void twoOwnersOfOneIdentifier() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hosted();
      one.send(one.announcement(BOB, ALICE));
      List<String> answers =
          one.together(
              () -> one.send(one.state(BOB, 2, "main=2")),
              () -> one.push(BOB, "main=2", 2),
              () -> one.send(one.state(ALICE, 3, "main=3 dev=2")),
              () -> one.push(ALICE, "main=3", 3),
              () -> one.push(ALICE, "dev=2", 2),
              () -> one.push(BOB, "main=3", 3));
      one.assertSettled();
      one.push(ALICE, "main=3 dev=2", 2, 3);
      one.assertSettled();
      assertThat(one.refs(ALICE)).as("%s: %s", one, answers).isEqualTo("dev=2 main=3" + HEAD);
    }
  }

  @Test
  void pullRequestAgainstItsPush() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case one = new Case(seed);
      one.hosted();
      Event request =
          EventBuilder.kind(1618)
              .tag("a", one.of(ALICE).toString())
              .tag("c", oid(5).hex())
              .unsignedBy(BOB);
      String ref = RefName.ofNostrEvent(request.id()).text();
      one.together(() -> one.send(request), () -> one.push(ALICE, ref + "=5", 5));
      one.assertSettled();
      assertThat(one.refs(ALICE)).as(one.toString()).isEqualTo("main=1 PR=5" + HEAD);
      assertThat(git.shelves()).isZero();
    }
  }

  // ---- words

  /** One family and the chance that decides who comes first. */
  private final class Case {
    private final int seed;
    private final Identifier identifier;
    private final RandomGenerator random;

    Case(int seed) {
      this.seed = seed;
      this.identifier = new Identifier("repo-" + seed);
      this.random = new SplittableRandom(seed);
    }

    @Override
    public String toString() {
      return "seed " + seed;
    }

    RepoAddress of(Signer owner) {
      return new RepoAddress(owner.publicKey(), identifier);
    }

    Event announcement(Signer author, Signer listed) {
      return RepoWords.announcement(author, identifier.text(), 0, listed);
    }

    Event state(Signer author, long at, String refs) {
      return RepoWords.state(author, identifier.text(), at, refs);
    }

    void hosted() {
      send(announcement(ALICE, BOB));
      send(state(ALICE, 0, "main=1"));
      assertThat(push(ALICE, "main=1", 1)).isEqualTo("ok");
    }

    String send(Event event) {
      return now(host.reception().receive(event, OPERATOR)).reply(event.id()).message();
    }

    String pass(Duration time) {
      nanos.addAndGet(time.toNanos());
      host.wake();
      return "passed";
    }

    String push(Signer owner, String commands, Integer... objects) {
      PushRequest request = new PushRequest(of(owner), commands(commands), false, Payer.operator());
      return outcomes(now(host.pushes().perform(request, git.bring(identifier, oids(objects)))));
    }

    @SafeVarargs
    final List<String> together(Supplier<String>... actors) {
      return Together.run(random, executor, actors);
    }

    String refs(Signer owner) {
      return text(host.repositories().find(of(owner)).orElseThrow().refs());
    }

    void awaitRefs(Signer owner, String expected) {
      Eventually.await(
          () -> {
            host.wake();
            return refs(owner).equals(expected);
          },
          () -> this + " has " + refs(owner));
    }

    /** An expiry may still be in progress: it ends within seconds. */
    void assertSettled() {
      Eventually.await(() -> problems().isEmpty(), () -> this + " has " + problems());
    }

    private List<String> problems() {
      Family onDisk =
          new FamilyReader(store, store.repositories(), RULES, MODE)
              .read(identifier, Optional.empty())
              .family();
      List<String> problems =
          new ArrayList<>(
              new HostingCheck(store, store.repositories(), RULES, MODE).problems(identifier, git));
      if (!host.status().family(identifier).equals(onDisk)) {
        problems.add("memory and disk differ");
      }
      return problems;
    }
  }
}
