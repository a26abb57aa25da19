package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import java.util.Optional;

/** Resolves annotated tags. */
public interface Peeling {
  /** Returns the object behind a tag object; empty if the id is no tag object. */
  Optional<Oid> peeled(Oid id);
}
