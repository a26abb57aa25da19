package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pushes to branches and tags: what a maintainer signed, and nothing else. */
class Grasp01PushTest extends HostingSuite {
  @Test
  @Claims("G01-21")
  void aPushOfAnotherValueThanTheSignedOneIsRefused() {
    Filled filled = filled();
    String signed = filled.work().commit("signed", "signed\n");
    String other = filled.work().commit("other", "other\n");
    filled.relay().publish(filled.repo().state("main", signed));
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), other + ":" + MAIN))
        .contains("no signed state for refs/heads/main at " + other.substring(0, 8))
        .contains("says " + signed.substring(0, 8));
    filled.work().must("push", filled.repo().cloneUrl(), signed + ":" + MAIN);
    assertThat(refs(filled.repo())).containsExactly(signed + " " + MAIN);
  }

  @Test
  @Claims("G01-21")
  void valuesOfAnOlderStateAreRefused() {
    Filled filled = filled();
    String older = filled.work().commit("older", "older\n");
    String newer = filled.work().commit("newer", "newer\n");
    Event first = filled.repo().state("main", older);
    filled.relay().publish(first);
    filled.relay().publish(filled.repo().state("main", newer));
    filled.work().mustFail("push", filled.repo().cloneUrl(), older + ":" + MAIN);
    filled.work().must("push", filled.repo().cloneUrl(), newer + ":" + MAIN);
    filled.work().mustFail("push", "-f", filled.repo().cloneUrl(), filled.commit() + ":" + MAIN);
    assertThat(refs(filled.repo())).containsExactly(newer + " " + MAIN);
  }

  @Test
  @Claims({"G01-21", "G01-27"})
  void aStateMayBeReachedInSteps() {
    Filled filled = filled();
    GitClient work = filled.work();
    String one = work.commit("one", "one\n");
    String two = work.commit("two", "two\n");
    Event state = filled.repo().state("main", one, "side", two);
    filled.relay().publish(state);

    assertThat(work.must("push", filled.repo().cloneUrl(), one + ":" + MAIN))
        .contains("remote: ")
        .contains(two.substring(0, 8));
    assertThat(refs(filled.repo())).containsExactly(one + " " + MAIN);
    assertThat(filled.relay().query(Texts.only(state)).events()).isEmpty();
    work.must("push", filled.repo().cloneUrl(), two + ":refs/heads/side");
    assertThat(refs(filled.repo())).containsExactly(one + " " + MAIN, two + " refs/heads/side");
    assertThat(filled.relay().query(Texts.only(state)).ids()).containsExactly(state.id());
  }

  @Test
  @Claims("G01-21")
  void aDeletionNeedsAStateWithoutTheRef() {
    Filled filled = filled();
    filled.relay().publish(filled.repo().state("main", filled.commit(), "side", filled.commit()));
    filled.work().mustFail("push", filled.repo().cloneUrl(), ":refs/heads/side");
    assertThat(refs(filled.repo())).hasSize(2);

    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    filled.work().must("push", filled.repo().cloneUrl(), ":refs/heads/side");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OLD", "0000000000000000000000000000000000000000", "NEW"})
  @Claims("G01-20")
  void aZeroIsADeletionWhateverTheOldId(String old) {
    Filled filled = filled();
    String value = old.replace("OLD", filled.commit()).replace("NEW", "12".repeat(20));
    assertThat(RawPush.plain().command(value, RawPush.ZERO, MAIN).to(filled.repo()))
        .anyMatch(line -> line.startsWith("ng " + MAIN));
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-20")
  void aCertificateIsRefused() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    List<String> report =
        RawPush.with("report-status")
            .line("push-cert")
            .line("certificate version 0.1\n")
            .line("pusher x\n")
            .line("\n")
            .line(filled.commit() + " " + next + " " + MAIN + "\n")
            .line("-----BEGIN PGP SIGNATURE-----\n")
            .line("push-cert-end\n")
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report.toString()).contains("push certificates are not taken");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-20")
  void aCertificateAfterAnAllowedCommandIsRefusedToo() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    List<String> report =
        RawPush.plain()
            .command(filled.commit(), filled.commit(), MAIN)
            .line("push-cert\0x")
            .line(filled.commit() + " " + next + " " + MAIN + "\n")
            .line("push-cert-end\n")
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report.getFirst()).startsWith("unpack ").isNotEqualTo("unpack ok");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NEW refs/heads/main",
        "OLD NEW",
        "OLD  NEW refs/heads/main",
        "OLD\tNEW\trefs/heads/main",
        "OLD NEWNEW refs/heads/main",
        "OLD NEW  refs/heads/main",
        "OLD NEW refs/heads/main\nOLD NEW refs/heads/x",
        "OLD NEW refs/heads/../../x",
        "OLD NEW refs/heads/main.lock",
        "OLD NEW HEAD",
        "OLD NEW main",
      })
  @Claims({"G01-20", "G01-22"})
  void aLineThatIsNoProperCommandDoesNothing(String pattern) {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    String line = pattern.replace("OLD", filled.commit()).replace("NEW", next);
    List<String> report =
        RawPush.plain().line(line).pack(filled.work().pack(next)).to(filled.repo());
    assertThat(report.toString()).doesNotContain("unpack ok").doesNotContain("ok refs/");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-20")
  void aRefNamedTwiceIsSaidOnlyOnce() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    List<String> report =
        RawPush.plain()
            .command(filled.commit(), next, MAIN)
            .command(filled.commit(), RawPush.ZERO, MAIN)
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report).anyMatch(line -> line.startsWith("ng " + MAIN));
    assertThat(refs(filled.repo())).containsAnyOf(next + " " + MAIN, filled.commit() + " " + MAIN);
  }

  @Test
  @Claims({"G01-20", "C-17"})
  void anEmptyListDoesNothing() {
    Filled filled = filled();
    for (String service : List.of(GitHttp.UPLOAD, GitHttp.RECEIVE)) {
      assertThat(GitHttp.post(filled.repo(), service, Pkts.FLUSH).statusCode()).isEqualTo(200);
    }
    HostedRepo held = announced();
    assertThat(GitHttp.post(held, GitHttp.RECEIVE, Pkts.FLUSH).statusCode()).isEqualTo(200);
    assertThat(connect(SharedServer.HOSTING).query(Texts.by(held.owner())).events()).isEmpty();
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-20")
  void capabilitiesOfALaterLineAreNoPartOfItsRef() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    List<String> report =
        RawPush.plain()
            .command(filled.commit(), filled.commit(), MAIN)
            .line(RawPush.ZERO + " " + next + " refs/heads/x\0" + MAIN)
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report).anyMatch(line -> line.startsWith("ng refs/heads/x "));
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-22")
  void aSymbolicValueIsFollowed() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    String next = filled.work().commit("next", "next\n");
    Event state =
        EventBuilder.kind(30618)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("HEAD", "ref: " + MAIN)
            .tag(MAIN, next)
            .tag("refs/heads/stable", "ref: " + MAIN)
            .signedBy(repo.owner());
    filled.relay().publish(state);
    filled.work().must("push", repo.cloneUrl(), "main", "main:refs/heads/stable");
    assertThat(refs(repo)).containsExactly(next + " " + MAIN, next + " refs/heads/stable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"refs/notes/x", "refs/remotes/origin/main", "refs/changes/1", "refs/x"})
  @Claims("G01-22")
  void otherRefsAreRefusedByName(String ref) {
    Filled filled = filled();
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), "main:" + ref))
        .contains("[remote rejected]")
        .contains(ref + ": ")
        .contains("refs/heads/, refs/tags/");
  }

  @Test
  @Claims("G01-22")
  void aBranchNamedAsAPullRequestIsRefusedWithAHint() {
    Filled filled = filled();
    filled.work().commit("x", "x\n");
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), "main:refs/heads/pr/x"))
        .contains("refs/heads/pr/x")
        .contains("pull request (kind 1618)");
  }

  @Test
  @Claims("G01-23")
  void whatChangesNothingNeedsNoState() {
    Filled filled = filled();
    assertThat(RawPush.plain().command(filled.commit(), filled.commit(), MAIN).to(filled.repo()))
        .contains("unpack ok", "ok " + MAIN);
    HostedRepo held = announced();
    assertThat(RawPush.plain().command(RawPush.ZERO, RawPush.ZERO, MAIN).to(held))
        .contains("unpack ok", "ok " + MAIN);
  }

  @Test
  @Claims("G01-23")
  void historyMayBeRewrittenWhenThatIsSigned() {
    Filled filled = filled();
    filled.work().must("commit", "-q", "--amend", "-m", "rewritten");
    filled.push("main", filled.work().head());
    assertThat(refs(filled.repo())).containsExactly(filled.work().head() + " " + MAIN);
  }

  @Test
  @Claims({"G01-24", "G01-33"})
  void withoutAStateNothingIsTakenAndNothingIsServed() {
    HostedRepo repo = announced();
    GitClient work = work();
    assertThat(work.mustFail("push", repo.cloneUrl(), "main"))
        .contains("no signed state for refs/heads/main at " + work.head().substring(0, 8))
        .contains(
            "publish kind 30618 to ws://" + repo.service() + " first, push through its nostr:")
        .contains("once: git remote add nostr nostr://" + Bech32.npub(repo.owner().publicKey()))
        .contains("As a maintainer: git push nostr main (it signs first)")
        .contains("git checkout -b pr/<topic> && git push nostr pr/<topic>")
        .contains("/errors/push-unsigned")
        .doesNotContain("ngit sync");
    assertThat(refs(repo)).isEmpty();
    assertThat(connect(SharedServer.HOSTING).query(Texts.by(repo.owner())).events()).isEmpty();
  }

  @Test
  @Claims("G01-25")
  void aPackThatLacksObjectsMovesNothing() {
    Filled filled = filled();
    GitClient work = filled.work();
    String next = work.commit("next", newWord());
    String tip = work.commit("tip", newWord());
    filled.relay().publish(filled.repo().state("main", tip));
    List<String> report =
        RawPush.plain()
            .command(filled.commit(), tip, MAIN)
            .pack(work.pack(tip, "^" + next))
            .to(filled.repo());
    assertThat(report.toString()).contains("ng " + MAIN);
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("G01-25")
  void aMalformedObjectMovesNothing() {
    Filled filled = filled();
    GitClient work = filled.work();
    String blob = work.must("rev-parse", "main:README").strip();
    String tree = work.feed("100644 blob " + blob + "\t.GIT\n", "mktree").strip();
    String tip = work.must("commit-tree", tree, "-p", filled.commit(), "-m", "bad").strip();
    filled.relay().publish(filled.repo().state("main", tip));
    assertThat(work.mustFail("push", filled.repo().cloneUrl(), tip + ":" + MAIN))
        .contains("hasDotgit");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims({"G01-25", "C-7"})
  void afterThePushEverythingIsThereAtOnceForSiblingsToo() {
    HostedRepo repo = newRepo();
    Signer other = newKey();
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    relay.publish(repo.announcement(other));
    relay.publish(repo.of(other).announcement(repo.owner()));
    work.must("branch", "side");
    Event first = repo.state("main", work.head());
    relay.publish(first);
    work.must("push", repo.cloneUrl(), "main");
    work.must("push", repo.cloneUrl(other.publicKey()), "main");

    String next = work.commit("next", "next\n");
    Event state = repo.of(other).state("main", next);
    relay.publish(state);
    work.must("push", repo.cloneUrl(), "main");
    assertThat(refs(repo)).containsExactly(next + " " + MAIN);
    assertThat(refs(repo.of(other))).containsExactly(next + " " + MAIN);
    assertThat(relay.query(Texts.only(state)).ids()).containsExactly(state.id());
  }

  @Test
  @Claims("G01-26")
  void headFollowsTheStateAsSoonAsItsBranchIsThere() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    String next = filled.work().commit("next", "next\n");
    Event state =
        EventBuilder.kind(30618)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("HEAD", "ref: refs/heads/trunk")
            .tag(MAIN, filled.commit())
            .tag("refs/heads/trunk", next)
            .signedBy(repo.owner());
    filled.relay().publish(state);
    filled.work().must("push", repo.cloneUrl(), "main:refs/heads/trunk");
    assertThat(GitHttp.advertised(repo, GitHttp.UPLOAD).get(2))
        .startsWith(next + " HEAD\0")
        .contains("symref=HEAD:refs/heads/trunk");
  }

  @Test
  @Claims("G01-27")
  void everyRefHasItsOwnAnswer() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    assertThat(
            filled.work().mustFail("push", filled.repo().cloneUrl(), "main", "main:refs/heads/x"))
        .containsPattern("main -> main\\n")
        .contains("[remote rejected] main -> x");
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  @Claims("G01-27")
  void anAtomicPushMovesAllOrNothing() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    filled
        .work()
        .mustFail("push", "--atomic", filled.repo().cloneUrl(), "main", "main:refs/heads/x");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }
}
