package dev.graspd.server.family.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.policy.room.FamilyRoom;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Rooms;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.gate.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Limits for events that begin to wait: the rooms, and how many repositories and places for
 * submissions a key or address may begin in an hour. Thread-safe.
 */
public final class HoldLimits {
  private final HostingLimits limits;
  private final Rooms.Sizes rooms;
  private final FamilyRoom family;
  private final HeldIndex held;
  private final HeldCharges charges;
  private final UptimeClock clock;
  private final HourlyCounts byKey = new HourlyCounts();
  private final HourlyCounts byAddress = new HourlyCounts();

  public HoldLimits(
      HostingLimits limits,
      int maxHeldPerIdentifier,
      HeldIndex held,
      HeldCharges charges,
      UptimeClock clock) {
    this.limits = limits;
    this.rooms = limits.rooms(maxHeldPerIdentifier);
    this.family = new FamilyRoom(limits.maxIdentifierBytes());
    this.held = held;
    this.charges = charges;
    this.clock = clock;
  }

  /** Whether an event may begin to wait. */
  public sealed interface Answer {
    /**
     * It may, or it need not wait.
     *
     * @param place where it waits
     * @param family with the event, and without an older state that it replaces
     * @param remark for its sender; may be empty
     */
    record Welcome(FamilyChange.Place place, Family family, String remark) implements Answer {}

    /** It is accepted only if it need not wait. */
    record NoRoom(Reason why) implements Answer {}

    record Refused(Reason why) implements Answer {}
  }

  /** Decides on an event, and counts a repository or place that begins with it. */
  public Answer answer(Event event, Origin origin, Family before, Family joined) {
    Optional<Reason> full =
        PullRequest.isKind(event.kind())
            ? Optional.empty()
            : family.refusal(event.author(), before, joined);
    if (full.isPresent()) {
      return new Answer.Refused(full.get());
    }
    if (before.basis().get(event.id()) == Standing.WAITING
        || joined.basis().get(event.id()) != Standing.WAITING) {
      return new Answer.Welcome(FamilyChange.Place.NOBODYS, joined, "");
    }
    if (origin instanceof Origin.Import) {
      return new Answer.Welcome(FamilyChange.Place.NOBODYS, joined, "");
    }
    Waiting asking = asking(event, origin, before.identifier());
    return switch (room(asking, before.identifier(), joined)) {
      case Rooms.Answer.Full(var why) -> new Answer.NoRoom(why);
      case Rooms.Answer.Welcome(var belongs, var replaced) -> {
        Family family = replaced.map(joined::without).orElse(joined);
        FamilyChange.Place place = new FamilyChange.Place(belongs, asking.from());
        yield isNew(event, before, joined)
            ? counted(event, origin, new Answer.Welcome(place, family, ""))
            : new Answer.Welcome(place, family, "");
      }
    };
  }

  private Waiting asking(Event event, Origin origin, Identifier home) {
    Waiting.Sender from = charges.sender(origin, clock.now().epochSeconds());
    return Waiting.of(event, false, from, new Wait(home, false, 0));
  }

  private Rooms.Answer room(Waiting asking, Identifier home, Family joined) {
    return Rooms.decide(
        asking, membersOfServed(joined), rowsOf(home), held.strangers(asking), rooms);
  }

  private List<Waiting> rowsOf(Identifier home) {
    return held.of(home).stream().map(HeldIndex.Entry::row).toList();
  }

  private static List<SortedSet<PublicKey>> membersOfServed(Family family) {
    return family.owners().stream()
        .filter(owner ->
            family
                .announcementOf(owner)
                .filter(own -> own.standing() == Standing.SERVED)
                .isPresent())
        .map(family::membersOf)
        .toList();
  }

  /** Returns lapsed events that must go, because an event began to wait in a family. */
  List<Waiting> surplus(Family family) {
    List<Waiting> surplus =
        new ArrayList<>(
            Rooms.surplus(rowsOf(family.identifier()), membersOfServed(family).size(), rooms));
    surplus.addAll(held.surplus(rooms.all()));
    return surplus;
  }

  private static boolean isNew(Event event, Family before, Family joined) {
    return event.kind() == Kinds.ANNOUNCEMENT
        ? before.announcementOf(event.author()).isEmpty()
        : opensPlace(event, before, joined);
  }

  /** Whether it is the first submission of a key for an identifier without a repository here. */
  private static boolean opensPlace(Event event, Family before, Family joined) {
    Offered offered = joined.pullRequests().get(event.id());
    return offered != null
        && offered.isSubmission()
        && before.owners().stream().noneMatch(offered.targets()::contains)
        && before.submissions().values().stream()
            .noneMatch(one -> one.signer().equals(event.author()))
        && before.pullRequests().values().stream()
            .noneMatch(one -> one.request().event().author().equals(event.author()));
  }

  /** The operator's own clients and other servers have no rates. */
  private synchronized Answer counted(Event event, Origin origin, Answer.Welcome welcome) {
    if (!(origin instanceof Origin.Client(_, var payer)) || payer.isOperator()) {
      return welcome;
    }
    String key = event.author().hex();
    long now = clock.nanos();
    int ofKey = byKey.of(key, now);
    int ofAddress = byAddress.of(payer.text(), now);
    return switch (limits.newRepositories().decide(ofKey, ofAddress)) {
      case NewRepositoryRates.Answer.TooMany() ->
          new Answer.Refused(EventReason.TOO_MANY_REPOSITORIES);
      case NewRepositoryRates.Answer.Welcome(var remark) -> {
        byKey.add(key, now);
        byAddress.add(payer.text(), now);
        yield new Answer.Welcome(welcome.place(), welcome.family(), remark);
      }
    };
  }
}
