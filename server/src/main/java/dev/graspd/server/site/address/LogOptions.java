package dev.graspd.server.site.address;

import dev.graspd.core.repo.Oid;
import java.util.Optional;

/**
 * Which commits of a log are shown (W-33).
 *
 * @param from the commit where the first page began, so that pages stay when a branch moves
 * @param skipped how many commits the pages before have shown
 * @param isFollowing whether renames of the path are followed
 */
public record LogOptions(Optional<Oid> from, int skipped, boolean isFollowing) {
  public static final LogOptions USUAL = new LogOptions(Optional.empty(), 0, false);

  public LogOptions {
    if (skipped < 0 || (skipped > 0 && from.isEmpty())) {
      throw new IllegalArgumentException("a later page has a beginning: " + skipped);
    }
  }
}
