package dev.graspd.server.family.packs;

import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.ended.EndedKeeper;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.StorageAccounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds families that have lost objects, lets the hunt fetch them, and drops damaged packs when the
 * family is complete again. A disk has lost the objects, so refs and events stay, and readable
 * objects are still served. Thread-safe.
 */
public final class ObjectRepair {
  /** How long lost objects are hunted before a clone URL shows them; as long as events wait. */
  static final Duration HUNTED = Duration.ofMinutes(30);

  private static final Logger LOG = LoggerFactory.getLogger(ObjectRepair.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final int NAMED_MAX = 10;

  private final EventStore store;
  private final RepositoryStore repositories;
  private final Facts facts;
  private final GitObjects git;
  private final PackHealth health;
  private final PackRewriting rewriting;
  private final OldPackRemoval removal;
  private final LostObjects lostObjects;
  private final HuntNotifier notifier;
  private final FamilyLanes lanes;
  private final StorageAccounts accounts;
  private final UptimeClock clock;

  /** How often a family became complete: a check that began before is outdated. */
  private final AtomicLong repairs = new AtomicLong();

  public ObjectRepair(
      EventStore store,
      RepositoryStore repositories,
      Facts facts,
      GitObjects git,
      PackHealth health,
      PackRewriting rewriting,
      OldPackRemoval removal,
      LostObjects lostObjects,
      HuntNotifier notifier,
      FamilyLanes lanes,
      StorageAccounts accounts,
      UptimeClock clock) {
    this.store = store;
    this.repositories = repositories;
    this.facts = facts;
    this.git = git;
    this.health = health;
    this.rewriting = rewriting;
    this.removal = removal;
    this.lostObjects = lostObjects;
    this.notifier = notifier;
    this.lanes = lanes;
    this.accounts = accounts;
    this.clock = clock;
  }

  // ---- losses

  /**
   * Checks one family. May take long, and blocks.
   *
   * @param packs all its packs in the store
   */
  public void check(Identifier family, List<PackRecord> packs, PackHealth.Depth depth)
      throws InterruptedException {
    SortedSet<String> damaged = new TreeSet<>(health.damaged(packs, depth));
    if (!damaged.isEmpty()) {
      // A pack that was replaced meanwhile is no loss: its record goes before its files.
      damaged.retainAll(repositories.packs(family).stream().map(PackRecord::name).toList());
    }
    packs.stream().filter(pack -> damaged.contains(pack.name())).forEach(accounts::discount);
    lostObjects.of(family).ifPresent(known -> damaged.addAll(known.packs()));
    if (!damaged.isEmpty() || !isEveryRefFound(family)) {
      conclude(family, damaged);
    }
  }

  private boolean isEveryRefFound(Identifier family) {
    ObjectsHere objects = git.of(family);
    return facts.family(family).refValues().stream().allMatch(id -> objects.kindOf(id).isPresent());
  }

  /** Objects that must be complete: all refs, and objects that events name and that are here. */
  private SortedSet<Oid> tipsOf(Identifier identifier) {
    Family family = facts.family(identifier);
    ObjectsHere objects = git.of(identifier);
    SortedSet<Oid> tips = family.refValues();
    tips.addAll(EndedKeeper.needed(repositories, identifier));
    family.namedObjects().stream().filter(id -> objects.kindOf(id).isPresent()).forEach(tips::add);
    return tips;
  }

  /** Starts a hunt for lost objects; if none is lost, damaged packs are dropped. */
  private void conclude(Identifier family, SortedSet<String> damaged) {
    boolean done = false;
    for (int attempt = 0; !done && attempt < ATTEMPTS_MAX; attempt++) {
      long seen = repairs.get();
      SortedSet<Oid> tips = tipsOf(family);
      SortedSet<Oid> broken = new TreeSet<>(tips);
      broken.removeAll(health.whole(family, tips, damaged));
      done =
          broken.isEmpty()
              ? Await.answerOf(lanes.enter(family, () -> withoutDamaged(family, damaged, tips)))
              : lost(family, damaged, broken, seen);
    }
  }

  /** Returns false if the family was repaired meanwhile. */
  private synchronized boolean lost(
      Identifier family, SortedSet<String> packs, SortedSet<Oid> tips, long seen) {
    if (repairs.get() != seen) {
      return false;
    }
    LostObjects.Loss before =
        lostObjects
            .of(family)
            .orElseGet(() ->
                new LostObjects.Loss(
                    Collections.emptySortedSet(),
                    Collections.emptySortedSet(),
                    clock.now().after(HUNTED)));
    LostObjects.Loss loss = new LostObjects.Loss(packs, tips, before.huntedUntilNanos());
    lostObjects.put(family, loss);
    if (!loss.equals(before)) {
      LOG.error(
          "git data of {} is lost: damaged packs {}, incomplete {} of repositories {}",
          family,
          some(packs),
          some(tips),
          some(showing(family, tips)));
    }
    if (clock.nanos() < loss.huntedUntilNanos()) {
      notifier.lost(family);
    }
    return true;
  }

  private SortedSet<String> showing(Identifier family, SortedSet<Oid> tips) {
    SortedSet<String> repositories = new TreeSet<>();
    facts
        .family(family)
        .allRefs()
        .forEach((owner, refs) -> {
          if (refs.values().values().stream().anyMatch(tips::contains)) {
            repositories.add(new RepoAddress(owner, family).shown());
          }
        });
    return repositories;
  }

  private static String some(SortedSet<?> all) {
    List<String> shown = all.stream().limit(NAMED_MAX).map(Object::toString).toList();
    String more = all.size() > NAMED_MAX ? " and " + (all.size() - NAMED_MAX) + " more" : "";
    return String.join(" ", shown) + more;
  }

  /**
   * Forgets packs that nothing needs; false if something that may need them came meanwhile. Their
   * files go like those of replaced packs, because readers and backups may use them.
   */
  private boolean withoutDamaged(
      Identifier family, SortedSet<String> damaged, SortedSet<Oid> tips) {
    // First: what changes later makes this an old decision.
    long version = repositories.version(family);
    if (!tips.containsAll(tipsOf(family))) {
      return false;
    }
    try (PackRewriting.Rewrite without = without(family, damaged)) {
      Await.write(
          store,
          tx -> {
            StaleViews.require(tx, family, version);
            damaged.forEach(name -> tx.repositories().removePack(family, name));
          });
      accounts.forgotten(family, damaged);
      without.keep();
      isWhole(family, damaged);
      removal.begin(family);
      return true;
    } catch (StaleViewException e) {
      return false;
    }
  }

  /** Writes to disk which packs go, so that the next process can finish it. */
  private PackRewriting.Rewrite without(Identifier family, SortedSet<String> damaged) {
    if (damaged.isEmpty()) {
      return new PackRewriting.Rewrite.Nothing(family);
    }
    try {
      PackRewriting.Rewrite without =
          rewriting.write(
              new PackRewriting.Order(family, damaged, new PackRewriting.Extent.None()));
      boolean isStored = false;
      try {
        without.store();
        isStored = true;
        return without;
      } finally {
        if (!isStored) {
          without.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void isWhole(Identifier family, SortedSet<String> damaged) {
    repairs.incrementAndGet();
    if (lostObjects.remove(family) || !damaged.isEmpty()) {
      LOG.warn("{} is whole; packs that it does without: {}", family, some(damaged));
    }
    notifier.lossOver(family);
  }

  // ---- the hunt

  /** Returns the lost objects that are hunted now; tells the hunt if there are none. */
  public SortedSet<Oid> sought(Identifier family) {
    SortedSet<Oid> sought = lostObjects.sought(family, clock.nanos());
    if (sought.isEmpty()) {
      notifier.lossOver(family);
    }
    return sought;
  }

  /** Returns the families whose lost objects are hunted now. */
  public List<Identifier> hunted() {
    long now = clock.nanos();
    return lostObjects.families().stream()
        .filter(family -> !lostObjects.sought(family, now).isEmpty())
        .toList();
  }

  /** Returns the objects that are not complete here. */
  public SortedSet<Oid> incomplete(Identifier family) {
    return lostObjects.of(family).map(LostObjects.Loss::tips).orElse(Collections.emptySortedSet());
  }

  /** A clone URL shows these objects: the lost ones among them are hunted again. */
  public synchronized void shown(Identifier family, SortedSet<Oid> advertised) {
    lostObjects
        .of(family)
        .filter(loss -> loss.tips().stream().anyMatch(advertised::contains))
        .ifPresent(loss -> {
          lostObjects.put(family, loss.huntedUntil(clock.now().after(HUNTED)));
          notifier.lost(family);
        });
  }

  /** Returns the lost objects that a delivery completes. May take long. */
  public SortedSet<Oid> repairedBy(PackDelivery delivery) {
    return lostObjects
        .of(delivery.family())
        .map(loss -> delivery.whole(loss.tips(), loss.packs()))
        .orElse(Collections.emptySortedSet());
  }

  /** A delivery with lost objects has landed. May take long, and blocks. */
  public void landed(Identifier family) {
    lostObjects.of(family).ifPresent(loss -> conclude(family, loss.packs()));
  }
}
