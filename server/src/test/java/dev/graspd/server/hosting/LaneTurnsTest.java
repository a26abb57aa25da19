package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.held.ShelvedPushesTest;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stranger's work stays in the lane of Alice's repository, and much more of it waits. */
class LaneTurnsTest extends RepositoryHostSuite {
  private static final Payer STRANGER = Payer.of(InetAddress.ofLiteral("198.51.100.1"));
  private static final Origin STRANGERS = new Origin.Client(Collections.emptySortedSet(), STRANGER);
  private static final int REQUESTS = 200;

  /** More end between our answer and the moment in which they are counted. */
  private static final int FEW = 50;

  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<CompletionStage<Verdict>> theirs = new ArrayList<>();

  @BeforeEach
  void crowd() {
    hosted();
    PushRequest first =
        new PushRequest(ALICES, commands("refs/nostr/" + "0a".repeat(32) + "=5"), false, STRANGER);
    var _ = host.pushes().perform(first, new ShelvedPushesTest.SlowDelivery(bring(5), goOn));
    for (int i = 0; i < REQUESTS; i++) {
      Event request =
          EventBuilder.kind(1618)
              .tag("a", ALICES.toString())
              .tag("c", oid(10 + i).hex())
              .unsignedBy(Signer.named("stranger " + i));
      theirs.add(host.reception().receive(request, STRANGERS));
    }
  }

  /** Returns how many of the stranger's requests had their answer when this one came. */
  private <R> CompletionStage<Long> before(CompletionStage<R> answer) {
    return answer.thenApply(
        _ -> theirs.stream().filter(one -> one.toCompletableFuture().isDone()).count());
  }

  @Test
  void stateOfAMaintainerIsNotBehindAStrangersPullRequests() {
    CompletionStage<Long> ours =
        before(host.reception().receive(state(ALICE, 1, "main=1 dev=1"), CLIENT));
    goOn.countDown();
    assertThat(now(ours)).isLessThan(FEW);
    theirs.forEach(RepoWords::now);
  }

  @Test
  void pushOfAMaintainerIsNotBehindAStrangersPullRequests() {
    CompletionStage<Long> ours = before(host.pushes().perform(request(ALICES, "main=1"), bring()));
    goOn.countDown();
    assertThat(now(ours)).isLessThan(FEW);
    theirs.forEach(RepoWords::now);
  }

  @Test
  void deletionOfAStateByItsMaintainerIsNotBehindAStrangersPullRequests() {
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 500)
            .tag("a", "30618:" + ALICE.publicKey() + ":repo")
            .unsignedBy(ALICE);
    CompletionStage<Long> ours = before(host.reception().receive(deletion, CLIENT));
    goOn.countDown();
    assertThat(now(ours)).isLessThan(FEW);
    theirs.forEach(RepoWords::now);
  }
}
