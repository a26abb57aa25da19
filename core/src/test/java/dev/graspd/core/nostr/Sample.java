package dev.graspd.core.nostr;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Events for the tests of this package: right ids, signatures that nobody checks. */
public final class Sample {
  public static final PublicKey ALICE = PublicKey.parse("a1".repeat(32));
  public static final PublicKey BOB = PublicKey.parse("b2".repeat(32));
  public static final Signature SIGNATURE = Signature.parse("5f".repeat(64));
  public static final long TIME = 1_700_000_000;

  private Sample() {}

  public static Event event(int kind, Tag... tags) {
    return event(kind, "", tags);
  }

  public static Event event(int kind, String content, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(ALICE, TIME, kind, List.of(tags), content);
    return body.signed(body.id(), SIGNATURE);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
