package dev.graspd.server.gate;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to be written of one family, in one transaction. Filled by one thread, then only read.
 *
 * <p>The basis is the view that it was decided on; if the store has moved on, nothing is written.
 * Joined is the same with what came and without what went, before settling; the settlement follows
 * from it.
 */
final class FamilyChange {
  private final Family basis;
  private final Family joined;
  private final Settlement settlement;
  private final SortedMap<PublicKey, Refs> moved = new TreeMap<>();
  private final SortedMap<EventId, Submission> submitted = new TreeMap<>();
  private final SortedMap<EventId, Submission> withdrawn = new TreeMap<>();
  private Optional<Event> arrival = Optional.empty();
  private Place place = Place.NOBODYS;
  private Optional<Urgency> urgency = Optional.empty();
  private final SortedSet<EventId> renewed = new TreeSet<>();
  private final SortedSet<EventId> removed = new TreeSet<>();
  private Removal removedAs = Removal.DELETED;
  private Optional<Holding> ended = Optional.empty();
  private final SortedSet<EventId> along = new TreeSet<>();
  private Optional<Holding> condemned = Optional.empty();
  private Optional<Restored> restored = Optional.empty();
  private final SortedMap<EventId, Wait> lapsed = new TreeMap<>();
  private final SortedMap<EventId, String> remarks = new TreeMap<>();
  private String cause = "";
  private List<PackRecord> packs = List.of();
  private Quota.Cause packsCause = Quota.Cause.SIGNED;
  private Optional<Brought> brought = Optional.empty();
  private List<Placeholder> shelved = List.of();
  private List<Placeholder> unshelved = List.of();

  /**
   * What comes back.
   *
   * @param back events that the family's view counts on, to be served again
   * @param waiting events that wait again; all others that are set aside follow
   * @param keptOut which of these do not
   */
  record Restored(Holding holding, List<Event> back, List<Event> waiting, KeptOut keptOut) {
    Restored {
      back = List.copyOf(back);
      waiting = List.copyOf(waiting);
    }
  }

  FamilyChange(Family basis, Family joined, Settlement settlement) {
    this.basis = basis;
    this.joined = joined;
    this.settlement = settlement;
    joined
        .allRefs()
        .forEach((owner, refs) -> {
          if (!refs.equals(basis.refs(owner))) {
            moved.put(owner, refs);
          }
        });
    moved.putAll(settlement.moved());
    submitted.putAll(joined.submissions());
    submitted.values().removeAll(basis.submissions().values());
    submitted.putAll(settlement.submitted());
    withdrawn.putAll(basis.submissions());
    withdrawn.keySet().removeAll(joined.submissions().keySet());
  }

  /** Where an arrival waits, if it does: in which room, and on whose account. */
  record Place(boolean belongs, Waiting.Sender from) {
    static final Place NOBODYS = new Place(false, Waiting.Sender.NOBODY);
  }

  FamilyChange withArrival(Event event) {
    arrival = Optional.of(event);
    return this;
  }

  FamilyChange withPlace(Place taken) {
    place = taken;
    return this;
  }

  FamilyChange withUrgency(Urgency soon) {
    urgency = Optional.of(soon);
    return this;
  }

  /** Names in words what brings it about; for the diary. */
  FamilyChange withCause(String words) {
    cause = words;
    return this;
  }

  /** Says more of an event that goes on waiting; for the diary. */
  FamilyChange withRemark(EventId id, String words) {
    remarks.put(id, words);
    return this;
  }

  FamilyChange withRenewed(List<EventId> ids) {
    renewed.addAll(ids);
    return this;
  }

  FamilyChange withRemoved(List<EventId> ids) {
    removed.addAll(ids);
    // What is fetched from its signer's place goes with its event, whoever removes that.
    for (EventId id : ids) {
      Submission submission = basis.submissions().get(id);
      if (submission != null) {
        withdrawn.put(id, submission);
      }
    }
    return this;
  }

  /** Says why events that go for good do so. */
  FamilyChange withRemovedAs(Removal why) {
    removedAs = why;
    return this;
  }

  /** Ends the hosting of a repository; these events are set aside with it. */
  FamilyChange withEnded(Holding kept, SortedSet<EventId> withIt) {
    ended = Optional.of(kept);
    along.addAll(withIt);
    return this;
  }

  /** Condemns what is kept of a repository. */
  FamilyChange withCondemned(Holding kept) {
    condemned = Optional.of(kept);
    return this;
  }

  /** Brings back what is kept of a repository. */
  FamilyChange withRestored(Restored kept) {
    restored = Optional.of(kept);
    return this;
  }

  FamilyChange withLapsed(EventId id, Wait remembered) {
    lapsed.put(id, remembered);
    return this;
  }

  /** Brings packs, all of them for one repository. */
  FamilyChange withPacks(List<PackRecord> brought, Quota.Cause wantedBy) {
    packs = List.copyOf(brought);
    packsCause = wantedBy;
    return this;
  }

  /** Brings objects; what waits on remembers those that it names. */
  FamilyChange withBrought(Brought objects) {
    brought = Optional.of(objects);
    return this;
  }

  FamilyChange withShelved(List<Placeholder> put) {
    shelved = List.copyOf(put);
    return this;
  }

  FamilyChange withUnshelved(List<Placeholder> gone) {
    unshelved = List.copyOf(gone);
    return this;
  }

  Family basis() {
    return basis;
  }

  Family joined() {
    return joined;
  }

  Settlement settlement() {
    return settlement;
  }

  /** The refs that are different from those of the basis, by whatever cause. */
  SortedMap<PublicKey, Refs> moved() {
    return moved;
  }

  /** Returns whether nothing came and nothing follows. */
  boolean isEmpty() {
    return settlement.isEmpty()
        && arrival.isEmpty()
        && moved.isEmpty()
        && submitted.isEmpty()
        && withdrawn.isEmpty();
  }

  /** Pull requests that can be fetched from their signers' places from now on. */
  SortedMap<EventId, Submission> submitted() {
    return submitted;
  }

  /** Those that cannot any more. */
  SortedMap<EventId, Submission> withdrawn() {
    return withdrawn;
  }

  /** The event that came, if one did. */
  Optional<Event> arrival() {
    return arrival;
  }

  /** The place that it takes if it begins to wait. */
  Place place() {
    return place;
  }

  /** How soon is hunted for what begins to wait by this change, or begins again. */
  Optional<Urgency> urgency() {
    return urgency;
  }

  /** What brought it about, in words; empty if that is not known. */
  String cause() {
    return cause.isEmpty() ? arrival.map(event -> "event " + event.id()).orElse("") : cause;
  }

  /** What is to be said of events that go on waiting. */
  SortedMap<EventId, String> remarks() {
    return remarks;
  }

  /** Held events whose time begins again. */
  SortedSet<EventId> renewed() {
    return renewed;
  }

  /** Events that go for good. */
  SortedSet<EventId> removed() {
    return removed;
  }

  Removal removedAs() {
    return removedAs;
  }

  /** What is kept of a repository from now on. */
  Optional<Holding> ended() {
    return ended;
  }

  /** Events that are set aside for what is ended. */
  SortedSet<EventId> along() {
    return along;
  }

  /** What is kept, and shall not come back any more. */
  Optional<Holding> condemned() {
    return condemned;
  }

  Optional<Restored> restored() {
    return restored;
  }

  /** Held events whose time is over, and how long they are remembered. */
  SortedMap<EventId, Wait> lapsed() {
    return lapsed;
  }

  List<PackRecord> packs() {
    return packs;
  }

  /** Which objects come with it. */
  Optional<Brought> brought() {
    return brought;
  }

  /** The family when all of it is done. */
  Family after() {
    return settlement.applyTo(joined);
  }

  /** Who wants the packs to be taken. */
  Quota.Cause packsCause() {
    return packsCause;
  }

  List<Placeholder> shelved() {
    return shelved;
  }

  List<Placeholder> unshelved() {
    return unshelved;
  }
}
