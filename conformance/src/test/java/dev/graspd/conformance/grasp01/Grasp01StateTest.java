package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which states are obeyed, and when. */
class Grasp01StateTest extends HostingSuite {
  @Test
  @Claims("G01-12")
  void aStateNeedsAnAnnouncement() {
    HostedRepo repo = newRepo();
    assertThat(connect(SharedServer.HOSTING).publish(repo.state("main", "ab".repeat(20))).message())
        .startsWith("invalid: no announcement exists for this repository");
  }

  @Test
  @Claims("G01-12")
  void aStrangersStateIsRefused() {
    HostedRepo repo = announced();
    Event state = repo.of(newKey()).state("main", "ab".repeat(20));
    assertThat(connect(SharedServer.HOSTING).publish(state).message())
        .startsWith("restricted: author not authorized for this repository");
  }

  @Test
  @Claims("G01-12")
  void anInvitedKeyHasNoSayUntilItAnswers() {
    HostedRepo repo = newRepo();
    Signer invited = newKey();
    RelayClient relay = connect(SharedServer.HOSTING);
    relay.publish(repo.announcement(invited));
    assertThat(relay.publish(repo.of(invited).state("main", "ab".repeat(20))).message())
        .startsWith("restricted: ");

    relay.publish(repo.of(invited).announcement(repo.owner()));
    assertThat(relay.publish(repo.of(invited).state("main", "cd".repeat(20))).message())
        .isEqualTo(HELD);
  }

  @Test
  @Claims("G01-12")
  void whereListedKeysCountTheyNeedNoAnnouncement() {
    HostedRepo repo = new HostedRepo(SharedServer.LISTED.uri(), newKey(), newWord());
    Signer listed = newKey();
    RelayClient relay = connect(SharedServer.LISTED);
    GitClient work = work();
    relay.publish(repo.announcement(listed));
    assertThat(relay.publish(repo.of(listed).state("main", work.head())).message()).isEqualTo(HELD);
    work.must("push", repo.cloneUrl(), "main");
    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);
  }

  @Test
  @Claims({"G01-12", "G01-26", "C-14"})
  void aStateWhoseObjectsAreHereMovesRefsAndHeadAtOnce() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    Event state =
        EventBuilder.kind(30618)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("HEAD", "ref: refs/heads/trunk")
            .tag("refs/heads/trunk", filled.commit())
            .tag("refs/tags/v1", filled.commit())
            .tag("refs/tags/v1^{}", filled.commit())
            .signedBy(repo.owner());
    filled.relay().store(state);
    assertThat(refs(repo))
        .containsExactly(filled.commit() + " refs/heads/trunk", filled.commit() + " refs/tags/v1");
    assertThat(GitHttp.advertised(repo, GitHttp.UPLOAD).get(2))
        .startsWith(filled.commit() + " HEAD\0")
        .contains("symref=HEAD:refs/heads/trunk");
  }

  @Test
  @Claims("G01-12")
  void aStateWhoseObjectsAreMissingChangesNothingUntilTheyCome() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    Event state = filled.repo().state("main", next);
    assertThat(filled.relay().publish(state).message()).isEqualTo(HELD);
    assertThat(filled.relay().publish(state).message()).isEqualTo("duplicate: in purgatory");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(filled.relay().query(Texts.only(state)).events()).isEmpty();

    filled.work().must("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
    assertThat(filled.relay().query(Texts.only(state)).ids()).containsExactly(state.id());
  }

  @Test
  @Claims("G01-12")
  void aStateThatCanNeverBeObeyedIsHeldAndSaysWhy() {
    Filled filled = filled();
    for (String[] odd :
        List.of(
            new String[] {"refs/heads/main", "not an id"},
            new String[] {"refs/heads/main", "AB".repeat(20)},
            new String[] {"refs/heads/a..b", filled.commit()},
            new String[] {"refs/heads/--upload-pack=x y", filled.commit()})) {
      Answer.Ok ok = filled.relay().publish(filled.repo().state(odd));
      assertThat(ok.accepted()).isTrue();
      assertThat(ok.message()).startsWith(HELD).contains(odd[0]);
    }
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    String next = filled.work().commit("next", "next\n");
    filled.push("main", next);
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  @Claims({"G01-12", "G01-21"})
  void statesOfOneSecondAreAllTakenAndTheLowestIdDecides() {
    Filled filled = filled();
    String a = filled.work().commit("a", newWord());
    String b = filled.work().commit("b", newWord());
    long second = HostedRepo.now();
    Event first = at(second, filled.repo(), a);
    Event other = at(second, filled.repo(), b);
    assertThat(filled.relay().publish(first).accepted()).isTrue();
    assertThat(filled.relay().publish(other).accepted()).isTrue();
    boolean firstWins = first.id().hex().compareTo(other.id().hex()) < 0;
    String winner = firstWins ? a : b;
    filled.work().mustFail("push", filled.repo().cloneUrl(), (firstWins ? b : a) + ":" + MAIN);
    filled.work().must("push", filled.repo().cloneUrl(), winner + ":" + MAIN);
    assertThat(refs(filled.repo())).containsExactly(winner + " " + MAIN);
  }

  @Test
  @Claims("C-15")
  void aClockThatIsALittleFastIsForgiven() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    relay.publish(repo.announcement());
    assertThat(relay.publish(at(now() + 800, repo, work.head())).accepted()).isTrue();
    work.must("push", repo.cloneUrl(), "main");
    assertThat(relay.publish(at(now() + 1_000, repo, work.head())).message())
        .startsWith("invalid: created_at too far in the future");
  }

  @Test
  @Claims({"C-14", "G01-22"})
  void annotatedTagsMayBeSignedWithWhatTheyPeelTo() {
    Filled filled = filled();
    filled.work().must("tag", "-a", "v1", "-m", "one");
    String tag = filled.work().must("rev-parse", "v1").strip();
    Event state =
        filled
            .repo()
            .state(
                "main", filled.commit(), "refs/tags/v1", tag, "refs/tags/v1^{}", filled.commit());
    filled.relay().publish(state);
    filled.work().must("push", filled.repo().cloneUrl(), "v1");
    assertThat(refs(filled.repo()))
        .contains(tag + " refs/tags/v1", filled.commit() + " refs/tags/v1^{}");
    // An exact repetition is no fault.
    filled.work().must("push", filled.repo().cloneUrl(), "main", "v1");
    assertThat(filled.relay().publish(state).accepted()).isTrue();
  }

  private static Event at(long second, HostedRepo repo, String commit) {
    return EventBuilder.kind(30618)
        .at(second)
        .tag("d", repo.identifier())
        .tag("HEAD", "ref: refs/heads/main")
        .tag(MAIN, commit)
        .signedBy(repo.owner());
  }
}
