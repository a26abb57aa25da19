package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Families that wait for a turn at one domain, round robin, each with the URLs that were tried for
 * it here (purgatory.md, section 4.1). A family has one turn at a time. Every step costs the same,
 * however many wait.
 */
final class DomainQueue {
  private record Turn(long pass, Set<CloneUrl> tried) {}

  /** Those whose turn may come, the next one first. */
  private final Map<Identifier, Set<CloneUrl>> waiting = new LinkedHashMap<>();

  /** Those whose turn it is. */
  private final Map<Identifier, Turn> turns = new HashMap<>();

  /** Adds a family at the end; if it is in already, nothing changes. */
  void add(Identifier family) {
    if (!turns.containsKey(family)) {
      waiting.putIfAbsent(family, new TreeSet<>());
    }
  }

  void remove(Identifier family) {
    waiting.remove(family);
    turns.remove(family);
  }

  boolean contains(Identifier family) {
    return waiting.containsKey(family) || turns.containsKey(family);
  }

  boolean isEmpty() {
    return waiting.isEmpty() && turns.isEmpty();
  }

  boolean hasNext() {
    return !waiting.isEmpty();
  }

  Identifier next() {
    if (waiting.isEmpty()) {
      throw new NoSuchElementException("nobody waits");
    }
    return waiting.keySet().iterator().next();
  }

  /** Returns what was tried here for a family; empty if it is not in. */
  Set<CloneUrl> tried(Identifier family) {
    @Nullable Turn turn = turns.get(family);
    return turn == null ? waiting.getOrDefault(family, Set.of()) : turn.tried();
  }

  /** A fresh start: everything may be tried again. */
  void forgetTried(Identifier family) {
    if (contains(family)) {
      tried(family).clear();
    }
  }

  /** A family that waits has its turn, with this pass. */
  void begin(Identifier family, long pass) {
    @Nullable Set<CloneUrl> tried = waiting.remove(family);
    if (tried == null) {
      throw new IllegalStateException("it does not wait");
    }
    turns.put(family, new Turn(pass, tried));
  }

  /** A turn is over: the family waits for its next one, at the end; not if it was removed since. */
  void end(Identifier family, long pass) {
    @Nullable Turn turn = turns.get(family);
    if (turn != null && turn.pass() == pass) {
      turns.remove(family);
      waiting.put(family, turn.tried());
    }
  }

  /** Remembers that a URL was tried for a family, if that turn is still this one. */
  void markTried(Identifier family, long pass, CloneUrl url) {
    @Nullable Turn turn = turns.get(family);
    if (turn != null && turn.pass() == pass) {
      turn.tried().add(url);
    }
  }
}
