package dev.graspd.core.repo;

/** What a git object is. */
public enum ObjectKind {
  COMMIT,
  TREE,
  BLOB,
  TAG
}
