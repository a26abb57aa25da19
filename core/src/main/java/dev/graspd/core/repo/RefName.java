package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.text.Hex;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The full name of a ref, as git allows it (git-check-ref-format), at most 255 bytes. */
public record RefName(String text) implements Comparable<RefName> {
  public static final int BYTES_MAX = 255;

  private static final String HEADS = "refs/heads/";
  private static final String TAGS = "refs/tags/";
  private static final String NOSTR = "refs/nostr/";

  public RefName {
    if (!isAllowed(text)) {
      throw new IllegalArgumentException("git forbids this ref name");
    }
  }

  public static Optional<RefName> parse(String text) {
    return isAllowed(text) ? Optional.of(new RefName(text)) : Optional.empty();
  }

  public boolean isHead() {
    return text.startsWith(HEADS);
  }

  public boolean isTag() {
    return text.startsWith(TAGS);
  }

  /** Returns whether a signed state may give this ref a value. */
  public boolean isHeadOrTag() {
    return isHead() || isTag();
  }

  public boolean isNostr() {
    return text.startsWith(NOSTR);
  }

  /** Returns the event that {@code refs/nostr/<event id>} belongs to. */
  public Optional<EventId> nostrEvent() {
    String rest = isNostr() ? text.substring(NOSTR.length()) : "";
    return Hex.isLowerHex(rest, 64) ? Optional.of(EventId.parse(rest)) : Optional.empty();
  }

  /** Returns the ref of a pull request's tip. */
  public static RefName ofNostrEvent(EventId event) {
    return new RefName(NOSTR + event.hex());
  }

  /** Returns whether a text has more bytes than the name of a ref may have. */
  public static boolean isTooLong(String text) {
    return text.length() > BYTES_MAX || text.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX;
  }

  private static boolean isAllowed(String text) {
    if (!text.startsWith("refs/")
        || isTooLong(text)
        || text.contains("..")
        || text.contains("@{")
        || text.endsWith(".")) {
      return false;
    }
    if (text.chars().anyMatch(RefName::isForbidden)) {
      return false;
    }
    String[] parts = text.split("/", -1);
    if (parts.length < 3) {
      return false;
    }
    for (String part : parts) {
      if (part.isEmpty() || part.startsWith(".") || part.endsWith(".lock")) {
        return false;
      }
    }
    return true;
  }

  private static boolean isForbidden(int c) {
    return c <= ' ' || c == 0x7F || "~^:?*[\\".indexOf(c) >= 0;
  }

  @Override
  public int compareTo(RefName that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
