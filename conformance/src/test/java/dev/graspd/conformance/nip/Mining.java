package dev.graspd.conformance.nip;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;

/** Does the work that NIP-13 asks for. */
final class Mining {
  private Mining() {}

  /** Returns a note with at least this many leading zero bits, and committed to them. */
  static Event mined(int bits, long createdAt, Signer author) {
    return mined(EventBuilder.kind(1).at(createdAt), bits, bits, Integer.MAX_VALUE, author);
  }

  /**
   * Returns an event with work between two numbers of bits.
   *
   * @param target what the nonce tag says was aimed at
   */
  static Event mined(EventBuilder event, int target, int bitsMin, int bitsMax, Signer author) {
    UnsignedEvent body = event.body(author.publicKey());
    for (int nonce = 0; ; nonce++) {
      EventBuilder attempt = EventBuilder.kind(body.kind()).at(body.createdAt());
      attempt.content(body.content());
      body.tags().forEach(tag -> attempt.tag(tag.items().toArray(String[]::new)));
      attempt.tag("nonce", Integer.toString(nonce), Integer.toString(target));
      int bits = leadingZeroBits(attempt.body(author.publicKey()).id());
      if (bits >= bitsMin && bits <= bitsMax) {
        return attempt.signedBy(author);
      }
    }
  }

  private static int leadingZeroBits(EventId id) {
    int bits = 0;
    for (byte b : id.bytes()) {
      if (b != 0) {
        return bits + Integer.numberOfLeadingZeros(b & 0xFF) - 24;
      }
      bits += 8;
    }
    return bits;
  }
}
