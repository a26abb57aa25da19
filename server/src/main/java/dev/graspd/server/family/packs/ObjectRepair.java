package dev.graspd.server.family.packs;

import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.ended.EndedKeeper;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.view.FamilyLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
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
  private static final int NAMED_MAX = 10;

  private final EventStore store;
  private final RepositoryStore repositories;
  private final Facts facts;
  private final GitObjects git;
  private final PackHealth health;
  private final PackRewriting rewriting;
  private final OldPackRemoval removal;
  private final LostObjects lostObjects;
  private final FamilyLog log;
  private final HuntNotifier notifier;
  private final FamilyLanes lanes;
  private final UptimeClock clock;

  public ObjectRepair(
      EventStore store,
      RepositoryStore repositories,
      Facts facts,
      GitObjects git,
      PackHealth health,
      PackRewriting rewriting,
      OldPackRemoval removal,
      LostObjects lostObjects,
      FamilyLog log,
      HuntNotifier notifier,
      FamilyLanes lanes,
      UptimeClock clock) {
    this.store = store;
    this.repositories = repositories;
    this.facts = facts;
    this.git = git;
    this.health = health;
    this.rewriting = rewriting;
    this.removal = removal;
    this.lostObjects = lostObjects;
    this.log = log;
    this.notifier = notifier;
    this.lanes = lanes;
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
    Optional<LostGitData> known = repositories.lost(family);
    SortedSet<String> damaged = new TreeSet<>(health.damaged(packs, depth));
    if (depth == PackHealth.Depth.QUICK) {
      // Perhaps only every byte tells.
      known.ifPresent(lost -> damaged.addAll(lost.packs()));
    }
    retainNamed(family, damaged);
    if (known.isPresent() || !damaged.isEmpty() || !isEveryRefFound(family)) {
      conclude(family, damaged, false);
    }
  }

  /**
   * Checks a family that has lost git data again, as the operator may have brought files back, and
   * hunts for what is still lost from now on. May take long, and blocks.
   */
  void checkAgain(Identifier family) throws InterruptedException {
    SortedSet<String> damaged =
        new TreeSet<>(health.damaged(repositories.packs(family), PackHealth.Depth.THOROUGH));
    retainNamed(family, damaged);
    conclude(family, damaged, true);
  }

  /** A pack that was replaced meanwhile is no loss: its record goes before its files. */
  private void retainNamed(Identifier family, SortedSet<String> packs) {
    if (!packs.isEmpty()) {
      packs.retainAll(repositories.packs(family).stream().map(PackRecord::name).toList());
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

  /**
   * Notes which objects are lost, which begins a hunt; if none is lost, damaged packs are dropped.
   *
   * @param isFresh whether a loss that is known is hunted as if it were found now
   */
  private void conclude(Identifier family, SortedSet<String> damaged, boolean isFresh) {
    boolean done = false;
    for (int attempt = 1; !done && attempt <= PackRewriting.ATTEMPTS_MAX; attempt++) {
      long version = repositories.version(family);
      Optional<LostGitData> before = repositories.lost(family);
      SortedSet<Oid> tips = tipsOf(family);
      SortedSet<Oid> broken = new TreeSet<>(tips);
      broken.removeAll(health.whole(family, tips, damaged));
      if (broken.isEmpty()) {
        done = Await.answerOf(lanes.enter(family, () -> withoutDamaged(family, damaged, tips)));
      } else {
        LostGitData lost =
            new LostGitData(
                family,
                damaged,
                broken,
                before
                    .filter(_ -> !isFresh)
                    .map(LostGitData::huntedUntilNanos)
                    .orElseGet(() -> clock.now().after(HUNTED)));
        // In a family that never rests, a change that mends nothing does not matter.
        boolean mayHaveChanged = attempt == PackRewriting.ATTEMPTS_MAX;
        done = isNoted(lost, before, tx -> mayHaveChanged || hasVersion(tx, family, version));
      }
    }
  }

  private static boolean hasVersion(StoreTransaction tx, Identifier family, long version) {
    return tx.repositories().version(family) == version;
  }

  /** Returns false if somebody else has noted something else meanwhile, or if this is outdated. */
  private boolean isNoted(
      LostGitData lost, Optional<LostGitData> before, Predicate<StoreTransaction> isCurrent) {
    if (before.filter(lost::equals).isPresent()) {
      return true;
    }
    boolean isWritten = isWritten(lost, before, isCurrent);
    if (isWritten) {
      LOG.error(
          "git data of {} is lost: damaged packs {}, incomplete {} of repositories {}",
          lost.family(),
          some(lost.packs()),
          some(lost.tips()),
          some(showing(lost.family(), lost.tips())));
    }
    return isWritten;
  }

  private boolean isWritten(
      LostGitData lost, Optional<LostGitData> before, Predicate<StoreTransaction> isCurrent) {
    boolean isWritten =
        Await.answerOf(
            store.write(tx -> {
              boolean isStill =
                  tx.repositories().lost(lost.family()).equals(before) && isCurrent.test(tx);
              if (isStill) {
                tx.repositories().putUptime(clock.nanos());
                tx.repositories().putLost(lost);
              }
              return isStill;
            }));
    log.settle();
    return isWritten;
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
    Optional<LostGitData> before = repositories.lost(family);
    if (!tips.containsAll(tipsOf(family))) {
      return false;
    }
    try (PackRewriting.Rewrite without = without(family, damaged)) {
      Await.write(
          store,
          tx -> {
            StaleViews.require(tx, family, version);
            damaged.forEach(name -> tx.repositories().removePack(family, name));
            if (before.isPresent()) {
              boolean _ = tx.repositories().removeLost(family);
            }
          });
      without.keep();
      if (before.isPresent() || !damaged.isEmpty()) {
        LOG.warn("{} is whole; packs that it does without: {}", family, some(damaged));
      }
      log.settle();
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

  // ---- the hunt

  /** Returns the lost objects that are hunted now; tells the hunt if there are none. */
  public SortedSet<Oid> sought(Identifier family) {
    SortedSet<Oid> sought =
        repositories
            .lost(family)
            .filter(lostObjects::isHunted)
            .map(LostGitData::tips)
            .orElse(Collections.emptySortedSet());
    if (sought.isEmpty()) {
      notifier.lossOver(family);
    }
    return sought;
  }

  /** Returns the families whose lost objects are hunted now. */
  public List<Identifier> hunted() {
    return FamilyWalk.families(repositories, Rows.LOST)
        .filter(family -> repositories.lost(family).filter(lostObjects::isHunted).isPresent())
        .toList();
  }

  /** Returns the objects that are not complete here. */
  public SortedSet<Oid> incomplete(Identifier family) {
    return repositories.lost(family).map(LostGitData::tips).orElse(Collections.emptySortedSet());
  }

  /** A clone URL shows these objects: if lost ones are among them, they are hunted again. */
  public void shown(Identifier family, SortedSet<Oid> advertised) {
    Optional<LostGitData> lost = repositories.lost(family);
    lost.filter(one -> !lostObjects.isHunted(one))
        .filter(one -> one.tips().stream().anyMatch(advertised::contains))
        .map(one -> one.huntedUntil(clock.now().after(HUNTED)))
        .ifPresent(again -> {
          // If somebody else writes meanwhile, the next look shows it again.
          boolean _ = isWritten(again, lost, _ -> true);
        });
  }

  /** Returns the lost objects that a delivery completes. May take long. */
  public SortedSet<Oid> repairedBy(PackDelivery delivery) {
    return repositories
        .lost(delivery.family())
        .map(lost -> delivery.whole(lost.tips(), lost.packs()))
        .orElse(Collections.emptySortedSet());
  }

  /** A delivery with lost objects has landed. May take long, and blocks. */
  public void landed(Identifier family) {
    repositories
        .lost(family)
        .ifPresent(lost -> conclude(family, new TreeSet<>(lost.packs()), false));
  }
}
