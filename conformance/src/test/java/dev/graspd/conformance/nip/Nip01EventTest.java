package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.json;
import static dev.graspd.testkit.client.Texts.jsonOf;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-1")
class Nip01EventTest extends RelaySuite {
  private final Signer alice = newKey();

  @Test
  void anEventComesBackAsItWasSent() {
    RelayClient relay = connect();
    Event event =
        EventBuilder.kind(1)
            .tag("t", "one", "two", "")
            .tag("x-custom")
            .content("Zażółć 🦀 \u2028 </script> / \u007f")
            .signedBy(alice);
    relay.store(event);
    assertThat(relay.query(only(event)).events())
        .singleElement()
        .satisfies(
            found -> assertThat((Object) found.event()).isEqualTo(JsonTree.object(jsonOf(event))));
  }

  /** The seven characters with a short escape; JSON text and hashed text agree on them. */
  @Test
  void shortEscapesAreHashedAsWritten() {
    String escaped = "\\n\\\"\\\\\\r\\t\\b\\f";
    assertAccepted(escaped, escaped, "\n\"\\\r\t\b\f");
  }

  @Test
  void everythingElseIsHashedVerbatimHoweverItWasSent() {
    assertAccepted("\\u00e9\\ud83e\\udd80\\/\\u0041", "é🦀/A", "é🦀/A");
  }

  @Test
  void controlCharactersHashedAsEscapesAreTaken() {
    assertAccepted("a\\u0001\\u001fz", "a\\u0001\\u001fz", "a\u0001\u001fz");
  }

  @Test
  void controlCharactersHashedVerbatimAreTaken() {
    assertAccepted("a\\u0001\\u001fz", "a\u0001\u001fz", "a\u0001\u001fz");
  }

  @Test
  void whiteSpaceAndOrderOfFieldsDoNotMatter() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("spread out").signedBy(alice);
    String text =
        json(
            " { 'sig' : '%s' ,\n\t'content':'spread out', 'tags' : [ ],\r\n'kind': 1,"
                + "'created_at':%s,'pubkey':'%s','id':'%s' }",
            event.signature().hex(), event.createdAt(), alice, event);
    assertThat(relay.publish(text, event.id().hex()).accepted()).isTrue();
    assertThat(relay.query(only(event)).ids()).containsExactly(event.id());
  }

  @Test
  void aWrongIdIsRefused() {
    Event event = EventBuilder.note("right").signedBy(alice);
    assertRefused(event, jsonOf(event).replace("right", "wrong"));
  }

  @Test
  void aSignatureOfAnotherEventIsRefused() {
    Event event = EventBuilder.note("mine").signedBy(alice);
    Event other = EventBuilder.note("other").signedBy(alice);
    assertRefused(event, jsonOf(event).replace(event.signature().hex(), other.signature().hex()));
  }

  @Test
  void aSignatureByAnotherKeyIsRefused() {
    Signer mallory = newKey();
    Event event = EventBuilder.note("forged").signedBy(alice);
    String forged = mallory.sign(event.id().bytes()).hex();
    assertRefused(event, jsonOf(event).replace(event.signature().hex(), forged));
  }

  @Test
  void aKeyThatIsNoPointOfTheCurveIsRefused() {
    String noPoint = "eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34";
    String hashed = json("[0,'%s',1735689600,1,[],'off the curve']", noPoint);
    String id = HexFormat.of().formatHex(sha256(hashed));
    String text =
        json(
            "{'id':'%s','pubkey':'%s','created_at':1735689600,'kind':1,'tags':[],"
                + "'content':'off the curve','sig':'%s'}",
            id, noPoint, "0".repeat(127) + "1");
    assertInvalid(connect().publish(text, id));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"kind\":1,|\"kind\":-1,",
        "\"kind\":1,|\"kind\":65536,",
        "\"kind\":1,|\"kind\":1.0,",
        "\"kind\":1,|\"kind\":\"1\",",
        "\"kind\":1,|\"kind\":null,",
        "\"kind\":1,|",
        "\"tags\":[]|\"tags\":{}",
        "\"tags\":[]|\"tags\":[[]]",
        "\"tags\":[]|\"tags\":[\"t\"]",
        "\"tags\":[]|\"tags\":[[\"t\",1]]",
        "\"tags\":[]|\"tags\":[[\"t\",null]]",
        "\"tags\":[]|\"tags\":[[\"t\",[\"x\"]]]",
        "\"tags\":[],|",
        "\"content\":\"shape\"|\"content\":5",
        "\"content\":\"shape\"|\"content\":null",
        "\"created_at\":1735689600,|\"created_at\":\"1735689600\",",
        "\"created_at\":1735689600,|\"created_at\":1735689600.5,",
        "\"created_at\":1735689600,|\"created_at\":-1,",
        "\"created_at\":1735689600,|",
      })
  void aFieldOfTheWrongShapeIsRefused(String right, String wrong) {
    Event event = EventBuilder.note("shape").signedBy(alice);
    String text = jsonOf(event);
    assertThat(text).contains(right);
    assertRefused(event, text.replace(right, wrong == null ? "" : wrong));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pubkey", "sig"})
  void hexInUpperCaseIsRefused(String field) {
    Event event = EventBuilder.note("upper").signedBy(alice);
    String value = field.equals("sig") ? event.signature().hex() : alice.publicKey().hex();
    assertRefused(event, jsonOf(event).replace(value, value.toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pubkey", "sig"})
  void hexOfAnotherLengthIsRefused(String field) {
    Event event = EventBuilder.note("short").signedBy(alice);
    String value = field.equals("sig") ? event.signature().hex() : alice.publicKey().hex();
    assertRefused(event, jsonOf(event).replace(value, value.substring(2)));
  }

  /** Nobody can be told by OK whose event it was: the id is what is wrong. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anIdThatCannotBeReadIsAnsweredByNotice(int variant) {
    RelayClient relay = connect();
    Event event = EventBuilder.note("id").signedBy(alice);
    String id = event.id().hex();
    String wrong =
        switch (variant) {
          case 0 -> "AB" + id.substring(2);
          case 1 -> id.substring(1);
          default -> "";
        };
    relay.send("[\"EVENT\"," + jsonOf(event).replace(id, wrong) + "]");
    assertThat(relay.notice()).startsWith("invalid: ");
    assertThat(relay.query(only(event)).ids()).isEmpty();
  }

  /** Sends a note whose content is written and hashed as given. */
  private void assertAccepted(String written, String hashed, String meant) {
    RelayClient relay = connect();
    byte[] hash = sha256(json("[0,'%s',1735689600,1,[],", alice) + '"' + hashed + "\"]");
    String id = HexFormat.of().formatHex(hash);
    String text =
        json("{'id':'%s','pubkey':'%s','created_at':1735689600,'kind':1,'tags':[],", id, alice)
            + ("\"content\":\"" + written + "\",\"sig\":\"" + alice.sign(hash).hex() + "\"}");
    assertThat(relay.publish(text, id)).isEqualTo(new Answer.Ok(id, true, ""));
    assertThat(relay.query(json("{'ids':['%s']}", id)).events())
        .singleElement()
        .satisfies(found -> assertThat(found.event().get("content")).isEqualTo(meant));
  }

  private void assertRefused(Event event, String text) {
    RelayClient relay = connect();
    assertInvalid(relay.publish(text, event.id().hex()));
    assertThat(relay.query(only(event)).ids()).isEmpty();
  }

  private static void assertInvalid(Answer.Ok ok) {
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("invalid: .+");
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
