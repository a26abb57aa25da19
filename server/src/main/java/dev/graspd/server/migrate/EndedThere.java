package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Circumstances;
import dev.graspd.server.migrate.ImportPlan.Found;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ImportPlan.Kept;
import dev.graspd.server.migrate.ngit.KeptNote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which repositories that ended at the old server are kept here (operations.md, M-4): they are
 * brought like served ones, and then the deletion that ended them there ends them here, so that
 * what is kept is what a deletion keeps. Pure, but for reading events.
 *
 * @param kept with their announcement, what else was kept with them, and their owner's state
 * @param leftOut how many kept events are not brought, by reason
 * @param states the states of {@code kept} that the old server still serves
 * @param deferred deletions of repositories, for the last pass
 */
record EndedThere(
    List<Kept> kept, SortedMap<String, Long> leftOut, Set<EventId> states, Set<EventId> deferred) {
  EndedThere {
    kept = List.copyOf(kept);
    leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    states = Collections.unmodifiableSet(new HashSet<>(states));
    deferred = Collections.unmodifiableSet(new HashSet<>(deferred));
  }

  boolean isState(Item item) {
    return states.contains(item.id());
  }

  boolean isDeferred(Item item) {
    return deferred.contains(item.id());
  }

  static EndedThere of(Found found, Circumstances now) throws IOException {
    if (found.ended().isEmpty() && now.isLast()) {
      return new EndedThere(List.of(), new TreeMap<>(), Set.of(), Set.of());
    }
    Index index = new Index(found, now.verifier());
    List<Kept> kept = new ArrayList<>();
    SortedMap<String, Long> leftOut = new TreeMap<>();
    Set<EventId> states = new HashSet<>();
    for (Kept one : found.ended()) {
      Optional<String> reason = index.refusal(one, now);
      if (reason.isPresent()) {
        leftOut.merge(reason.get(), (long) one.events().size(), Long::sum);
      } else {
        List<Item> own = index.states.getOrDefault(one.repository(), List.of());
        own.forEach(state -> states.add(state.id()));
        kept.add(one.with(own));
      }
    }
    return new EndedThere(kept, leftOut, states, now.isLast() ? Set.of() : index.endings());
  }

  /** The events of the old server that an end depends on. */
  private static final class Index {
    private final Set<RepoAddress> announced = new HashSet<>();
    private final Map<RepoAddress, List<Item>> states = new HashMap<>();

    /** When the newest deletion of a repository was signed. */
    private final Map<RepoAddress, Long> deleted = new HashMap<>();

    private final Map<EventId, Set<RepoAddress>> deletions = new HashMap<>();

    private final Predicate<Event> verifier;

    Index(Found found, Predicate<Event> verifier) throws IOException {
      this.verifier = verifier;
      for (Item item : found.stored()) {
        if (item.kind() == Kinds.ANNOUNCEMENT) {
          address(item.place().event()).ifPresent(announced::add);
        } else if (item.kind() == Kinds.REPO_STATE) {
          address(item.place().event())
              .ifPresent(one -> states.computeIfAbsent(one, _ -> new ArrayList<>()).add(item));
        }
        noteDeletion(item);
      }
      for (Item item : found.requests()) {
        noteDeletion(item);
      }
    }

    private static Optional<RepoAddress> address(Event event) {
      return event
          .tag("d")
          .filter(tag -> tag.hasValue())
          .flatMap(tag ->
              RepoAddress.parse(
                  Kinds.ANNOUNCEMENT + ":" + event.author().hex() + ":" + tag.value()));
    }

    private void noteDeletion(Item item) throws IOException {
      if (item.kind() != Kinds.DELETION) {
        return;
      }
      Event event = item.place().event();
      if (!verifier.test(event)) {
        return;
      }
      event.tags().stream()
          .filter(tag -> tag.is("a") && tag.hasValue())
          .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
          .filter(address -> address.owner().equals(event.author()))
          .forEach(address -> {
            deleted.merge(address, event.createdAt(), Math::max);
            deletions.computeIfAbsent(event.id(), _ -> new HashSet<>()).add(address);
          });
    }

    /** Returns the deletions of repositories that nobody announces now. */
    Set<EventId> endings() {
      Set<EventId> endings = new HashSet<>();
      deletions.forEach((id, addresses) -> {
        if (addresses.stream().noneMatch(announced::contains)) {
          endings.add(id);
        }
      });
      return endings;
    }

    private Optional<String> refusal(Kept one, Circumstances now) {
      Optional<Item> announcement =
          one.events().stream().filter(item -> item.kind() == Kinds.ANNOUNCEMENT).findFirst();
      if (one.source().equals(KeptNote.VANISHED)) {
        return Optional.of(ImportPlan.VANISHED);
      }
      if (!one.source().equals(KeptNote.DELETED)) {
        return Optional.of(ImportPlan.BY_LIST);
      }
      if (one.since() + now.retentionSeconds() <= now.nowSeconds()) {
        return Optional.of(ImportPlan.EXPIRED);
      }
      if (announced.contains(one.repository())) {
        return Optional.of(ImportPlan.AGAIN);
      }
      if (announcement.isEmpty()) {
        return Optional.of(ImportPlan.KEPT);
      }
      boolean isDeleted =
          deleted.getOrDefault(one.repository(), -1L) >= announcement.get().createdAt();
      return isDeleted ? Optional.empty() : Optional.of(ImportPlan.NO_DELETION);
    }
  }
}
