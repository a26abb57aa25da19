package dev.graspd.server.family;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.oids;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.hosting.TestHosting;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.store.ModelEventStore;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries of the diary about events and refs, through all of hosting. */
@Timeout(60)
class FamilyDiaryTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final Identifier REPO = new Identifier("repo");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  private static final String ADDRESS = "10.0.0.1";
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral(ADDRESS)));
  private static final Origin RELAY = new Origin.Peer("wss://relay.example.org");

  private final ModelEventStore store = new ModelEventStore();
  private final SetOfObjects git = new SetOfObjects();
  private final AtomicLong nanos = new AtomicLong();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Diary diary = new Diary(NOW.getEpochSecond());
  private RepositoryHost host;

  @BeforeEach
  void open() {
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    host =
        new RepositoryHost(
            TestHosting.parts(
                store,
                store,
                git,
                new PlainReception(store, general, _ -> {}, () -> NOW),
                new UptimeClock(store.uptimeNanos(), nanos::get, () -> NOW, 1),
                executor,
                HostingMetrics.NONE,
                FailPoints.NONE,
                HuntListener.NONE,
                diary),
            TestHosting.policy(
                general,
                new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64),
                Maintainers.Mode.RECIPROCAL,
                TestHosting.limits(
                    100, 1 << 20, new NewRepositoryRates(3, 5), 10_000, 2, 4, 100_000),
                "wss://git.example.org"));
    TestHosting.start(host);
    send(announcement(ALICE, "repo", 0), CLIENT);
    send(state(0, "main=1"), CLIENT);
    assertThat(push("main=1", 1)).isEqualTo("ok");
  }

  @AfterEach
  void close() {
    host.close();
    executor.close();
  }

  private static Event state(long at, String refs) {
    return RepoWords.state(ALICE, "repo", at, refs);
  }

  private void send(Event event, Origin origin) {
    assertThat(now(host.reception().receive(event, origin))).isNotNull();
  }

  private String push(String commands, Integer... objects) {
    PushRequest request =
        new PushRequest(
            ALICES, commands(commands), false, Payer.of(InetAddress.ofLiteral(ADDRESS)));
    return outcomes(now(host.pushes().perform(request, git.bring(REPO, oids(objects)))));
  }

  private List<String> life(Event event) {
    return life(new Subject.OfEvent(event.id()));
  }

  private List<String> life(String ref) {
    return life(new Subject.OfRef(ALICES, ref));
  }

  private List<String> life(Subject subject) {
    List<String> lines =
        diary.of(subject).stream()
            .map(entry -> entry.step().word() + " by " + entry.source() + ": " + entry.text())
            .toList();
    assertThat(lines).noneMatch(line -> line.contains(ADDRESS));
    return lines;
  }

  @Test
  void stateThatIsPushedInStepsIsToldFromArrivalToRelease() {
    Event state = state(1, "main=2 dev=3");
    send(state, RELAY);
    push("main=2", 2);
    push("dev=3", 3);

    assertThat(life(state))
        .containsExactly(
            "held by relay wss://relay.example.org: waits for objects " + oid(2) + ", " + oid(3),
            "renewed by a push: the signed state is served when all of it is here; still missing: "
                + "refs/heads/dev "
                + oid(3),
            "released by a push: its git data is here; it is served");
    assertThat(life("refs/heads/main"))
        .containsExactly(
            "moved by a push: it is at " + oid(1), "moved by a push: it is at " + oid(2));
  }

  @Test
  void stateWhoseObjectsAreHereIsAcceptedAndMovesRefs() {
    Event state = state(1, "main=1 dev=1");
    send(state, CLIENT);

    assertThat(life(state)).containsExactly("accepted by a client: ");
    assertThat(life("refs/heads/dev"))
        .containsExactly("moved by event " + state.id() + ": it is at " + oid(1));
  }

  @Test
  void whatIsOvertakenOrComesTooLateIsSaidToBe() {
    Event older = state(1, "main=2");
    Event newer = state(2, "main=3");
    send(older, CLIENT);
    send(newer, CLIENT);
    push("main=3", 3);
    Event late = announcement(ALICE, "repo", -5);
    send(late, CLIENT);

    assertThat(life(older)).last().isEqualTo("replaced by a push: a newer state is in force");
    assertThat(life(late)).containsExactly("outdated by a client: a newer version is here");
  }

  @Test
  void whatWaitsInVainLapsesAndCanComeAgain() {
    Event state = state(1, "main=2");
    send(state, CLIENT);
    nanos.addAndGet(Duration.ofMinutes(31).toNanos());
    Eventually.await(() -> {
      host.wake();
      return life(state).getLast().startsWith("lapsed");
    });
    send(state, CLIENT);

    assertThat(life(state))
        .containsExactly(
            "held by a client: waits for objects " + oid(2),
            "lapsed by : its git data did not come in time",
            "held by a client: waits for objects " + oid(2));
  }

  @Test
  void deletionIsNamed() {
    Event state = state(1, "main=2");
    send(state, CLIENT);
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 10)
            .tag("e", state.id().hex())
            .unsignedBy(ALICE);
    send(deletion, CLIENT);

    assertThat(life(state)).last().isEqualTo("deleted by deletion " + deletion.id() + ": ");
  }

  @Test
  void refThatCameBeforeItsEventIsToldOnBothSides() {
    Event request =
        EventBuilder.kind(1618).tag("a", ALICES.toString()).tag("c", oid(5).hex()).unsignedBy(BOB);
    String ref = "refs/nostr/" + request.id();
    assertThat(push(ref + "=5", 5)).isEqualTo("awaits");
    send(request, CLIENT);

    assertThat(life(ref))
        .contains("held by a push: waits for event " + request.id())
        .contains("released by event " + request.id() + ": its event is here");
    assertThat(life(request))
        .containsExactly(
            "held by a push: its commit " + oid(5) + " was pushed; the event itself is not here",
            "accepted by a client: ");
  }

  @Test
  void refusedPushesAreToldWithTheirReason() {
    assertThat(push("main=9", 9)).isEqualTo("push-unsigned");
    PushRequest request =
        new PushRequest(ALICES, commands("dev=9"), false, Payer.of(InetAddress.ofLiteral(ADDRESS)));
    assertThat(host.pushes().judge(request).isRefused()).isTrue();
    host.pushes().refused(request, PushReason.PACK_BROKEN.refusal("it ends early"));
    assertThat(push("main=1")).isEqualTo("unchanged");

    assertThat(life("refs/heads/main"))
        .hasSize(3)
        .element(1)
        .asString()
        .startsWith("refused by a push: " + PushReason.PUSH_UNSIGNED.prefix().word() + ": ");
    assertThat(life("refs/heads/main")).last().asString().startsWith("unchanged by a push: ");
    assertThat(life("refs/heads/dev"))
        .hasSize(2)
        .last()
        .isEqualTo(
            "refused by a push: " + PushReason.PACK_BROKEN.refusal("it ends early").message());
  }
}
