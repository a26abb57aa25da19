package dev.graspd.core.policy.end;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which events no longer belong here when a repository has ended (grasp.md, sections 2 and 8):
 * exactly those that would be refused if they were sent now. An event stays if it is anchored, that
 * is, if it names a repository that is still here; or if an event that stays names it, or is named
 * by it.
 */
public final class Cascade {
  private Cascade() {}

  /**
   * The facts of an event that may no longer belong here. Not the event itself: there may be many,
   * and large ones.
   *
   * @param names by which others may name it
   * @param naming the events and addresses that it may name
   */
  public record Candidate(
      EventId id, int kind, List<String> names, List<String> naming, boolean anchored) {
    public static Candidate of(Event event, boolean anchored) {
      return new Candidate(
          event.id(),
          event.kind(),
          Stream.concat(
                  Stream.of(event.id().hex()), event.address().stream().map(Address::toString))
              .toList(),
          Cascade.naming(event).map(Tag::value).filter(Candidate::isName).distinct().toList(),
          anchored);
    }

    private static boolean isName(String value) {
      return Hex.isLowerHex(value, 64) || Address.parse(value).isPresent();
    }
  }

  /** Returns whether events of a kind can depend on a repository at all. */
  public static boolean canDepend(int kind) {
    return !Admission.WITHOUT_RIGHTS.contains(kind)
        && kind != Kinds.ANNOUNCEMENT
        && kind != Kinds.REPO_STATE;
  }

  /** Returns whether an event belongs here by itself, independently of other events. */
  public static boolean isAnchored(Event event, Facts facts, HostingRules rules) {
    if (event.author().equals(rules.self()) && !Admission.belongsToRepository(event.kind())) {
      return true;
    }
    return PullRequest.isKind(event.kind())
        ? isOffered(event, facts, rules)
        : naming(event)
            .flatMap(tag -> Admission.named(tag, facts).stream())
            .anyMatch(named -> !canDepend(named.kind()));
  }

  private static Stream<Tag> naming(Event event) {
    return event.tags().stream().filter(tag -> Admission.NAMING_TAGS.contains(tag.name()));
  }

  /** A pull request is for a repository that is here, or has its ref in one of the same name. */
  private static boolean isOffered(Event event, Facts facts, HostingRules rules) {
    boolean isUnrelated =
        Admission.decide(event, facts, rules) instanceof Admission.Refuse(var refusal)
            && refusal.reason() == EventReason.PULL_REQUEST_UNRELATED;
    RefName ref = RefName.ofNostrEvent(event.id());
    return !isUnrelated
        || PullRequest.of(event).stream()
            .flatMap(request -> families(event, request, facts).stream())
            .map(facts::family)
            .anyMatch(family -> isShown(ref, family));
  }

  private static SortedSet<Identifier> families(Event event, PullRequest request, Facts facts) {
    SortedSet<Identifier> families = new TreeSet<>();
    Stream.concat(
            Stream.of(request),
            naming(event).flatMap(tag -> Admission.namedPullRequest(tag, facts).stream()))
        .flatMap(one -> one.repositories().stream())
        .map(RepoAddress::identifier)
        .forEach(families::add);
    return families;
  }

  private static boolean isShown(RefName ref, Family family) {
    return family.owners().stream().anyMatch(owner -> family.refs(owner).values().containsKey(ref));
  }

  /**
   * Returns the events that go.
   *
   * @param candidates with each that is not anchored, all that it names and all that name it, as
   *     far as they can depend on a repository
   */
  public static SortedSet<EventId> going(Collection<Candidate> candidates) {
    Map<String, EventId> byName = new HashMap<>();
    for (Candidate one : candidates) {
      one.names().forEach(name -> byName.put(name, one.id()));
    }
    Map<EventId, List<EventId>> links = links(candidates, byName);
    SortedSet<EventId> going = new TreeSet<>();
    ArrayDeque<EventId> staying = new ArrayDeque<>();
    for (Candidate one : candidates) {
      going.add(one.id());
      if (one.anchored()) {
        staying.add(one.id());
      }
    }
    while (!staying.isEmpty()) {
      EventId stays = staying.remove();
      if (going.remove(stays)) {
        staying.addAll(links.getOrDefault(stays, List.of()));
      }
    }
    return Collections.unmodifiableSortedSet(going);
  }

  /**
   * Which events each event keeps here by staying. A pull request needs a repository of its own.
   */
  private static Map<EventId, List<EventId>> links(
      Collection<Candidate> candidates, Map<String, EventId> byName) {
    Map<EventId, List<EventId>> links = new HashMap<>();
    SortedSet<EventId> requests = new TreeSet<>();
    candidates.stream()
        .filter(one -> PullRequest.isKind(one.kind()))
        .forEach(one -> requests.add(one.id()));
    for (Candidate one : candidates) {
      EventId id = one.id();
      one.naming().stream()
          .map(byName::get)
          .filter(named -> named != null && !named.equals(id))
          .forEach(named -> {
            link(links, id, named, requests);
            link(links, named, id, requests);
          });
    }
    return links;
  }

  private static void link(
      Map<EventId, List<EventId>> links, EventId from, EventId to, SortedSet<EventId> requests) {
    if (!requests.contains(to)) {
      links.computeIfAbsent(from, _ -> new ArrayList<>()).add(to);
    }
  }
}
