package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.base.OnEventLoop;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.requests.RequestLog;
import dev.graspd.server.requests.RequestOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes one connection's events to the gate and their verdicts back. A connection with many open
 * events is not read until some of them are answered. Owned by the connection's loop.
 */
@OnEventLoop
final class EventIntake {
  /** Enough for the store to fill a transaction with one client's events. */
  static final int UNDER_WAY_EVENTS_MAX = 1_000;

  /** Bytes of heap. Together with the largest event they are within an address's share. */
  static final long UNDER_WAY_BYTES_MAX = 2 << 20;

  private final Connection connection;
  private final Relay relay;
  private final Consumer<RelayMessage> answer;
  private final Consumer<Boolean> read;
  private int underWay;
  private long underWayBytes;
  private boolean reading = true;
  private @Nullable Runnable whenIdle;

  private record Submitted(EventId id, int bytes, long atNanos) {}

  /**
   * Nothing is under way.
   *
   * @param read told whether more may be read from the client
   */
  EventIntake(
      Connection connection, Relay relay, Consumer<RelayMessage> answer, Consumer<Boolean> read) {
    this.connection = connection;
    this.relay = relay;
    this.answer = answer;
    this.read = read;
  }

  void submit(Event event, SortedSet<PublicKey> authenticated) {
    if (whenIdle != null) {
      refuse(event, ServerReason.SHUTTING_DOWN);
    } else if (!relay.rates().allow(connection.client())) {
      refuse(event, EventReason.TOO_MANY_EVENTS);
    } else {
      Payer payer = connection.client().payer();
      relay
          .inflight()
          .take(payer, HeapBytes.of(event))
          .ifPresentOrElse(
              charge -> pass(event, new Origin.Client(authenticated, payer), charge),
              () -> refuse(event, ServerReason.SERVER_BUSY));
    }
  }

  /** Calls back once all open events are answered; refuses further events. */
  void drain(Runnable idle) {
    whenIdle = idle;
    if (underWay == 0) {
      idle.run();
    }
  }

  private void pass(Event event, Origin origin, Charge charge) {
    underWay++;
    underWayBytes += charge.bytes();
    setReading(underWay < UNDER_WAY_EVENTS_MAX && underWayBytes < UNDER_WAY_BYTES_MAX);
    relay.metrics().eventPassed();
    Submitted submitted = new Submitted(event.id(), event.json().length, relay.nanoTime());
    CompletionStage<Verdict> verdict = relay.gate().submit(event, origin);
    var _ =
        verdict.whenComplete(
            (decided, _) -> connection.loop().execute(() -> finish(submitted, charge, decided)));
  }

  private void finish(Submitted submitted, Charge charge, @Nullable Verdict verdict) {
    EventId id = submitted.id();
    underWay--;
    underWayBytes -= charge.bytes();
    charge.close();
    if (verdict instanceof Verdict.Refused(var why)) {
      Duration took = Duration.ofNanos(relay.nanoTime() - submitted.atNanos());
      log(connection, id, submitted.bytes(), took, why.reason());
    }
    answer.accept(reply(id, verdict));
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
      read.accept(wanted);
    }
  }

  private void refuse(Event event, Reason reason) {
    relay.metrics().eventRefused(event.kind(), reason.prefix().word());
    log(connection, event.id(), event.json().length, Duration.ZERO, reason);
    answer.accept(relay.refusal(event.id(), reason.refusal()));
  }

  static void log(Connection client, EventId id, long bytes, Duration took, Reason reason) {
    RequestLog.refusedEvent(
        new RequestLog.Request(
            "", client.client().payer(), bytes, took, RequestOutcome.REFUSED, Optional.of(reason)),
        id);
  }

  private RelayMessage reply(EventId id, @Nullable Verdict verdict) {
    if (verdict == null) {
      return relay.refusal(id, ServerReason.INTERNAL.refusal());
    }
    return verdict instanceof Verdict.Refused(var refusal)
        ? relay.refusal(id, refusal)
        : verdict.reply(id);
  }
}
