package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/** Ids of objects as JGit writes them, and as others do. */
final class Ids {
  private Ids() {}

  static ObjectId of(Oid oid) {
    return ObjectId.fromString(oid.hex());
  }

  static Oid oid(AnyObjectId id) {
    return new Oid(id.name());
  }
}
