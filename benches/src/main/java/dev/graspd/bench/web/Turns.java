package dev.graspd.bench.web;

import java.util.ArrayList;
import java.util.List;

/** Takes the elements of a list in turn, from the beginning again after the last. */
final class Turns<T> {
  private final List<T> all;
  private int next;

  Turns(List<T> all) {
    this.all = List.copyOf(all);
  }

  List<T> next(int count) {
    List<T> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(all.get(next));
      next = (next + 1) % all.size();
    }
    return taken;
  }
}
