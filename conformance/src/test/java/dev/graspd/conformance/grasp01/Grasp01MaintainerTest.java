package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may speak for a repository: authority belongs to an owner and a name, not to a name. */
@Claims("grasp-3")
class Grasp01MaintainerTest extends HostingSuite {
  @Test
  void aRepositoryOfTheSameNameGivesNoRightsOverAnothers() {
    Filled filled = filled();
    HostedRepo stranger = filled.repo().of(newKey());
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(stranger.announcement(filled.repo().owner()));
    filled.relay().publish(stranger.state("main", next));
    filled.work().mustFail("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);

    filled.work().must("push", stranger.cloneUrl(), "main");
    assertThat(refs(stranger)).containsExactly(next + " " + MAIN);
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void maintainersWhoListEachOtherSpeakForBoth() {
    Filled filled = filled();
    HostedRepo other = filled.repo().of(newKey());
    filled.relay().publish(filled.repo().announcement(other.owner()));
    filled.relay().publish(other.announcement(filled.repo().owner()));
    String next = filled.work().commit("next", "next\n");
    assertThat(filled.relay().publish(other.state("main", next)).message()).isEqualTo(HELD);
    filled.work().must("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  void whoAcceptsAnInvitationIsServedWithoutAPush() {
    Filled filled = filled();
    RelayClient relay = filled.relay();
    HostedRepo invited = filled.repo().of(newKey());
    HostedRepo early = filled.repo().of(newKey());
    Event before = early.announcement(filled.repo().owner());
    assertThat(relay.publish(before).message()).isEqualTo(HELD);
    relay.publish(filled.repo().announcement(invited.owner(), early.owner()));
    assertThat(relay.query(Texts.only(before)).ids()).containsExactly(before.id());

    Event accepted = invited.announcement(filled.repo().owner());
    assertThat(relay.publish(accepted)).isEqualTo(new Answer.Ok(accepted.id().hex(), true, ""));
    assertThat(relay.query(Texts.only(accepted)).ids()).containsExactly(accepted.id());
    assertThat(refs(invited)).containsExactly(filled.commit() + " " + MAIN);

    Event stranger = filled.repo().of(newKey()).announcement(filled.repo().owner());
    assertThat(relay.publish(stranger).message()).isEqualTo(HELD);
  }

  @Test
  void whereListedKeysCountTheirAnnouncementsNeedNoPush() {
    HostedRepo repo = new HostedRepo(SharedServer.LISTED.uri(), newKey(), newWord());
    HostedRepo listed = repo.of(newKey());
    RelayClient relay = connect(SharedServer.LISTED);
    GitClient work = work();
    relay.publish(repo.announcement(listed.owner()));
    relay.publish(repo.state("main", work.head()));
    assertThat(relay.publish(repo.of(newKey()).announcement()).message()).isEqualTo(HELD);
    work.must("push", repo.cloneUrl(), "main");
    Event announcement = listed.announcement();
    assertThat(relay.publish(announcement).message()).isEmpty();
    assertThat(relay.query(Texts.only(announcement)).ids()).containsExactly(announcement.id());
  }

  @Test
  void whoIsNoLongerListedNoLongerCounts() {
    Filled filled = filled();
    HostedRepo other = filled.repo().of(newKey());
    filled.relay().publish(filled.repo().announcement(other.owner()));
    filled.relay().publish(other.announcement(filled.repo().owner()));
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(other.state("main", next));
    filled.relay().publish(filled.repo().announcement());
    filled.work().mustFail("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void anOwnerWhoseLeadDoesNotListThemMayNotPush() {
    HostedRepo repo = newRepo();
    Signer lead = newKey();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event announcement = repo.announcing().tag("M", lead.publicKey().hex()).signedBy(repo.owner());
    relay.publish(announcement);
    relay.publish(repo.of(lead).announcement());
    GitClient work = work();
    assertThat(relay.publish(repo.state("main", work.head())).message())
        .startsWith("restricted: author not authorized");
    work.mustFail("push", repo.cloneUrl(), "main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"o", "m 100 200", "m x", "m 100 200 defer x"})
  void moderatorsAndEndedRolesHaveNoSayOverRefs(String role) {
    Filled filled = filled();
    HostedRepo other = filled.repo().of(newKey());
    String[] words = role.split(" ", 2);
    String key = other.owner().publicKey().hex();
    String[] tag =
        words.length == 1
            ? new String[] {words[0], key}
            : (words[0] + " " + key + " " + words[1]).split(" ", -1);
    filled.relay().publish(filled.repo().announcing().tag(tag).signedBy(filled.repo().owner()));
    filled.relay().publish(other.announcement(filled.repo().owner()));
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(other.state("main", next));
    filled.work().mustFail("push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }
}
