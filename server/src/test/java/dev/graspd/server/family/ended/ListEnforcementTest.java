package dev.graspd.server.family.ended;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.server.family.HostingMetrics.ListEffect;
import dev.graspd.server.hosting.PolicyFixture;
import dev.graspd.server.hosting.PolicyFixture.Lists;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Effects of an operator's lists on stored repositories and events (grasp.md, section 6). */
class ListEnforcementTest {
  private final PolicyFixture bench = new PolicyFixture(Lists.NONE);

  @AfterEach
  void close() {
    bench.close();
  }

  private static Event issue(RepoAddress repository, Signer author, String text) {
    return EventBuilder.kind(1621).tag("a", repository.toString()).content(text).unsignedBy(author);
  }

  private void refuse(Event event, UnwantedEvent.Why why) {
    boolean _ =
        bench
            .store
            .write(tx -> {
              tx.putUnwanted(UnwantedEvent.refused(event, why, 0, UnwantedEvent.ALWAYS));
              return true;
            })
            .toCompletableFuture()
            .join();
  }

  private boolean isRemembered(Event event) {
    return bench.store.unwanted(event.id(), 1).isPresent();
  }

  // ---- repositories

  private static RepositoryPattern named(String name) {
    return RepositoryPattern.parse(name).orElseThrow();
  }

  @Test
  void blackListedRepositoryEndsWithTheNextStartAndComesBackWhole() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    RepoAddress others = bench.hosted(ALICE, "other", 2);
    Event issue = issue(alices, BOB, "it does not work");
    bench.send(issue);

    assertThat(bench.host.status().isArchived(alices)).isFalse();
    bench.restart(Lists.NONE.black(named("repo")));
    assertThat(bench.counted).containsEntry(ListEffect.ENDED, 1);
    assertThat(bench.host.status().stats().keptOut()).isEqualTo(1);
    assertThat(bench.refs(alices)).isEqualTo("none");
    assertThat(bench.isServed(announcement(ALICE, "repo", 0))).isFalse();
    assertThat(bench.isServed(issue)).isFalse();
    assertThat(bench.refs(others)).isEqualTo("main=2 refs/heads/main");
    assertThat(bench.send(announcement(ALICE, "repo", 5)))
        .isEqualTo("no: blocked: this repository is not hosted here");
    assertThat(bench.send(state(ALICE, "repo", 5, "main=1")))
        .isEqualTo("no: blocked: this repository is not hosted here");

    bench.restart(Lists.NONE);
    assertThat(bench.counted).containsEntry(ListEffect.RESTORED, 1);
    assertThat(bench.host.status().stats().keptOut()).isZero();
    assertThat(bench.refs(alices)).isEqualTo("main=1 refs/heads/main");
    assertThat(bench.isServed(announcement(ALICE, "repo", 0))).isTrue();
    assertThat(bench.isServed(state(ALICE, "repo", 0, "main=1"))).isTrue();
    bench.await(() -> bench.isServed(issue));
  }

  @Test
  void repositoryThatIsNotOnTheWhiteListEndsAndComesBack() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    RepoAddress bobs = bench.hosted(BOB, "other", 2);
    bench.restart(Lists.NONE.white(named("other")));
    assertThat(bench.refs(alices)).isEqualTo("none");
    assertThat(bench.servedOf(ALICE)).isEmpty();
    assertThat(bench.refs(bobs)).isEqualTo("main=2 refs/heads/main");
    bench.restart(Lists.NONE.white(named("other"), named("repo")));
    assertThat(bench.refs(alices)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void waitingRepositoryThatHasNoPlaceIsGivenUp() {
    Event announcement = announcement(ALICE, "repo", 0);
    assertThat(bench.send(announcement)).isEqualTo(PolicyFixture.HELD);
    bench.restart(Lists.NONE.black(named("repo")));
    assertThat(bench.store.known(announcement.id())).isEqualTo(Known.UNKNOWN);
    assertThat(bench.refs(announced(ALICE))).isEqualTo("none");
  }

  @Test
  void copyEndsWhenItIsArchivedNoMoreAndComesBack() {
    ArchivePolicy policy = new ArchivePolicy(false, List.of(named("repo")), List.of(), false);
    bench.restart(Lists.NONE.archive(policy));
    Event elsewhere =
        EventBuilder.kind(30617)
            .tag("d", "repo")
            .tag("clone", "https://other.example/r.git")
            .unsignedBy(ALICE);
    assertThat(bench.send(elsewhere)).isEqualTo(PolicyFixture.HELD);
    bench.send(state(ALICE, "repo", 0, "main=1"));
    assertThat(bench.push(announced(ALICE), "main=1", 1)).isEqualTo("ok");

    assertThat(bench.host.status().isArchived(announced(ALICE))).isTrue();
    assertThat(bench.host.status().archivedFrom(announced(ALICE))).as("it takes pushes").isEmpty();

    bench.restart(Lists.NONE);
    assertThat(bench.refs(announced(ALICE))).isEqualTo("none");
    assertThat(bench.servedOf(ALICE)).isEmpty();
    bench.restart(Lists.NONE.archive(policy));
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void announcementThatOthersNeedStaysWithoutARepository() {
    together();
    bench.restart(Lists.NONE.white(named(Bech32.npub(ALICE.publicKey()))));
    assertThat(bench.refs(announced(BOB))).isEqualTo("none");
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=2 refs/heads/main");
    assertThat(bench.servedOf(BOB)).hasSize(2);
    bench.restart(Lists.NONE);
    assertThat(bench.refs(announced(BOB))).isEqualTo("main=2 refs/heads/main");
  }

  @Test
  void blackListTakesAwayWhatOthersNeed() {
    together();
    bench.restart(Lists.NONE.black(named(Bech32.npub(BOB.publicKey()))));
    assertThat(bench.servedOf(BOB)).isEmpty();
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=1 refs/heads/main");
    bench.restart(Lists.NONE);
    assertThat(bench.refs(announced(BOB))).isEqualTo("main=2 refs/heads/main");
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=2 refs/heads/main");
  }

  /** Alice and Bob list each other; Bob's state is the newest. */
  private void together() {
    assertThat(bench.send(announcement(ALICE, "repo", 0, BOB))).isEqualTo(PolicyFixture.HELD);
    bench.send(state(ALICE, "repo", 0, "main=1"));
    assertThat(bench.push(announced(ALICE), "main=1", 1)).isEqualTo("ok");
    bench.send(announcement(BOB, "repo", 1, ALICE));
    bench.send(state(BOB, "repo", 2, "main=2"));
    assertThat(bench.push(announced(BOB), "main=2", 2)).isEqualTo("ok");
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=2 refs/heads/main");
  }

  @Test
  void repositoryOfABannedKeyEndsAndComesBack() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    bench.restart(Lists.NONE.banned(ALICE));
    assertThat(bench.refs(alices)).isEqualTo("none");
    assertThat(bench.servedOf(ALICE)).isEmpty();
    bench.restart(Lists.NONE);
    assertThat(bench.refs(alices)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void operatorIsToldWhichListStillKeepsARepositoryOut() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    bench.restart(Lists.NONE.black(named("repo")));
    assertThat(whyNot(alices)).contains("NGIT_REPOSITORY_BLACKLIST", "start the server again");
    bench.restart(Lists.NONE.banned(ALICE));
    assertThat(whyNot(alices)).contains("NGIT_EVENT_BLACKLIST");
    bench.restart(Lists.NONE.white(named("other")));
    assertThat(whyNot(alices)).contains("NGIT_REPOSITORY_WHITELIST");
    assertThat(bench.refs(alices)).isEqualTo("none");
    assertThat(bench.servedOf(ALICE)).isEmpty();
  }

  private String whyNot(RepoAddress repository) {
    return RepoWords.now(bench.host.actions().restore(repository)).orElseThrow();
  }

  @Test
  void maintainerWhoIsBlackListedDoesNotComeBackWithTheRepositoryThatListsThem() {
    bench.restart(Lists.NONE.white(named(Bech32.npub(ALICE.publicKey()))));
    bench.send(announcement(ALICE, "repo", 0, BOB));
    bench.send(state(ALICE, "repo", 0, "main=1"));
    assertThat(bench.push(announced(ALICE), "main=1", 1)).isEqualTo("ok");
    assertThat(bench.send(announcement(BOB, "repo", 1, ALICE))).isEmpty();
    bench.send(state(BOB, "repo", 2, "main=2"));
    assertThat(bench.push(announced(ALICE), "main=2", 2)).isEqualTo("ok");
    delete(ALICE, announced(ALICE));
    assertThat(bench.servedOf(BOB)).isEmpty();

    bench.restart(Lists.NONE.black(named(Bech32.npub(BOB.publicKey()))));
    assertThat(bench.send(announcement(ALICE, "repo", 9, BOB))).isEmpty();
    assertThat(bench.servedOf(BOB)).isEmpty();
    assertThat(bench.refs(announced(ALICE))).isEqualTo("main=1 refs/heads/main");
  }

  private void delete(Signer owner, RepoAddress repository) {
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 5)
            .tag("a", repository.toString())
            .unsignedBy(owner);
    assertThat(bench.send(deletion)).isEmpty();
  }

  // ---- keys

  @Test
  void eventsOfAKeyThatIsBannedMeanwhileDoNotComeBackWithTheirRepository() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    Event spam = issue(alices, BOB, "spam");
    Event fine = issue(alices, ALICE, "fine");
    Event request =
        EventBuilder.kind(1618)
            .tag("a", alices.toString())
            .tag("c", RepoWords.oid(1).hex())
            .unsignedBy(BOB);
    Event waiting =
        EventBuilder.kind(1618)
            .tag("a", alices.toString())
            .tag("c", RepoWords.oid(9).hex())
            .unsignedBy(BOB);
    List.of(spam, fine, request, waiting).forEach(bench::send);
    assertThat(bench.refs(alices)).isEqualTo("main=1 PR=1 refs/heads/main");
    delete(ALICE, alices);

    bench.restart(Lists.NONE.banned(BOB));
    assertThat(bench.send(announcement(ALICE, "repo", 9))).isEmpty();
    assertThat(bench.refs(alices)).isEqualTo("main=1 refs/heads/main");
    assertThat(bench.isServed(fine)).isTrue();
    assertThat(bench.servedOf(BOB)).isEmpty();
    assertThat(bench.host.status().held(alices)).isEmpty();
    assertThat(bench.store.ended().all()).isEmpty();
  }

  @Test
  void eventsOfABannedKeyGoWithTheNextStartAndStayAway() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    Event spam = issue(alices, BOB, "spam");
    Event fine = issue(alices, ALICE, "fine");
    bench.send(spam);
    bench.send(fine);

    bench.restart(Lists.NONE.banned(BOB));
    assertThat(bench.counted)
        .containsEntry(ListEffect.EXCLUDED, 1)
        .containsEntry(ListEffect.LEFT, 0);
    assertThat(bench.servedOf(BOB)).isEmpty();
    assertThat(bench.isServed(fine)).isTrue();
    assertThat(bench.send(spam)).isEqualTo("no: blocked: this key is not welcome here");
    assertThat(bench.store.unwanted(spam.id(), 1).map(UnwantedEvent::why))
        .contains(UnwantedEvent.Why.EXCLUDED);
  }

  @Test
  void keyThatIsBannedNoMoreMayComeBackWithTheSameEvents() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    Event spam = issue(alices, BOB, "spam");
    bench.send(spam);
    bench.restart(Lists.NONE.banned(BOB));
    bench.restart(Lists.NONE);
    assertThat(isRemembered(spam)).isFalse();
    assertThat(bench.send(spam)).isEmpty();
    assertThat(bench.isServed(spam)).isTrue();
  }

  @Test
  void refsFollowWhatIsLeftWhenAMaintainerIsBanned() {
    together();
    RepoAddress alices = announced(ALICE);
    Event request =
        EventBuilder.kind(1618)
            .tag("a", alices.toString())
            .tag("c", RepoWords.oid(2).hex())
            .unsignedBy(BOB);
    bench.send(request);
    assertThat(bench.refs(alices)).isEqualTo("main=2 PR=2 refs/heads/main");

    bench.restart(Lists.NONE.banned(BOB));
    assertThat(bench.refs(alices)).isEqualTo("main=1 refs/heads/main");
    assertThat(bench.refs(announced(BOB))).isEqualTo("none");
    assertThat(bench.servedOf(BOB)).isEmpty();
  }

  @Test
  void whatWaitsOfABannedKeyGoesToo() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    Event request =
        EventBuilder.kind(1618)
            .tag("a", alices.toString())
            .tag("c", RepoWords.oid(9).hex())
            .unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith(PolicyFixture.HELD);
    bench.restart(Lists.NONE.banned(BOB));
    assertThat(bench.store.known(request.id())).isEqualTo(Known.UNKNOWN);
    assertThat(bench.host.status().held(alices)).isEmpty();
  }

  private static RepoAddress announced(Signer owner) {
    return new RepoAddress(owner.publicKey(), new Identifier("repo"));
  }

  // ---- refusals

  @Test
  void refusalsAreForgottenWhenListsChangeAndOnlyThen() {
    Event elsewhere = EventBuilder.note("elsewhere").unsignedBy(BOB);
    Event outdated = EventBuilder.note("outdated").unsignedBy(BOB);
    refuse(elsewhere, UnwantedEvent.Why.ELSEWHERE);
    refuse(outdated, UnwantedEvent.Why.OUTDATED);

    bench.restart(Lists.NONE);
    assertThat(isRemembered(elsewhere)).isTrue();
    bench.restart(Lists.NONE.black(named("other")));
    assertThat(isRemembered(elsewhere)).isFalse();
    assertThat(isRemembered(outdated)).isTrue();
  }

  @Test
  void startThatWasCutOffIsMadeGoodByTheNext() {
    RepoAddress alices = bench.hosted(ALICE, "repo", 1);
    Event spam = issue(alices, BOB, "spam");
    bench.send(spam);
    bench.restart(Lists.NONE.banned(BOB));
    // As if it had stopped before the last of them and before it recorded the lists.
    Event refused = EventBuilder.note("elsewhere").unsignedBy(BOB);
    refuse(refused, UnwantedEvent.Why.ELSEWHERE);
    boolean _ =
        bench
            .store
            .write(tx -> {
              tx.append(spam, 0);
              tx.repositories().putLists("of before");
              return true;
            })
            .toCompletableFuture()
            .join();

    bench.restart(Lists.NONE.banned(BOB));
    assertThat(bench.isServed(spam)).isFalse();
    assertThat(isRemembered(refused)).isFalse();
  }
}
