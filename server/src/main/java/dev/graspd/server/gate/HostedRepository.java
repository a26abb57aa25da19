package dev.graspd.server.gate;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import java.util.SortedMap;

/**
 * One repository as git clients see it now, or what one key has submitted.
 *
 * @param standing of its announcement; a lapsed one answers as an empty repository. Submissions
 *     need no announcement
 * @param placeholders refs of pull requests whose event is not known yet: shown to those who push,
 *     fetchable by nobody
 */
public record HostedRepository(
    RefSpace space, Standing standing, Refs refs, SortedMap<RefName, Oid> placeholders) {
  /** A repository. */
  public HostedRepository(
      RepoAddress address, Standing standing, Refs refs, SortedMap<RefName, Oid> placeholders) {
    this(RefSpace.ofRepository(address), standing, refs, placeholders);
  }

  /** Returns key and identifier of its path. */
  public RepoAddress address() {
    return space.address();
  }
}
