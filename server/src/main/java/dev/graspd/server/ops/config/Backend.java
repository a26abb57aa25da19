package dev.graspd.server.ops.config;

/** Where the data is stored. */
public enum Backend {
  /** In the relay data directory. */
  LMDB,
  /** In a temporary directory that is removed at the end. */
  MEMORY
}
