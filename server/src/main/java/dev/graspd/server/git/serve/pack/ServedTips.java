package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** The targets of all served refs of a family. */
@FunctionalInterface
public interface ServedTips {
  /** Returns the current targets; may read the store. */
  SortedSet<Oid> of(Identifier family);
}
