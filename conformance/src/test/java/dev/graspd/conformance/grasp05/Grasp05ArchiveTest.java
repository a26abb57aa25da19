package dev.graspd.conformance.grasp05;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that keeps copies of what another one hosts. Its timers run 200 times faster. */
@Timeout(120)
@Claims("grasp-6")
class Grasp05ArchiveTest extends HostingSuite {
  private static Peer source;
  private static Peer archive;

  @BeforeAll
  static void start() {
    source = Peer.start(newWord());
    archive =
        Peer.start(
            newWord(),
            Map.of(
                "NGIT_TEST_TIME_SCALE",
                "200",
                "NGIT_ARCHIVE_GRASP_SERVICES",
                source.uri().getAuthority()));
  }

  @AfterAll
  static void end() {
    Peer.close(archive, source);
  }

  /** A repository that names only its own server. */
  private record Original(HostedRepo repo, GitClient work, List<Event> beginning) {
    HostedRepo copy() {
      return new HostedRepo(archive.uri(), repo.owner(), repo.identifier());
    }
  }

  private Original original() {
    SharedRepo repo = new SharedRepo(newKey(), newWord(), List.of(source.uri()), List.of());
    GitClient work = work();
    List<Event> beginning = repo.beginning(work.head());
    repo.fill(source, source.uri(), work, beginning);
    return new Original(
        new HostedRepo(source.uri(), repo.owner(), repo.identifier()), work, beginning);
  }

  @Test
  void whatAnotherServerHostsIsKeptAndServedAndFollowed() {
    Original original = original();
    archive.awaitServed(original.beginning().toArray(new Event[0]));
    GitClient clone = GitClient.at(directory.resolve("clone"));
    clone.must("clone", "-q", original.copy().cloneUrl(), ".");
    assertThat(clone.head()).isEqualTo(original.work().head());
    clone.must("fsck", "--strict");

    String next = original.work().commit("next", "next\n");
    Event state = original.repo().state("main", next);
    Event request = original.repo().pullRequest(newKey(), next);
    try (RelayClient relay = source.connect()) {
      assertThat(relay.publish(state).accepted()).isTrue();
      original.work().must("push", original.repo().cloneUrl(), "main");
      assertThat(relay.publish(request).accepted()).isTrue();
    }
    archive.awaitServed(state, request);
    assertThat(refs(original.copy())).isEqualTo(refs(original.repo()));
    assertThat(refs(original.copy()))
        .containsExactly(next + " " + MAIN, next + " refs/nostr/" + request.id());
  }

  @Test
  void pushesToACopyAreRefusedAndTheRightPlaceIsNamed() {
    Original original = original();
    archive.awaitServed(original.beginning().toArray(new Event[0]));
    HostedRepo copy = original.copy();
    String next = original.work().commit("next", "next\n");
    try (RelayClient relay = archive.connect()) {
      assertThat(relay.publish(original.repo().state("main", next)).message()).startsWith(HELD);
    }
    String place = "archived here, push to " + original.repo().cloneUrl();
    assertThat(original.work().mustFail("push", copy.cloneUrl(), "main")).contains(place);
    assertThat(
            original.work().mustFail("push", copy.cloneUrl(), "main:refs/nostr/" + "a".repeat(64)))
        .contains(place);
    assertThat(refs(copy)).isEqualTo(refs(original.repo()));

    assertThat(GitHttp.text(GitHttp.get(copy.cloneUrl())))
        .contains("<strong>Archived. </strong>")
        .contains(original.repo().cloneUrl());
    String document =
        "http://%s/api/v1/repositories/%s/%s"
            .formatted(copy.service(), Bech32.npub(copy.owner().publicKey()), copy.identifier());
    assertThat(JsonTree.object(GitHttp.text(GitHttp.get(document))).get("archived_from"))
        .isEqualTo(original.repo().cloneUrl());
  }

  @Test
  void whatTheOperatorRefusesEndsWithTheNextStartAndIsBackWhenItIsNotRefused() {
    Original refused = original();
    Original other = original();
    archive.awaitServed(refused.beginning().toArray(new Event[0]));
    archive.awaitServed(other.beginning().toArray(new Event[0]));
    Signer owner = refused.repo().owner();

    assertThat(archive.terminate()).isZero();
    archive.startAgainWith(Map.of("NGIT_REPOSITORY_BLACKLIST", Bech32.npub(owner.publicKey())));
    assertThat(GitHttp.infoRefs(refused.copy(), GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    assertThat(refs(other.copy())).isEqualTo(refs(other.repo()));
    try (RelayClient relay = archive.connect()) {
      assertThat(relay.query(Texts.by(owner)).ids()).isEmpty();
      assertThat(relay.publish(refused.beginning().getFirst()).message())
          .startsWith("blocked: this repository is not hosted here; see ");
    }

    assertThat(archive.terminate()).isZero();
    archive.startAgain();
    assertThat(refs(refused.copy())).isEqualTo(refs(refused.repo()));
    try (RelayClient relay = archive.connect()) {
      assertThat(relay.query(Texts.by(owner)).ids()).hasSize(2);
    }
  }

  @Test
  void whatIsAskedForNeitherByItsAuthorNorByTheOperatorIsRefused() {
    try (RelayClient relay = archive.connect()) {
      HostedRepo nowhere = new HostedRepo(SharedServer.HOSTING.uri(), newKey(), newWord());
      assertThat(relay.publish(nowhere.announcement()).message())
          .startsWith("blocked: announcement must list");
    }
  }

  @Test
  void theArchiveSaysThatItIsOne() {
    RelayInformation information = RelayInformation.of(archive.uri());
    assertThat(grasps(information)).contains("GRASP-02", "GRASP-05");
    assertThat(information.field("curation"))
        .asString()
        .contains("the repositories of " + source.uri().getAuthority());
    assertThat(grasps(RelayInformation.of(source.uri())))
        .contains("GRASP-02")
        .doesNotContain("GRASP-05");
  }

  private static List<String> grasps(RelayInformation information) {
    return JsonTree.asArray(information.field("supported_grasps")).stream()
        .map(String::valueOf)
        .toList();
  }
}
