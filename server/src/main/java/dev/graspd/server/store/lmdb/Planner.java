package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the cheapest plan for a filter. There are no statistics to keep right: the indexes are
 * tried for a few entries each, then for more, until the cheapest is known to end or the trial has
 * cost enough; then how dense the entries lie in time says how many there may be.
 */
final class Planner {
  /**
   * One round: entries walked in each index, and how many times dearer than the cheapest all others
   * must then look. The less was seen, the clearer it must be.
   */
  private record Trial(int entries, double lead) {}

  private static final List<Trial> TRIALS =
      List.of(new Trial(16, 8), new Trial(128, 2), new Trial(1_024, 1));

  /** Parts of an index that are tried; the others are taken to be like them. */
  private static final int SAMPLES_MAX = 8;

  /** What it costs to find the place in an index, in entries read. */
  private static final int SEEK_COST = 2;

  /** What it costs to read an entry and its event, in entries read. */
  private static final int EVENT_COST = 3;

  private final ReadSession session;
  private final Window window;
  private final double limit;
  private final Work work;

  private Planner(ReadSession session, Filter filter, Work work) {
    this.session = session;
    this.window = Window.of(filter);
    this.limit = filter.limit().orElse(Integer.MAX_VALUE);
    this.work = work;
  }

  static Plan choose(ReadSession session, Filter filter, Work work) {
    @Nullable SortedSet<EventId> ids = filter.ids();
    if (ids != null) {
      return new Plan.Lookup(ids, Residual.all(filter));
    }
    List<Plan.Scan> plans = Plans.of(filter);
    return plans.size() == 1
        ? plans.getFirst()
        : new Planner(session, filter, work).cheapest(plans);
  }

  /** What a plan costs; exact if its end was seen. */
  private record Cost(Plan.Scan plan, double units, boolean exact) {}

  private Plan.Scan cheapest(List<Plan.Scan> plans) {
    List<Cost> costs = new ArrayList<>();
    for (Trial trial : TRIALS) {
      costs.clear();
      plans.forEach(plan -> costs.add(cost(plan, trial.entries())));
      costs.sort(Comparator.comparingDouble(Cost::units));
      Cost least = costs.getFirst();
      if (least.exact() || costs.get(1).units() >= trial.lead() * least.units()) {
        break;
      }
    }
    return costs.getFirst().plan();
  }

  private Cost cost(Plan.Scan plan, int trial) {
    int prefixes = plan.prefixes().size();
    int samples = Math.min(prefixes, SAMPLES_MAX);
    double entries = 0;
    boolean exact = true;
    for (int i = 0; i < samples; i++) {
      byte[] prefix = plan.prefixes().get((int) ((long) i * prefixes / samples));
      Density density = density(plan.index(), prefix, Math.max(2, trial / samples));
      entries += density.entries();
      exact &= density.exact();
    }
    entries = entries * prefixes / samples;
    double seeks = (double) SEEK_COST * prefixes;
    if (!plan.covers()) {
      return new Cost(plan, seeks + EVENT_COST * entries, exact);
    }
    return new Cost(plan, seeks + Math.min(entries, limit), exact || entries >= limit);
  }

  private record Density(double entries, boolean exact) {}

  private Density density(Table index, byte[] prefix, int entriesMax) {
    PrefixScan scan = new PrefixScan(index, prefix, window, entriesMax, PrefixScan.BATCH_MAX);
    scan.fill(session, work);
    Row reached = scan.last();
    if (reached == null || scan.isEnded()) {
      return new Density(scan.buffered(), true);
    }
    // Not from the newest: it may be far from all others, and make them look few.
    Row middle = scan.middle();
    long oldest = scan.oldest(session, work);
    double share =
        (middle.createdAt() - oldest + 1.0) / (middle.createdAt() - reached.createdAt() + 1.0);
    double half = scan.buffered() / 2.0;
    return new Density(half + half * Math.max(1.0, share), false);
  }
}
