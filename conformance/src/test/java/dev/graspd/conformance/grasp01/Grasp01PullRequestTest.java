package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pull requests: their events and their refs, in either order. */
class Grasp01PullRequestTest extends HostingSuite {
  private static String ref(Event request) {
    return "refs/nostr/" + request.id().hex();
  }

  private static String spec(String commit, Event request) {
    return commit + ":" + ref(request);
  }

  @Test
  @Claims({"G01-13", "G01-31", "C-3"})
  void theEventFirst() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    Event request = filled.repo().pullRequest(newKey(), tip);
    Answer.Ok ok = filled.relay().publish(request);
    assertThat(ok.accepted()).isTrue();
    assertThat(ok.message()).startsWith(HELD).contains(tip);
    assertThat(filled.relay().query(Texts.only(request)).events()).isEmpty();

    filled.work().must("push", filled.repo().cloneUrl(), spec(tip, request));
    assertThat(filled.relay().query(Texts.only(request)).ids()).containsExactly(request.id());
    assertThat(refs(filled.repo())).contains(tip + " " + ref(request));
    filled.work().must("fetch", filled.repo().cloneUrl(), ref(request));
  }

  @Test
  @Claims({"G01-30", "G01-32", "C-3"})
  void gitFirst() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    Event request = filled.repo().pullRequest(newKey(), tip);
    assertThat(filled.work().must("push", filled.repo().cloneUrl(), spec(tip, request)))
        .contains(
            "remote: kept for 20 minutes and served to nobody yet: publish event " + request.id());
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(refsForPushing(filled.repo())).contains(tip + " " + ref(request));
    assertThat(
            GitClient.init(directory.resolve("x")).mustFail("fetch", filled.repo().cloneUrl(), tip))
        .contains("not our ref");

    filled.relay().store(request);
    assertThat(filled.relay().query(Texts.only(request)).ids()).containsExactly(request.id());
    assertThat(refs(filled.repo())).contains(tip + " " + ref(request));
  }

  @Test
  @Claims("grasp-8")
  void aPushForADeletedPullRequestIsRefused() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    Signer author = newKey();
    Event request = filled.repo().pullRequest(author, tip);
    assertThat(filled.relay().publish(request).message()).startsWith(HELD);
    filled.relay().store(EventBuilder.deletionOf(request).signedBy(author));

    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), spec(tip, request)))
        .contains("the pull request was deleted")
        .contains("/errors/push-nostr-deleted");
    assertThat(refsForPushing(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims({"G01-32", "G01-31"})
  void anEventThatNamesAnotherCommitRemovesWhatWasPushed() {
    Filled filled = filled();
    String real = filled.work().commit("real", "real\n");
    String junk = filled.work().commit("junk", "junk\n");
    Event request = filled.repo().pullRequest(newKey(), real);
    filled.work().must("push", filled.repo().cloneUrl(), spec(junk, request));
    assertThat(filled.relay().publish(request).message()).startsWith(HELD);
    assertThat(refsForPushing(filled.repo())).containsExactly(filled.commit() + " " + MAIN);

    filled.work().must("push", filled.repo().cloneUrl(), spec(real, request));
    assertThat(refs(filled.repo())).contains(real + " " + ref(request));
  }

  @Test
  @Claims("G01-13")
  void aCommitThatIsHereNeedsNoPush() {
    Filled filled = filled();
    Event request = filled.repo().pullRequest(newKey(), filled.commit());
    filled.relay().store(request);
    assertThat(refs(filled.repo())).contains(filled.commit() + " " + ref(request));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "main", "abc", "ABABABABABABABABABABABABABABABABABABABAB"})
  @Claims("G01-13")
  void aPullRequestNamesItsCommit(String commit) {
    HostedRepo repo = filled().repo();
    assertThat(connect(SharedServer.HOSTING).publish(repo.pullRequest(newKey(), commit)).message())
        .startsWith("invalid: pull request has no valid c tag");
  }

  @Test
  @Claims("G01-13")
  void aPullRequestForARepositoryElsewhereIsRefused() {
    Event request = newRepo().pullRequest(newKey(), "ab".repeat(20));
    assertThat(connect(SharedServer.HOSTING).publish(request).message()).startsWith("restricted: ");
  }

  @Test
  @Claims({"G01-13", "G01-31"})
  void anUpdateHasARefOfItsOwn() {
    Filled filled = filled();
    Event request = filled.repo().pullRequest(newKey(), filled.commit());
    filled.relay().store(request);
    String tip = filled.work().commit("again", "again\n");
    Event update =
        EventBuilder.kind(1619)
            .at(HostedRepo.now())
            .tag("E", request.id().hex())
            .tag("a", filled.repo().address())
            .tag("c", tip)
            .signedBy(newKey());
    assertThat(filled.relay().publish(update).message()).startsWith(HELD);
    filled.work().must("push", filled.repo().cloneUrl(), spec(tip, update));
    assertThat(refs(filled.repo()))
        .contains(filled.commit() + " " + ref(request), tip + " " + ref(update));
  }

  @Test
  @Claims("G01-31")
  void onlyTheCommitOfTheEventIsTaken() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    Event request = filled.repo().pullRequest(newKey(), tip);
    filled.relay().publish(request);
    assertThat(
            filled
                .work()
                .mustFail("push", filled.repo().cloneUrl(), spec(filled.commit(), request)))
        .contains("[remote rejected]")
        .contains(tip.substring(0, 8))
        .contains(filled.commit().substring(0, 8));
  }

  @Test
  @Claims("G01-31")
  void itMustBeACommit() {
    Filled filled = filled();
    String tree = filled.work().must("rev-parse", "main^{tree}").strip();
    Event request = filled.repo().pullRequest(newKey(), tree);
    assertThat(filled.relay().publish(request).accepted()).isTrue();
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), spec(tree, request)))
        .contains("[remote rejected]");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-31")
  void nobodyDeletesARefByAPush() {
    Filled filled = filled();
    Event request = filled.repo().pullRequest(newKey(), filled.commit());
    filled.relay().store(request);
    for (String old : List.of(filled.commit(), RawPush.ZERO, "12".repeat(20))) {
      assertThat(RawPush.plain().command(old, RawPush.ZERO, ref(request)).to(filled.repo()))
          .anyMatch(line -> line.startsWith("ng " + ref(request)));
    }
    assertThat(refs(filled.repo())).contains(filled.commit() + " " + ref(request));
  }

  @Test
  @Claims("G01-31")
  void onlyTheSameAddressReplacesWhatWaitsForItsEvent() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    String other = filled.work().commit("other", "other\n");
    String ref = "refs/nostr/" + "12".repeat(32);
    byte[] first = push(filled, RawPush.ZERO, tip, ref);
    byte[] second = push(filled, RawPush.ZERO, other, ref);
    assertThat(pushFrom("192.0.2.7", filled, first)).contains("ok " + ref);
    assertThat(pushFrom("192.0.2.8", filled, second)).contains("ng " + ref);
    assertThat(refsForPushing(filled.repo())).contains(tip + " " + ref);
    assertThat(pushFrom("192.0.2.7", filled, push(filled, tip, other, ref))).contains("ok " + ref);
    assertThat(refsForPushing(filled.repo())).contains(other + " " + ref);
  }

  @Test
  @Claims("G01-30")
  void otherSpellingsOfTheRefAreRefused() {
    Filled filled = filled();
    String id = "ab".repeat(32);
    for (String odd :
        List.of(
            id.toUpperCase(Locale.ROOT), id.substring(1), id + "0", id + "/x", "x", "x/" + id)) {
      String ref = "refs/nostr/" + odd;
      assertThat(
              RawPush.plain()
                  .command(RawPush.ZERO, filled.commit(), ref)
                  .pack(filled.work().pack(filled.commit()))
                  .to(filled.repo()))
          .as(odd)
          .anyMatch(line -> line.startsWith("ng " + ref));
    }
    assertThat(refsForPushing(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims({"G01-30", "G01-33"})
  void aHeldRepositoryTakesPullRequestsAndStaysHeld() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event announcement = repo.announcement();
    relay.publish(announcement);
    GitClient work = work();
    Event request = repo.pullRequest(newKey(), work.head());
    work.must("push", repo.cloneUrl(), spec(work.head(), request));
    relay.publish(request);
    assertThat(relay.query(Texts.only(announcement)).events()).isEmpty();

    Event second = repo.pullRequest(newKey(), work.commit("more", "more\n"));
    relay.publish(second);
    work.must("push", repo.cloneUrl(), spec(work.head(), second));
    assertThat(relay.query(Texts.only(announcement)).events()).isEmpty();
  }

  private static byte[] push(Filled filled, String old, String tip, String ref) {
    return RawPush.plain().command(old, tip, ref).pack(filled.work().pack(tip)).body();
  }

  /** The tests come from a trusted proxy, so that they may name whom they speak for. */
  private static String pushFrom(String address, Filled filled, byte[] body) {
    return new String(
        GitHttp.post(filled.repo(), GitHttp.RECEIVE, body, "X-Forwarded-For", address).body(),
        StandardCharsets.UTF_8);
  }
}
