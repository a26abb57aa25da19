package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.jsonOf;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes of the kinds that git work uses; who may publish them comes with hosting. */
@Claims("N34-classes")
class Nip34KindsTest extends RelaySuite {
  private final Signer alice = newKey();

  @ParameterizedTest
  @ValueSource(
      ints = {
        1617, 1618, 1619, 1621, 1111, 1622, 1630, 1631, 1632, 1633, 1985, 1, 7, 9735, 1624, 7321,
        9840, 9841, 9842, 9843, 9844
      })
  void regular(int kind) {
    assertThat(keptOfTwo(kind, "d")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {10_317, 10_318, 19_843, 19_844})
  void replaceable(int kind) {
    assertThat(keptOfTwo(kind, "other")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {30_617, 30_618, 39_842, 39_844})
  void addressable(int kind) {
    assertThat(keptOfTwo(kind, "d")).isEqualTo(1);
    assertThat(keptOfTwo(kind, "other")).isEqualTo(2);
  }

  @Test
  void ephemeral() {
    assertThat(keptOfTwo(29_846, "d")).isZero();
  }

  @Test
  void unknownTagsSurvive() {
    RelayClient relay = connect();
    Event announcement =
        EventBuilder.kind(30_617)
            .tag("d", "ein Name / mit ☃")
            .tag("relays", "wss://a.example", "wss://b.example")
            .tag("r", "ab".repeat(20), "euc")
            .tag("never-heard-of", "", "x")
            .signedBy(alice);
    relay.store(announcement);
    assertThat(relay.query(only(announcement)).events())
        .singleElement()
        .satisfies(found ->
            assertThat((Object) found.event()).isEqualTo(JsonTree.object(jsonOf(announcement))));
  }

  private long keptOfTwo(int kind, String secondD) {
    RelayClient relay = connect();
    Signer author = newKey();
    relay.store(EventBuilder.kind(kind).at(1000).tag("d", "d").signedBy(author));
    relay.store(EventBuilder.kind(kind).at(1001).tag("d", secondD).signedBy(author));
    return relay.count(by(author));
  }
}
