package dev.graspd.server.site.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/**
 * Pages that were made, compressed, by their version: a page whose facts have changed is not found
 * any more (W-96). The last used ones, up to a limit in bytes. Thread-safe.
 */
final class PageCache {
  /** The objects around the bytes of a page. */
  private static final int OVERHEAD_BYTES = 256;

  /** One page takes at most this part of the whole. */
  private static final int ONE_PAGE_PART = 8;

  private final long bytesMax;
  private final Cache<String, Packed> pages;

  /** Keeps nothing yet; nothing at all with a limit of 0. */
  PageCache(long bytesMax) {
    this.bytesMax = bytesMax;
    this.pages =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .<String, Packed>weigher((_, page) -> page.gzip().length + OVERHEAD_BYTES)
            .build();
  }

  boolean keepsAny() {
    return bytesMax > 0;
  }

  Optional<Packed> find(String version) {
    return Optional.ofNullable(pages.getIfPresent(version));
  }

  void keep(String version, Packed page) {
    if (page.gzip().length + OVERHEAD_BYTES <= bytesMax / ONE_PAGE_PART) {
      pages.put(version, page);
    }
  }
}
