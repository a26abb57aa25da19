package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The sync machine with a store that answers at once, with what was told before. */
public final class ReadingMachine {
  private final SyncMachine machine;
  private final SortedMap<Identifier, SortedMap<RepoAddress, Wanted>> families = new TreeMap<>();
  private final SortedMap<EventId, SortedSet<RepoAddress>> roots = new TreeMap<>();

  ReadingMachine(SyncSettings settings, RandomGenerator random, Now now) {
    this.machine = new SyncMachine(settings, random, now);
  }

  /** Passes on an input; returns all actions but the reads. */
  public List<SyncAction> on(SyncInput input, Now now) {
    keep(input);
    List<SyncAction> said = new ArrayList<>();
    Deque<SyncInput> inputs = new ArrayDeque<>(List.of(input));
    while (!inputs.isEmpty()) {
      for (SyncAction action : machine.on(inputs.removeFirst(), now)) {
        switch (action) {
          case SyncAction.ReadFamilies(var relay, var reading, var names) -> {
            names.forEach(name -> inputs.add(family(name)));
            inputs.add(new SyncInput.FamiliesRead(relay, reading));
          }
          case SyncAction.ReadFamily(var name) -> inputs.add(family(name));
          case SyncAction.ReadRoots(var repositories, _) ->
              roots.forEach((id, named) -> {
                if (!Collections.disjoint(named, repositories)) {
                  inputs.add(new SyncInput.RootSeen(id, named));
                }
              });
          default -> said.add(action);
        }
      }
    }
    return said;
  }

  private SyncInput.Family family(Identifier name) {
    return new SyncInput.Family(name, families.getOrDefault(name, Collections.emptySortedMap()));
  }

  private void keep(SyncInput input) {
    switch (input) {
      case SyncInput.Family(var name, var repositories) -> families.put(name, repositories);
      case SyncInput.RootSeen(var id, var named) -> roots.put(id, named);
      case SyncInput.RootGone(var id) -> roots.remove(id);
      default -> {}
    }
  }

  public OptionalLong nextWakeNanos() {
    return machine.nextWakeNanos();
  }

  public List<RelayView> views(Now now) {
    return machine.views(now);
  }

  NaughtyList naughty() {
    return machine.naughty();
  }

  SyncMachine.Memory memory() {
    return machine.memory();
  }
}
