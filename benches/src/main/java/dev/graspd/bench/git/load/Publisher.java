package dev.graspd.bench.git.load;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.RawWebSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Publishes events that a server must accept. Not thread-safe. */
public final class Publisher implements AutoCloseable {
  private final RawWebSocket socket;

  public Publisher(URI relay) {
    socket = RawWebSocket.connect(relay);
  }

  /** Waits until the event is accepted, or held for its git data. */
  public void publish(Event event) {
    socket.sendText("[\"EVENT\"," + new String(event.json(), StandardCharsets.UTF_8) + "]");
    String begin = "[\"OK\",\"" + event.id().hex() + "\",";
    String answer = socket.receiveText();
    while (!answer.startsWith(begin)) {
      answer = socket.receiveText();
    }
    if (!answer.startsWith(begin + "true")) {
      throw new IllegalStateException("the server refuses an event: " + answer);
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
