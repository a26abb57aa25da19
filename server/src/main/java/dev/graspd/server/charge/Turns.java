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
 * A queue that serves payers in turn: one who asks for much waits for its own, not others. Each
 * payer may have so many waiting, and all together so many. Not thread-safe.
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

  /** Takes what is next: the first of the payer whose last turn is longest ago. */
  public Optional<T> poll() {
    return poll(_ -> true);
  }

  /** Takes what is next among payers that may have a turn now. */
  public Optional<T> poll(Predicate<Payer> mayGo) {
    return pollOf((payer, _) -> mayGo.test(payer));
  }

  /** Takes what is next among those of which the first of their payer may go now. */
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
   * Takes what is next among what may go now: in the order of turns, and of one payer the first
   * that may go.
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

  /** Shows all that wait, in the order of turns. */
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

  /** Takes something out of its payer's line; returns whether it was there. */
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

  /** Returns how many of one payer wait. */
  public int size(Payer payer) {
    Deque<T> line = waiting.get(payer);
    return line == null ? 0 : line.size();
  }
}
