package dev.graspd.core.nostr;

/**
 * How many tags an event may have, and how many strings in all of them together: each string takes
 * far more memory than its bytes in the JSON text.
 *
 * @param tags most tags of any event; kinds may have tighter limits of their own
 * @param items most strings in the tags of an event
 * @param stateItems the same for kind 30618
 */
public record TagLimits(int tags, int items, int stateItems) {
  /** For texts that were checked before they were stored. */
  public static final TagLimits NONE =
      new TagLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Returns the most strings that an event of this kind may have. */
  int itemsOf(int kind) {
    return kind == Kinds.REPO_STATE ? stateItems : items;
  }

  /** Returns the most strings that any event may have: the bound while the kind is not known. */
  int itemsOfAny() {
    return Math.max(items, stateItems);
  }
}
