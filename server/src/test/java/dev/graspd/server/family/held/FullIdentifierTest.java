package dev.graspd.server.family.held;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.hosting.RepositoryHostSuite;
import dev.graspd.server.hosting.TestHosting;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many keys fill an identifier: each is accepted because the one before lists it, and none of their
 * announcements waits for git data.
 */
class FullIdentifierTest extends RepositoryHostSuite {
  private static final String FULL = "no: rate-limited: too much is known of this identifier";
  private static final int URL_CHARACTERS = 10_000;

  @Override
  public HostingLimits limits() {
    return TestHosting.withIdentifierBytes(super.limits(), 200_000);
  }

  @BeforeEach
  void fill() {
    hosted();
    Signer author = BOB;
    int taken = 0;
    for (int i = 0; i < 40; i++) {
      Signer next = Signer.named("next " + i);
      taken += send(elsewhere(author, 0, URL_CHARACTERS, next)).isEmpty() ? 1 : 0;
      author = next;
    }
    assertThat(taken).as("announcements of 10 kB in 200 kB").isBetween(15, 20);
  }

  private static Event elsewhere(Signer author, long at, int characters, Signer listed) {
    return EventBuilder.kind(30617)
        .at(EventBuilder.DEFAULT_CREATED_AT + at)
        .tag("d", "repo")
        .tag("clone", "https://elsewhere.example/" + "x".repeat(characters))
        .tag("maintainers", listed.publicKey().hex())
        .unsignedBy(author);
  }

  @Test
  void onlyWhatMakesItLargerIsRefused() {
    Signer first = Signer.named("next 0");
    Signer second = Signer.named("next 1");
    assertThat(send(elsewhere(first, 1, URL_CHARACTERS, second))).as("as large").isEmpty();
    assertThat(send(elsewhere(first, 2, 2 * URL_CHARACTERS, second))).isEqualTo(FULL);
    assertThat(send(elsewhere(first, 3, 10, second))).as("smaller").isEmpty();
    assertThat(send(announcement(Signer.named("stranger"), "repo", 0))).isEqualTo(HELD);
  }

  @Test
  void twiceTheRoomIsTheEndForMaintainersToo() {
    assertThat(send(elsewhere(BOB, 1, 10 * URL_CHARACTERS, ALICE))).isEmpty();
    assertThat(send(elsewhere(BOB, 2, 40 * URL_CHARACTERS, ALICE))).isEqualTo(FULL);
  }

  @Test
  void maintainersOfAServedRepositoryGoOn() {
    assertThat(send(state(ALICE, 1, "main=2 dev=3"))).isEqualTo(HELD);
    assertThat(push(ALICES, "main=2 dev=3", 2, 3)).isEqualTo("ok ok");
    assertThat(send(announcement(ALICE, "repo", 2, BOB, Signer.named("friend")))).isEmpty();
    assertThat(send(announcement(Signer.named("friend"), "repo", 3, ALICE)))
        .as("listed by a served repository")
        .doesNotStartWith("no:");
  }
}
