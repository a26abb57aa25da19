package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Filter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which layers a relay refuses for reasons of its own (sync.md, 6.2). One that was refused once is
 * asked for with the kinds that repositories use, since common policies want kinds or authors; one
 * that was refused twice within an hour is left out until the daily sync. Owned by the connection's
 * machine.
 */
final class LayerRefusals {
  /** A refusal that is older does not count any more. */
  static final Duration REMEMBERED = Duration.ofHours(1);

  /** Refusals that come in a bunch are one: a relay may be about to start. */
  static final Duration APART = Duration.ofSeconds(30);

  /** The step from which on a group is not asked for. */
  static final int LEFT_OUT = 2;

  /**
   * Kinds of events that name repositories, issues, patches and pull requests: comments, states of
   * them, reactions, labels, zaps, deletions. Without text notes, which relays that want kinds do
   * not give to strangers.
   */
  private static final SortedSet<Integer> KINDS =
      new TreeSet<>(
          List.of(
              5, 7, 16, 1111, 1617, 1618, 1619, 1621, 1622, 1630, 1631, 1632, 1633, 1985, 9735));

  private final Map<LayerGroup, Integer> steps = new EnumMap<>(LayerGroup.class);
  private final Map<LayerGroup, Long> refusedNanos = new EnumMap<>(LayerGroup.class);

  /** Takes over what earlier connections have shown. */
  void learned(SortedMap<LayerGroup, Integer> before) {
    steps.putAll(before);
  }

  /** Returns how far we have given in: requests of an earlier step say nothing new. */
  int step(LayerGroup group) {
    return steps.getOrDefault(group, 0);
  }

  boolean isLeftOut(LayerGroup group) {
    return step(group) >= LEFT_OUT;
  }

  boolean isLeftOut(LayeredFilter filter) {
    return isLeftOut(filter.layer().group());
  }

  /** Returns a filter as it is sent. */
  Filter onWire(LayerGroup group, Filter filter) {
    return step(group) > 0 && group.isOfAllKinds() ? filter.withKinds(KINDS) : filter;
  }

  /** Returns what is not left out. */
  List<LayeredFilter> asked(List<LayeredFilter> filters) {
    return filters.stream().filter(filter -> !isLeftOut(filter)).toList();
  }

  /** Returns what is not left out. */
  SortedMap<Layer, SortedSet<String>> asked(SortedMap<Layer, SortedSet<String>> values) {
    SortedMap<Layer, SortedSet<String>> asked = new TreeMap<>(values);
    asked.keySet().removeIf(layer -> isLeftOut(layer.group()));
    return asked;
  }

  /** Returns the steps in which the groups of these filters are asked for now. */
  SortedMap<LayerGroup, Integer> stepsOf(List<LayeredFilter> filters) {
    SortedMap<LayerGroup, Integer> all = new TreeMap<>();
    filters.forEach(filter -> all.put(filter.layer().group(), step(filter.layer().group())));
    return all;
  }

  /**
   * Returns which groups a refused request speaks against: of layers that are asked for in all
   * kinds those that gave in least, else the least worthy one.
   */
  static SortedMap<LayerGroup, Integer> blamed(SortedMap<LayerGroup, Integer> sent) {
    SortedMap<LayerGroup, Integer> blamed = new TreeMap<>(sent.tailMap(LayerGroup.REPOSITORIES));
    if (blamed.isEmpty() && !sent.isEmpty()) {
      blamed.put(sent.lastKey(), sent.get(sent.lastKey()));
    }
    int least = blamed.values().stream().mapToInt(step -> step).min().orElse(0);
    blamed.values().removeIf(step -> step > least);
    return blamed;
  }

  /**
   * The relay has refused a group, as it was asked for in a step. Returns whether that changes how
   * it is asked for.
   */
  boolean refused(LayerGroup group, int step, Now now) {
    int before = step(group);
    if (step < before || isLeftOut(group)) {
      return false;
    }
    Long last = refusedNanos.get(group);
    if (last != null && now.nanos() - last < APART.toNanos()) {
      return false;
    }
    refusedNanos.put(group, now.nanos());
    boolean again = last != null && now.nanos() - last <= REMEMBERED.toNanos();
    steps.put(group, before == 0 || again ? before + 1 : before);
    return step(group) > before;
  }

  /** Returns whether nothing that a relay is of use for can be had. */
  boolean isEverything(boolean asksForStates) {
    return isLeftOut(LayerGroup.ANNOUNCEMENTS) && (!asksForStates || isLeftOut(LayerGroup.STATES));
  }

  /** Everything may be asked for again. Returns whether something may that was not. */
  boolean forget() {
    boolean any = !steps.isEmpty();
    steps.clear();
    refusedNanos.clear();
    return any;
  }
}
