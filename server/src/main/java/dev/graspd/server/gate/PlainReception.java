package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.StoreRequest;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.room.DormantRoom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The policy of a plain relay, which accepts every event. */
public record PlainReception(
    EventStore store,
    AdmissionRules rules,
    Broadcast broadcast,
    InstantSource clock,
    DormantRooms dormant)
    implements Reception {
  private static final int SWEEP_ROWS = 500;

  /** A policy that keeps every deletion. */
  public PlainReception(
      EventStore store, AdmissionRules rules, Broadcast broadcast, InstantSource clock) {
    this(store, rules, broadcast, clock, DormantRooms.UNLIMITED);
  }

  @Override
  public CompletionStage<Verdict> receive(Event event, Origin origin) {
    return receive(event, origin, StoreRequest.of(event, rules));
  }

  /** The same for a caller that knows the request of the event. */
  public CompletionStage<Verdict> receive(Event event, Origin origin, StoreRequest request) {
    return switch (request) {
      case STORE -> write(event, StoreTransaction::append);
      case DELETE -> {
        DormantRoom room = dormant.of(origin.payer());
        yield write(event, (tx, deletion, now) -> tx.delete(deletion, room, now));
      }
      case VANISH -> write(event, StoreTransaction::vanish).thenCompose(v -> swept(event, v));
      case BROADCAST -> {
        broadcast.ephemeral(new Broadcast.Passing(event, origin.payer()));
        yield CompletableFuture.completedFuture(new Verdict.Accepted());
      }
    };
  }

  @Override
  public Optional<Verdict> held(EventId id) {
    return Optional.of(new Verdict.Duplicate("already have this event"));
  }

  private interface Change {
    Appended apply(StoreTransaction transaction, Event event, long nowSeconds);
  }

  private CompletionStage<Verdict> write(Event event, Change change) {
    long now = nowSeconds();
    return store
        .write(tx -> change.apply(tx, event, now))
        .thenApply(appended -> verdictOf(event, appended));
  }

  /** Removes a vanished author's events in small transactions; answers after the last one. */
  private CompletionStage<Verdict> swept(Event vanish, Verdict verdict) {
    long now = nowSeconds();
    return store
        .write(tx -> {
          tx.sweep(now, SWEEP_ROWS);
          return tx.isVanishing(vanish.author());
        })
        .thenCompose(
            more -> more ? swept(vanish, verdict) : CompletableFuture.completedFuture(verdict));
  }

  public static Verdict verdictOf(Event event, Appended appended) {
    return event.kind() == Kinds.DELETION && appended instanceof Appended.Held
        ? Verdict.Remembered.DELETION
        : verdictOf(appended);
  }

  /** Translates the store's answer. */
  public static Verdict verdictOf(Appended appended) {
    return switch (appended) {
      case Appended.Stored _, Appended.Held _ -> new Verdict.Accepted();
      case Appended.Duplicate _ -> new Verdict.Duplicate("already have this event");
      case Appended.Superseded _ -> new Verdict.Duplicate("a newer version is stored here");
      case Appended.Barred(var why) ->
          new Verdict.Refused(
              why == Removal.BANNED
                  ? EventReason.BANNED.saying("this event is not welcome here")
                  : EventReason.DELETED.refusal());
      case Appended.NoRoom _ -> new Verdict.Refused(EventReason.TOO_MANY_DELETIONS.refusal());
      case Appended.Deleted _ -> new Verdict.Refused(EventReason.DELETED.refusal());
      case Appended.Vanished _ -> new Verdict.Refused(EventReason.VANISHED.refusal());
    };
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }
}
