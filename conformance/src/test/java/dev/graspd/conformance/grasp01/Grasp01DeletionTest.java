package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What deletions and requests to vanish do to repositories (grasp.md, section 8). */
@Claims("grasp-8")
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

  private static Event issueOf(HostedRepo... repos) {
    EventBuilder issue = EventBuilder.kind(1621).at(HostedRepo.now()).content(newWord());
    for (HostedRepo repo : repos) {
      issue.tag("a", repo.address());
    }
    return issue.signedBy(newKey());
  }

  /** One after the other: each names the one before. */
  private static void publish(RelayClient relay, Event... events) {
    for (Event event : events) {
      assertThat(relay.publish(event).accepted()).isTrue();
    }
  }

  private static Event commentOn(Event event) {
    return EventBuilder.kind(1111)
        .at(HostedRepo.now())
        .tag("E", event.id().hex())
        .tag("e", event.id().hex())
        .signedBy(newKey());
  }

  @Test
  void whatHangsOnADeletedRepositoryGoesAndWhatHangsOnAnotherTooStays() {
    Filled alices = filled();
    Filled others = filled();
    RelayClient relay = alices.relay();
    Event issue = issueOf(alices.repo());
    Event comment = commentOn(issue);
    Event shared = issueOf(alices.repo(), others.repo());
    Event reply = commentOn(shared);
    publish(relay, issue, comment, shared, reply);
    assertThat(
            relay.publish(deletion(alices.repo().owner(), "a", alices.repo().address())).accepted())
        .isTrue();

    assertThat(relay.query(Texts.only(issue, comment)).events()).isEmpty();
    assertThat(relay.query(Texts.only(shared, reply)).events()).hasSize(2);
    assertThat(relay.publish(issue).message()).startsWith("restricted: ");
  }

  @Test
  void aNewAnnouncementBringsADeletedRepositoryBackAtOnce() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    RelayClient relay = filled.relay();
    Event request = offered(filled, newKey());
    Event issue = issueOf(repo);
    Event comment = commentOn(issue);
    publish(relay, issue, comment);
    EventId first = relay.query(announcementOf(repo)).ids().getFirst();
    relay.publish(deletion(repo.owner(), "a", repo.address()));
    assertThat(refsOrNothing(repo)).isEmpty();
    RelayClient.Subscription live =
        relay.subscribe(Texts.json("{'kinds':[1621],'#a':['%s']}", repo.address()));
    assertThat(live.stored().events()).isEmpty();

    assertThat(relay.publish(repo.announcement()).message()).isEmpty();
    assertThat(live.next()).isEqualTo(issue.id());
    assertThat(refs(repo))
        .containsExactly(
            filled.commit() + " " + MAIN,
            request.tag("c").orElseThrow().value() + " refs/nostr/" + request.id());
    filled.work().must("clone", "-q", repo.cloneUrl(), "copy");
    assertThat(relay.query(Texts.only(request, issue, comment)).events()).hasSize(3);
    assertThat(relay.query(announcementOf(repo)).ids()).hasSize(1).doesNotContain(first);
  }

  private static List<String> refsOrNothing(HostedRepo repo) {
    return GitHttp.infoRefs(repo, GitHttp.UPLOAD).statusCode() == 404 ? List.of() : refs(repo);
  }

  @Test
  void anAnnouncementThatLeavesThisServiceOutEndsTheHosting() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    Event left =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("clone", "https://elsewhere.example/repo.git")
            .tag("relays", "wss://elsewhere.example")
            .signedBy(repo.owner());
    assertThat(filled.relay().publish(left).message()).startsWith("hosting ended");
    assertThat(refsOrNothing(repo)).isEmpty();
    assertThat(filled.relay().publish(repo.announcement()).message()).isEmpty();
    assertThat(refs(repo)).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void aDeletedRepositoryIsAsUnknownAsAnyOtherAndAPushIsToldWhatToDo() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    filled.relay().publish(deletion(repo.owner(), "a", repo.address()));
    for (String path : List.of("", "/info/refs?service=git-upload-pack")) {
      assertThat(GitHttp.send("GET", repo.cloneUrl() + path, new byte[0]).statusCode())
          .isEqualTo(404);
    }
    assertThat(filled.work().mustFail("push", repo.cloneUrl(), "main"))
        .contains("publish its announcement (kind 30617) again");
  }

  @Test
  void aTargetByAnotherKeyIsIgnored() {
    Filled filled = filled();
    EventId first = filled.relay().query(announcementOf(filled.repo())).ids().getFirst();
    Signer stranger = newKey();
    filled.relay().publish(deletion(stranger, "e", first.hex()));
    filled.relay().publish(deletion(stranger, "a", filled.repo().address()));
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(filled.relay().query(announcementOf(filled.repo())).ids()).containsExactly(first);
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
