package dev.graspd.core.impure;

final class Prints {
  private Prints() {}

  static void print() {
    System.out.println("said");
  }
}
