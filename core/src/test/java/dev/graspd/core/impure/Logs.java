package dev.graspd.core.impure;

import java.lang.System.Logger;

final class Logs {
  private Logs() {}

  static void log() {
    System.getLogger("x").log(Logger.Level.INFO, "said");
  }
}
