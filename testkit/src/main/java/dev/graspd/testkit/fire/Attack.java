package dev.graspd.testkit.fire;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One thing that strangers may do within the limits, at its largest.
 *
 * @param name for the table
 * @param places the budgets and queues of the server that it aims at
 */
public record Attack(String name, SortedSet<String> places, Moves moves) {
  /** What the attackers do; returns at once, the scripts go on. */
  interface Moves {
    void begin(Sockets sockets, List<String> addresses);
  }

  static Attack of(String name, List<String> places, Moves moves) {
    return new Attack(name, new TreeSet<>(places), moves);
  }

  /** Begins, from these addresses. */
  public void begin(Sockets sockets, List<String> addresses) {
    moves.begin(sockets, addresses);
  }

  @Override
  public String toString() {
    return name;
  }
}
