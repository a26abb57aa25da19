package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ids that a URL refused, remembered until its advertisement changes (purgatory.md, section 4). Not
 * safe for several threads.
 */
public final class HostRefusals {
  /** The most URLs remembered; one more replaces the one that changed longest ago. */
  public static final int URLS_MAX = 10_000;

  /** The most ids remembered of a URL; we request others again. */
  public static final int IDS_MAX = 256;

  private record Refused(long advertisement, SortedSet<Oid> ids) {}

  private final Map<CloneUrl, Refused> byUrl = new LinkedHashMap<>();

  /** Returns what a URL refused under the same advertisement. */
  public SortedSet<Oid> of(CloneUrl url, SortedSet<Oid> advertised) {
    @Nullable Refused refused = byUrl.get(url);
    return refused == null || refused.advertisement() != fingerprint(advertised)
        ? Collections.emptySortedSet()
        : Collections.unmodifiableSortedSet(new TreeSet<>(refused.ids()));
  }

  /** Remembers a refusal. */
  public void add(CloneUrl url, SortedSet<Oid> advertised, Oid id) {
    long advertisement = fingerprint(advertised);
    @Nullable Refused before = byUrl.remove(url);
    SortedSet<Oid> ids =
        before == null || before.advertisement() != advertisement ? new TreeSet<>() : before.ids();
    if (ids.size() < IDS_MAX) {
      ids.add(id);
    }
    if (byUrl.size() == URLS_MAX) {
      byUrl.remove(byUrl.keySet().iterator().next());
    }
    byUrl.put(url, new Refused(advertisement, ids));
  }

  /** FNV-1a: a server that forges a collision only makes us ask it less. */
  private static long fingerprint(SortedSet<Oid> advertised) {
    long hash = 0xcbf29ce484222325L;
    for (Oid id : advertised) {
      for (int i = 0; i < Oid.DIGITS; i++) {
        hash = (hash ^ id.hex().charAt(i)) * 0x100000001b3L;
      }
    }
    return hash;
  }
}
