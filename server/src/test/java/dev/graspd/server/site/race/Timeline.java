package dev.graspd.server.site.race;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of a repository, one after the other. A change may be seen from its beginning on, and
 * nothing older may be seen once it is acknowledged. Thread-safe.
 */
final class Timeline {
  sealed interface State {
    /** Deleted, or never announced. */
    record Gone() implements State {}

    /** Announced, without refs. */
    record Empty() implements State {}

    /** The commits of two branches; the second one reaches all that were ever pushed. */
    record Shown(int main, int top) implements State {}
  }

  private final List<State> states = new ArrayList<>(List.of(new State.Gone()));
  private int acknowledged;

  /** A change begins: these states follow, and the last of them stays. */
  synchronized void begin(State... next) {
    states.addAll(List.of(next));
  }

  synchronized void acknowledge() {
    acknowledged = states.size() - 1;
  }

  /** Returns the place of the newest state that is acknowledged. */
  synchronized int place() {
    return acknowledged;
  }

  /** Returns the states that could be seen since then. */
  synchronized List<State> since(int place) {
    return List.copyOf(states.subList(place, states.size()));
  }
}
