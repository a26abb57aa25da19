package dev.graspd.bench.hunt;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.RawWebSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Receives states as soon as a server serves them. Not thread-safe. */
final class Arrivals implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String ID = "\"id\":\"";
  private static final int ID_CHARACTERS = 64;

  private final RawWebSocket socket;

  Arrivals(URI server) {
    socket = RawWebSocket.to(server).deadline(PATIENCE).connect();
    socket.sendText("[\"REQ\",\"served\",{\"kinds\":[30618],\"limit\":1}]");
    while (!socket.receiveText().startsWith("[\"EOSE\"")) {
      // Skip states that are served already.
    }
  }

  /** Waits until all these are served; returns the time of the last one. */
  long await(List<Event> states) {
    SortedSet<String> missing =
        states.stream()
            .map(state -> state.id().hex())
            .collect(Collectors.toCollection(TreeSet::new));
    long nanos = System.nanoTime();
    while (!missing.isEmpty()) {
      String message = socket.receiveText();
      nanos = System.nanoTime();
      int at = message.indexOf(ID) + ID.length();
      missing.remove(message.substring(at, at + ID_CHARACTERS));
    }
    return nanos;
  }

  @Override
  public void close() {
    socket.close();
  }
}
