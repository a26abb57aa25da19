package dev.graspd.core.nostr;

import dev.graspd.core.nostr.UnsignedEvent.ControlCharacters;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** Writes events: the canonical array that is hashed, and the object that is stored and sent. */
public final class EventJson {
  private EventJson() {}

  public static EventId id(UnsignedEvent event, ControlCharacters controls) {
    Utf8Buffer out = new Utf8Buffer(256 + event.content().length() + 96 * event.tags().size());
    out.ascii("[0,\"").hex(event.author()).ascii("\",").number(event.createdAt());
    out.ascii(",").number(event.kind()).ascii(",");
    tags(out, event.tags(), controls);
    out.ascii(",").string(event.content(), controls).ascii("]");
    MessageDigest sha256 = sha256();
    sha256.update(out.array(), 0, out.length());
    return EventId.of(sha256.digest(), 0);
  }

  /** The field order is fixed: readers of stored events rely on it to find the tags. */
  static byte[] write(EventId id, UnsignedEvent event, Signature signature) {
    Utf8Buffer out = new Utf8Buffer(512 + event.content().length() + 96 * event.tags().size());
    out.ascii("{\"id\":\"").hex(id).ascii("\",\"pubkey\":\"").hex(event.author());
    out.ascii("\",\"created_at\":").number(event.createdAt());
    out.ascii(",\"kind\":").number(event.kind()).ascii(",\"tags\":");
    tags(out, event.tags(), ControlCharacters.ESCAPED);
    out.ascii(",\"content\":").string(event.content());
    out.ascii(",\"sig\":\"").hex(signature).ascii("\"}");
    return out.toArray();
  }

  static boolean hasRareControls(UnsignedEvent event) {
    return hasRareControls(event.content())
        || event.tags().stream()
            .flatMap(tag -> tag.items().stream())
            .anyMatch(EventJson::hasRareControls);
  }

  private static boolean hasRareControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 && Utf8Buffer.shortEscape(c) == 0) {
        return true;
      }
    }
    return false;
  }

  private static void tags(Utf8Buffer out, List<Tag> tags, ControlCharacters controls) {
    out.ascii("[");
    String comma = "";
    for (Tag tag : tags) {
      out.ascii(comma).ascii("[");
      comma = ",";
      String inner = "";
      for (String item : tag.items()) {
        out.ascii(inner).string(item, controls);
        inner = ",";
      }
      out.ascii("]");
    }
    out.ascii("]");
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
