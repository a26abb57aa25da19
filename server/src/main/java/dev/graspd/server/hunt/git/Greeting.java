package dev.graspd.server.hunt.git;

/** The first answer of a server. */
sealed interface Greeting {
  /** Version 2: its capabilities; the refs need another request. */
  record V2(Capabilities capabilities) implements Greeting {}

  /** Version 0 or 1: its capabilities and refs together. */
  record V0(Capabilities capabilities, Advertised advertised) implements Greeting {}
}
