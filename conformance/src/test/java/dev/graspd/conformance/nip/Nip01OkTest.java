package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.jsonOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The four elements of OK are checked wherever one is read, by {@link Answer}. */
@Claims("N01-4")
class Nip01OkTest extends RelaySuite {
  private final Signer alice = newKey();

  @Test
  void aNewEventIsAnsweredTrueWithAnEmptyText() {
    Event event = EventBuilder.note("new").signedBy(alice);
    assertThat(connect().publish(event)).isEqualTo(new Answer.Ok(event.id().hex(), true, ""));
  }

  @Test
  void aKnownEventIsAnsweredTrueAsDuplicate() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("twice").signedBy(alice);
    relay.store(event);
    assertDuplicate(relay.publish(event));
    assertDuplicate(connect().publish(event));
    assertThat(relay.count(by(alice))).isEqualTo(1);
  }

  @Test
  void aRefusalHasAPrefixAndAText() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("forged").unsignedBy(alice);
    Answer.Ok refused = relay.publish(event);
    assertThat(refused.accepted()).isFalse();
    assertThat(refused.message())
        .matches(
            "(pow|blocked|rate-limited|invalid|restricted|mute|error|auth-required|purgatory): .+");
  }

  /** The signature counts, not the fact that somebody sent the id before. */
  @Test
  void aForgedCopyDoesNotSpoilTheRealEvent() {
    RelayClient relay = connect();
    Event real = EventBuilder.note("real").signedBy(alice);
    Event forged = EventBuilder.note("real").unsignedBy(alice);
    assertThat(forged.id()).isEqualTo(real.id());
    assertThat(relay.publish(forged).accepted()).isFalse();
    relay.store(real);
    assertThat(relay.query(by(alice)).ids()).containsExactly(real.id());
  }

  @Test
  void everyEventOfABurstGetsItsOwnAnswer() {
    RelayClient relay = connect();
    List<Event> burst =
        IntStream.range(0, 200)
            .mapToObj(i -> EventBuilder.note("burst " + i).signedBy(alice))
            .toList();
    relay.store(burst);
    assertThat(relay.count(by(alice))).isEqualTo(200);
  }

  @Test
  void manyCopiesInFlightAreAllAnsweredAndStoredOnce() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("copies").signedBy(alice);
    int copies = 50;
    for (int i = 0; i < copies; i++) {
      relay.socket().queueText("[\"EVENT\"," + jsonOf(event) + "]");
    }
    relay.socket().flush();
    int fresh = 0;
    for (int i = 0; i < copies; i++) {
      Answer.Ok ok = relay.okFor(event.id().hex());
      assertThat(ok.accepted()).isTrue();
      fresh += ok.message().isEmpty() ? 1 : 0;
      assertThat(ok.message()).matches("|duplicate: .+");
    }
    assertThat(fresh).isEqualTo(1);
    assertThat(relay.count(by(alice))).isEqualTo(1);
  }

  @Test
  void anEventTooFarInTheFutureIsRefused() {
    RelayClient relay = connect();
    Answer.Ok refused = relay.publish(EventBuilder.kind(1).at(now() + 3600).signedBy(alice));
    assertThat(refused.accepted()).isFalse();
    assertThat(refused.message()).startsWith("invalid: created_at too far in the future");
    relay.store(EventBuilder.kind(1).at(now() + 300).signedBy(alice));
  }

  /** Our own address has no limits; a proxy tells whom it speaks for. */
  @Test
  void anAddressThatSendsTooMuchIsTold() {
    URI uri = SharedServer.PLAIN.uri();
    RawWebSocket.Builder how = RawWebSocket.to(uri).header("X-Forwarded-For", "203.0.113.7");
    try (RelayClient relay = RelayClient.connect(uri, how)) {
      List<Event> flood =
          IntStream.range(0, 300)
              .mapToObj(i -> EventBuilder.note("flood " + i).signedBy(alice))
              .toList();
      flood.forEach(event -> relay.socket().queueText("[\"EVENT\"," + jsonOf(event) + "]"));
      relay.socket().flush();
      List<Answer.Ok> refused =
          flood.stream()
              .map(event -> relay.okFor(event.id().hex()))
              .filter(ok -> !ok.accepted())
              .toList();
      assertThat(refused)
          .hasSizeBetween(1, 60)
          .allMatch(ok -> ok.message().startsWith("rate-limited: "));
      assertThat(relay.count(by(alice))).isEqualTo(300 - refused.size());
    }
  }

  private static void assertDuplicate(Answer.Ok ok) {
    assertThat(ok.accepted()).isTrue();
    assertThat(ok.message()).matches("duplicate: .+");
  }
}
