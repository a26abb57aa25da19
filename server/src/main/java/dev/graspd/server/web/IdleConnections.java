package dev.graspd.server.web;

import dev.graspd.server.charge.Payer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Connections whose last request is answered and that wait for the next one, those that wait
 * longest first. They may wait for minutes, since a git client pauses between two requests while
 * its hooks run; a new connection that finds no place takes the place of one of these. That harms
 * nobody: a client whose idle connection is gone makes another. Connections of trusted proxies are
 * not counted: a proxy may not repeat a request. Thread-safe.
 */
final class IdleConnections {
  private record Waiting(Welcome connection, Runnable hangUp) {}

  private final SequencedMap<Welcome, Runnable> all = new LinkedHashMap<>();
  private final Map<Payer, SequencedSet<Welcome>> byAddress = new HashMap<>();

  /**
   * A connection begins to wait.
   *
   * @param hangUp ends it; returns at once
   */
  synchronized void add(Welcome connection, Runnable hangUp) {
    if (connection.isDirect()) {
      all.putLast(connection, hangUp);
      byAddress.computeIfAbsent(connection.payer(), _ -> new LinkedHashSet<>()).addLast(connection);
    }
  }

  /**
   * A connection waits no longer.
   *
   * @return false if it was ended meanwhile to make room: what it has asked is not answered
   */
  synchronized boolean remove(Welcome connection) {
    return !connection.isDirect() || take(connection) != null;
  }

  private @Nullable Runnable take(Welcome connection) {
    byAddress.computeIfPresent(
        connection.payer(),
        (_, waiting) -> {
          waiting.remove(connection);
          return waiting.isEmpty() ? null : waiting;
        });
    return all.remove(connection);
  }

  /** Ends the connection of this address that waits longest, if there is one. */
  boolean makeRoom(Payer payer) {
    return end(longestOf(payer));
  }

  /** Ends the connection that waits longest, if there is one. */
  boolean makeRoom() {
    return end(longest());
  }

  private synchronized Optional<Waiting> longestOf(Payer payer) {
    return Optional.ofNullable(byAddress.get(payer)).map(waiting -> taken(waiting.getFirst()));
  }

  private synchronized Optional<Waiting> longest() {
    return Optional.ofNullable(all.firstEntry()).map(entry -> taken(entry.getKey()));
  }

  private Waiting taken(Welcome connection) {
    return new Waiting(connection, Objects.requireNonNull(take(connection)));
  }

  /** Gives the places back at once: the connection itself ends a moment later. */
  private static boolean end(Optional<Waiting> longest) {
    longest.ifPresent(waiting -> {
      waiting.connection().end();
      waiting.hangUp().run();
    });
    return longest.isPresent();
  }

  synchronized int count() {
    return all.size();
  }
}
