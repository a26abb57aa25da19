package dev.graspd.server.relay;

import dev.graspd.core.nostr.AuthCheck;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.MessageParser;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.Prefix;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.search.SearchText;
import dev.graspd.server.base.OnEventLoop;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client's conversation with the relay. Owned by its connection's loop. */
@OnEventLoop
public final class Session {
  private static final int CHALLENGE_BYTES = 16;

  /** Keys that one connection may authenticate as. */
  static final int KEYS_MAX = 100;

  private final Connection connection;
  private final Relay relay;
  private final String challenge;
  private final ReadLane lane;
  private final EventIntake intake;
  private final Subscriptions subscriptions;
  private final NegSessions negSessions;
  private SortedSet<PublicKey> authenticated = Collections.emptySortedSet();
  private boolean challenged;
  private int counting;
  private boolean intakeReads = true;
  private @Nullable Runnable parsing;
  private boolean closed;
  private boolean draining;

  Session(Connection connection, Relay relay) {
    this.connection = connection;
    this.relay = relay;
    byte[] random = new byte[CHALLENGE_BYTES];
    relay.random().nextBytes(random);
    this.challenge = Hex.encode(random);
    this.lane = new ReadLane(connection, relay.readers(), relay::nanoTime);
    this.intake = new EventIntake(connection, relay, this::answer, this::setIntakeReads);
    this.subscriptions = new Subscriptions(connection, relay, lane, this::send);
    this.negSessions = new NegSessions(connection, relay, lane, this::send);
    if (relay.challenge() == Relay.Challenge.ON_CONNECT) {
      challenge();
    }
  }

  /**
   * Answers an event; for one that only its author may publish, the client is asked to
   * authenticate.
   */
  private void answer(RelayMessage message) {
    if (message instanceof RelayMessage.Ok(_, var accepted, var text)
        && !accepted
        && text.startsWith(Prefix.AUTH_REQUIRED.word())
        && !challenged) {
      challenge();
    }
    send(message);
  }

  private void challenge() {
    challenged = true;
    send(new RelayMessage.AuthChallenge(challenge));
  }

  /**
   * Takes a text message. A large one is parsed elsewhere, and nothing more is read until it is
   * handled: messages keep their order.
   */
  public void onText(byte[] utf8) {
    if (utf8.length <= ParsePool.ON_LOOP_BYTES_MAX) {
      handle(MessageParser.parse(utf8, relay.messageLimits()));
      return;
    }
    parseElsewhere(utf8.length, () -> Optional.of(utf8));
  }

  /**
   * Takes a text message that is still compressed and may be large.
   *
   * @param bytes of heap that it takes now
   * @param text decompresses it, on another thread; empty if that ends the connection
   */
  public void onCompressed(int bytes, Supplier<Optional<byte[]>> text) {
    parseElsewhere(bytes, text);
  }

  private void parseElsewhere(int bytes, Supplier<Optional<byte[]>> text) {
    Runnable task =
        () -> {
          Optional<ClientMessage> message =
              text.get().map(utf8 -> MessageParser.parse(utf8, relay.messageLimits()));
          connection.loop().execute(() -> parsed(message, bytes));
        };
    parsing = task;
    connection.holdInput(bytes);
    updateReading();
    relay.parsers().submit(connection.client().payer(), task);
  }

  private void parsed(Optional<ClientMessage> message, int bytes) {
    parsing = null;
    connection.holdInput(-bytes);
    relay.parsers().done();
    if (!closed) {
      message.ifPresent(this::handle);
      updateReading();
    }
  }

  private void setIntakeReads(boolean reads) {
    intakeReads = reads;
    updateReading();
  }

  private void updateReading() {
    connection.setReading(intakeReads && parsing == null);
  }

  private void handle(ClientMessage message) {
    relay.metrics().messageReceived(typeOf(message));
    switch (message) {
      case ClientMessage.Publish(var event) -> intake.submit(event, authenticated);
      case ClientMessage.Auth(var event) -> authenticate(event);
      case ClientMessage.Req(var id, var filters) -> request(id, filters);
      case ClientMessage.Count(var id, var filters) -> count(id, filters);
      case ClientMessage.Close(var id) -> subscriptions.close(id);
      case ClientMessage.NegOpen(var id, var filter, var hex) -> openNeg(id, filter, hex);
      case ClientMessage.NegMsg(var id, var hex) -> negSessions.message(id, hex);
      case ClientMessage.NegClose(var id) -> negSessions.close(id);
      case ClientMessage.BadEvent(var id, var refusal) -> {
        EventIntake.log(connection, id, 0, Duration.ZERO, refusal.reason());
        send(relay.refusal(id, refusal));
      }
      case ClientMessage.BadSubscription(var id, var refusal) -> badSubscription(id, refusal);
      case ClientMessage.BadNegentropy(var id, var refusal) -> badNegentropy(id, refusal);
      case ClientMessage.Unreadable(var refusal) -> unreadable(refusal);
    }
  }

  /** Takes a binary message; Nostr has none. */
  public void onBinary() {
    relay.metrics().messageReceived("invalid");
    send(
        new RelayMessage.Notice(
            MessageReason.MALFORMED_MESSAGE
                .refusal("binary messages are not understood")
                .message()));
  }

  public void onWritable() {
    lane.proceed();
  }

  /** Ends sessions that are idle; called every few seconds. */
  public void onTick() {
    negSessions.endIdle();
  }

  public void onClosed() {
    closed = true;
    if (parsing != null) {
      relay.parsers().remove(connection.client().payer(), parsing);
    }
    lane.close();
    subscriptions.closeAll();
    negSessions.closeAll();
  }

  /** Takes no new messages and calls back when everything is answered. */
  public void drain(Runnable idle) {
    draining = true;
    intake.drain(idle);
  }

  private void request(SubscriptionId id, List<Filter> filters) {
    Optional<Refusal> refusal = refusalOf(filters).or(() -> searchRefusal(filters));
    if (refusal.isPresent()) {
      subscriptions.close(id);
      send(new RelayMessage.Closed(id.text(), refusal.get().message()));
    } else {
      subscriptions.open(id, filters);
    }
  }

  private void count(SubscriptionId id, List<Filter> filters) {
    Optional<Refusal> refusal = refusalOf(filters).or(() -> unsearchable(filters));
    if (refusal.isEmpty() && counting >= relay.limits().maxSubscriptions()) {
      refusal = Optional.of(QueryReason.TOO_MANY_SUBSCRIPTIONS.refusal());
    }
    if (refusal.isPresent()) {
      send(new RelayMessage.Closed(id.text(), refusal.get().message()));
      return;
    }
    relay
        .filters()
        .take(connection.client().payer(), FilterMemory.ofCounting(filters))
        .ifPresentOrElse(
            memory -> count(id, filters, memory),
            () ->
                send(
                    new RelayMessage.Closed(
                        id.text(),
                        QueryReason.TOO_MUCH_OPEN.refusal(FilterMemory.REMEDY).message())));
  }

  private void count(SubscriptionId id, List<Filter> filters, FilterMemory.Taken memory) {
    counting++;
    lane.add(
        new CountJob(
            id,
            filters,
            relay,
            answer -> {
              counting--;
              send(answer);
            },
            memory));
  }

  private void openNeg(SubscriptionId id, Filter filter, byte[] message) {
    Optional<Refusal> refusal = refusalOf(List.of(filter)).or(() -> unsearchable(List.of(filter)));
    if (refusal.isPresent()) {
      badNegentropy(id.text(), refusal.get());
    } else {
      negSessions.open(id, filter, message);
    }
  }

  private Optional<Refusal> refusalOf(List<Filter> filters) {
    if (draining) {
      return Optional.of(ServerReason.SHUTTING_DOWN.refusal());
    }
    return filters.stream().allMatch(Filter::matchesNothing)
        ? Optional.of(QueryReason.NOTHING_CAN_MATCH.refusal())
        : Optional.empty();
  }

  /** Only a REQ searches (N50-6). */
  private static Optional<Refusal> unsearchable(List<Filter> filters) {
    return filters.stream().anyMatch(filter -> filter.search() != null)
        ? Optional.of(QueryReason.SEARCH_UNSUPPORTED.refusal())
        : Optional.empty();
  }

  private Optional<Refusal> searchRefusal(List<Filter> filters) {
    return relay.search().isEmpty()
        ? unsearchable(filters)
        : SearchText.fault(filters).map(QueryReason.SEARCH_MALFORMED::refusal);
  }

  /**
   * Verified here and not in the background, so that it is done before the client's next message.
   */
  private void authenticate(Event event) {
    Optional<Refusal> refusal = authRefusal(event);
    if (refusal.isEmpty()) {
      SortedSet<PublicKey> keys = new TreeSet<>(authenticated);
      keys.add(event.author());
      authenticated = Collections.unmodifiableSortedSet(keys);
    }
    send(
        refusal
            .map(why -> relay.refusal(event.id(), why))
            .orElseGet(() -> new RelayMessage.Ok(event.id(), true, "")));
  }

  private Optional<Refusal> authRefusal(Event event) {
    if (event.json().length > ParsePool.ON_LOOP_BYTES_MAX) {
      return Optional.of(
          MessageReason.AUTH_FAILED.refusal("at most " + ParsePool.ON_LOOP_BYTES_MAX + " bytes"));
    }
    Optional<Refusal> refusal =
        AuthCheck.refusal(event, challenge, relay.service(), relay.nowSeconds());
    if (refusal.isPresent()) {
      return refusal;
    }
    if (authenticated.size() >= KEYS_MAX || !relay.rates().allow(connection.client())) {
      return Optional.of(EventReason.TOO_MANY_EVENTS.refusal());
    }
    if (!event.body().hasId(event.id())) {
      return Optional.of(EventReason.WRONG_ID.refusal());
    }
    return relay.verifier().verify(event)
        ? Optional.empty()
        : Optional.of(EventReason.WRONG_SIGNATURE.refusal());
  }

  private void badSubscription(String id, Refusal refusal) {
    if (SubscriptionId.isValid(id)) {
      subscriptions.close(new SubscriptionId(id));
    }
    send(new RelayMessage.Closed(id, refusal.message()));
  }

  private void badNegentropy(String id, Refusal refusal) {
    if (SubscriptionId.isValid(id)) {
      negSessions.close(new SubscriptionId(id));
    }
    send(new RelayMessage.NegErr(id, refusal.message()));
  }

  private void unreadable(Refusal refusal) {
    send(new RelayMessage.Notice(refusal.message()));
    if (refusal.reason() == MessageReason.NOT_UTF8) {
      connection.close(Connection.CloseCode.NOT_UTF8, refusal.text());
    }
  }

  private void send(RelayMessage message) {
    if (!closed) {
      connection.send(message);
      // First: a client that has the answer may read the metrics at once.
      relay.metrics().messagesSent(message.verb(), 1);
      connection.flush();
    }
  }

  private static String typeOf(ClientMessage message) {
    return switch (message) {
      case ClientMessage.Publish _, ClientMessage.BadEvent _ -> "EVENT";
      case ClientMessage.Auth _ -> "AUTH";
      case ClientMessage.Req _ -> "REQ";
      case ClientMessage.Count _ -> "COUNT";
      case ClientMessage.Close _ -> "CLOSE";
      case ClientMessage.NegOpen _ -> "NEG-OPEN";
      case ClientMessage.NegMsg _ -> "NEG-MSG";
      case ClientMessage.NegClose _ -> "NEG-CLOSE";
      case ClientMessage.BadSubscription _,
          ClientMessage.BadNegentropy _,
          ClientMessage.Unreadable _ ->
          "invalid";
    };
  }
}
