package dev.graspd.core.repo;

/** The kind of a git object. */
public enum ObjectKind {
  COMMIT,
  TREE,
  BLOB,
  TAG
}
