package dev.graspd.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventParser;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rust.nostr.sdk.Event;
import rust.nostr.sdk.Keys;

/** Ids and signatures are those of the rest of the world, also for texts that are hard to write. */
@Claims("N01-1")
class IndependentOracleTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Keys keys = RustClient.keysOf(alice);

  static Stream<String> texts() {
    return Stream.of(
        "",
        "plain",
        "quote \" backslash \\ slash /",
        "line\nreturn\rtab\tback\bform\f",
        "controls \u0000\u0001\u000b\u001f\u007f\u0080",
        "é ß 漢字 \u2028\u2029 \ufeff \ufffd",
        "🦀 👩‍👩‍👧‍👦 𝒳",
        "<script>&amp;</script>",
        "\\u0041 \\n",
        "x".repeat(10_000));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void idsAgreeOnTextsAndTags(String text) {
    dev.graspd.core.nostr.Event ours =
        EventBuilder.kind(1).tag("t", text, text).tag(text).content(text).signedBy(alice);
    Event theirs = RustClient.parsed(Texts.jsonOf(ours));
    assertThat(theirs.verifyId()).isTrue();
    assertThat(theirs.verifySignature()).isTrue();
    assertThat(theirs.content()).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void relayTakesWhatItSigns(String text) {
    dev.graspd.core.nostr.Event body =
        EventBuilder.kind(1).at(now()).tag("t", text).content(text).unsignedBy(alice);
    Event theirs = RustClient.signed(Texts.jsonOf(body), keys);
    dev.graspd.core.nostr.Event ours =
        EventParser.parseStored(RustClient.jsonOf(theirs).getBytes(StandardCharsets.UTF_8));
    assertThat(ours.id()).isEqualTo(body.id());
    assertThat(ours.body().hasId(ours.id())).isTrue();
    Answer.Ok ok = connect().publish(ours);
    assertThat(ok.accepted()).as(ok.message()).isTrue();
  }

  @Test
  void keysAgree() {
    assertThat(keys.publicKey().toHex()).isEqualTo(alice.publicKey().hex());
  }
}
