package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-7")
class Nip01BadInputTest extends RelaySuite {
  private final Signer alice = newKey();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "hello",
        "{",
        "[",
        "[]",
        "{}",
        "null",
        "5",
        "'REQ'",
        "[5]",
        "[null]",
        "[['REQ']]",
        "['UNKNOWN']",
        "['req','x',{}]",
        "['EVENT ',{}]",
        "['EVENT']",
        "['EVENT',5]",
        "['EVENT',[]]",
        "['EVENT',{}]",
        "['EVENT',{'id':5}]",
        "['EVENT',{'id':'x'}]",
        "['REQ']",
        "['REQ',5,{}]",
        "['REQ',null,{}]",
        "['REQ',{}]",
        "['CLOSE']",
        "['CLOSE',5]",
        "['COUNT']",
        "['COUNT',{}]",
        "['AUTH']",
        "['AUTH','challenge']",
        "['AUTH',{}]",
        "['NEG-OPEN']",
        "['NEG-MSG']",
        "['NEG-CLOSE']",
        "['NEG-CLOSE',5]",
        "['EVENT',{}",
        "['CLOSE','x']]",
        "['CLOSE','x'] ['CLOSE','x']"
      })
  void whatCannotBeReadIsAnsweredByNoticeAndTheSocketStaysOpen(String text) {
    RelayClient relay = connect();
    relay.send(json(text));
    assertThat(relay.notice()).matches("[a-z-]+: .+");
    assertStillServed(relay);
  }

  /** The id could be read before the text broke: the answer names it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "['REQ','sub'",
        "['REQ','sub',",
        "['REQ','sub',{'kinds':[1}",
        "['REQ','sub',{}",
        "['REQ','sub',{}]]",
        "['REQ','sub']",
        "['REQ','sub',5]",
        "['COUNT','sub',[]]",
        "['COUNT','sub']"
      })
  void aBrokenRequestWhoseIdCanBeReadIsClosed(String text) {
    RelayClient relay = connect();
    relay.send(json(text));
    assertThat(relay.closed("sub").message()).matches("[a-z-]+: .+");
    assertStillServed(relay);
  }

  @Test
  void aBrokenEventWhoseIdCanBeReadGetsOkFalse() {
    RelayClient relay = connect();
    String id = "12".repeat(32);
    for (String rest : new String[] {"}]", ",'kind':true}]", ",'kind':1,", ",'tags':[[]]}]"}) {
      relay.send(json("['EVENT',{'id':'%s'" + rest, id));
      Answer.Ok ok = relay.okFor(id);
      assertThat(ok.accepted()).isFalse();
      assertThat(ok.message()).matches("invalid: .+");
    }
    assertStillServed(relay);
  }

  @ParameterizedTest
  @ValueSource(strings = {"['NEG-OPEN','n']", "['NEG-OPEN','n',{},5]", "['NEG-OPEN','n',{},'6']"})
  void aBrokenNegentropyMessageWhoseIdCanBeReadGetsNegErr(String text) {
    RelayClient relay = connect();
    relay.send(json(text));
    assertThat(relay.negentropyAnswer("n")).isInstanceOf(Answer.NegErr.class);
    assertStillServed(relay);
  }

  @Test
  void unknownFieldsAndFurtherElementsAreNoReasonToRefuse() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("more").signedBy(alice);
    String text = Texts.jsonOf(event);
    String more = text.substring(0, text.length() - 1) + ",\"seen_on\":[\"x\",{\"y\":1}]}";
    relay.send("[\"EVENT\"," + more + ",\"further\"]");
    assertThat(relay.okFor(event.id().hex()).accepted()).isTrue();
    assertThat(relay.query(by(alice)).events())
        .singleElement()
        .satisfies(found -> assertThat(found.event().containsKey("seen_on")).isFalse());
  }

  @Test
  void aSubscriptionSurvivesBadInput() {
    RelayClient relay = connect();
    RelayClient.Subscription subscription = relay.subscribe(by(alice));
    relay.send("garbage");
    relay.notice();
    Event event = EventBuilder.note("live").signedBy(alice);
    connect().store(event);
    assertThat(subscription.next()).isEqualTo(event.id());
  }

  @Test
  void tooLongAMessageClosesWithCode1009AndAReason() {
    RelayClient relay = connect();
    long limit = RelayInformation.of(SharedServer.PLAIN.uri()).limitation("max_message_length");
    relay.send("[\"EVENT\",\"" + "x".repeat(Math.toIntExact(limit)) + "\"]");
    RawWebSocket.Received.Closed closed = relay.socket().receiveClose();
    assertThat(closed.code()).isEqualTo(1009);
    assertThat(closed.reason()).isNotBlank();
  }

  @Test
  void aMessageOfExactlyTheLimitIsRead() {
    RelayClient relay = connect();
    int limit =
        Math.toIntExact(
            RelayInformation.of(SharedServer.PLAIN.uri()).limitation("max_message_length"));
    String head = "[\"CLOSE\",\"x\"";
    relay.send(head + " ".repeat(limit - head.length() - 1) + "]");
    assertStillServed(relay);
  }

  private void assertStillServed(RelayClient relay) {
    relay.store(EventBuilder.note(newWord()).signedBy(alice));
  }
}
