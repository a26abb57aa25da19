package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.FamilyEffect.Arrive;
import dev.graspd.server.family.FamilyEffect.Drop;
import dev.graspd.server.family.FamilyEffect.EndRepository;
import dev.graspd.server.family.FamilyEffect.MoveRefs;
import dev.graspd.server.family.FamilyEffect.PutPacks;
import dev.graspd.server.family.FamilyEffect.Release;
import dev.graspd.server.family.FamilyEffect.Remove;
import dev.graspd.server.family.FamilyEffect.Replace;
import dev.graspd.server.family.FamilyEffect.Submit;
import dev.graspd.server.family.FamilyEffect.Withdraw;
import dev.graspd.server.role.Mandate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A change of one family, written in one transaction.
 *
 * @param basis the view that was decided on; if the store has changed, nothing is written
 * @param after the family after the change
 * @param effects in the order in which they are written; a new event is the first
 * @param brought objects that arrive with it; events that still wait remember those that they name
 * @param urgency how soon the hunt fetches git data for events that begin to wait
 * @param causeWords the cause, for the diary; may be empty
 * @param under the role that it is written under
 */
public record FamilyChange(
    Family basis,
    Family after,
    List<FamilyEffect> effects,
    Optional<Brought> brought,
    Optional<Urgency> urgency,
    String causeWords,
    Mandate under) {
  public FamilyChange {
    effects = List.copyOf(effects);
  }

  /** The room in which a new event waits, and its sender. */
  public record Place(boolean belongs, Waiting.Sender from) {
    public static final Place NOBODYS = new Place(false, Waiting.Sender.NOBODY);
  }

  /**
   * Computes the effects from the difference between two views.
   *
   * @param joined the basis with new events and without removed ones, before settling
   * @param settlement of that family
   * @param first the effects that cause the change
   */
  public static FamilyChange of(
      Family basis, Family joined, Settlement settlement, List<? extends FamilyEffect> first) {
    List<FamilyEffect> effects = new ArrayList<>(first);
    replaced(basis, joined, first).forEach(id -> effects.add(new Replace(id)));
    settlement.released().forEach(id -> effects.add(new Release(id)));
    settlement.dropped().forEach(id -> effects.add(new Drop(id)));
    moved(basis, joined, settlement)
        .forEach((owner, refs) ->
            effects.add(
                new MoveRefs(new RepoAddress(owner, basis.identifier()), basis.refs(owner), refs)));
    withdrawn(basis, joined, first).values().forEach(one -> effects.add(new Withdraw(one)));
    submitted(basis, joined, settlement).values().forEach(one -> effects.add(new Submit(one)));
    return new FamilyChange(
        basis,
        settlement.applyTo(joined),
        effects,
        Optional.empty(),
        Optional.empty(),
        "",
        Mandate.NONE);
  }

  /** A change that only a settlement causes. */
  public static FamilyChange of(Family basis, Family joined, Settlement settlement) {
    return of(basis, joined, settlement, List.of());
  }

  /** Held events of the old view that a newer version replaces in the new one. */
  private static List<EventId> replaced(
      Family basis, Family joined, List<? extends FamilyEffect> first) {
    Set<EventId> others = new HashSet<>(joined.basis().keySet());
    only(first, Remove.class).map(Remove::id).forEach(others::add);
    only(first, EndRepository.class).map(EndRepository::along).forEach(others::addAll);
    return basis.basis().entrySet().stream()
        .filter(entry -> entry.getValue() != Standing.SERVED && !others.contains(entry.getKey()))
        .map(entry -> entry.getKey())
        .toList();
  }

  private static SortedMap<PublicKey, Refs> moved(
      Family basis, Family joined, Settlement settlement) {
    SortedMap<PublicKey, Refs> moved = new TreeMap<>(joined.allRefs());
    moved.entrySet().removeIf(entry -> entry.getValue().equals(basis.refs(entry.getKey())));
    moved.putAll(settlement.moved());
    return moved;
  }

  private static SortedMap<EventId, Submission> submitted(
      Family basis, Family joined, Settlement settlement) {
    SortedMap<EventId, Submission> submitted = new TreeMap<>(joined.submissions());
    submitted.entrySet().removeAll(basis.submissions().entrySet());
    submitted.putAll(settlement.submitted());
    return submitted;
  }

  /** A submission goes with its event, whatever removes that. */
  private static SortedMap<EventId, Submission> withdrawn(
      Family basis, Family joined, List<? extends FamilyEffect> first) {
    Set<EventId> kept = new HashSet<>(joined.submissions().keySet());
    only(first, Remove.class).map(Remove::id).forEach(kept::remove);
    SortedMap<EventId, Submission> withdrawn = new TreeMap<>(basis.submissions());
    withdrawn.keySet().removeAll(kept);
    return withdrawn;
  }

  private static <E> Stream<E> only(List<? extends FamilyEffect> effects, Class<E> type) {
    return effects.stream().filter(type::isInstance).map(type::cast);
  }

  public <E extends FamilyEffect> Stream<E> only(Class<E> type) {
    return only(effects, type);
  }

  public FamilyChange with(List<? extends FamilyEffect> more) {
    List<FamilyEffect> all = new ArrayList<>(effects);
    all.addAll(more);
    return new FamilyChange(basis, after, all, brought, urgency, causeWords, under);
  }

  public FamilyChange bringing(Brought objects) {
    return new FamilyChange(
        basis, after, effects, Optional.of(objects), urgency, causeWords, under);
  }

  public FamilyChange urgent(Urgency soon) {
    return new FamilyChange(basis, after, effects, brought, Optional.of(soon), causeWords, under);
  }

  public FamilyChange causedBy(String words) {
    return new FamilyChange(basis, after, effects, brought, urgency, words, under);
  }

  public FamilyChange under(Mandate mandate) {
    return new FamilyChange(basis, after, effects, brought, urgency, causeWords, mandate);
  }

  public boolean isEmpty() {
    return effects.isEmpty();
  }

  /** Returns the new event. */
  Optional<Event> arrival() {
    return only(Arrive.class).map(Arrive::event).findFirst();
  }

  /** Returns the cause in words; empty if it is not known. */
  String cause() {
    return causeWords.isEmpty()
        ? arrival().map(event -> "event " + event.id()).orElse("")
        : causeWords;
  }

  List<PackRecord> packs() {
    return only(PutPacks.class).flatMap(one -> one.packs().stream()).toList();
  }
}
