package dev.graspd.core.repo;

import java.util.Optional;

/** Which objects of a family are here. */
public interface ObjectsHere {
  /** Returns what an object is, if it is here with everything that it refers to. */
  Optional<ObjectKind> kindOf(Oid id);
}
