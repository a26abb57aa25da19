package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.policy.end.Restoration;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.FamilyEffect.Arrive;
import dev.graspd.server.family.FamilyEffect.PutPacks;
import dev.graspd.server.family.FamilyEffect.Renew;
import dev.graspd.server.family.FamilyEffect.RestoreRepository;
import dev.graspd.server.family.FamilyEffect.Shelve;
import dev.graspd.server.family.FamilyEffect.Unshelve;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.role.Mandate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes git data and writes decided changes of families. Called inside their lanes. */
public record FamilyPublisher(
    FamilyWriter writer,
    Facts facts,
    GitObjects git,
    TipLookup tips,
    ShelvedPushes shelves,
    FamilyDiary diary,
    StorageAccounts accounts,
    FailPoints failPoints) {
  private static final Logger LOG = LoggerFactory.getLogger(FamilyPublisher.class);
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();

  /**
   * The permission of a new event to wait.
   *
   * @param place where it waits
   * @param noRoom why not; empty if it may
   */
  public record Stay(FamilyChange.Place place, Optional<Reason> noRoom) {
    public static Stay at(FamilyChange.Place place) {
      return new Stay(place, Optional.empty());
    }

    public static Stay none(Reason why) {
      return new Stay(FamilyChange.Place.NOBODYS, Optional.of(why));
    }
  }

  public Verdict join(Event event, Origin origin, Family before, Admission.Join join, Stay stay) {
    List<Placeholder> pushed = shelves.of(event.id(), before.identifier());
    Verdict verdict;
    String awaited;
    try (Unshelved unshelved = matching(event, pushed)) {
      Joined joined = joined(event, join.family(), pushed, unshelved.delivery);
      if (stay.noRoom().isPresent() && !isServed(event, joined.family(), joined.settlement())) {
        return new Verdict.Refused(stay.noRoom().get().refusal());
      }
      awaited = joined.awaited();
      Publication published =
          published(
              unshelved.delivery,
              change(event, before, join, stay, joined, pushed, unshelved).urgent(urgency(origin)));
      unshelved.isWritten = isWritten(published);
      verdict = verdictOf(published, join.remark());
    }
    discardUnused(before, pushed);
    diary.arrived(event, origin, verdict, awaited);
    return verdict;
  }

  private static FamilyChange change(
      Event event,
      Family before,
      Admission.Join join,
      Stay stay,
      Joined joined,
      List<Placeholder> pushed,
      Unshelved unshelved) {
    boolean isServed = isServed(event, joined.family(), joined.settlement());
    FamilyChange change =
        FamilyChange.of(
                before,
                joined.family(),
                joined.settlement(),
                List.of(new Arrive(event, stay.place(), isServed)))
            .with(renewals(announcementsOf(joined.family(), join.renewed())))
            .with(unshelved.packs)
            .with(unshelve(pushed, Unshelve.Why.EVENT_CAME));
    return unshelved.delivery.map(one -> change.bringing(one::brings)).orElse(change);
  }

  public static List<Renew> renewals(Collection<EventId> ids) {
    return ids.stream().map(id -> new Renew(id, "")).toList();
  }

  private static List<Unshelve> unshelve(List<Placeholder> pushed, Unshelve.Why why) {
    return pushed.stream().map(one -> new Unshelve(one, why)).toList();
  }

  /**
   * A family with a new event, and its settlement.
   *
   * @param awaited the git data that the event waits for, in words
   */
  private record Joined(Family family, Settlement settlement, String awaited) {}

  private Joined joined(
      Event event, Family family, List<Placeholder> pushed, Optional<PackDelivery> delivery) {
    try (TipLookup.Here here =
        delivery.map(one -> tips.of(family, one)).orElseGet(() -> tips.of(family))) {
      Family joined = withSubmission(family, event, pushed, here.to(event.author()));
      Settlement settlement = Settlement.of(joined, here, NOBODY);
      // Before publishing: afterwards nothing is awaited.
      String awaited = isServed(event, joined, settlement) ? "" : FamilyDiary.awaited(event, here);
      return new Joined(joined, settlement, awaited);
    }
  }

  /** Settles a family when more of its history is known. */
  public boolean settleAgain(Identifier identifier) {
    Family family = facts.family(identifier);
    FamilyChange change =
        FamilyChange.of(family, family, tips.settle(family)).causedBy("a look at its history");
    return !change.isEmpty() && isWritten(published(Optional.empty(), change));
  }

  /**
   * Serves a new announcement and restores its ended repository.
   *
   * @param joined the family with the announcement
   */
  public Verdict restore(Event event, Origin origin, Family before, Family joined, Kept kept) {
    PublicKey owner = kept.ended().repository().owner();
    List<Event> served =
        kept.aside().stream().filter(one -> !one.waited()).map(SetAsideEvent::event).toList();
    List<Event> waiting =
        kept.aside().stream().filter(SetAsideEvent::waited).map(SetAsideEvent::event).toList();
    Restoration restoration =
        Restoration.of(joined, owner, kept.ended().refs(), served, kept.isServed());
    Family after = restoration.family();
    Settlement settlement = tips.settle(after);
    boolean isServed = isServed(event, after, settlement);
    FamilyChange change =
        FamilyChange.of(
                before,
                after,
                settlement,
                List.of(new Arrive(event, FamilyChange.Place.NOBODYS, isServed)))
            .urgent(urgency(origin))
            .with(
                List.of(
                    new RestoreRepository(
                        kept.ended(), restoration.back(), waiting, kept.keptOut())));
    Verdict verdict = verdictOf(published(Optional.empty(), change), "");
    diary.arrived(event, origin, verdict, "");
    return verdict;
  }

  /** An ended repository that an announcement restores. */
  public record Kept(
      EndedRepository ended,
      List<SetAsideEvent> aside,
      Predicate<EventId> isServed,
      KeptOut keptOut) {
    /** Returns whether an announcement is older than the end, and not the one that ended. */
    public boolean isNewerThan(Event announcement) {
      return announcement.createdAt() < ended.announcedAt()
          || (announcement.createdAt() == ended.announcedAt()
              && !ended.announcement().equals(Optional.of(announcement.id())));
    }
  }

  private static Verdict verdictOf(Publication published, String remark) {
    return switch (published) {
      case Publication.Done(var answer, _) -> verdictOf(answer, remark);
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
      case Origin.Peer _, Origin.Import _ -> Urgency.SYNCED;
    };
  }

  /** The delivery that was pushed for an event, if any; unless written, it returns to its shelf. */
  private static final class Unshelved implements AutoCloseable {
    private final Optional<PackDelivery> delivery;
    private final List<PutPacks> packs;
    private boolean isWritten;

    /** Nothing was pushed. */
    Unshelved() {
      delivery = Optional.empty();
      packs = List.of();
    }

    /** Its bytes count for the owner that it was pushed to. */
    Unshelved(Placeholder push, PackDelivery pushed) {
      delivery = Optional.of(pushed);
      packs = List.of(FamilyPublisher.packs(pushed, push.space().owner(), Quota.Cause.OFFERED));
    }

    @Override
    public void close() {
      if (delivery.isEmpty()) {
        return;
      }
      try (PackDelivery one = delivery.get()) {
        if (!isWritten) {
          String shelf = one.shelve();
          LOG.debug("shelf {} is needed again", shelf);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Takes the delivery that was pushed before the event and has its commit. */
  private Unshelved matching(Event event, List<Placeholder> pushed) {
    for (Placeholder one : pushed) {
      if (matches(event, one) && !one.shelf().isEmpty()) {
        try {
          return new Unshelved(one, git.unshelve(one.space().identifier(), one.shelf()));
        } catch (IOException e) {
          LOG.warn("what was pushed for event {} cannot be read", event.id(), e);
        }
      }
    }
    return new Unshelved();
  }

  /** Below {@code /prs/} the path, too, must match the event (G06-5). */
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

  /** A pull request whose commit was pushed below {@code /prs/} can be fetched there. */
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

  /** Returns the families with pushes for an event. */
  public SortedSet<Identifier> pushedTo(EventId event) {
    return shelves.familiesOf(event);
  }

  /**
   * Gives up pushes for an event in a family that it is not for. Called in its lane, when the event
   * is here.
   */
  public void giveUpElsewhere(EventId event, Family elsewhere) {
    shelves.of(event, elsewhere.identifier()).forEach(one -> giveUp(elsewhere, one, Mandate.NONE));
  }

  /**
   * Stores a delivery and writes the change that names its packs, if the quota has room. The caller
   * closes the delivery, which withdraws its packs if nothing was written.
   */
  public Publication published(Optional<PackDelivery> delivery, FamilyChange change) {
    Quota.Answer room = room(change);
    if (room instanceof Quota.Answer.Exceeds(var refusal)) {
      return new Publication.NoRoom(refusal);
    }
    try {
      return new Publication.Done(written(delivery, change), room);
    } catch (StorageAccounts.NoRoomException e) {
      // Another delivery for the same owner was quicker.
      return new Publication.NoRoom(e.refusal());
    }
  }

  private Quota.Answer room(FamilyChange change) {
    return change
        .only(PutPacks.class)
        .filter(one -> !one.packs().isEmpty())
        .findFirst()
        .map(one -> accounts.answer(one.packs(), one.cause()))
        .orElseGet(Quota.Answer.Fits::new);
  }

  private Optional<Appended> written(Optional<PackDelivery> delivery, FamilyChange change) {
    try {
      if (delivery.isPresent()) {
        delivery.get().store();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isEvent = change.arrival().isPresent();
    failPoints.reach(isEvent ? FailPoints.EVENT_BEFORE_WRITE : FailPoints.PUSH_BEFORE_WRITE);
    Optional<Appended> answer = writer.write(change);
    failPoints.reach(isEvent ? FailPoints.EVENT_WRITTEN : FailPoints.PUSH_WRITTEN);
    if (isStored(answer)) {
      delivery.ifPresent(PackDelivery::keep);
    }
    return answer;
  }

  private static boolean isWritten(Publication published) {
    return switch (published) {
      case Publication.Done(var answer, _) -> isStored(answer);
      case Publication.NoRoom _ -> false;
    };
  }

  /** A change without an event is stored unless it fails. */
  private static boolean isStored(Optional<Appended> answer) {
    return answer.filter(EffectsInStore::isRefusal).isEmpty();
  }

  /** Returns the packs of a delivery, counted for an owner. */
  public static PutPacks packs(PackDelivery delivery, PublicKey owner, Quota.Cause cause) {
    return new PutPacks(
        delivery.packs().stream()
            .map(pack -> new PackRecord(delivery.family(), pack.name(), owner, pack.bytes()))
            .toList(),
        cause);
  }

  /** Removes shelves that no push uses. */
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

  /** Writes pushes that wait for their event, in place of earlier ones. */
  public void shelved(Family family, List<Placeholder> put, List<Placeholder> replaced) {
    Settlement nothing =
        new Settlement(
            Collections.emptySortedSet(),
            Collections.emptySortedSet(),
            Collections.emptySortedMap());
    writer.write(
        FamilyChange.of(family, family, nothing)
            .with(unshelve(replaced, Unshelve.Why.PUSHED_AGAIN))
            .with(put.stream().map(Shelve::new).toList()));
    discardUnused(family, replaced);
  }

  /** Gives up a push that waited too long. */
  public void giveUp(Family family, Placeholder placeholder, Mandate under) {
    Settlement settlement = tips.settle(family);
    writer.write(
        FamilyChange.of(family, family, settlement)
            .with(unshelve(List.of(placeholder), Unshelve.Why.GIVEN_UP))
            .under(under));
    discardUnused(family, List.of(placeholder));
  }

  /** Returns the held announcements of these owners. */
  public static List<EventId> announcementsOf(Family family, SortedSet<PublicKey> owners) {
    return owners.stream()
        .flatMap(owner -> family.announcementOf(owner).stream())
        .filter(announced -> announced.standing() != Standing.SERVED)
        .map(Family.Announced::announcement)
        .map(announcement -> announcement.event().id())
        .toList();
  }

  private static Verdict verdictOf(Optional<Appended> answer, String remark) {
    return answer
        .map(appended ->
            appended instanceof Appended.Held
                ? new Verdict.Held(remark)
                : PlainReception.verdictOf(appended))
        .orElseGet(Verdict.Accepted::new);
  }
}
