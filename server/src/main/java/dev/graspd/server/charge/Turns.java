package dev.graspd.server.charge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue that serves payers in turn: a payer that asks for much delays itself, not others. The
 * number of waiting ones is limited, per payer and in total. Not thread-safe.
 */
public final class Turns<T> {
  private final int max;
  private final int maxPerPayer;
  private final Map<Payer, Deque<T>> waiting = new LinkedHashMap<>();
  private int size;

  public Turns(int max, int maxPerPayer) {
    this.max = max;
    this.maxPerPayer = maxPerPayer;
  }

  /** Puts something at the end of its payer's line; returns whether there was room. */
  public boolean offer(Payer payer, T one) {
    Deque<T> line = waiting.get(payer);
    if (size >= max || (line != null && line.size() >= maxPerPayer)) {
      return false;
    }
    waiting.computeIfAbsent(payer, _ -> new ArrayDeque<>()).addLast(one);
    size++;
    return true;
  }

  /** Takes the next one: the first of the payer whose last turn is longest ago. */
  public Optional<T> poll() {
    return poll(_ -> true);
  }

  /** Takes the next one of the payers that may have a turn now. */
  public Optional<T> poll(Predicate<Payer> mayGo) {
    return pollOf((payer, _) -> mayGo.test(payer));
  }

  /** Takes the next one of the payers whose first one may go now. */
  public Optional<T> pollFirst(Predicate<T> mayGo) {
    return pollOf((_, first) -> mayGo.test(first));
  }

  private Optional<T> pollOf(BiPredicate<Payer, T> mayGo) {
    for (Map.Entry<Payer, Deque<T>> entry : waiting.entrySet()) {
      Payer payer = entry.getKey();
      if (mayGo.test(payer, entry.getValue().getFirst())) {
        return Optional.of(next(payer, entry.getValue()));
      }
    }
    return Optional.empty();
  }

  /**
   * Takes the next one that may go now: in the order of turns, and of one payer the first that may
   * go.
   */
  public Optional<T> pollAny(Predicate<T> mayGo) {
    for (Map.Entry<Payer, Deque<T>> entry : waiting.entrySet()) {
      for (T one : entry.getValue()) {
        if (mayGo.test(one)) {
          return Optional.of(taken(entry.getKey(), entry.getValue(), one));
        }
      }
    }
    return Optional.empty();
  }

  private T taken(Payer payer, Deque<T> line, T one) {
    line.remove(one);
    line.addFirst(one);
    return next(payer, line);
  }

  /** Passes all waiting ones to the reader, in the order of turns. */
  public void forEach(Consumer<T> reader) {
    waiting.values().forEach(line -> line.forEach(reader));
  }

  private T next(Payer payer, Deque<T> line) {
    waiting.remove(payer);
    T one = line.removeFirst();
    size--;
    if (!line.isEmpty()) {
      // At the end: the others come first.
      waiting.put(payer, line);
    }
    return one;
  }

  /** Removes something from its payer's line; returns whether it was there. */
  public boolean remove(Payer payer, T one) {
    Deque<T> line = waiting.get(payer);
    if (line == null || !line.remove(one)) {
      return false;
    }
    size--;
    if (line.isEmpty()) {
      waiting.remove(payer);
    }
    return true;
  }

  public int size() {
    return size;
  }

  public int size(Payer payer) {
    Deque<T> line = waiting.get(payer);
    return line == null ? 0 : line.size();
  }
}
