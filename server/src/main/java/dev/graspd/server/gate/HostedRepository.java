package dev.graspd.server.gate;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import java.util.SortedMap;

/**
 * One repository as git clients see it now.
 *
 * @param standing of its announcement; a lapsed one answers as an empty repository
 * @param placeholders refs of pull requests whose event is not known yet: shown to those who push,
 *     fetchable by nobody
 */
public record HostedRepository(
    RepoAddress address, Standing standing, Refs refs, SortedMap<RefName, Oid> placeholders) {}
