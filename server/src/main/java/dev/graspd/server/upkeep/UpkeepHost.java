package dev.graspd.server.upkeep;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.upkeep.Decision;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.core.upkeep.RewriteBudget;
import dev.graspd.core.upkeep.Task;
import dev.graspd.core.upkeep.UpkeepRules;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.family.packs.Repacking;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.upkeep.UpkeepMetrics.Bytes;
import dev.graspd.server.upkeep.UpkeepMetrics.End;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the packs of families from time to time and has them repacked where that pays off, one
 * family after the other, within a budget. A round checks the families whose refs moved lately, and
 * the next ones of all, so that its cost does not grow with the number of families. For one thread;
 * all may read its results.
 */
public final class UpkeepHost {
  private static final Logger LOG = LoggerFactory.getLogger(UpkeepHost.class);

  /** No object takes less in a pack. */
  private static final long OBJECT_BYTES_MIN = 9;

  /** Families that a round checks although nothing has happened to them. */
  private static final int FAMILIES_PER_ROUND = 1_000;

  /** More families whose refs moved lately have to wait until it is their turn. */
  private static final int MOVED_MAX = 10_000;

  private final Repacking repacking;
  private final RepositoryStore store;
  private final UpkeepRules rules;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final UpkeepMetrics metrics;
  private final Mandate mandate;

  /**
   * Families that were repacked recently, and when; bounded by the time before they are repacked
   * again.
   */
  private final Map<Identifier, Long> resting = new HashMap<>();

  /** Families whose refs moved, and when; they are checked until they have rested. */
  private final Map<Identifier, Long> moved = new HashMap<>();

  private final LogTail log;

  /** The family that the last round ended with. */
  private Optional<Identifier> last = Optional.empty();

  private RewriteBudget budget;
  private volatile UpkeepReadings readings = UpkeepReadings.NONE;

  public UpkeepHost(
      Repacking repacking,
      EventStore events,
      RepositoryStore store,
      UpkeepRules rules,
      long bytesPerHour,
      InstantSource clock,
      LongSupplier nanoTime,
      UpkeepMetrics metrics,
      Mandate mandate) {
    this.repacking = repacking.under(mandate);
    this.mandate = mandate;
    this.log = LogTail.ofNew(events);
    this.store = store;
    this.rules = rules;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.metrics = metrics;
    this.budget = RewriteBudget.full(bytesPerHour, nanoTime.getAsLong());
  }

  /** Returns its results so far. */
  public UpkeepReadings readings() {
    return readings;
  }

  /** Checks families; returns how many were repacked. Blocks until it is done. */
  public int round() {
    forgetRested();
    int worked = 0;
    for (Identifier family : families()) {
      if (!mandate.isHeld()) {
        return worked;
      }
      worked += isWorkedOn(family, store.packs(family)) ? 1 : 0;
    }
    return worked;
  }

  private void forgetRested() {
    long now = nanoTime.getAsLong();
    resting.values().removeIf(since -> now - since >= rules.rest().toNanos());
    moved.values().removeIf(since -> now - since >= rules.rest().toNanos());
  }

  private SortedSet<Identifier> families() {
    long now = nanoTime.getAsLong();
    log.read(record -> {
      if (record instanceof LogRecord.RefsMoved(_, var repository) && moved.size() < MOVED_MAX) {
        moved.put(repository.identifier(), now);
      }
    });
    SortedSet<Identifier> families = new TreeSet<>(moved.keySet());
    List<Identifier> next = store.families(Rows.PACKS, last, FAMILIES_PER_ROUND);
    families.addAll(next);
    last = next.size() < FAMILIES_PER_ROUND ? Optional.empty() : Optional.of(next.getLast());
    return families;
  }

  /** A family that cannot be repacked does not stop the others. */
  private boolean isWorkedOn(Identifier family, List<PackRecord> packs) {
    boolean isResting = resting.containsKey(family) && packs.size() < rules.packsMax();
    if (isResting || packs.isEmpty() || isSurelyGood(packs)) {
      return false;
    }
    long begun = nanoTime.getAsLong();
    try {
      List<PackFact> facts = repacking.facts(family, packs);
      Task task = Decision.of(facts, rules, clock.instant().getEpochSecond());
      long bytes = bytes(task, facts);
      budget = budget.at(begun);
      if (task instanceof Task.Nothing || !budget.affords(bytes)) {
        return false;
      }
      budget = budget.without(bytes);
      resting.put(family, begun);
      perform(family, task, begun);
      return true;
    } catch (IOException | RuntimeException e) {
      Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      if (!mandate.isHeld()) {
        LOG.debug("the packs of {} are left to the next holder", family, cause);
        return false;
      }
      LOG.warn("the packs of {} cannot be repacked: {}", family, cause.toString());
      readings = readings.withFailed();
      metrics.ended(End.FAILED, Bytes.NONE, since(begun));
      return false;
    }
  }

  /** Most families have one small pack: their files need no check. */
  private boolean isSurelyGood(List<PackRecord> packs) {
    return packs.size() == 1
        && packs.getFirst().bytes() < rules.bitmapObjectsMin() * OBJECT_BYTES_MIN;
  }

  private static long bytes(Task task, List<PackFact> packs) {
    return packs.stream()
        .filter(pack -> !(task instanceof Task.Join(var some)) || some.contains(pack.name()))
        .mapToLong(PackFact::bytes)
        .sum();
  }

  private void perform(Identifier family, Task task, long begun) {
    long keptSince = clock.instant().getEpochSecond() - rules.grace().toSeconds();
    Repacking.Outcome outcome = repacking.perform(family, task, keptSince);
    switch (outcome) {
      case Repacking.Outcome.Done(_, var before, _, var after) -> {
        readings = readings.withDone(before, after, clock.instant());
        End end = task instanceof Task.Join ? End.JOINED : End.WHOLE;
        metrics.ended(end, new Bytes(before, after), since(begun));
      }
      case Repacking.Outcome.NotNow _ -> metrics.ended(End.NOT_NOW, Bytes.NONE, since(begun));
    }
  }

  private Duration since(long begun) {
    return Duration.ofNanos(nanoTime.getAsLong() - begun);
  }
}
