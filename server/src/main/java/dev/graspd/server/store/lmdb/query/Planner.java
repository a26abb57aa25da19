package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the cheapest plan for a filter. It keeps no statistics: it tries each index for a few
 * entries, then for more, until the cheapest ends or the trial has cost enough. Then it estimates
 * the number of entries from their density in time.
 */
final class Planner {
  /**
   * One round: the entries to walk in each index, and how many times more expensive than the
   * cheapest all others must then look. The fewer entries were seen, the larger the factor.
   */
  private record Trial(int entries, double lead) {}

  private static final List<Trial> TRIALS =
      List.of(new Trial(16, 8), new Trial(128, 2), new Trial(1_024, 1));

  /** Parts of an index that are tried; the others are taken to be like them. */
  private static final int SAMPLES_MAX = 8;

  /** The cost of a seek in an index, in entries read. */
  private static final int SEEK_COST = 2;

  /** The cost of an entry and its event, in entries read. */
  private static final int EVENT_COST = 3;

  private final ReadSession session;
  private final Window window;
  private final double limit;
  private final ScanCost work;

  private Planner(ReadSession session, Filter filter, ScanCost work) {
    this.session = session;
    this.window = Window.of(filter);
    this.limit = filter.limit().orElse(Integer.MAX_VALUE);
    this.work = work;
  }

  static Plan choose(ReadSession session, Filter filter, ScanCost work) {
    @Nullable SortedSet<EventId> ids = filter.ids();
    if (ids != null) {
      return new Plan.Lookup(ids, Residual.all(filter));
    }
    List<Plan.Scan> plans = Plans.of(filter);
    return plans.size() == 1
        ? plans.getFirst()
        : new Planner(session, filter, work).cheapest(plans);
  }

  /** The cost of a plan; exact if its end was seen. */
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
    // Not from the newest entry: it may be far from all others, and the estimate would be too low.
    Row middle = scan.middle();
    long oldest = scan.oldest(session, work);
    double share =
        (middle.createdAt() - oldest + 1.0) / (middle.createdAt() - reached.createdAt() + 1.0);
    double half = scan.buffered() / 2.0;
    return new Density(half + half * Math.max(1.0, share), false);
  }
}
