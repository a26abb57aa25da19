package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.Negentropy;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Claims("N40")
class Nip40ExpirationTest extends RelaySuite {
  private static final int LIFE_SECONDS = 5;
  private final Signer alice = newKey();

  @Test
  void expiredOnArrivalIsRefused() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("stale").expiringAt(now() - 1).signedBy(alice);
    Answer.Ok ok = relay.publish(event);
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("invalid: .+");
    assertThat(relay.query(only(event)).ids()).isEmpty();
  }

  @Test
  void untilItsTimeAnEventIsServed() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("fresh").expiringAt(now() + 3600).signedBy(alice);
    relay.store(event);
    assertThat(relay.query(by(alice)).ids()).containsExactly(event.id());
  }

  @Test
  void aTimeThatIsNoNumberIsNone() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("odd").tag("expiration", "soon").signedBy(alice);
    relay.store(event);
    assertThat(relay.query(by(alice)).ids()).containsExactly(event.id());
  }

  /** Asks until the event is gone; then every way of asking must agree. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  @Claims({"N40", "N45", "N77-1"})
  void afterItsTimeAnEventIsNeitherServedNorCountedNorSyncedNorTakenAgain() {
    RelayClient relay = connect();
    long end = now() + LIFE_SECONDS;
    Event event = EventBuilder.note("brief").expiringAt(end).signedBy(alice);
    relay.store(event);
    long askedAt = now();
    while (!relay.query(only(event)).ids().isEmpty()) {
      assertThat(askedAt).isLessThan(end);
      askedAt = now();
    }
    assertThat(now()).isGreaterThanOrEqualTo(end);
    assertThat(relay.query(by(alice)).ids()).isEmpty();
    assertThat(relay.count(by(alice))).isZero();
    assertThat(Negentropy.allIds(relay, by(alice))).isEmpty();
    // Until it is removed, a moment later, its id is known.
    Answer.Ok again = relay.publish(event);
    while (again.accepted()) {
      assertThat(again.message()).startsWith("duplicate: ");
      again = relay.publish(event);
    }
    assertThat(again.message()).startsWith("invalid: ");
    assertThat(relay.query(only(event)).ids()).isEmpty();
  }
}
