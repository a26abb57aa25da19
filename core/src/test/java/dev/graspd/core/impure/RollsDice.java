package dev.graspd.core.impure;

import java.util.Random;

final class RollsDice {
  private RollsDice() {}

  static int roll() {
    return new Random().nextInt(6);
  }
}
