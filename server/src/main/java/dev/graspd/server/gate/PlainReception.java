package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.Obedience;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes every event: a plain relay. */
public final class PlainReception implements Reception {
  private static final int SWEEP_ROWS = 500;

  private final EventStore store;
  private final AdmissionRules rules;
  private final Broadcast broadcast;
  private final InstantSource clock;
  private final DormantRooms dormant;

  /** One that keeps every deletion. */
  public PlainReception(
      EventStore store, AdmissionRules rules, Broadcast broadcast, InstantSource clock) {
    this(store, rules, broadcast, clock, DormantRooms.UNLIMITED);
  }

  public PlainReception(
      EventStore store,
      AdmissionRules rules,
      Broadcast broadcast,
      InstantSource clock,
      DormantRooms dormant) {
    this.dormant = dormant;
    this.store = store;
    this.rules = rules;
    this.broadcast = broadcast;
    this.clock = clock;
  }

  /** Returns the room for deletions that hide nothing yet. */
  public DormantRooms dormant() {
    return dormant;
  }

  @Override
  public CompletionStage<Verdict> receive(Event event, Origin origin) {
    return switch (Obedience.of(event, rules)) {
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
  public long settledSeq() {
    return store.lastSeq();
  }

  /** The store's own wake-up says it all. */
  @Override
  public void onSettled(Runnable wake) {}

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

  /** A vanished author's events go in small transactions; the answer waits for the last one. */
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

  /** Returns what the store's answer to an event means for who sent it. */
  static Verdict verdictOf(Event event, Appended appended) {
    return event.kind() == Kinds.DELETION && appended instanceof Appended.Held
        ? Verdict.Remembered.DELETION
        : verdictOf(appended);
  }

  /** Returns what the store's answer means for whoever sent the event. */
  static Verdict verdictOf(Appended appended) {
    return switch (appended) {
      case Appended.Stored _, Appended.Held _ -> new Verdict.Accepted();
      case Appended.Duplicate _ -> new Verdict.Duplicate("already have this event");
      case Appended.Superseded _ -> new Verdict.Duplicate("a newer version is stored here");
      case Appended.Barred(var why) ->
          new Verdict.Refused(
              why == Removal.BANNED
                  ? Reason.BANNED.saying("this event is not welcome here")
                  : Reason.DELETED.refusal());
      case Appended.NoRoom _ -> new Verdict.Refused(Reason.TOO_MANY_DELETIONS.refusal());
      case Appended.Deleted _ -> new Verdict.Refused(Reason.DELETED.refusal());
      case Appended.Vanished _ -> new Verdict.Refused(Reason.VANISHED.refusal());
    };
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }
}
