package dev.graspd.server.site.address;

import java.util.Optional;

/**
 * A part of a list (W-86).
 *
 * @param limit how many items at most
 * @param after the place where it begins; empty for the beginning of the list
 * @param <C> a place in the list
 */
public record Part<C>(int limit, Optional<C> after) {
  /** Most items of one answer. */
  public static final int LIMIT_MAX = 100;

  public static final int LIMIT_USUAL = 50;

  public Part {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException("not a number of items: " + limit);
    }
  }

  /** Returns the part that begins at a place. */
  public Part<C> at(C place) {
    return new Part<>(limit, Optional.of(place));
  }
}
