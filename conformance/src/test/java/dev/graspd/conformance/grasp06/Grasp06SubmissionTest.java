package dev.graspd.conformance.grasp06;

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
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.FamilyDirectory;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pull requests for repositories that are hosted elsewhere, or here, submitted at /prs/. */
class Grasp06SubmissionTest extends HostingSuite {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

  private final Signer signer = newKey();

  /** A repository that nobody announces here. */
  private final HostedRepo elsewhere = newRepo();

  private static String ref(Event request) {
    return "refs/nostr/" + request.id().hex();
  }

  private static String spec(String commit, Event request) {
    return commit + ":" + ref(request);
  }

  /** Where a key submits pull requests for repositories of this name. */
  private static HostedRepo place(Signer signer, HostedRepo repo) {
    return place(SharedServer.HOSTING, signer, repo.identifier());
  }

  private static HostedRepo place(SharedServer server, Signer signer, String identifier) {
    URI below = server.uri().resolve("prs");
    return new HostedRepo(below, signer, identifier);
  }

  private Event submission(HostedRepo repo, String commit) {
    return repo.pullRequestFrom(place(signer, repo).cloneUrl(), signer, commit);
  }

  /** Whether git data of an identifier is on disk; nobody knows that of a server elsewhere. */
  private static boolean isOnDisk(String identifier, boolean elsewhere) {
    return SharedServer.isElsewhere()
        ? elsewhere
        : Files.exists(FamilyDirectory.of(SharedServer.directory("hosting"), identifier));
  }

  private static List<String> served(RelayClient relay, Event event) {
    return relay.query(Texts.only(event)).ids().stream().map(id -> id.hex()).toList();
  }

  // ---- the place

  @Test
  @Claims({"G06-1", "G06-2", "G06-7"})
  void everyPlaceIsAnEmptyRepositoryAndCostsNothing() {
    HostedRepo place = place(signer, elsewhere);
    for (String version : List.of("0", "1", "2")) {
      GitClient git = GitClient.at(directory.resolve("clone-" + version));
      git.must("-c", "protocol.version=" + version, "clone", "-q", place.cloneUrl(), "copy");
      assertThat(GitClient.at(git.directory().resolve("copy")).must("for-each-ref")).isEmpty();
    }
    assertThat(refs(place)).isEmpty();
    assertThat(refsForPushing(place)).isEmpty();
    assertThat(GitHttp.advertised(place, GitHttp.UPLOAD))
        .anyMatch(line -> line.startsWith(RawPush.ZERO + " capabilities^{}"));
    assertThat(work().mustFail("fetch", place.cloneUrl(), "ab".repeat(20))).contains("not our ref");
    assertThat(isOnDisk(elsewhere.identifier(), false)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"prs/npub1/x", "prs/x", "prs/NPUB/..", "prs/NPUB/a%2Fb"})
  @Claims("G06-1")
  void onlyWellFormedPathsArePlaces(String path) {
    String npub = place(signer, elsewhere).cloneUrl().replaceAll(".*(npub1[^/]+)/.*", "$1");
    URI root = URI.create("http://" + SharedServer.HOSTING.uri().getAuthority() + "/");
    String url = root + path.replace("NPUB", npub) + ".git/info/refs?service=git-upload-pack";
    HttpResponse<byte[]> answer = GitHttp.get(url);
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
  }

  @Test
  @Claims("G06-1")
  void aServerThatTakesNoneSaysSo() {
    HostedRepo place = place(SharedServer.CHOSEN, signer, newWord());
    assertThat(GitHttp.infoRefs(place, GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    assertThat(GitHttp.infoRefs(place, GitHttp.RECEIVE).statusCode()).isEqualTo(404);
    assertThat(RelayInformation.of(SharedServer.CHOSEN.uri()).field("supported_grasps"))
        .isEqualTo(List.of("GRASP-01"));
    HostedRepo repo = new HostedRepo(SharedServer.CHOSEN.uri(), newKey(), place.identifier());
    Event request = repo.pullRequestFrom(place.cloneUrl(), signer, "ab".repeat(20));
    assertThat(connect(SharedServer.CHOSEN).publish(request).message()).startsWith("restricted: ");
    assertThat(work().mustFail("push", place.cloneUrl(), "HEAD:" + ref(request)))
        .contains("not found");
  }

  @Test
  @Claims("G06-3")
  void onlyPullRequestsArePushed() {
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    for (String ref : List.of(MAIN, "refs/tags/v1", "refs/nostr/x", "refs/heads/pr/1")) {
      assertThat(work.mustFail("push", place.cloneUrl(), "HEAD:" + ref))
          .as(ref)
          .contains("[remote rejected]")
          .contains("refs/nostr/");
    }
    assertThat(refsForPushing(place)).isEmpty();
    assertThat(isOnDisk(elsewhere.identifier(), false)).isFalse();
  }

  // ---- events

  @Test
  @Claims({"G06-4", "G06-5", "C-7"})
  void theEventFirst() {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    Event request = submission(elsewhere, work.head());
    Answer.Ok ok = relay.publish(request);
    assertThat(ok.accepted()).as(ok.message()).isTrue();
    assertThat(ok.message()).startsWith(HELD).contains(work.head());
    assertThat(served(relay, request)).isEmpty();

    work.must("push", place.cloneUrl(), spec(work.head(), request));
    assertThat(served(relay, request)).containsExactly(request.id().hex());
    assertThat(refs(place)).containsExactly(work.head() + " " + ref(request));
    GitClient.init(directory.resolve("reader")).must("fetch", place.cloneUrl(), ref(request));
    // Events that were taken because of it count for others.
    Event comment =
        EventBuilder.kind(1111)
            .at(HostedRepo.now())
            .tag("E", request.id().hex())
            .signedBy(newKey());
    relay.store(comment);
  }

  @Test
  @Claims({"G06-5", "G01-32"})
  void gitFirst() {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    Event request = submission(elsewhere, work.head());
    work.must("push", place.cloneUrl(), spec(work.head(), request));
    assertThat(refs(place)).isEmpty();
    assertThat(refsForPushing(place)).containsExactly(work.head() + " " + ref(request));
    assertThat(isOnDisk(elsewhere.identifier(), false)).isFalse();

    relay.store(request);
    assertThat(served(relay, request)).containsExactly(request.id().hex());
    assertThat(refs(place)).containsExactly(work.head() + " " + ref(request));
  }

  @Test
  @Claims("G06-4")
  void anEventThatDoesNotNameItsPlaceIsRefused() {
    RelayClient relay = connect(SharedServer.HOSTING);
    String commit = "ab".repeat(20);
    for (String clone :
        List.of(
            place(newKey(), elsewhere).cloneUrl(),
            place(signer, newRepo()).cloneUrl(),
            elsewhere.cloneUrl(signer.publicKey()),
            place(signer, elsewhere).cloneUrl().replaceFirst("//[^/]+/", "//other.example.org/"))) {
      Event request = elsewhere.pullRequestFrom(clone, signer, commit);
      assertThat(relay.publish(request).message()).as(clone).startsWith("restricted: ");
    }
  }

  @Test
  @Claims("G06-5")
  void onlyTheCommitOfTheEventIsTaken() {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    Event request = submission(elsewhere, "ab".repeat(20));
    assertThat(relay.publish(request).message()).startsWith(HELD);
    assertThat(work.mustFail("push", place.cloneUrl(), spec(work.head(), request)))
        .contains("[remote rejected]")
        .contains(work.head().substring(0, 8));

    Event other = submission(elsewhere, work.commit("more", "more\n"));
    work.must("push", place.cloneUrl(), spec("HEAD~1", other));
    assertThat(relay.publish(other).message()).startsWith(HELD);
    assertThat(refsForPushing(place)).isEmpty();
    assertThat(served(relay, other)).isEmpty();
  }

  @Test
  @Claims("G06-5")
  void onlyTheSignersPlaceForTheIdentifierIsTaken() {
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    Event request = submission(elsewhere, work.head());
    HostedRepo anothers = place(newKey(), elsewhere);
    HostedRepo misnamed = place(signer, newRepo());
    // Before the event nobody can tell; with it, what was pushed to the wrong place is gone.
    work.must("push", anothers.cloneUrl(), spec(work.head(), request));
    work.must("push", misnamed.cloneUrl(), spec(work.head(), request));
    assertThat(relay.publish(request).message()).startsWith(HELD);
    for (HostedRepo wrong : List.of(anothers, misnamed)) {
      assertThat(refsForPushing(wrong)).as(wrong.cloneUrl()).isEmpty();
      assertThat(work.mustFail("push", wrong.cloneUrl(), spec(work.head(), request)))
          .contains("[remote rejected]")
          .contains("no pull request for this repository");
    }
    assertThat(served(relay, request)).isEmpty();
  }

  @Test
  @Claims({"G06-5", "G06-7"})
  void aDeletedSubmissionTakesItsRefAlongAndTheLastOneAllGitData() {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    Event kept = submission(elsewhere, work.head());
    Event regretted = submission(elsewhere, work.head());
    for (Event request : List.of(kept, regretted)) {
      relay.publish(request);
      work.must("push", place.cloneUrl(), spec(work.head(), request));
    }
    assertThat(refs(place)).hasSize(2);
    relay.store(deletionOf(regretted));
    assertThat(served(relay, regretted)).isEmpty();
    assertThat(refs(place)).containsExactly(work.head() + " " + ref(kept));
    assertThat(isOnDisk(elsewhere.identifier(), true)).isTrue();

    relay.store(deletionOf(kept));
    assertThat(refs(place)).isEmpty();
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (isOnDisk(elsewhere.identifier(), false)) {
      assertThat(System.nanoTime()).as("git data is removed").isLessThan(end);
    }
  }

  private Event deletionOf(Event request) {
    return EventBuilder.kind(5).at(HostedRepo.now()).tag("e", request.id().hex()).signedBy(signer);
  }

  // ---- repositories that are here

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Claims("G06-6")
  void aHostedRepositoryShowsWhatWasSubmitted(boolean gitFirst) {
    Filled filled = filled();
    HostedRepo place = place(signer, filled.repo());
    String tip = filled.work().commit("change", "change\n");
    Event request = submission(filled.repo(), tip);
    if (gitFirst) {
      filled.work().must("push", place.cloneUrl(), spec(tip, request));
      filled.relay().store(request);
    } else {
      assertThat(filled.relay().publish(request).message()).startsWith(HELD);
      filled.work().must("push", place.cloneUrl(), spec(tip, request));
    }
    assertThat(served(filled.relay(), request)).containsExactly(request.id().hex());
    assertThat(refs(place)).containsExactly(tip + " " + ref(request));
    assertThat(refs(filled.repo()))
        .containsExactly(filled.commit() + " " + MAIN, tip + " " + ref(request));
    GitClient.init(directory.resolve("reader"))
        .must("fetch", filled.repo().cloneUrl(), ref(request));
  }

  @Test
  @Claims("G06-6")
  void aRepositoryThatComesLaterShowsItToo() {
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    Event request = submission(elsewhere, work.head());
    relay.publish(request);
    work.must("push", place(signer, elsewhere).cloneUrl(), spec(work.head(), request));

    Filled filled = filled(elsewhere);
    assertThat(refs(elsewhere))
        .containsExactlyInAnyOrder(filled.commit() + " " + MAIN, work.head() + " " + ref(request));
    assertThat(refs(place(signer, elsewhere))).containsExactly(work.head() + " " + ref(request));
  }

  @Test
  @Claims("G06-6")
  void whatIsPushedToARepositoryIsNotSubmitted() {
    Filled filled = filled();
    String tip = filled.work().commit("change", "change\n");
    Event request = submission(filled.repo(), tip);
    filled.relay().publish(request);
    filled.work().must("push", filled.repo().cloneUrl(), spec(tip, request));
    assertThat(refs(filled.repo())).contains(tip + " " + ref(request));
    assertThat(refs(place(signer, filled.repo()))).isEmpty();
    // The signer's own repository of that name is another one, and so are its refs.
    assertThat(refs(place(filled.repo().owner(), filled.repo()))).isEmpty();
  }

  // ---- what it may cost

  @Test
  @Claims("G06-7")
  void aPlaceIsNoRepository() {
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    Event request = submission(elsewhere, work.head());
    relay.publish(request);
    work.must("push", place(signer, elsewhere).cloneUrl(), spec(work.head(), request));

    HostedRepo named = elsewhere.of(signer);
    assertThat(GitHttp.infoRefs(named, GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    assertThat(GitHttp.infoRefs(elsewhere, GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    for (HostedRepo repo : List.of(named, elsewhere, place(signer, elsewhere))) {
      assertThat(GitHttp.get(repo.cloneUrl()).statusCode()).as(repo.cloneUrl()).isEqualTo(404);
    }
  }

  @Test
  @Claims("G06-7")
  void pushesBeforeTheirEventHaveTheLimitsOfAllSuchPushes() {
    HostedRepo place = place(signer, elsewhere);
    GitClient work = work();
    for (int number = 0; number < 4; number++) {
      String ref = "refs/nostr/" + "%02x".formatted(number + 16).repeat(32);
      byte[] body =
          RawPush.plain()
              .command(RawPush.ZERO, work.head(), ref)
              .pack(work.pack(work.head()))
              .body();
      String answer =
          new String(
              GitHttp.post(place, GitHttp.RECEIVE, body, "X-Forwarded-For", "192.0.2.66").body(),
              StandardCharsets.UTF_8);
      assertThat(answer).contains((number < 3 ? "ok " : "ng ") + ref);
    }
    assertThat(refsForPushing(place)).hasSize(3);
  }
}
