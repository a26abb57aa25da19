package dev.graspd.conformance.nip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import org.junit.jupiter.api.Test;

/** A hosting server asks who somebody is when that would change its answer. */
class ChallengeWhenNeededTest extends RelaySuite {
  private final Signer alice = newKey();

  @Test
  void nobodyIsChallengedWhoNeedsNoAuthentication() {
    RelayClient relay = connect(SharedServer.HOSTING);
    relay.send("[\"COUNT\",\"c\",{\"kinds\":[1]}]");
    assertThat(relay.next()).isNotInstanceOf(Answer.Challenge.class);
  }

  @Test
  void protectedEventIsTakenAfterTheChallengeThatItsRefusalBrings() {
    RelayClient relay = connect(SharedServer.HOSTING);
    Event list = EventBuilder.kind(10317).at(now()).tag("-").signedBy(alice);
    assertThat(relay.publish(list).message()).startsWith("auth-required: ");
    assertThat(relay.authenticate(alice, relay.challenge()).accepted()).isTrue();
    assertThat(relay.publish(list)).isEqualTo(new Answer.Ok(list.id().hex(), true, ""));
  }
}
