package dev.graspd.core.search;

import java.util.List;

/**
 * One word as it is written, and what it is found by (N50-3): {@code GitCore} by {@code gitcore},
 * and by {@code git} followed by {@code core}.
 *
 * @param whole the folded word; empty for a script without spaces, which has only parts
 * @param parts at least one; a word of one part is that part
 */
public record Word(String whole, List<String> parts) {
  public Word {
    parts = List.copyOf(parts);
  }

  /** Returns whether it is found by something beside its parts. */
  public boolean hasWhole() {
    return !whole.isEmpty() && !(parts.size() == 1 && parts.getFirst().equals(whole));
  }
}
