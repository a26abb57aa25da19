package dev.graspd.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * A plain Nostr client. Answers that come while another one is awaited are kept for later, in their
 * order. Not thread-safe.
 */
public final class RelayClient implements AutoCloseable {
  private final URI uri;
  private final RawWebSocket socket;
  private final List<Answer> waiting = new ArrayList<>();
  private int subscriptions;

  private RelayClient(URI uri, RawWebSocket socket) {
    this.uri = uri;
    this.socket = socket;
  }

  public static RelayClient connect(URI uri) {
    return connect(uri, RawWebSocket.to(uri));
  }

  public static RelayClient connect(URI uri, RawWebSocket.Builder how) {
    return new RelayClient(uri, how.connect());
  }

  public RawWebSocket socket() {
    return socket;
  }

  public void send(String text) {
    socket.sendText(text);
  }

  // ---- events

  /** Sends an event and returns its answer. */
  public Answer.Ok publish(Event event) {
    send("[\"EVENT\"," + Texts.jsonOf(event) + "]");
    return okFor(event.id().hex());
  }

  /** Sends the text as an event and returns the answer to this id. */
  public Answer.Ok publish(String eventJson, String id) {
    send("[\"EVENT\"," + eventJson + "]");
    return okFor(id);
  }

  /** Publishes events that a relay must take as new. */
  public void store(Event... events) {
    store(List.of(events));
  }

  /** Publishes events that a relay must take as new; all are sent before an answer is read. */
  public void store(List<Event> events) {
    events.forEach(event -> socket.queueText("[\"EVENT\"," + Texts.jsonOf(event) + "]"));
    socket.flush();
    for (Event event : events) {
      assertThat(okFor(event.id().hex())).isEqualTo(new Answer.Ok(event.id().hex(), true, ""));
    }
  }

  public Answer.Ok okFor(String id) {
    return await(Answer.Ok.class, ok -> ok.id().equals(id));
  }

  // ---- authentication

  /** Returns the challenge that the relay sent last; waits if it has sent none. */
  public String challenge() {
    return await(Answer.Challenge.class, _ -> true).challenge();
  }

  /** Proves to be this key, for the challenge given. */
  public Answer.Ok authenticate(Signer signer, String challenge) {
    return authenticate(
        EventBuilder.kind(22242)
            .at(Instant.now().getEpochSecond())
            .tag("relay", uri.toString())
            .tag("challenge", challenge)
            .signedBy(signer));
  }

  public Answer.Ok authenticate(Event auth) {
    send("[\"AUTH\"," + Texts.jsonOf(auth) + "]");
    return okFor(auth.id().hex());
  }

  // ---- subscriptions

  /** What a relay has stored for a request. */
  public record Stored(List<Answer.EventFor> events, boolean finish) {
    public List<EventId> ids() {
      return events.stream().map(Answer.EventFor::id).toList();
    }
  }

  /** Asks for stored events only. */
  public Stored query(String... filters) {
    Subscription subscription = subscribe(filters);
    subscription.close();
    return subscription.stored();
  }

  /** Opens a subscription and reads up to its EOSE. */
  public Subscription subscribe(String... filters) {
    return subscribeAs("s" + ++subscriptions, filters);
  }

  public Subscription subscribeAs(String id, String... filters) {
    send(request("REQ", id, filters));
    List<Answer.EventFor> events = new ArrayList<>();
    while (true) {
      switch (nextFor(id)) {
        case Answer.EventFor event -> events.add(event);
        case Answer.Eose eose -> {
          return new Subscription(id, new Stored(List.copyOf(events), eose.finish()));
        }
        case Answer other -> throw new AssertionError("REQ was answered by " + other);
      }
    }
  }

  /** Sends a REQ that a relay must refuse; returns the refusal. */
  public Answer.Closed refusal(String... filters) {
    String id = "s" + ++subscriptions;
    send(request("REQ", id, filters));
    return closed(id);
  }

  public Answer.Closed closed(String subscription) {
    return switch (nextFor(subscription)) {
      case Answer.Closed closed -> closed;
      case Answer other -> throw new AssertionError("expected CLOSED, got " + other);
    };
  }

  public long count(String... filters) {
    String id = "c" + ++subscriptions;
    send(request("COUNT", id, filters));
    return await(Answer.Count.class, count -> count.subscription().equals(id)).count();
  }

  public static String request(String verb, String id, String... filters) {
    return "[\"" + verb + "\",\"" + id + "\"," + String.join(",", filters) + "]";
  }

  /** An open subscription. */
  public final class Subscription {
    private final String id;
    private final Stored stored;

    private Subscription(String id, Stored stored) {
      this.id = id;
      this.stored = stored;
    }

    public String id() {
      return id;
    }

    public Stored stored() {
      return stored;
    }

    /** Waits for the next live event. */
    public EventId next() {
      return switch (nextFor(id)) {
        case Answer.EventFor event -> event.id();
        case Answer other -> throw new AssertionError("expected a live event, got " + other);
      };
    }

    /** Returns the live events up to this one, which must come. */
    public List<EventId> upTo(Event last) {
      List<EventId> seen = new ArrayList<>();
      do {
        seen.add(next());
      } while (!seen.getLast().equals(last.id()));
      return seen;
    }

    public void close() {
      send("[\"CLOSE\",\"" + id + "\"]");
    }
  }

  // ---- negentropy

  /** Waits for the answer to a negentropy message: NEG-MSG or NEG-ERR. */
  public Answer negentropyAnswer(String subscription) {
    return await(
        Answer.class,
        answer ->
            switch (answer) {
              case Answer.NegMsg message -> message.subscription().equals(subscription);
              case Answer.NegErr error -> error.subscription().equals(subscription);
              default -> false;
            });
  }

  // ---- anything

  public String notice() {
    return await(Answer.Notice.class, _ -> true).message();
  }

  /** Returns the next message, whatever it is, and nothing that was kept from before. */
  public Answer next() {
    return waiting.isEmpty() ? Answer.parse(socket.receiveText()) : waiting.removeFirst();
  }

  /** Returns the first message of this type that fits, kept from before or still to come. */
  public <T extends Answer> T await(Class<T> type, Predicate<T> fits) {
    for (Iterator<Answer> kept = waiting.iterator(); kept.hasNext(); ) {
      Answer answer = kept.next();
      if (type.isInstance(answer) && fits.test(type.cast(answer))) {
        kept.remove();
        return type.cast(answer);
      }
    }
    while (true) {
      Answer answer = Answer.parse(socket.receiveText());
      if (type.isInstance(answer) && fits.test(type.cast(answer))) {
        return type.cast(answer);
      }
      waiting.add(answer);
    }
  }

  /** Returns the next message that belongs to a REQ of this id. */
  private Answer nextFor(String subscription) {
    return await(
        Answer.class,
        answer ->
            switch (answer) {
              case Answer.EventFor event -> event.subscription().equals(subscription);
              case Answer.Eose eose -> eose.subscription().equals(subscription);
              case Answer.Closed closed -> closed.subscription().equals(subscription);
              default -> false;
            });
  }

  /** Leaves: a server that ends waits some seconds for clients that do not say goodbye. */
  public void hangUp() {
    socket.close();
  }

  @Override
  public void close() {
    socket.close();
  }
}
