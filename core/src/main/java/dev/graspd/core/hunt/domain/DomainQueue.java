package dev.graspd.core.hunt.domain;

import dev.graspd.core.repo.Identifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Families that wait for a turn at one domain, round robin, each with the URLs already tried for it
 * here (purgatory.md, section 4.1). A family has one turn at a time. The cost of a step does not
 * depend on the number of families.
 */
public final class DomainQueue {
  private record Turn(long pass, Set<CloneUrl> tried) {}

  /** Families without a turn, the next one first. */
  private final Map<Identifier, Set<CloneUrl>> waiting = new LinkedHashMap<>();

  /** Families that have a turn now. */
  private final Map<Identifier, Turn> turns = new HashMap<>();

  /** Adds a family at the end, unless it is in the queue already. */
  public void add(Identifier family) {
    if (!turns.containsKey(family)) {
      waiting.putIfAbsent(family, new TreeSet<>());
    }
  }

  public void remove(Identifier family) {
    waiting.remove(family);
    turns.remove(family);
  }

  public boolean contains(Identifier family) {
    return waiting.containsKey(family) || turns.containsKey(family);
  }

  /** Returns how many families wait or have a turn. */
  public int size() {
    return waiting.size() + turns.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty() && turns.isEmpty();
  }

  boolean hasNext() {
    return !waiting.isEmpty();
  }

  public Identifier next() {
    if (waiting.isEmpty()) {
      throw new NoSuchElementException("nobody waits");
    }
    return waiting.keySet().iterator().next();
  }

  /** Returns the URLs tried here for a family; empty if it is not in the queue. */
  public Set<CloneUrl> tried(Identifier family) {
    @Nullable Turn turn = turns.get(family);
    return turn == null ? waiting.getOrDefault(family, Set.of()) : turn.tried();
  }

  /** A fresh start: all URLs may be tried again. */
  public void forgetTried(Identifier family) {
    if (contains(family)) {
      tried(family).clear();
    }
  }

  /** A waiting family gets its turn, with this pass. */
  public void begin(Identifier family, long pass) {
    @Nullable Set<CloneUrl> tried = waiting.remove(family);
    if (tried == null) {
      throw new IllegalStateException("it does not wait");
    }
    turns.put(family, new Turn(pass, tried));
  }

  /**
   * A turn is over: the family waits at the end for its next one, unless it was removed meanwhile.
   */
  public void end(Identifier family, long pass) {
    @Nullable Turn turn = turns.get(family);
    if (turn != null && turn.pass() == pass) {
      turns.remove(family);
      waiting.put(family, turn.tried());
    }
  }

  /** Remembers that a URL was tried for a family, if the family still has this turn. */
  public void markTried(Identifier family, long pass, CloneUrl url) {
    @Nullable Turn turn = turns.get(family);
    if (turn != null && turn.pass() == pass) {
      turn.tried().add(url);
    }
  }
}
