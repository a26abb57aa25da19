package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import org.junit.jupiter.api.Test;

/** What deletions and requests to vanish do to repositories (grasp.md, section 8). */
class Grasp01DeletionTest extends HostingSuite {
  private static Event deletion(Signer author, String tag, String value) {
    return EventBuilder.kind(5).at(HostedRepo.now()).tag(tag, value).signedBy(author);
  }

  private static String announcementOf(HostedRepo repo) {
    return Texts.json("{'kinds':[30617],'authors':['%s']}", repo.owner());
  }

  @Test
  @Claims("N09-repositories")
  void aDeletedRepositoryIsGoneAndThatOfAnotherOwnerStays() {
    Filled alices = filled();
    Filled bobs = filled(alices.repo().of(newKey()));
    RelayClient relay = alices.relay();
    Event deletion = deletion(alices.repo().owner(), "a", alices.repo().address());
    assertThat(relay.publish(deletion).accepted()).isTrue();

    assertThat(alices.work().mustFail("ls-remote", alices.repo().cloneUrl())).contains("not found");
    assertThat(relay.query(announcementOf(alices.repo())).events()).isEmpty();
    assertThat(refs(bobs.repo())).containsExactly(bobs.commit() + " " + MAIN);
    assertThat(relay.query(announcementOf(bobs.repo())).events()).hasSize(1);
    bobs.work().must("clone", "-q", bobs.repo().cloneUrl(), "copy");
  }

  @Test
  @Claims("N09-repositories")
  void aDeletedAnnouncementDoesNotComeBackAndANewOneDoes() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event first = repo.announcement();
    relay.publish(first);
    assertThat(relay.publish(deletion(repo.owner(), "e", first.id().hex())).accepted()).isTrue();
    assertThat(relay.publish(first).message()).startsWith("blocked: ");
    assertThat(GitHttp.infoRefs(repo, GitHttp.UPLOAD).statusCode()).isEqualTo(404);

    assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
    assertThat(refs(repo)).isEmpty();
  }

  @Test
  @Claims("N09-repositories")
  void refsStayWhenTheOnlyStateIsDeletedAndNeedANewOneToMove() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    Event deletion =
        deletion(
            filled.repo().owner(),
            "a",
            "30618:" + filled.repo().owner().publicKey() + ":" + filled.repo().identifier());
    assertThat(filled.relay().publish(deletion).accepted()).isTrue();
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), "main"))
        .contains("no signed state");

    filled.push("main", next);
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  @Claims("N09-repositories")
  void whatWaitsAndIsDeletedAuthorisesNoPush() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    Event state = filled.repo().state("main", next);
    assertThat(filled.relay().publish(state).message()).isEqualTo(HELD);
    filled.relay().publish(deletion(filled.repo().owner(), "e", state.id().hex()));
    filled.work().mustFail("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  @Claims("N09-repositories")
  void aDeletedPullRequestTakesItsRefAlong() {
    Filled filled = filled();
    Signer contributor = newKey();
    Event request = offered(filled, contributor);
    assertThat(refs(filled.repo())).hasSize(2);
    filled.relay().publish(deletion(contributor, "e", request.id().hex()));
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(filled.relay().query(Texts.only(request)).events()).isEmpty();
  }

  private static Event offered(Filled filled, Signer contributor) {
    String tip = filled.work().commit("offer", newWord());
    Event request = filled.repo().pullRequest(contributor, tip);
    filled.work().must("push", filled.repo().cloneUrl(), tip + ":refs/nostr/" + request.id());
    assertThat(filled.relay().publish(request).accepted()).isTrue();
    return request;
  }

  @Test
  @Claims("N62-repositories")
  void whoVanishesTakesTheirRepositoriesAndPullRequestsAlong() {
    Filled theirs = filled();
    Filled another = filled();
    Event request = offered(another, theirs.repo().owner());
    Event vanish =
        EventBuilder.kind(62)
            .at(HostedRepo.now())
            .tag("relay", SharedServer.HOSTING.uri().toString())
            .signedBy(theirs.repo().owner());
    assertThat(theirs.relay().publish(vanish).accepted()).isTrue();

    assertThat(theirs.work().mustFail("ls-remote", theirs.repo().cloneUrl())).contains("not found");
    assertThat(theirs.relay().query(announcementOf(theirs.repo())).events()).isEmpty();
    assertThat(theirs.relay().query(Texts.only(request)).events()).isEmpty();
    assertThat(refs(another.repo())).containsExactly(another.commit() + " " + MAIN);
  }
}
