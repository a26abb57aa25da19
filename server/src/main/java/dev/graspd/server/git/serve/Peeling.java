package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Oid;
import java.util.Optional;

/** Tells what an annotated tag finally points at. */
public interface Peeling {
  /** Returns the object behind a tag object; empty if the id is no tag object. */
  Optional<Oid> peeled(Oid id);
}
