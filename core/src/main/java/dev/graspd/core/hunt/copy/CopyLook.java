package dev.graspd.core.hunt.copy;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The comparison of a clone URL with each repository of a family whose maintainers announce it.
 *
 * @param epochSeconds the time of the look
 * @param repositories by owner
 */
public record CopyLook(long epochSeconds, SortedMap<PublicKey, RefComparison> repositories) {
  /**
   * The most heap of one look. An owner for whom there is no room keeps the numbers alone, or
   * nothing: strangers may announce one URL for any number of repositories.
   */
  public static final long BYTES_MAX = 16 << 10;

  private static final long BASE_BYTES = 4L * HeapBytes.OBJECT;

  public CopyLook {
    repositories = Collections.unmodifiableSortedMap(new TreeMap<>(repositories));
  }

  /**
   * Compares the served repositories that have a clone URL among their copies with its refs.
   *
   * @param own the URL of this service, which is no other copy
   * @param refs what it advertises
   * @param head the branch that HEAD names there
   */
  public static SortedMap<PublicKey, RefComparison> compare(
      Family family,
      ServiceAddress own,
      CloneUrl url,
      SortedMap<RefName, Oid> refs,
      Optional<RefName> head) {
    SortedMap<PublicKey, RefComparison> compared = new TreeMap<>();
    long bytes = BASE_BYTES;
    for (PublicKey owner : family.owners()) {
      if (isServed(family, owner) && CloneUrls.announcedFor(owner, family, own).contains(url)) {
        RefComparison whole = RefComparison.of(family.refs(owner).values(), refs, head);
        RefComparison fitting = bytes + bytesOf(whole) <= BYTES_MAX ? whole : whole.withoutNames();
        if (bytes + bytesOf(fitting) <= BYTES_MAX) {
          compared.put(owner, fitting);
          bytes += bytesOf(fitting);
        }
      }
    }
    return compared;
  }

  private static boolean isServed(Family family, PublicKey owner) {
    return family
        .announcementOf(owner)
        .filter(one -> one.standing() == Standing.SERVED && one.isRepository())
        .isPresent();
  }

  /** Returns the comparison with the repository of one owner. */
  public Optional<RefComparison> of(PublicKey owner) {
    return Optional.ofNullable(repositories.get(owner));
  }

  /** Returns about how many bytes of heap this takes. */
  public long heapBytes() {
    return BASE_BYTES + repositories.values().stream().mapToLong(CopyLook::bytesOf).sum();
  }

  private static long bytesOf(RefComparison one) {
    return HeapBytes.KEY + one.heapBytes();
  }
}
