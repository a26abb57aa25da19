package dev.graspd.server.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.RefusalReset;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.role.Mandate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out bans (operations.md, A-4). An order is one transaction: from then on nothing that it
 * covers comes in. Stored events follow in small transactions, and the row of the ban says whether
 * that is done, so that a start continues after a crash. One ban at a time. Blocks.
 */
public final class BanWork {
  private static final Logger LOG = LoggerFactory.getLogger(BanWork.class);
  private static final int SLICE_EVENTS = 250;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int SLICE_WORK = 10_000;

  private final EventStore store;
  private final UnwantedStore unwanted;
  private final BannedRepositories repositories;
  private final Reception reception;
  private final InstantSource clock;
  private final FailPoints failPoints;
  private final ReentrantLock alone = new ReentrantLock();

  /** The policy through which events come back. */
  public BanWork(
      EventStore store,
      UnwantedStore unwanted,
      BannedRepositories repositories,
      Reception reception,
      InstantSource clock,
      FailPoints failPoints) {
    this.store = store;
    this.unwanted = unwanted;
    this.repositories = repositories;
    this.reception = reception;
    this.clock = clock;
    this.failPoints = failPoints;
  }

  // ---- orders

  /** Keeps something out from now on; {@link #finish} removes what is here. */
  public Ban impose(Banned what, Order order, OptionalLong untilSeconds) {
    Ban ban = write(Mandate.NONE, tx -> tx.bans().impose(what, order, untilSeconds));
    LOG.info("{} is banned by {}: {}", what.shown(), order.actor(), order.reason());
    failPoints.reach(FailPoints.BAN_WRITTEN);
    return ban;
  }

  /** Lets something in again from now on; {@link #finish} brings back what was set aside. */
  public Optional<Ban> lift(Banned what, Order order) {
    return lift(what, order, Mandate.NONE);
  }

  private Optional<Ban> lift(Banned what, Order order, Mandate mandate) {
    Optional<Ban> lifted = write(mandate, tx -> tx.bans().lift(what, order));
    lifted.ifPresent(_ -> {
      LOG.info("the ban of {} is lifted by {}", what.shown(), order.actor());
      failPoints.reach(FailPoints.BAN_LIFTED);
    });
    return lifted;
  }

  /** Writes an order that was refused into the audit log. */
  public void refused(Order order, String action, String subject, String why) {
    boolean _ =
        write(
            Mandate.NONE,
            tx -> {
              tx.bans().note(order, action, subject, "refused: " + why);
              return true;
            });
  }

  // ---- what follows

  /** Lifts the bans whose time is over, and finishes them. */
  public void end(Mandate mandate) {
    long now = now();
    for (Ban ban : store.bans().all()) {
      if (ban.isOverAt(now) && mandate.isHeld()) {
        Order order = new Order("this server", "timer", ban.reason(), now);
        lift(ban.what(), order, mandate).ifPresent(_ -> finish(ban.what(), mandate));
      }
    }
  }

  /**
   * Continues what a crash interrupted. Fails if something that is banned is still served; what a
   * lifted ban has set aside may come back later.
   */
  public void resume(Mandate mandate) {
    for (Ban ban : store.bans().all()) {
      switch (mandate.isHeld() ? ban.phase() : Ban.Phase.IN_FORCE) {
        case BEGINNING -> finish(ban.what(), mandate);
        case LIFTED -> finishLater(ban.what(), mandate);
        case IN_FORCE -> enforce(ban, mandate);
      }
    }
  }

  /** A program without bans may have used this store meanwhile. */
  private void enforce(Ban ban, Mandate mandate) {
    if (mandate.isHeld() && !served(ban.what()).isEmpty()) {
      LOG.warn("{} is banned and was served: it is set aside again", ban.what().shown());
      alone(() -> begin(ban, mandate));
    }
  }

  private void finishLater(Banned what, Mandate mandate) {
    try {
      finish(what, mandate);
    } catch (RoleLostException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("what the ban of {} had set aside is left to the next start", what.shown(), e);
    }
  }

  /** Does the rest of a ban that begins or was lifted. Without effect once that is done. */
  public void finish(Banned what, Mandate mandate) {
    alone(() ->
        store.bans().all().stream()
            .filter(ban -> ban.what().equals(what))
            .findFirst()
            .ifPresent(ban -> {
              switch (ban.phase()) {
                case BEGINNING -> begin(ban, mandate);
                case LIFTED -> bringBack(ban, mandate);
                case IN_FORCE -> {}
              }
            }));
  }

  private void alone(Runnable work) {
    alone.lock();
    try (EventStore.ReserveUse _ = store.useReserve()) {
      work.run();
    } finally {
      alone.unlock();
    }
  }

  /** Held events first: a release that meets the ban makes its transaction fail. */
  private void begin(Ban ban, Mandate mandate) {
    SortedSet<Identifier> families = repositories.families(ban);
    setAside(ban, repositories.waiting(ban), mandate);
    int ended = repositories.end(ban);
    int events = 0;
    List<EventId> slice = served(ban.what());
    while (!slice.isEmpty() && mandate.isHeld()) {
      events += setAside(ban, slice, mandate);
      slice = served(ban.what());
    }
    repositories.align(families);
    boolean isDone =
        mandate.isHeld()
            && write(
                mandate,
                tx -> {
                  tx.bans().complete(ban.what());
                  return true;
                });
    if (isDone) {
      LOG.info(
          "nothing of {} is served: {} events set aside, {} repositories ended",
          ban.what().shown(),
          events,
          ended);
    }
  }

  private int setAside(Ban ban, Collection<EventId> ids, Mandate mandate) {
    long now = now();
    return ids.isEmpty()
        ? 0
        : write(
            mandate,
            tx -> (int) ids.stream().filter(id -> tx.bans().setAside(ban, id, now)).count());
  }

  private List<EventId> served(Banned what) {
    Filter.Builder filter =
        switch (what) {
          case Banned.OfEvent(var id) -> Filter.builder().ids(List.of(id));
          case Banned.OfKey(var key) -> Filter.builder().authors(List.of(key));
          case Banned.OfRepository(var address) ->
              Filter.builder()
                  .authors(List.of(address.owner()))
                  .kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE))
                  .tag('d', List.of(address.identifier().text()));
        };
    // Times in the future count too: this is not a client's question.
    QueryRun run = store.query(List.of(filter.limit(SLICE_EVENTS).build()), 0);
    List<EventId> found = new ArrayList<>();
    QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
    slice.events().forEach(one -> found.add(one.id()));
    while (slice.end() == QueryRun.End.MORE && found.isEmpty()) {
      slice = run.next(SLICE_WORK, SLICE_BYTES);
      slice.events().forEach(one -> found.add(one.id()));
    }
    return found;
  }

  private void bringBack(Ban ban, Mandate mandate) {
    forgetRefusals(ban, mandate);
    SortedSet<Identifier> families = repositories.families(ban);
    int restored = repositories.restore(ban);
    int events = 0;
    List<Event> slice = store.bans().aside(ban, SLICE_EVENTS);
    while (!slice.isEmpty() && mandate.isHeld() && isLifted(ban.what())) {
      for (Event event : slice) {
        events += bringBack(ban, event, mandate) ? 1 : 0;
      }
      slice = store.bans().aside(ban, SLICE_EVENTS);
    }
    repositories.align(families);
    if (mandate.isHeld() && isLifted(ban.what())) {
      boolean _ =
          write(
              mandate,
              tx -> {
                tx.bans().forget(ban.what());
                return true;
              });
      LOG.info("{} is back: {} events, {} repositories", ban.what().shown(), events, restored);
    }
  }

  /** Not if it was imposed again meanwhile: then what comes back is set aside at once. */
  private boolean isLifted(Banned what) {
    return store.bans().all().stream().anyMatch(ban -> ban.what().equals(what) && !ban.keepsOut());
  }

  /**
   * Lets the policy of now decide on an event again. Requests of an author are stored as they were:
   * what they hid stays hidden.
   */
  private boolean bringBack(Ban ban, Event event, Mandate mandate) {
    if (event.kind() == Kinds.DELETION || event.kind() == Kinds.VANISH) {
      return write(
          mandate,
          tx -> {
            var _ = tx.append(event, now());
            return tx.bans().takeOut(ban, event);
          });
    }
    boolean _ =
        write(
            mandate,
            tx -> {
              repositories.remember(event, tx);
              return true;
            });
    Verdict verdict = Await.answerOf(reception.receive(event, Origin.operator()));
    if (verdict instanceof Verdict.Refused(var refusal)) {
      if (refusal.reason().isTemporary()) {
        throw new IllegalStateException("event " + event.id() + ": " + refusal.message());
      }
      LOG.info("event {} does not come back: {}", event.id(), refusal.message());
    }
    boolean _ = write(mandate, tx -> tx.bans().takeOut(ban, event));
    return !(verdict instanceof Verdict.Refused);
  }

  /** Lets sync fetch again what the ban caused to be refused or removed. */
  private void forgetRefusals(Ban ban, Mandate mandate) {
    int _ =
        RefusalReset.forget(
            unwanted,
            now(),
            row -> isCovered(row, ban) && (row.why().isRefusal() || isOfLists(row)),
            work -> {
              boolean _ =
                  write(
                      mandate,
                      tx -> {
                        work.accept(tx);
                        return true;
                      });
            });
  }

  private static boolean isCovered(UnwantedEvent row, Ban ban) {
    return switch (ban.what()) {
      case Banned.OfEvent(var id) -> row.id().equals(id);
      case Banned.OfKey(var key) -> row.author().equals(key);
      case Banned.OfRepository(var address) -> row.author().equals(address.owner());
    };
  }

  private static boolean isOfLists(UnwantedEvent row) {
    return row.why() == UnwantedEvent.Why.EXCLUDED;
  }

  private <R> R write(Mandate mandate, Function<StoreTransaction, R> work) {
    return Await.answerOf(
        store.write(tx -> {
          mandate.require(tx);
          return work.apply(tx);
        }));
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }
}
