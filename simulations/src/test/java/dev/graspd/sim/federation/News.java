package dev.graspd.sim.federation;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.sync.RepoRelays;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the machines of a server are told of its disk, and were told since it was started. */
final class News {
  private static final Set<Integer> ROOTS = Set.of(Kinds.PATCH, Kinds.PULL_REQUEST, Kinds.ISSUE);

  private final Node node;
  private final SortedMap<Identifier, SyncInput.Family> told = new TreeMap<>();
  private final SortedSet<Identifier> hosted = new TreeSet<>();
  private final SortedSet<Identifier> waiting = new TreeSet<>();

  News(Node node) {
    this.node = node;
  }

  /** The process starts: the hunt is told what the disk says; sync asks for itself. */
  void start() {
    told.clear();
    hosted.clear();
    waiting.clear();
    for (Family family : node.disk.families()) {
      if (FetchTargets.isCompared(family, node.service)) {
        hosted.add(family.identifier());
      }
      if (isWaiting(family)) {
        waiting.add(family.identifier());
      }
    }
    node.hunt.start(hosted, waiting);
  }

  List<SyncInput> fromStart() {
    List<SyncInput> inputs = new ArrayList<>();
    for (Family family : node.disk.families()) {
      SyncInput.Family wanted = wanted(family);
      told.put(family.identifier(), wanted);
      inputs.add(wanted);
    }
    return inputs;
  }

  List<SyncInput> read(SyncAction.Read request) {
    List<SyncInput> inputs = new ArrayList<>();
    switch (request) {
      case SyncAction.ReadFamilies(var relay, var reading, var names) -> {
        for (Family family : node.disk.families()) {
          if (names.contains(family.identifier())) {
            inputs.add(wanted(family));
          }
        }
        inputs.add(new SyncInput.FamiliesRead(relay, reading));
      }
      case SyncAction.ReadFamily(var name) ->
          node.disk.families().stream()
              .filter(family -> family.identifier().equals(name))
              .map(this::wanted)
              .forEach(inputs::add);
      case SyncAction.ReadRoots(var repositories, _) -> {
        for (Event event : node.disk.served.values()) {
          rootOf(event)
              .filter(root -> !Collections.disjoint(root.repositories(), repositories))
              .ifPresent(inputs::add);
        }
      }
    }
    return inputs;
  }

  void served(Event event) {
    rootOf(event).ifPresent(node.sync::logged);
  }

  void changed(DiskWriter.Change change, Family after) {
    tellHunt(after, change);
    tellSync(after);
  }

  private void tellHunt(Family family, DiskWriter.Change change) {
    Identifier name = family.identifier();
    if (FetchTargets.isCompared(family, node.service) && hosted.add(name)) {
      node.hunt.post(new HuntInput.Hosted(name));
    }
    if (!FetchTargets.isCompared(family, node.service) && hosted.remove(name)) {
      node.hunt.post(new HuntInput.Dropped(name));
    }
    if (!isWaiting(family)) {
      if (waiting.remove(name)) {
        node.hunt.post(new HuntInput.Settled(name));
      }
      return;
    }
    waiting.add(name);
    SortedMap<EventId, Standing> standings = family.basis();
    if (change.renewed().stream().anyMatch(id -> standings.get(id) == Standing.WAITING)) {
      change.urgency().ifPresent(soon -> node.hunt.post(new HuntInput.Waits(name, soon)));
    }
  }

  private static boolean isWaiting(Family family) {
    return family.states().stream().anyMatch(one -> one.standing() == Standing.WAITING)
        || family.pullRequests().values().stream()
            .anyMatch(one -> one.standing() == Standing.WAITING);
  }

  private void tellSync(Family after) {
    SyncInput.Family now = wanted(after);
    if (!now.equals(told.put(after.identifier(), now))) {
      node.sync.logged(now);
    }
  }

  private SyncInput.Family wanted(Family family) {
    SortedMap<RepoAddress, Wanted> wanted = new TreeMap<>();
    for (Family.Announced one : family.announcements().values()) {
      wanted.put(
          one.announcement().address(),
          new Wanted(
              one.standing() == Standing.SERVED ? SyncLevel.FULL : SyncLevel.STATE_ONLY,
              RepoRelays.of(one.announcement(), node.service, 20)));
    }
    return new SyncInput.Family(family.identifier(), wanted);
  }

  private static Optional<SyncInput.RootSeen> rootOf(Event event) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    event.tags().stream()
        .filter(tag -> tag.is("a"))
        .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
        .forEach(named::add);
    return ROOTS.contains(event.kind())
        ? Optional.of(new SyncInput.RootSeen(event.id(), named))
        : Optional.empty();
  }
}
