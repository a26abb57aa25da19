package dev.graspd.server.family.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.StoreRequest;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.base.Await;
import dev.graspd.server.family.FamilyDiary;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.ended.EndedKeeper;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.server.gate.Verdict;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The policy of a GRASP server: accepts events of hosted repositories. It decides on repository
 * events in the lane of their identifier; others need no lane. Thread-safe.
 */
public record RepositoryEvents(
    AdmissionRules general,
    HostingRules rules,
    PlainReception plain,
    DependentEvents dependents,
    StrangerLists strangers,
    Facts facts,
    HeldIndex held,
    FamilyLanes lanes,
    HoldLimits holdLimits,
    FamilyPublisher publisher,
    Deletions deletions,
    EndedKeeper keeper,
    FamilyDiary diary,
    Consumer<EventId> evictions,
    Executor executor)
    implements Reception {
  @Override
  public CompletionStage<Verdict> receive(Event event, Origin origin) {
    StoreRequest request = StoreRequest.of(event, general);
    return switch (request) {
      case DELETE -> deletions.delete(event, origin);
      case VANISH -> deletions.vanish(event, origin);
      case STORE, BROADCAST -> received(new NewEvent(event, origin, request));
    };
  }

  /** An event that is neither a deletion nor a request to vanish. */
  private record NewEvent(Event event, Origin origin, StoreRequest request) {}

  private CompletionStage<Verdict> received(NewEvent one) {
    Event event = one.event();
    SortedSet<Identifier> families = Deletions.familiesOf(event);
    Optional<Admission> early = families.isEmpty() ? Optional.of(decided(event)) : Optional.empty();
    if (early.orElse(null) instanceof Admission.Join join) {
      // An update that names only its pull request, which names the repository.
      families.add(join.family().identifier());
    }
    if (PullRequest.isKind(event.kind())) {
      families.addAll(publisher.pushedTo(event.id()));
    }
    return early.isPresent() && families.isEmpty()
        ? withoutLane(one, early.get())
        : lanes.enter(
            event,
            one.origin().payer(),
            families,
            () ->
                StaleViews.retried(() -> Await.answerOf(performed(one, decided(event), families))));
  }

  private Admission decided(Event event) {
    return Admission.decide(event, facts, rules);
  }

  /** Does not block the caller's thread: only a stale view needs another thread. */
  private CompletionStage<Verdict> withoutLane(NewEvent one, Admission admission) {
    SortedSet<Identifier> nowhere = Collections.emptySortedSet();
    return performed(one, admission, nowhere)
        .exceptionallyAsync(
            fault -> {
              if (!(StoreFaults.causeOf(fault) instanceof StaleViewException)) {
                throw new CompletionException(StoreFaults.causeOf(fault));
              }
              try {
                return StaleViews.retried(
                    () -> Await.answerOf(performed(one, decided(one.event()), nowhere)));
              } catch (StaleViewException e) {
                // The events that it names go as fast as they are found.
                return new Verdict.Refused(EventReason.EVENT_UNRELATED.refusal());
              }
            },
            executor);
  }

  @Override
  public Optional<Verdict> held(EventId id) {
    Optional<HeldIndex.Entry> entry = held.find(id);
    if (entry.isEmpty()) {
      return plain.held(id);
    }
    return entry.get().until().lapsed()
        ? Optional.empty()
        : Optional.of(new Verdict.Duplicate("in purgatory"));
  }

  private CompletionStage<Verdict> performed(
      NewEvent one, Admission admission, SortedSet<Identifier> entered) {
    Event event = one.event();
    return switch (admission) {
      case Admission.Serve(var other) ->
          other.isEmpty() || one.request() == StoreRequest.BROADCAST
              ? plain.receive(event, one.origin(), one.request())
              : dependents.serve(event, other.get());
      case Admission.ServeStranger() -> strangers.serve(event);
      case Admission.Outdated() -> done(outdated(event, one.origin()));
      case Admission.Refuse(var refusal) -> done(new Verdict.Refused(refusal));
      case Admission.StopHosting stop -> done(deletions.leave(event, stop));
      case Admission.Join join -> done(joined(event, one.origin(), join, entered));
    };
  }

  private Verdict outdated(Event event, Origin origin) {
    diary.outdated(event, origin);
    return new Verdict.Duplicate("a newer version is known here");
  }

  private Verdict joined(
      Event event, Origin origin, Admission.Join join, SortedSet<Identifier> entered) {
    Family before = facts.family(join.family().identifier());
    Optional<FamilyPublisher.Kept> kept = kept(event, join.family());
    if (kept.isPresent()) {
      return kept.get().isNewerThan(event)
          ? outdated(event, origin)
          : restored(event, origin, before, join.family(), kept.get());
    }
    return switch (holdLimits.answer(event, origin, before, join.family())) {
      case HoldLimits.Answer.Refused(var why) -> new Verdict.Refused(why.refusal());
      case HoldLimits.Answer.NoRoom(var why) ->
          joined(event, origin, before, join, FamilyPublisher.Stay.none(why), entered);
      case HoldLimits.Answer.Welcome(var place, var family, var remark) ->
          joined(
              event,
              origin,
              before,
              new Admission.Join(family, join.renewed(), join.remark() + remark),
              FamilyPublisher.Stay.at(place),
              entered);
    };
  }

  private Verdict restored(
      Event event, Origin origin, Family before, Family joined, FamilyPublisher.Kept kept) {
    Verdict verdict = publisher.restore(event, origin, before, joined, kept);
    if (verdict instanceof Verdict.Accepted) {
      keeper.restored(kept.ended().repository());
      // Git data that a held state waits for may have come while the repository was not here.
      boolean _ = StaleViews.retried(() -> publisher.settleAgain(joined.identifier()));
    }
    return verdict;
  }

  private Verdict joined(
      Event event,
      Origin origin,
      Family before,
      Admission.Join join,
      FamilyPublisher.Stay stay,
      SortedSet<Identifier> entered) {
    Verdict verdict = publisher.join(event, origin, before, join, stay);
    if (verdict instanceof Verdict.Held) {
      holdLimits.surplus(before).forEach(row -> evictions.accept(row.id()));
    }
    if (verdict instanceof Verdict.Accepted || verdict instanceof Verdict.Held) {
      // Give up pushes for it in families that it is not for.
      entered.stream()
          .filter(other -> !other.equals(before.identifier()))
          .forEach(other -> publisher.giveUpElsewhere(event.id(), facts.family(other)));
    }
    return verdict;
  }

  /** A new announcement restores its ended repository. */
  private Optional<FamilyPublisher.Kept> kept(Event event, Family joined) {
    return joined
        .announcementOf(event.author())
        .filter(own -> own.announcement().event().id().equals(event.id()) && own.isRepository())
        .filter(own -> own.standing() == Standing.WAITING)
        .flatMap(own -> keeper.restorable(own.announcement().address()));
  }

  private static CompletionStage<Verdict> done(Verdict verdict) {
    return CompletableFuture.completedFuture(verdict);
  }
}
