package dev.graspd.server.hosting;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import java.util.SortedMap;

/**
 * One repository as git clients see it now, or the submissions of one key.
 *
 * @param standing of its announcement; a lapsed one makes it empty. Submissions need no
 *     announcement
 * @param placeholders refs of pull requests whose event is not known yet: shown to pushes,
 *     fetchable by nobody
 */
public record HostedRepository(
    RefSpace space, Standing standing, Refs refs, SortedMap<RefName, Oid> placeholders) {

  public HostedRepository(
      RepoAddress address, Standing standing, Refs refs, SortedMap<RefName, Oid> placeholders) {
    this(RefSpace.ofRepository(address), standing, refs, placeholders);
  }

  public RepoAddress address() {
    return space.address();
  }
}
