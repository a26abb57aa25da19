package dev.graspd.server.gate;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.policy.Restoration;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Aside;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.gate.FamilyChange.Restored;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Performs what was decided on events of repositories. Called inside their lanes. */
final class Arrivals {
  private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();

  private final FamilyWriter writer;
  private final Facts facts;
  private final GitObjects git;
  private final TipLookup tips;
  private final Shelves shelves;
  private final FamilyNotes notes;
  private final Accounts accounts;
  private final FailPoints failPoints;

  Arrivals(
      FamilyWriter writer,
      Facts facts,
      GitObjects git,
      TipLookup tips,
      Shelves shelves,
      FamilyNotes notes,
      Accounts accounts,
      FailPoints failPoints) {
    this.writer = writer;
    this.facts = facts;
    this.git = git;
    this.tips = tips;
    this.shelves = shelves;
    this.notes = notes;
    this.accounts = accounts;
    this.failPoints = failPoints;
  }

  /**
   * Whether an event that joins may wait.
   *
   * @param place where
   * @param noRoom why not; empty if it may
   */
  record Stay(FamilyChange.Place place, Optional<Reason> noRoom) {
    static Stay at(FamilyChange.Place place) {
      return new Stay(place, Optional.empty());
    }

    static Stay none(Reason why) {
      return new Stay(FamilyChange.Place.NOBODYS, Optional.of(why));
    }
  }

  CompletionStage<Verdict> join(
      Event event, Origin origin, Family before, Admission.Join join, Stay stay) {
    List<Placeholder> pushed = shelves.of(event.id(), before.identifier());
    Optional<Unshelved> unshelved = matching(event, pushed);
    Optional<Delivery> delivery = unshelved.map(Unshelved::delivery);
    Joined joined = joined(event, join.family(), pushed, delivery);
    if (stay.noRoom().isPresent() && !isServed(event, joined.family(), joined.settlement())) {
      delivery.ifPresent(one -> putBack(one, true));
      return CompletableFuture.completedFuture(new Verdict.Refused(stay.noRoom().get().refusal()));
    }
    String awaited = joined.awaited();
    FamilyChange change =
        new FamilyChange(before, joined.family(), joined.settlement())
            .withArrival(event)
            .withPlace(stay.place())
            .withUrgency(urgency(origin))
            .withRenewed(Hosting.announcementsOf(joined.family(), join.renewed()))
            .withPacks(unshelved.map(Unshelved::packs).orElse(List.of()), Quota.Cause.OFFERED)
            .withUnshelved(pushed);
    delivery.ifPresent(one -> change.withBrought(one::brings));
    return published(delivery, change)
        .whenComplete((published, fault) ->
            delivery.ifPresent(one -> putBack(one, fault != null || !isWritten(published))))
        .thenApply(published -> {
          discardUnused(before, pushed);
          Verdict verdict = verdictOf(published, join.remark());
          notes.arrived(event, origin, verdict, awaited);
          return verdict;
        });
  }

  /**
   * A family with an event that came, and what follows.
   *
   * @param awaited what the event waits for, in words
   */
  private record Joined(Family family, Settlement settlement, String awaited) {}

  private Joined joined(
      Event event, Family family, List<Placeholder> pushed, Optional<Delivery> delivery) {
    try (TipLookup.Here here =
        delivery.map(one -> tips.of(family, one)).orElseGet(() -> tips.of(family))) {
      Family joined = withSubmission(family, event, pushed, here.to(event.author()));
      Settlement settlement = Settlement.of(joined, here, NOBODY);
      // Looked up now: what is published for it meanwhile is no longer awaited.
      String awaited = isServed(event, joined, settlement) ? "" : FamilyNotes.awaited(event, here);
      return new Joined(joined, settlement, awaited);
    }
  }

  /** Settles a family of which more is known than when it was settled before. */
  CompletionStage<Boolean> settleAgain(Identifier identifier) {
    Family family = facts.family(identifier);
    FamilyChange change =
        new FamilyChange(family, family, tips.settle(family)).withCause("a look at its history");
    return change.isEmpty()
        ? CompletableFuture.completedFuture(false)
        : published(Optional.empty(), change).thenApply(_ -> true);
  }

  /**
   * Serves a new announcement with all that is kept of its repository.
   *
   * @param joined the family with the announcement
   */
  CompletionStage<Verdict> restore(
      Event event, Origin origin, Family before, Family joined, Kept kept) {
    PublicKey owner = kept.holding().repository().owner();
    List<Event> served =
        kept.aside().stream().filter(one -> !one.waited()).map(Aside::event).toList();
    List<Event> waiting = kept.aside().stream().filter(Aside::waited).map(Aside::event).toList();
    Restoration restoration =
        Restoration.of(joined, owner, kept.holding().refs(), served, kept.isServed());
    FamilyChange change =
        new FamilyChange(before, restoration.family(), tips.settle(restoration.family()))
            .withArrival(event)
            .withUrgency(urgency(origin))
            .withRestored(
                new Restored(kept.holding(), restoration.back(), waiting, kept.keptOut()));
    return published(Optional.empty(), change)
        .thenApply(published -> {
          Verdict verdict = verdictOf(published, "");
          notes.arrived(event, origin, verdict, "");
          return verdict;
        });
  }

  /** What is kept of a repository that is to come back. */
  record Kept(Holding holding, List<Aside> aside, Predicate<EventId> isServed, KeptOut keptOut) {
    /** Whether an announcement is older than the end of the hosting, and not the one that ended. */
    boolean isNewerThan(Event announcement) {
      return announcement.createdAt() < holding.announcedAt()
          || (announcement.createdAt() == holding.announcedAt()
              && !holding.announcement().equals(Optional.of(announcement.id())));
    }
  }

  private static Verdict verdictOf(Publication published, String remark) {
    return switch (published) {
      case Publication.Done(var answer, _) -> Hosting.verdictOf(answer, remark);
      case Publication.NoRoom(var refusal) -> new Verdict.Refused(refusal);
    };
  }

  private static boolean isServed(Event event, Family joined, Settlement settlement) {
    return settlement.released().contains(event.id())
        || joined.basis().get(event.id()) == Standing.SERVED;
  }

  private static Urgency urgency(Origin origin) {
    return switch (origin) {
      case Origin.Client _ -> Urgency.CLIENT;
      case Origin.Peer _ -> Urgency.SYNCED;
    };
  }

  /** What was not written stays on its shelf. */
  private static void putBack(Delivery delivery, boolean isNeededAgain) {
    try (delivery) {
      if (isNeededAgain) {
        String shelf = delivery.shelve();
        LOG.debug("shelf {} is needed again", shelf);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was pushed for an event; its bytes count for the place that it was pushed to. */
  private record Unshelved(Placeholder push, Delivery delivery) {
    List<PackRecord> packs() {
      return Arrivals.packs(delivery, push.space().owner());
    }
  }

  /** What was pushed before the event and is what the event names. */
  private Optional<Unshelved> matching(Event event, List<Placeholder> pushed) {
    for (Placeholder one : pushed) {
      if (matches(event, one) && !one.shelf().isEmpty()) {
        try {
          Delivery delivery = git.unshelve(one.space().identifier(), one.shelf());
          return Optional.of(new Unshelved(one, delivery));
        } catch (IOException e) {
          LOG.warn("what was pushed for event {} cannot be read", event.id(), e);
        }
      }
    }
    return Optional.empty();
  }

  /** Below {@code /prs/} the path, too, must be what the event says (G06-5). */
  private static boolean matches(Event event, Placeholder pushed) {
    RefSpace space = pushed.space();
    return PullRequest.of(event)
        .filter(request -> request.commit().equals(Optional.of(pushed.commit())))
        .filter(request ->
            !space.isSubmissions()
                || (event.author().equals(space.owner())
                    && !request.ownersNamed(space.identifier()).isEmpty()))
        .isPresent();
  }

  /** A pull request whose commit was pushed below {@code /prs/} is fetched from there. */
  private static Family withSubmission(
      Family family, Event event, List<Placeholder> pushed, ObjectsHere objects) {
    return pushed.stream()
        .filter(one -> one.space().isSubmissions() && matches(event, one))
        .filter(one -> objects.kindOf(one.commit()).equals(Optional.of(ObjectKind.COMMIT)))
        .findFirst()
        .flatMap(_ -> PullRequest.of(event))
        .flatMap(request -> Submission.of(request, family.identifier()))
        .map(family::with)
        .orElse(family);
  }

  /** Returns the families in which something was pushed for an event. */
  SortedSet<Identifier> pushedTo(EventId event) {
    return shelves.familiesOf(event);
  }

  /**
   * Gives up what was pushed for an event in families that it is not for. Called in their lanes,
   * when the event is here.
   */
  CompletionStage<Boolean> giveUpElsewhere(EventId event, Family elsewhere) {
    CompletionStage<Boolean> done = CompletableFuture.completedFuture(true);
    for (Placeholder one : shelves.of(event, elsewhere.identifier())) {
      done = done.thenCompose(_ -> giveUp(elsewhere, one));
    }
    return done;
  }

  /**
   * Publishes and writes, if there is room for what it brings. The delivery stays open: whoever
   * brought it closes it, which takes back what was published for nothing.
   */
  CompletionStage<Publication> published(Optional<Delivery> delivery, FamilyChange change) {
    return switch (room(change)) {
      case Quota.Answer.Exceeds(var refusal) ->
          CompletableFuture.completedFuture(new Publication.NoRoom(refusal));
      case Quota.Answer.Fits room -> published(delivery, change, room);
      case Quota.Answer.NearlyFull room -> published(delivery, change, room);
    };
  }

  private Quota.Answer room(FamilyChange change) {
    List<PackRecord> packs = change.packs();
    return packs.isEmpty()
        ? new Quota.Answer.Fits()
        : accounts.take(
            new RepoAddress(packs.getFirst().shares().firstKey(), packs.getFirst().family()),
            packs,
            change.packsCause());
  }

  /** A publication that fails, now or later, gives its room back. */
  private CompletionStage<Publication> published(
      Optional<Delivery> delivery, FamilyChange change, Quota.Answer room) {
    return CompletableFuture.completedFuture(change)
        .thenCompose(_ -> written(delivery, change))
        .<Publication>thenApply(answer -> new Publication.Done(answer, room))
        .whenComplete((published, fault) -> {
          if (fault != null || !isWritten(published)) {
            accounts.giveBack(change.packs());
          }
        });
  }

  private CompletionStage<Optional<Appended>> written(
      Optional<Delivery> delivery, FamilyChange change) {
    try {
      if (delivery.isPresent()) {
        delivery.get().publish();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isEvent = change.arrival().isPresent();
    failPoints.reach(isEvent ? FailPoints.EVENT_BEFORE_WRITE : FailPoints.PUSH_BEFORE_WRITE);
    return writer
        .write(change)
        .thenApply(answer -> {
          failPoints.reach(isEvent ? FailPoints.EVENT_WRITTEN : FailPoints.PUSH_WRITTEN);
          if (isStored(answer)) {
            delivery.ifPresent(Delivery::keep);
          }
          return answer;
        });
  }

  private static boolean isWritten(Publication published) {
    return switch (published) {
      case Publication.Done(var answer, _) -> isStored(answer);
      case Publication.NoRoom _ -> false;
    };
  }

  /** What comes without an event is written unless it fails. */
  private static boolean isStored(Optional<Appended> answer) {
    return answer
        .map(one -> one instanceof Appended.Stored || one instanceof Appended.Held)
        .orElse(true);
  }

  static List<PackRecord> packs(Delivery delivery, PublicKey owner) {
    return delivery.packs().stream()
        .map(pack -> new PackRecord(delivery.family(), pack.name(), owner, pack.bytes()))
        .toList();
  }

  /** Removes what was pushed for an event and is not what the event names. */
  private void discardUnused(Family family, List<Placeholder> pushed) {
    for (Placeholder one : pushed) {
      if (!one.shelf().isEmpty() && !shelves.isUsed(one.shelf())) {
        discard(family, one);
      }
    }
  }

  private void discard(Family family, Placeholder placeholder) {
    try {
      git.unshelve(family.identifier(), placeholder.shelf()).close();
    } catch (IOException e) {
      LOG.debug("shelf {} is gone already", placeholder.shelf(), e);
    }
  }

  /** Notes pushes that wait for their event, in place of earlier ones. */
  CompletionStage<Boolean> shelved(
      Family family, List<Placeholder> put, List<Placeholder> replaced) {
    Settlement nothing =
        new Settlement(
            Collections.emptySortedSet(),
            Collections.emptySortedSet(),
            Collections.emptySortedMap());
    return writer
        .write(new FamilyChange(family, family, nothing).withUnshelved(replaced).withShelved(put))
        .thenApply(_ -> {
          discardUnused(family, replaced);
          return true;
        });
  }

  /** Gives a push that waited too long up. */
  CompletionStage<Boolean> giveUp(Family family, Placeholder placeholder) {
    Settlement settlement = tips.settle(family);
    return writer
        .write(new FamilyChange(family, family, settlement).withUnshelved(List.of(placeholder)))
        .thenApply(_ -> {
          discardUnused(family, List.of(placeholder));
          return true;
        });
  }
}
