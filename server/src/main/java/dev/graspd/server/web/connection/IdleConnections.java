package dev.graspd.server.web.connection;

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
 * Connections without a request, the longest idle first. They may be idle for minutes, since a git
 * client pauses between two requests while its hooks run; a new connection that finds no place
 * takes the place of one of these. That does no harm: a client whose idle connection is gone opens
 * another. Connections of trusted proxies are not counted: a proxy may not repeat a request.
 * Thread-safe.
 */
public final class IdleConnections {
  private record Waiting(ConnectionAdmission connection, Runnable hangUp) {}

  private final SequencedMap<ConnectionAdmission, Runnable> all = new LinkedHashMap<>();
  private final Map<Payer, SequencedSet<ConnectionAdmission>> byAddress = new HashMap<>();

  /**
   * A connection becomes idle.
   *
   * @param hangUp ends it; returns at once
   */
  synchronized void add(ConnectionAdmission connection, Runnable hangUp) {
    if (connection.isDirect()) {
      all.putLast(connection, hangUp);
      byAddress.computeIfAbsent(connection.payer(), _ -> new LinkedHashSet<>()).addLast(connection);
    }
  }

  /**
   * A connection is no longer idle.
   *
   * @return false if it was closed meanwhile for another one: its request is not answered
   */
  synchronized boolean remove(ConnectionAdmission connection) {
    return !connection.isDirect() || take(connection) != null;
  }

  private @Nullable Runnable take(ConnectionAdmission connection) {
    byAddress.computeIfPresent(
        connection.payer(),
        (_, waiting) -> {
          waiting.remove(connection);
          return waiting.isEmpty() ? null : waiting;
        });
    return all.remove(connection);
  }

  boolean makeRoom(Payer payer) {
    return end(longestOf(payer));
  }

  boolean makeRoom() {
    return end(longest());
  }

  private synchronized Optional<Waiting> longestOf(Payer payer) {
    return Optional.ofNullable(byAddress.get(payer)).map(waiting -> taken(waiting.getFirst()));
  }

  private synchronized Optional<Waiting> longest() {
    return Optional.ofNullable(all.firstEntry()).map(entry -> taken(entry.getKey()));
  }

  private Waiting taken(ConnectionAdmission connection) {
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

  public synchronized int count() {
    return all.size();
  }
}
