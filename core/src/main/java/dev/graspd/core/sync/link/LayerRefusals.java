package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.filter.LayeredFilter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The layers that a relay refuses by its own policy (sync.md, section 6.2). After the first refusal
 * we request a layer with the kinds that repositories use, since common policies demand kinds or
 * authors; after two within an hour we leave it out until the daily sync. Owned by the connection's
 * machine.
 */
public final class LayerRefusals {
  /** Older refusals do not count. */
  static final Duration REMEMBERED = Duration.ofHours(1);

  /** Several refusals within this time count as one: a relay may just be starting. */
  static final Duration APART = Duration.ofSeconds(30);

  /** The step at which we leave a group out. */
  public static final int LEFT_OUT = 2;

  /**
   * Kinds of events that name repositories, issues, patches and pull requests: comments, states of
   * them, reactions, labels, zaps, deletions. Without text notes: relays that demand kinds do not
   * give them to strangers.
   */
  private static final SortedSet<Integer> KINDS =
      new TreeSet<>(
          List.of(
              5, 7, 16, 1111, 1617, 1618, 1619, 1621, 1622, 1630, 1631, 1632, 1633, 1985, 9735));

  private final Map<LayerGroup, Integer> steps = new EnumMap<>(LayerGroup.class);
  private final Map<LayerGroup, Long> refusedNanos = new EnumMap<>(LayerGroup.class);

  /** Takes over the refusals of earlier connections. */
  void learned(SortedMap<LayerGroup, Integer> before) {
    steps.putAll(before);
  }

  /**
   * Returns the current step of a group; refusals of requests from an earlier step say nothing new.
   */
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

  /** Returns what we do not leave out. */
  List<LayeredFilter> asked(List<LayeredFilter> filters) {
    return filters.stream().filter(filter -> !isLeftOut(filter)).toList();
  }

  /** Returns what we do not leave out. */
  SortedMap<Layer, SortedSet<String>> asked(SortedMap<Layer, SortedSet<String>> values) {
    SortedMap<Layer, SortedSet<String>> asked = new TreeMap<>(values);
    asked.keySet().removeIf(layer -> isLeftOut(layer.group()));
    return asked;
  }

  /** Returns the current steps of the groups of these filters. */
  SortedMap<LayerGroup, Integer> stepsOf(List<LayeredFilter> filters) {
    SortedMap<LayerGroup, Integer> all = new TreeMap<>();
    filters.forEach(filter -> all.put(filter.layer().group(), step(filter.layer().group())));
    return all;
  }

  /**
   * Returns the groups that are to blame for a refused request: among those requested in all kinds,
   * the ones with the lowest step, else the least important one.
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

  /** The relay refused a group that we requested at this step. Returns whether its step changes. */
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

  /** Returns whether the relay refuses everything that would make it useful. */
  boolean isEverything(boolean asksForStates) {
    return isLeftOut(LayerGroup.ANNOUNCEMENTS) && (!asksForStates || isLeftOut(LayerGroup.STATES));
  }

  /** Forgets all refusals. Returns whether there were any. */
  boolean forget() {
    boolean any = !steps.isEmpty();
    steps.clear();
    refusedNanos.clear();
    return any;
  }
}
