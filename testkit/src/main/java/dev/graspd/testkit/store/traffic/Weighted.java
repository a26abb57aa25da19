package dev.graspd.testkit.store.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Choices of which some come up more often than others. */
final class Weighted<T> {
  private final List<T> choices = new ArrayList<>();

  Weighted<T> with(int weight, T choice) {
    for (int i = 0; i < weight; i++) {
      choices.add(choice);
    }
    return this;
  }

  T pick(RandomGenerator random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
