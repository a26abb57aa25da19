package dev.graspd.testkit.suite;

import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.client.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A negentropy session that is opened and left alone. */
public final class IdleSession {
  private static final Duration PATIENCE = Duration.ofSeconds(150);
  private static volatile @Nullable IdleSession opened;

  private final RawWebSocket socket;

  private IdleSession(URI relay) {
    socket = RawWebSocket.to(relay).deadline(PATIENCE).connect();
    socket.sendText("[\"NEG-OPEN\",\"idle\",{\"kinds\":[65000]},\"6100000200\"]");
  }

  /** Opens the session of this run, if nobody has. */
  static synchronized void open(URI relay) {
    if (opened == null) {
      opened = new IdleSession(relay);
    }
  }

  public static IdleSession openedAtStart() {
    open(SharedServer.PLAIN.uri());
    return Objects.requireNonNull(opened);
  }

  /** Waits for the end that the server decides on; returns its text. */
  public String awaitError() {
    while (true) {
      if (Answer.parse(socket.receiveText()) instanceof Answer.NegErr error) {
        return error.message();
      }
    }
  }
}
