package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which repositories are hosted. */
class Grasp01AnnouncementTest extends HostingSuite {
  @Test
  @Claims({"G01-10", "C-9", "C-10"})
  void aNewAnnouncementIsHeldAndItsRepositoryIsReadyBeforeTheAnswer() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event announcement = repo.announcement();

    assertThat(relay.publish(announcement))
        .isEqualTo(new Answer.Ok(announcement.id().hex(), true, HELD));
    assertThat(GitHttp.infoRefs(repo, GitHttp.UPLOAD).statusCode()).isEqualTo(200);
    assertThat(GitHttp.infoRefs(repo, GitHttp.RECEIVE).statusCode()).isEqualTo(200);
    assertThat(relay.publish(announcement).message()).isEqualTo("duplicate: in purgatory");
    assertThat(relay.query(Texts.only(announcement)).events()).isEmpty();
    assertThat(relay.count(Texts.only(announcement))).isZero();
  }

  @Test
  @Claims("G01-10")
  void aRepositoryThatIsServedTakesANewAnnouncementAtOnce() {
    Filled filled = filled();
    Event newer = filled.repo().announcing().tag("description", "new").signedBy(owner(filled));
    filled.relay().store(newer);
    assertThat(filled.relay().query(Texts.only(newer)).ids()).containsExactly(newer.id());
    assertThat(filled.relay().publish(newer).message())
        .isEqualTo("duplicate: already have this event");
  }

  @ParameterizedTest
  @CsvSource({
    "https://SERVICE/NPUB/NAME.git, wss://SERVICE",
    "http://SERVICE/NPUB/NAME.git, ws://SERVICE/",
    "HTTPS://CAPITALS/NPUB/NAME.git, WSS://CAPITALS",
  })
  @Claims("G01-10")
  void theServiceIsRecognisedHoweverItIsWritten(String clone, String relays) {
    HostedRepo repo = named();
    assertThat(connect(SharedServer.NAMED).publish(naming(repo, clone, relays)).message())
        .isEqualTo(HELD);
  }

  @ParameterizedTest
  @CsvSource({
    "https://SERVICE/NPUB/NAME.git, wss://other.example.org",
    "https://other.example.org/NPUB/NAME.git, wss://SERVICE",
    "https://SERVICE/OTHER/NAME.git, wss://SERVICE",
    "https://SERVICE/NPUB/another.git, wss://SERVICE",
    "https://SERVICE/NPUB/NAME, wss://SERVICE",
    "https://SERVICE/x/NPUB/NAME.git, wss://SERVICE",
    "https://SERVICE:1/NPUB/NAME.git, wss://SERVICE",
    "https://SERVICE.example.org/NPUB/NAME.git, wss://SERVICE",
    "https://other.example.org/?https://SERVICE/NPUB/NAME.git, wss://SERVICE",
    "https://SERVICE@other.example.org/NPUB/NAME.git, wss://SERVICE",
    "ftp://SERVICE/NPUB/NAME.git, wss://SERVICE",
    "https://SERVICE/NPUB/NAME.git, wss://SERVICE/elsewhere",
  })
  @Claims("G01-10")
  void anAnnouncementThatDoesNotListUsInBothIsBlocked(String clone, String relays) {
    HostedRepo repo = named();
    Event event = naming(repo, clone, relays);
    Answer.Ok ok = connect(SharedServer.NAMED).publish(event);
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message())
        .startsWith(
            "blocked: announcement must list " + SharedServer.NAME + " in clone and relays");
    assertThat(GitHttp.infoRefs(repo, GitHttp.UPLOAD).statusCode()).isEqualTo(404);
  }

  @Test
  @Claims("G01-10")
  void theNameMustBeOneAndUsable() {
    RelayClient relay = connect(SharedServer.HOSTING);
    for (String name : List.of("", ".", "..", "a/b", "a\\b", "a\nb", "x".repeat(251))) {
      HostedRepo repo = new HostedRepo(SharedServer.HOSTING.uri(), newKey(), name);
      assertThat(relay.publish(repo.announcement()).message())
          .as(name)
          .startsWith("invalid: announcement has no valid d tag");
    }
    HostedRepo repo = newRepo();
    Event two = repo.announcing().tag("d", "another").signedBy(repo.owner());
    assertThat(relay.publish(two).message()).startsWith("invalid: announcement has no valid d tag");
  }

  @Test
  @Claims("G01-10")
  void onlyListedRepositoriesAreHostedWhereTheOperatorChooses() {
    RelayClient relay = connect(SharedServer.CHOSEN);
    HostedRepo chosen = new HostedRepo(SharedServer.CHOSEN.uri(), newKey(), "the-chosen-one");
    HostedRepo other = new HostedRepo(SharedServer.CHOSEN.uri(), newKey(), newWord());
    assertThat(relay.publish(chosen.announcement()).message()).isEqualTo(HELD);
    assertThat(relay.publish(other.announcement()).message()).startsWith("blocked: ");
  }

  @Test
  @Claims("G01-10")
  void aListedKeysAnnouncementIsStoredWithoutARepositoryAndOthersAreNot() {
    HostedRepo repo = newRepo();
    Signer invited = newKey();
    RelayClient relay = connect(SharedServer.HOSTING);
    relay.publish(repo.announcement(invited));
    assertThat(relay.publish(elsewhere(repo, newKey())).message())
        .startsWith("blocked: announcement must list ");
    assertThat(relay.publish(elsewhere(repo, invited)).accepted()).isTrue();
  }

  @Test
  @Claims("G01-10")
  void privateRepositoriesAreRefused() {
    HostedRepo repo = newRepo();
    Event event = repo.announcing().tag("private", "true").signedBy(repo.owner());
    assertThat(connect(SharedServer.HOSTING).publish(event).message())
        .startsWith("blocked: private repositories are not hosted here");
  }

  @Test
  @Claims("G01-11")
  void aNewerAnnouncementWithoutUsEndsTheHosting() {
    Filled filled = filled();
    HostedRepo repo = filled.repo();
    Answer.Ok ok = filled.relay().publish(elsewhere(repo, repo.owner()));
    assertThat(ok.accepted()).isTrue();
    assertThat(ok.message()).isNotBlank();
    assertThat(GitHttp.infoRefs(repo, GitHttp.UPLOAD).statusCode()).isEqualTo(404);
    assertThat(filled.relay().query(Texts.by(repo.owner())).events())
        .noneMatch(event -> Long.valueOf(30617).equals(event.event().get("kind")));
  }

  @Test
  @Claims("G01-11")
  void anOlderAnnouncementWithoutUsEndsNothing() {
    HostedRepo repo = newRepo();
    Event old = elsewhere(repo, repo.owner());
    Filled filled = filled(repo);
    filled.relay().publish(old);
    assertThat(refs(repo)).containsExactly(filled.commit() + " " + MAIN);
  }

  private static Signer owner(Filled filled) {
    return filled.repo().owner();
  }

  private static HostedRepo named() {
    return new HostedRepo(SharedServer.NAMED.uri(), newKey(), newWord());
  }

  private static Event elsewhere(HostedRepo repo, Signer author) {
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", repo.identifier())
        .tag("clone", "https://git.example.org/x.git")
        .tag("relays", "wss://relay.example.org")
        .signedBy(author);
  }

  private static Event naming(HostedRepo repo, String clone, String relays) {
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", repo.identifier())
        .tag("clone", written(clone, repo))
        .tag("relays", written(relays, repo))
        .signedBy(repo.owner());
  }

  private static String written(String pattern, HostedRepo repo) {
    return pattern
        .replace("SERVICE", SharedServer.NAME)
        .replace("CAPITALS", SharedServer.NAME.toUpperCase(Locale.ROOT))
        .replace("NPUB", Bech32.npub(repo.owner().publicKey()))
        .replace("OTHER", Bech32.npub(newKey().publicKey()))
        .replace("NAME", repo.identifier());
  }
}
