package dev.graspd.testkit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.UnsignedEvent;
import fr.acinq.secp256k1.Secp256k1;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A secret key for tests, made from a name: the same name gives the same key and the same
 * signatures in every run.
 */
public final class Signer {
  private final byte[] secret;
  private final PublicKey publicKey;

  private Signer(byte[] secret) {
    this.secret = secret;
    // An uncompressed point: 0x04, x, y.
    this.publicKey = PublicKey.of(Secp256k1.get().pubkeyCreate(secret), 1);
  }

  public static Signer named(String name) {
    return new Signer(sha256("graspd test key " + name));
  }

  public static Signer numbered(int number) {
    return named("number " + number);
  }

  /** Takes a secret that a test or a file brings. */
  public static Signer ofSecret(byte[] secret) {
    return new Signer(secret.clone());
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  public byte[] secret() {
    return secret.clone();
  }

  /** Signs a hash (BIP-340), without auxiliary randomness so that runs repeat exactly. */
  public Signature sign(byte[] hash) {
    return Signature.of(Secp256k1.get().signSchnorr(hash, secret, null));
  }

  /** Completes an event of this key. */
  public Event sign(UnsignedEvent event) {
    if (!event.author().equals(publicKey)) {
      throw new IllegalArgumentException("the event names another author");
    }
    EventId id = event.id();
    return event.signed(id, sign(id.bytes()));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
