package dev.graspd.server.hunt.git;

/** What a server says first. */
sealed interface Greeting {
  /** Version 2: what it can do; its refs are asked for. */
  record V2(Capabilities capabilities) implements Greeting {}

  /** Version 0 or 1: what it can do and what it has, in one. */
  record V0(Capabilities capabilities, Advertised advertised) implements Greeting {}
}
