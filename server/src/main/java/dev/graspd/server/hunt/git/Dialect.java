package dev.graspd.server.hunt.git;

/** The version of git's protocol that we ask for; the server decides. */
enum Dialect {
  /** No version requested, as old clients do. */
  V0,
  V2
}
