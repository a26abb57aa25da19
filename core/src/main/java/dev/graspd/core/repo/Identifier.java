package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The identifier of a repository, the {@code d} of its announcement. It appears in URLs and never
 * in a file name.
 */
public record Identifier(String text) implements Comparable<Identifier> {
  public static final int BYTES_MAX = 250;

  public Identifier {
    if (!isAllowed(text)) {
      throw new IllegalArgumentException("not a repository identifier");
    }
  }

  public static Optional<Identifier> parse(String text) {
    return isAllowed(text) ? Optional.of(new Identifier(text)) : Optional.empty();
  }

  /** Returns the identifier that an announcement or a state names; empty for other events. */
  public static Optional<Identifier> ofRepositoryEvent(Event event) {
    return event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE
        ? event.tag("d").flatMap(tag -> parse(tag.value()))
        : Optional.empty();
  }

  private static boolean isAllowed(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return bytes >= 1
        && bytes <= BYTES_MAX
        && !text.equals(".")
        && !text.equals("..")
        && text.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
  }

  @Override
  public int compareTo(Identifier that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }

  long heapBytes() {
    return HeapBytes.OBJECT + HeapBytes.of(text);
  }
}
