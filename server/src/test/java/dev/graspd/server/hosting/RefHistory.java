package dev.graspd.server.hosting;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether what clients saw of one ref can be explained by a single register: each operation
 * takes effect at one moment between its call and its answer (Wing and Gong). The search tries
 * every order that the times allow, and remembers the positions that lead nowhere.
 *
 * @param first the value before all operations
 */
record RefHistory(String first, List<Operation> operations) {
  /** What an operation did, as its answer says. */
  sealed interface Effect {
    /** It saw this value. */
    record Read(String value) implements Effect {}

    /** It set this value. */
    record Write(String value) implements Effect {}

    /** It found the one value and set the other. */
    record Replace(String expected, String value) implements Effect {}

    /** It did not find the value that it expected. */
    record Mismatch(String expected) implements Effect {}

    /** It had no answer: it may have set this value, at any later time, or never. */
    record Unknown(String value) implements Effect {}
  }

  /**
   * One operation of a client.
   *
   * @param who it, for the report
   * @param called when it was called
   * @param answered when it was answered; later than that
   */
  record Operation(String who, long called, long answered, Effect effect) {
    /** One without an answer. */
    static Operation unanswered(String who, long called, String value) {
      return new Operation(who, called, Long.MAX_VALUE, new Effect.Unknown(value));
    }
  }

  RefHistory {
    operations = operations.stream().sorted(Comparator.comparingLong(Operation::called)).toList();
  }

  /** Returns why no order explains it: the longest explained part, and what follows. */
  Optional<String> problem() {
    Search search = new Search();
    return search.isExplained(first, new BitSet())
        ? Optional.empty()
        : Optional.of(
            "after %s nothing explains any of %s".formatted(search.longest, search.stuck));
  }

  /** A position: the operations that have taken effect, and the value then. */
  private record Position(BitSet done, String value) {}

  private final class Search {
    private final Set<Position> hopeless = new HashSet<>();
    private final List<Operation> order = new ArrayList<>();
    private List<Operation> longest = List.of();
    private List<Operation> stuck = List.of();

    private boolean isExplained(String value, BitSet done) {
      if (isOver(done)) {
        return true;
      }
      Position here = new Position((BitSet) done.clone(), value);
      if (!hopeless.add(here)) {
        return false;
      }
      List<Integer> next = next(done);
      for (int one : next) {
        Operation operation = operations.get(one);
        Optional<String> after = after(operation.effect(), value);
        if (after.isPresent()) {
          done.set(one);
          order.addLast(operation);
          if (isExplained(after.get(), done)) {
            return true;
          }
          order.removeLast();
          done.clear(one);
        }
      }
      if (stuck.isEmpty() || order.size() > longest.size()) {
        longest = List.copyOf(order);
        stuck = next.stream().map(operations::get).toList();
      }
      return false;
    }

    /** Operations without an answer need not have happened. */
    private boolean isOver(BitSet done) {
      for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
        if (!(operations.get(i).effect() instanceof Effect.Unknown)) {
          return false;
        }
      }
      return true;
    }

    /** The open operations that were called before any open one was answered. */
    private List<Integer> next(BitSet done) {
      long firstAnswer = Long.MAX_VALUE;
      for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
        firstAnswer = Math.min(firstAnswer, operations.get(i).answered());
      }
      List<Integer> next = new ArrayList<>();
      for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
        if (operations.get(i).called() < firstAnswer) {
          next.add(i);
        }
      }
      return next;
    }

    /** The value after an operation; empty if its answer does not fit the value before. */
    private static Optional<String> after(Effect effect, String value) {
      return switch (effect) {
        case Effect.Read(var seen) -> seen.equals(value) ? Optional.of(value) : Optional.empty();
        case Effect.Write(var set) -> Optional.of(set);
        case Effect.Replace(var expected, var set) ->
            expected.equals(value) ? Optional.of(set) : Optional.empty();
        case Effect.Mismatch(var expected) ->
            expected.equals(value) ? Optional.empty() : Optional.of(value);
        case Effect.Unknown(var set) -> Optional.of(set);
      };
    }
  }
}
