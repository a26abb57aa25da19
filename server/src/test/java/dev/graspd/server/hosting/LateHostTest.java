package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.held.HeldEventActions;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.hosting.FaultyStore.Fault;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts over one store, each of which follows the log only when it needs a family: what it
 * remembers of held events and pushes is old until then. The first one has the timers.
 */
@Timeout(60)
class LateHostTest {
  private static final Identifier REPO = new Identifier("repo");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  private static final String HELD = "purgatory: won't be served until git data arrives";

  @TempDir Path directory;
  private TwoHosts hosts;

  @BeforeEach
  void open() {
    hosts = new TwoHosts(directory, Fault.NONE, true);
  }

  @AfterEach
  void close() {
    hosts.close();
  }

  private String send(int host, Event event) {
    return now(hosts.host(host).reception().receive(event, CLIENT)).reply(event.id()).message();
  }

  private String push(int host, String text, Integer... objects) {
    PushRequest request = new PushRequest(ALICES, commands(text), false, Payer.operator());
    return outcomes(
        now(hosts.host(host).pushes().perform(request, hosts.git(host).bring(REPO, objects))));
  }

  /** Alice's repository, served, with main at 1; the first host knows it. */
  private void hosted() {
    assertThat(send(0, RepoWords.announcement(ALICE, "repo", 0))).isEqualTo(HELD);
    assertThat(send(0, state(0, "main=1"))).isEqualTo(HELD);
    assertThat(push(0, "main=1", 1)).isEqualTo("ok");
  }

  private static Event state(long at, String refs) {
    return RepoWords.state(ALICE, "repo", at, refs);
  }

  private static Event pullRequest(int commit) {
    return EventBuilder.kind(1618)
        .tag("a", ALICES.toString())
        .tag("c", oid(commit).hex())
        .unsignedBy(BOB);
  }

  private String refs(int host) {
    return hosts
        .host(host)
        .repositories()
        .find(ALICES)
        .map(one -> RepoWords.text(one.refs()))
        .orElse("none");
  }

  private Waiting row(EventId id) {
    return hosts.store.repositories().waiting(REPO).stream()
        .filter(row -> row.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private boolean isLapsed(Event event) {
    return row(event.id()).until().lapsed();
  }

  /** Time passes, in which a marker lapses: whatever is due together with it has had its turn. */
  private void passUntilLapsed(Duration time, Event marker) {
    hosts.pass(time);
    Eventually.await(() -> isLapsed(marker));
    turnOfTimersEnds();
  }

  /** Work of the server in a lane is done in its order. */
  private void turnOfTimersEnds() {
    assertThat(now(hosts.host(0).state().lanes().enter(REPO, () -> true))).isTrue();
  }

  @Test
  void stateThatAPushToTheOtherHostRenewsDoesNotLapse() {
    hosted();
    Event state = state(1, "main=2 dev=3");
    Event marker = pullRequest(9);
    assertThat(send(0, state)).isEqualTo(HELD);
    assertThat(send(0, marker)).startsWith(HELD);
    hosts.pass(Duration.ofMinutes(20));
    assertThat(push(1, "main=2", 2)).isEqualTo("ok");

    passUntilLapsed(Duration.ofMinutes(11), marker);

    assertThat(isLapsed(state)).isFalse();
    assertThat(refs(0)).isEqualTo("main=2 refs/heads/main");
    assertThat(push(1, "dev=3", 3)).isEqualTo("ok");
    assertThat(hosts.store.known(state.id())).isEqualTo(Known.SERVED);
  }

  @Test
  void lapsedStateThatComesBackToTheOtherHostIsNotForgotten() {
    hosted();
    Event state = state(1, "main=2");
    Event marker = pullRequest(9);
    assertThat(send(0, state)).isEqualTo(HELD);
    assertThat(send(0, marker)).startsWith(HELD);
    passUntilLapsed(Duration.ofMinutes(31), marker);
    hosts.pass(Duration.ofDays(7).minusMinutes(10));
    assertThat(send(1, state)).isEqualTo(HELD);

    hosts.pass(Duration.ofMinutes(15));
    Eventually.await(() -> hosts.store.known(marker.id()) == Known.UNKNOWN);
    turnOfTimersEnds();

    assertThat(hosts.store.known(state.id())).isEqualTo(Known.HELD);
    assertThat(isLapsed(state)).isFalse();
    assertThat(push(1, "main=2", 2)).isEqualTo("ok");
  }

  @Test
  void pushThatIsRepeatedOnTheOtherHostIsNotGivenUp() {
    hosted();
    Event request = pullRequest(5);
    Event marker = pullRequest(6);
    String ref = RefName.ofNostrEvent(request.id()).text();
    String other = RefName.ofNostrEvent(marker.id()).text();
    assertThat(push(0, ref + "=8", 8)).isEqualTo("awaits");
    assertThat(push(0, other + "=6", 6)).isEqualTo("awaits");
    hosts.pass(Duration.ofMinutes(15));
    assertThat(push(1, ref + "=5", 5)).isEqualTo("awaits");

    hosts.pass(Duration.ofMinutes(6));
    Eventually.await(() -> pushed().stream().noneMatch(one -> one.event().equals(marker.id())));
    turnOfTimersEnds();

    assertThat(pushed()).extracting(Placeholder::event).containsExactly(request.id());
    assertThat(send(0, request)).isEmpty();
    assertThat(refs(1)).isEqualTo("main=1 PR=5 refs/heads/main");
  }

  private List<Placeholder> pushed() {
    return hosts.store.repositories().placeholders(REPO);
  }

  @Test
  void operatorDropsAnEventThatTheOtherHostHolds() {
    hosted();
    Event state = state(1, "main=2 dev=3");
    assertThat(send(1, state)).isEqualTo(HELD);
    assertThat(hosts.host(0).actions().held().drop(HeldEventActions.Selection.ALL)).isOne();
    assertThat(hosts.store.known(state.id())).isEqualTo(Known.UNKNOWN);
  }

  @Test
  void cloneUrlRevivesAnEventThatTheOtherHostHolds() {
    hosted();
    Event state = state(1, "main=2");
    Event marker = pullRequest(9);
    assertThat(send(0, state)).isEqualTo(HELD);
    assertThat(send(0, marker)).startsWith(HELD);
    passUntilLapsed(Duration.ofMinutes(31), marker);
    assertThat(now(hosts.host(1).hunting().revive(REPO, new TreeSet<>(List.of(oid(2))))))
        .containsExactly(state.id());
    assertThat(isLapsed(state)).isFalse();
  }

  @Test
  void commentOnAnEventThatTheOtherHostHoldsIsAccepted() {
    hosted();
    Event request = pullRequest(5);
    assertThat(send(0, request)).startsWith(HELD);
    Event comment = EventBuilder.kind(1111).tag("e", request.id().hex()).unsignedBy(BOB);
    assertThat(send(1, comment)).isEmpty();
  }

  @Test
  void deletionOfAStateThatTheOtherHostHoldsMovesRefsBack() {
    hosted();
    Event state = state(1, "main=2 dev=3");
    assertThat(send(0, state)).isEqualTo(HELD);
    assertThat(push(0, "main=2", 2)).isEqualTo("ok");
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 2)
            .tag("e", state.id().hex())
            .unsignedBy(ALICE);
    assertThat(send(1, deletion)).isEmpty();
    assertThat(refs(0)).isEqualTo("main=1 refs/heads/main");
  }

  /** The deletion did not know the state when it chose the lanes to enter. */
  @Test
  void deletionOfAStateThatComesToTheOtherHostMeanwhileMovesRefsBack() {
    hosted();
    Event state = state(1, "main=2 dev=3");
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 2)
            .tag("e", state.id().hex())
            .unsignedBy(ALICE);
    hosts
        .killSwitch(1)
        .runAt(
            FailPoints.DELETION_BEFORE_WRITE,
            () -> {
              assertThat(send(0, state)).isEqualTo(HELD);
              assertThat(push(0, "main=2", 2)).isEqualTo("ok");
            });
    assertThat(send(1, deletion)).isEmpty();
    assertThat(hosts.store.known(state.id())).isEqualTo(Known.GONE);
    assertThat(refs(0)).isEqualTo("main=1 refs/heads/main");
  }
}
