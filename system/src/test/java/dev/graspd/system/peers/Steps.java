package dev.graspd.system.peers;

import java.time.Duration;
import java.util.function.Consumer;

/** Says what a story has shown, and how long it took. */
record Steps(Consumer<String> shown) {
  Duration timed(String what, Runnable step) {
    long begun = System.nanoTime();
    step.run();
    Duration taken = Duration.ofNanos(System.nanoTime() - begun);
    shown.accept("%s, %.1f s".formatted(what, taken.toMillis() / 1000.0));
    return taken;
  }
}
