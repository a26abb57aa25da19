package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.Optional;

/**
 * A revision of a repository.
 *
 * @param ref the ref that names it; empty for a commit id
 * @param isAlsoTag whether a tag has the same short name as this branch
 * @param target the object that it leads to, through annotated tags
 * @param belonging whether it is part of the repository
 */
public record Revision(
    Optional<RefName> ref, boolean isAlsoTag, Target target, Belonging belonging) {
  /** The kinds of objects that a revision can lead to. */
  public enum Kind {
    COMMIT,
    TREE,
    BLOB
  }

  /** The object itself. */
  public record Target(Kind kind, Oid oid) {}

  /** Returns the commit, if it is one. */
  public Optional<Oid> commit() {
    return target.kind == Kind.COMMIT ? Optional.of(target.oid) : Optional.empty();
  }
}
