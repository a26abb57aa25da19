package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.RelayMessage;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings one connection's events to the gate and their verdicts back. A connection with much under
 * way is not read from until some of it is answered. Owned by the connection's loop.
 */
final class EventIntake {
  /** Enough for the store to fill a transaction with one client's events. */
  static final int UNDER_WAY_EVENTS_MAX = 1_000;

  static final long UNDER_WAY_BYTES_MAX = 4 << 20;

  private final Connection connection;
  private final Relay relay;
  private final Consumer<RelayMessage> answer;
  private int underWay;
  private long underWayBytes;
  private boolean reading = true;
  private @Nullable Runnable whenIdle;

  EventIntake(Connection connection, Relay relay, Consumer<RelayMessage> answer) {
    this.connection = connection;
    this.relay = relay;
    this.answer = answer;
  }

  void submit(Event event, SortedSet<PublicKey> authenticated) {
    if (whenIdle != null) {
      refuse(event, Reason.SHUTTING_DOWN);
    } else if (!relay.rates().allow(connection.client())) {
      refuse(event, Reason.TOO_MANY_EVENTS);
    } else if (!relay.inflight().take(event.json().length)) {
      refuse(event, Reason.SERVER_BUSY);
    } else {
      pass(event, authenticated);
    }
  }

  /** Calls back once all that is under way is answered; takes nothing more. */
  void drain(Runnable idle) {
    whenIdle = idle;
    if (underWay == 0) {
      idle.run();
    }
  }

  private void pass(Event event, SortedSet<PublicKey> authenticated) {
    underWay++;
    underWayBytes += event.json().length;
    setReading(underWay < UNDER_WAY_EVENTS_MAX && underWayBytes < UNDER_WAY_BYTES_MAX);
    Origin origin = new Origin.Client(authenticated, connection.client().payer());
    relay.metrics().eventPassed();
    CompletionStage<Verdict> verdict = relay.gate().submit(event, origin);
    var _ =
        verdict.whenComplete((decided, _) -> {
          relay.inflight().giveBack(event.json().length);
          connection.loop().execute(() -> finish(event, decided));
        });
  }

  private void finish(Event event, @Nullable Verdict verdict) {
    underWay--;
    underWayBytes -= event.json().length;
    answer.accept(
        verdict == null ? refusal(event.id(), Reason.INTERNAL) : verdict.reply(event.id()));
    if (!reading) {
      setReading(underWay < UNDER_WAY_EVENTS_MAX / 2 && underWayBytes < UNDER_WAY_BYTES_MAX / 2);
    }
    if (underWay == 0 && whenIdle != null) {
      whenIdle.run();
    }
  }

  private void setReading(boolean wanted) {
    if (reading != wanted) {
      reading = wanted;
      connection.setReading(wanted);
    }
  }

  private void refuse(Event event, Reason reason) {
    relay.metrics().eventRefused(event.kind(), reason.prefix().word());
    answer.accept(refusal(event.id(), reason));
  }

  private static RelayMessage refusal(EventId id, Reason reason) {
    return new RelayMessage.Ok(id, false, reason.refusal().message());
  }
}
