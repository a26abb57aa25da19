package dev.graspd.server.migrate.remote;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.ClientMessageJson;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.FromRelayParser;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.ws.DialResult;
import dev.graspd.server.egress.ws.LinkEnd;
import dev.graspd.server.egress.ws.WebSocketDialer;
import dev.graspd.server.egress.ws.WebSocketLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One WebSocket to a relay, which asks one question at a time and waits. For one thread. */
final class RelayClient implements AutoCloseable {
  /** How long the relay may be silent. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Messages that wait here; while there are more, nothing is read. */
  private static final int WAITING_MAX = 256;

  private static final MessageLimits LIMITS = new MessageLimits(0, 0, 0, TagLimits.NONE);
  private static final int NORMAL = 1000;

  /** A message, or the end of the link. */
  private sealed interface Arrival {
    record Text(byte[] utf8) implements Arrival {}

    record End(LinkEnd end) implements Arrival {}
  }

  private final WebSocketLink link;
  private final BlockingQueue<Arrival> arrivals;
  private int questions;

  private RelayClient(WebSocketLink link, BlockingQueue<Arrival> arrivals) {
    this.link = link;
    this.arrivals = arrivals;
  }

  static RelayClient open(WebSocketDialer dialer, Target target) throws IOException {
    BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    DialResult result;
    try {
      result =
          dialer
              .dial(target, link -> new Inbox(link, arrivals))
              .toCompletableFuture()
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no WebSocket to " + target, e);
    }
    return switch (result) {
      case DialResult.Opened(var link) -> new RelayClient(link, arrivals);
      case DialResult.Failed(var failure) ->
          throw new IOException("no WebSocket to " + target + ": " + failure.text());
    };
  }

  /** Collects messages on the event loop. */
  private record Inbox(WebSocketLink link, BlockingQueue<Arrival> arrivals)
      implements WebSocketLink.Listener {
    @Override
    public void onText(byte[] utf8) {
      arrivals.add(new Arrival.Text(utf8));
      if (arrivals.size() >= WAITING_MAX) {
        link.setReading(false);
      }
    }

    @Override
    public void onPong() {}

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkEnd end) {
      arrivals.add(new Arrival.End(end));
    }
  }

  /**
   * Returns the stored events of a filter.
   *
   * @param max more than these are a fault of the relay
   */
  List<Event> stored(Filter filter, int max) throws IOException {
    SubscriptionId id = new SubscriptionId("import-" + questions++);
    send(new ClientMessage.Req(id, List.of(filter)));
    List<Event> events = new ArrayList<>();
    while (true) {
      switch (next()) {
        case FromRelay.EventFor(var subscription, var event) when subscription.equals(id) -> {
          if (events.size() == max) {
            throw new IOException(link.target() + " sends more events than it was asked for");
          }
          events.add(event);
        }
        case FromRelay.Eose(var subscription, _) when subscription.equals(id) -> {
          send(new ClientMessage.Close(id));
          return events;
        }
        case FromRelay.Closed(var subscription, var text) when subscription.equals(id) ->
            throw new IOException(link.target() + " refuses to list its events: " + text);
        default -> {}
      }
    }
  }

  /** Publishes an event and waits for the answer. */
  RemoteServer.Published publish(Event event) throws IOException {
    send(new ClientMessage.Publish(event));
    while (true) {
      if (next() instanceof FromRelay.Ok(var id, var isAccepted, var text)
          && id.equals(event.id())) {
        return new RemoteServer.Published(isAccepted, text);
      }
    }
  }

  private void send(ClientMessage message) throws IOException {
    if (!link.send(new String(ClientMessageJson.write(message), StandardCharsets.UTF_8))) {
      throw new IOException("the connection to " + link.target() + " has ended");
    }
  }

  private FromRelay next() throws IOException {
    try {
      if (arrivals.isEmpty()) {
        link.setReading(true);
      }
      return switch (arrivals.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        case Arrival.Text(var utf8) -> FromRelayParser.parse(utf8, LIMITS);
        case Arrival.End(var end) ->
            throw new IOException("the connection to " + link.target() + " has ended: " + end);
        case null ->
            throw new IOException(
                "%s said nothing for %d s".formatted(link.target(), PATIENCE.toSeconds()));
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    link.close(NORMAL, "");
  }
}
