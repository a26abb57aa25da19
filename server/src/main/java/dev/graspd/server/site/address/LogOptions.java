package dev.graspd.server.site.address;

import dev.graspd.core.repo.Oid;
import java.util.Optional;

/**
 * Which commits of a log are shown (W-33).
 *
 * @param from the commit where the first page began, so that pages stay when a branch moves
 * @param skipped how many commits the pages before have shown
 * @param passed how many commits earlier searches for a path have passed; those that are shown come
 *     after them
 * @param isFollowing whether renames of the path are followed
 */
public record LogOptions(Optional<Oid> from, int skipped, int passed, boolean isFollowing) {
  public static final LogOptions USUAL = new LogOptions(Optional.empty(), 0, 0, false);

  public LogOptions {
    boolean isFirst = skipped == 0 && passed == 0;
    if (skipped < 0 || passed < 0 || (!isFirst && from.isEmpty())) {
      throw new IllegalArgumentException("a later page has a beginning: " + skipped);
    }
  }
}
