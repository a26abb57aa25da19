package dev.graspd.bench.fire;

import dev.graspd.testkit.fire.Attack;
import dev.graspd.testkit.fire.Target;
import java.io.IOException;

/** Starts attackers. */
@FunctionalInterface
interface Attackers {
  /** An attack that repeats until it is closed. */
  interface Raid extends AutoCloseable {
    @Override
    void close();
  }

  /** Begins an attack from so many addresses. */
  Raid begin(Target target, Attack attack, int addresses) throws IOException;
}
