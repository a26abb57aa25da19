package dev.graspd.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import fr.acinq.secp256k1.Secp256k1;
import org.junit.jupiter.api.Test;

final class SignerTest {
  @Test
  void signedEventVerifies() {
    Event event = EventBuilder.note("hello").tag("t", "x").signedBy(TestKeys.ALICE);

    assertThat(event.body().hasId(event.id())).isTrue();
    assertThat(
            Secp256k1.get()
                .verifySchnorr(
                    event.signature().bytes(), event.id().bytes(), event.author().bytes()))
        .isTrue();
  }

  @Test
  void theSameNameGivesTheSameKeyAndSignature() {
    Event first = EventBuilder.note("hello").signedBy(Signer.named("dave"));
    Event second = EventBuilder.note("hello").signedBy(Signer.named("dave"));

    assertThat(first.json()).isEqualTo(second.json());
  }

  @Test
  void differentNamesGiveDifferentKeys() {
    assertThat(Signer.numbered(1).publicKey()).isNotEqualTo(Signer.numbered(2).publicKey());
  }

  @Test
  void unsignedEventHasTheRightId() {
    Event event = EventBuilder.note("hello").unsignedBy(TestKeys.BOB);

    assertThat(event.body().hasId(event.id())).isTrue();
    assertThat(event.author()).isEqualTo(TestKeys.BOB.publicKey());
  }

  /** Signers use no randomness, as the first published example does. */
  @Test
  void signsLikeThePublishedExampleWithoutRandomness() {
    Bip340Vector vector = Bip340Vector.all().getFirst();
    Signer signer = Signer.ofSecret(vector.secret().orElseThrow());

    assertThat(vector.auxiliary().orElseThrow()).containsOnly(0);
    assertThat(signer.publicKey().bytes()).isEqualTo(vector.publicKey());
    assertThat(signer.sign(vector.message()).bytes()).isEqualTo(vector.signature());
  }
}
