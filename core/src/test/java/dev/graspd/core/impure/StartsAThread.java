package dev.graspd.core.impure;

final class StartsAThread {
  private StartsAThread() {}

  static void start() {
    new Thread(() -> {}).start();
  }
}
