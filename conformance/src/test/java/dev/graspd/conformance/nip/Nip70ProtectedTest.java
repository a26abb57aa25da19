package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.jsonOf;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N70")
class Nip70ProtectedTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();
  private final Event secret = EventBuilder.note("mine alone").tag("-").signedBy(alice);

  @Test
  void aProtectedEventFromAnUnknownConnectionIsRefused() {
    RelayClient relay = connect();
    assertAuthRequired(relay.publish(secret));
    assertThat(relay.query(only(secret)).ids()).isEmpty();
  }

  @Test
  void aProtectedEventFromSomebodyElseIsRefused() {
    RelayClient relay = connect();
    relay.authenticate(bob, relay.challenge());
    assertThat(relay.publish(secret).message()).matches("restricted: .+");
    assertThat(relay.query(only(secret)).ids()).isEmpty();
  }

  @Test
  void itsAuthorMayPublishItAndEverybodyMayRead() {
    RelayClient relay = connect();
    assertAuthRequired(relay.publish(secret));
    relay.authenticate(alice, relay.challenge());
    relay.store(secret);
    assertThat(connect().query(only(secret)).ids()).containsExactly(secret.id());
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 16})
  void aRepostThatContainsOneIsRefused(int kind) {
    RelayClient relay = connect();
    relay.authenticate(alice, relay.challenge());
    relay.store(secret);
    Event repost =
        EventBuilder.kind(kind).tag("e", secret.id().hex()).content(jsonOf(secret)).signedBy(alice);
    Answer.Ok ok = relay.publish(repost);
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("[a-z-]+: .+");
    assertThat(relay.query(only(repost)).ids()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 16})
  void otherRepostsAreTaken(int kind) {
    RelayClient relay = connect();
    Event open = EventBuilder.note("open").signedBy(alice);
    Event embedding = EventBuilder.kind(kind).content(jsonOf(open)).signedBy(bob);
    Event naming = EventBuilder.kind(kind).tag("e", secret.id().hex()).signedBy(bob);
    Event odd = EventBuilder.kind(kind).content("no event [\"-\"]").signedBy(bob);
    relay.store(embedding, naming, odd);
  }

  private static void assertAuthRequired(Answer.Ok ok) {
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("auth-required: .+");
  }
}
