package dev.graspd.server.app;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the process from ending, with a name and a number. */
final class Daemons {
  private Daemons() {}

  static ThreadFactory named(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 0).factory();
  }
}
