package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import org.junit.jupiter.api.Test;

@Claims("N13")
class Nip13WorkTest extends RelaySuite {
  private static final int ENOUGH = SharedServer.Strict.DIFFICULTY;
  private final Signer alice = newKey();

  @Test
  void enoughWorkIsTaken() {
    RelayClient relay = connect(SharedServer.STRICT);
    Event exactly = Mining.mined(EventBuilder.note("exact"), ENOUGH, ENOUGH, ENOUGH, alice);
    Event more = Mining.mined(EventBuilder.note("more"), ENOUGH + 2, ENOUGH + 2, 255, alice);
    relay.store(exactly, more);
    assertThat(relay.count(by(alice))).isEqualTo(2);
  }

  @Test
  void tooLittleWorkIsRefusedWithBothNumbers() {
    Event event = Mining.mined(EventBuilder.note("lazy"), ENOUGH, 2, 2, alice);
    assertRefused(event, "pow: difficulty 2 is less than " + ENOUGH);
  }

  @Test
  void luckDoesNotCountWhenTheCommittedTargetIsTooLow() {
    Event event = Mining.mined(EventBuilder.note("lucky"), 3, ENOUGH, 255, alice);
    assertRefused(event, "pow: difficulty 3 is less than " + ENOUGH);
  }

  @Test
  void luckDoesNotCountWithoutACommitment() {
    for (int i = 0; ; i++) {
      Event event = EventBuilder.note("no nonce " + i).signedBy(alice);
      if (event.id().bytes()[0] == 0) {
        assertThat(connect(SharedServer.STRICT).publish(event).message()).startsWith("pow: ");
        return;
      }
    }
  }

  private void assertRefused(Event event, String message) {
    RelayClient relay = connect(SharedServer.STRICT);
    Answer.Ok ok = relay.publish(event);
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).startsWith(message + "; see ");
    assertThat(relay.count(by(alice))).isZero();
  }
}
