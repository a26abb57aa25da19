package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Obedience;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Appended;
import dev.graspd.server.gate.FamilyWriter.StaleViewException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The policy of a GRASP server: takes what belongs to hosted repositories. Events of repositories
 * are decided on in the lane of their identifier; all others need no lane. Thread-safe.
 */
public final class Hosting implements Reception {
  private static final int ATTEMPTS_MAX = 5;

  private final AdmissionRules general;
  private final HostingRules rules;
  private final Reception plain;
  private final HangingEvents hanging;
  private final StrangerLists strangers;
  private final Facts facts;
  private final HeldIndex held;
  private final Lanes lanes;
  private final Newcomers newcomers;
  private final Arrivals arrivals;
  private final Deletions deletions;
  private final Holdings holdings;
  private final FamilyNotes notes;
  private final UnsettledWrites unsettled;
  private final Consumer<EventId> evictions;

  Hosting(
      AdmissionRules general,
      HostingRules rules,
      Reception plain,
      HangingEvents hanging,
      StrangerLists strangers,
      Facts facts,
      HeldIndex held,
      Lanes lanes,
      Newcomers newcomers,
      Arrivals arrivals,
      Deletions deletions,
      Holdings holdings,
      FamilyNotes notes,
      UnsettledWrites unsettled,
      Consumer<EventId> evictions) {
    this.general = general;
    this.rules = rules;
    this.plain = plain;
    this.hanging = hanging;
    this.strangers = strangers;
    this.facts = facts;
    this.held = held;
    this.lanes = lanes;
    this.newcomers = newcomers;
    this.arrivals = arrivals;
    this.deletions = deletions;
    this.holdings = holdings;
    this.notes = notes;
    this.unsettled = unsettled;
    this.evictions = evictions;
  }

  @Override
  public CompletionStage<Verdict> receive(Event event, Origin origin) {
    return switch (Obedience.of(event, general)) {
      case DELETE -> deletions.delete(event, origin);
      case VANISH -> deletions.vanish(event, origin);
      case STORE, BROADCAST -> {
        SortedSet<Identifier> identifiers = lanesOf(event);
        Supplier<CompletionStage<Verdict>> decision =
            again(() -> decided(event, origin, identifiers), ATTEMPTS_MAX);
        yield identifiers.isEmpty()
            ? decision.get().exceptionallyCompose(Hosting::withoutHold)
            : lanes.enter(event, origin.payer(), identifiers, decision);
      }
    };
  }

  @Override
  public long settledSeq() {
    return unsettled.settledSeq();
  }

  @Override
  public void onSettled(Runnable wake) {
    unsettled.onSettled(wake);
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

  private SortedSet<Identifier> lanesOf(Event event) {
    SortedSet<Identifier> identifiers = new TreeSet<>();
    if (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE) {
      event.tag("d").flatMap(tag -> Identifier.parse(tag.value())).ifPresent(identifiers::add);
    }
    PullRequest.of(event).stream()
        .flatMap(request -> request.repositories().stream())
        .map(RepoAddress::identifier)
        .forEach(identifiers::add);
    if (identifiers.isEmpty()
        && PullRequest.isKind(event.kind())
        && Admission.decide(event, facts, rules) instanceof Admission.Join join) {
      // An update that names only its pull request: that one tells the repository.
      identifiers.add(join.family().identifier());
    }
    if (PullRequest.isKind(event.kind())) {
      identifiers.addAll(arrivals.pushedTo(event.id()));
    }
    return identifiers;
  }

  /** Decides anew when the store has moved on meanwhile. */
  static <R> Supplier<CompletionStage<R>> again(
      Supplier<CompletionStage<R>> attempt, int attemptsMax) {
    return () ->
        attempt
            .get()
            .exceptionallyCompose(fault -> {
              Throwable cause = fault instanceof CompletionException e ? e.getCause() : fault;
              return cause instanceof StaleViewException && attemptsMax > 1
                  ? again(attempt, attemptsMax - 1).get()
                  : CompletableFuture.failedStage(fault);
            });
  }

  /** Whatever it could hang on goes as fast as it is found: it is as good as gone. */
  private static CompletionStage<Verdict> withoutHold(Throwable fault) {
    Throwable cause = fault instanceof CompletionException e ? e.getCause() : fault;
    return cause instanceof StaleViewException
        ? done(new Verdict.Refused(Reason.EVENT_UNRELATED.refusal()))
        : CompletableFuture.failedStage(fault);
  }

  private CompletionStage<Verdict> decided(
      Event event, Origin origin, SortedSet<Identifier> entered) {
    return switch (Admission.decide(event, facts, rules)) {
      case Admission.Serve(var hangsOn) ->
          hangsOn.isEmpty() || Kinds.lifeOf(event.kind()) == Kinds.Life.EPHEMERAL
              ? plain.receive(event, origin)
              : hanging.serve(event, hangsOn.get());
      case Admission.ServeStranger() -> strangers.serve(event);
      case Admission.Outdated() -> {
        notes.outdated(event, origin);
        yield done(new Verdict.Duplicate("a newer version is known here"));
      }
      case Admission.Refuse(var refusal) -> done(new Verdict.Refused(refusal));
      case Admission.StopHosting stop -> deletions.leave(event, stop);
      case Admission.Join join -> join(event, origin, join, entered);
    };
  }

  private CompletionStage<Verdict> join(
      Event event, Origin origin, Admission.Join join, SortedSet<Identifier> entered) {
    Family before = facts.family(join.family().identifier());
    Optional<Arrivals.Kept> kept = kept(event, join.family());
    if (kept.filter(one -> one.isNewerThan(event)).isPresent()) {
      notes.outdated(event, origin);
      return done(new Verdict.Duplicate("a newer version is known here"));
    }
    if (kept.isPresent()) {
      return arrivals
          .restore(event, origin, before, join.family(), kept.get())
          .thenApply(verdict -> {
            if (verdict instanceof Verdict.Accepted) {
              holdings.restored(kept.get().holding().repository());
            }
            return verdict;
          });
    }
    return switch (newcomers.answer(event, origin, before, join.family())) {
      case Newcomers.Answer.Refused(var why) -> done(new Verdict.Refused(why.refusal()));
      case Newcomers.Answer.NoRoom(var why) ->
          joined(event, origin, before, join, Arrivals.Stay.none(why), entered);
      case Newcomers.Answer.Welcome(var place, var family, var remark) ->
          joined(
              event,
              origin,
              before,
              new Admission.Join(family, join.renewed(), join.remark() + remark),
              Arrivals.Stay.at(place),
              entered);
    };
  }

  private CompletionStage<Verdict> joined(
      Event event,
      Origin origin,
      Family before,
      Admission.Join join,
      Arrivals.Stay stay,
      SortedSet<Identifier> entered) {
    return arrivals
        .join(event, origin, before, join, stay)
        .thenApply(verdict -> {
          if (verdict instanceof Verdict.Held) {
            newcomers.surplus(before).forEach(row -> evictions.accept(row.id()));
          }
          return verdict;
        })
        .thenCompose(verdict -> withoutStrays(event, before, entered, verdict));
  }

  /** What was pushed for an event to families that it is not for, waits in vain. */
  private CompletionStage<Verdict> withoutStrays(
      Event event, Family home, SortedSet<Identifier> entered, Verdict verdict) {
    CompletionStage<Verdict> done = done(verdict);
    if (verdict instanceof Verdict.Accepted || verdict instanceof Verdict.Held) {
      for (Identifier other : entered) {
        if (!other.equals(home.identifier())) {
          done =
              done.thenCompose(_ -> arrivals.giveUpElsewhere(event.id(), facts.family(other)))
                  .thenApply(_ -> verdict);
        }
      }
    }
    return done;
  }

  /** A new announcement brings back what is kept of its repository. */
  private Optional<Arrivals.Kept> kept(Event event, Family joined) {
    return joined
        .announcementOf(event.author())
        .filter(own -> own.announcement().event().id().equals(event.id()) && own.isRepository())
        .filter(own -> own.standing() == Standing.WAITING)
        .flatMap(own -> holdings.restorable(own.announcement().address()));
  }

  private static CompletionStage<Verdict> done(Verdict verdict) {
    return CompletableFuture.completedFuture(verdict);
  }

  /** Returns the ids of the announcements of these owners. */
  static List<EventId> announcementsOf(Family family, SortedSet<PublicKey> owners) {
    return owners.stream()
        .flatMap(owner -> family.announcementOf(owner).stream())
        .filter(announced -> announced.standing() != Standing.SERVED)
        .map(Announced::announcement)
        .map(announcement -> announcement.event().id())
        .toList();
  }

  /** Returns what the store's answer means for an event that joined a family. */
  static Verdict verdictOf(Optional<Appended> answer, String remark) {
    return answer
        .map(appended ->
            appended instanceof Appended.Held
                ? new Verdict.Held(remark)
                : PlainReception.verdictOf(appended))
        .orElseGet(Verdict.Accepted::new);
  }
}
