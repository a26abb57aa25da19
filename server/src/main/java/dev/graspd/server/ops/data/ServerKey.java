package dev.graspd.server.ops.data;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.text.Hex;
import fr.acinq.secp256k1.Secp256k1;
import java.security.SecureRandom;
import java.util.Optional;

/** The server's key pair. The secret key leaves this class only for the key file. */
public final class ServerKey {
  private static final int BYTES = 32;

  private final byte[] secret;
  private final PublicKey publicKey;
  private final KeyOrigin origin;

  private ServerKey(byte[] secret) {
    this.secret = secret;
    this.origin = KeyOrigin.NOWHERE;
    // An uncompressed point: 0x04, x, y.
    this.publicKey = PublicKey.of(Secp256k1.get().pubkeyCreate(secret), 1);
  }

  private ServerKey(ServerKey key, KeyOrigin origin) {
    this.secret = key.secret;
    this.publicKey = key.publicKey;
    this.origin = origin;
  }

  /** Returns the same key with the place that it was found in. */
  ServerKey from(KeyOrigin place) {
    return new ServerKey(this, place);
  }

  public KeyOrigin origin() {
    return origin;
  }

  public static ServerKey generate(SecureRandom random) {
    byte[] secret = new byte[BYTES];
    do {
      random.nextBytes(secret);
    } while (!Secp256k1.get().secKeyVerify(secret));
    return new ServerKey(secret);
  }

  /** Reads an nsec, or 64 hex digits as the reference server allows; empty for anything else. */
  static Optional<ServerKey> parse(String text) {
    Optional<byte[]> secret =
        Hex.isLowerHex(text, 2 * BYTES) ? Optional.of(Hex.decode(text)) : Bech32.parseNsec(text);
    return secret.filter(bytes -> Secp256k1.get().secKeyVerify(bytes)).map(ServerKey::new);
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  public Event sign(UnsignedEvent event, SecureRandom random) {
    EventId id = event.id();
    byte[] salt = new byte[BYTES];
    random.nextBytes(salt);
    return event.signed(id, Signature.of(Secp256k1.get().signSchnorr(id.bytes(), secret, salt)));
  }

  String nsec() {
    return Bech32.encode("nsec", secret);
  }

  @Override
  public String toString() {
    return Bech32.npub(publicKey);
  }
}
