package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** What the refs of all repositories of a family point at, as far as they are served. */
@FunctionalInterface
public interface ServedTips {
  /** Returns them as they are now; may read the store. */
  SortedSet<Oid> of(Identifier family);
}
