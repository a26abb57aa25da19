package dev.graspd.server.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.testkit.Bip340Vector;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class Secp256k1VerifierTest {
  private final Secp256k1Verifier verifier = new Secp256k1Verifier();

  static List<Bip340Vector> vectors() {
    return Bip340Vector.all();
  }

  /** A message of 32 bytes can stand as an id, whatever body it belongs to. */
  @ParameterizedTest
  @MethodSource("vectors")
  void agreesWithThePublishedExamples(Bip340Vector vector) {
    Event event =
        EventBuilder.kind(1)
            .body(PublicKey.of(vector.publicKey(), 0))
            .signed(EventId.of(vector.message(), 0), Signature.of(vector.signature()));
    assertThat(verifier.verify(event)).isEqualTo(vector.valid());
  }

  @Test
  void thePublishedExamplesSayYesAndNo() {
    assertThat(vectors()).hasSizeGreaterThanOrEqualTo(15);
    assertThat(vectors().stream().map(Bip340Vector::valid).distinct()).hasSize(2);
  }

  @Test
  void oneChangedBitAnywhereIsNoticed() {
    Event event = EventBuilder.note("whole").signedBy(TestKeys.ALICE);
    assertThat(verifier.verify(event)).isTrue();
    for (int bit = 0; bit < Signature.BYTES * 8; bit += 37) {
      byte[] signature = event.signature().bytes();
      signature[bit / 8] ^= (byte) (1 << bit % 8);
      Event damaged = event.body().signed(event.id(), Signature.of(signature));
      assertThat(verifier.verify(damaged)).as("bit %s", bit).isFalse();
    }
  }
}
