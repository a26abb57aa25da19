package dev.graspd.server.gate;

import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which families have lost objects, has those hunted for, and puts in order what is left
 * when they are whole again. What is lost is lost by a disk: refs and events stay as they are, and
 * what can still be read is still served. Thread-safe.
 */
final class Mending {
  /** How long a loss is hunted for without a sign that it can be found; as long as events wait. */
  static final Duration HUNTED = Duration.ofMinutes(30);

  private static final Logger LOG = LoggerFactory.getLogger(Mending.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final int NAMED_MAX = 10;

  private final EventStore store;
  private final RepositoryStore repositories;
  private final Facts facts;
  private final GitObjects git;
  private final PackHealth health;
  private final PackRewriting rewriting;
  private final Removing removing;
  private final Losses losses;
  private final HuntNews news;
  private final Lanes lanes;
  private final Accounts accounts;
  private final UptimeClock clock;

  /** Damaged packs, which count for nobody any more: what takes their place must find room. */
  private final Set<String> discounted = ConcurrentHashMap.newKeySet();

  /** How often a family became whole: whoever looked before that has seen what is no more. */
  private final AtomicLong mended = new AtomicLong();

  Mending(
      EventStore store,
      RepositoryStore repositories,
      Facts facts,
      GitObjects git,
      PackHealth health,
      PackRewriting rewriting,
      Removing removing,
      Losses losses,
      HuntNews news,
      Lanes lanes,
      Accounts accounts,
      UptimeClock clock) {
    this.store = store;
    this.repositories = repositories;
    this.facts = facts;
    this.git = git;
    this.health = health;
    this.rewriting = rewriting;
    this.removing = removing;
    this.losses = losses;
    this.news = news;
    this.lanes = lanes;
    this.accounts = accounts;
    this.clock = clock;
  }

  // ---- what is lost

  /**
   * Looks at one family. May take long, and blocks.
   *
   * @param packs all that the store knows of it
   */
  void check(Identifier family, List<PackRecord> packs, PackHealth.Depth depth)
      throws InterruptedException {
    SortedSet<String> damaged = new TreeSet<>(health.damaged(packs, depth));
    if (!damaged.isEmpty()) {
      // One that was replaced meanwhile is no loss: its files may go only after its record.
      damaged.retainAll(repositories.packs(family).stream().map(PackRecord::name).toList());
    }
    packs.stream()
        .filter(pack -> damaged.contains(pack.name()) && discounted.add(pack.name()))
        .forEach(pack -> accounts.giveBack(List.of(pack)));
    losses.of(family).ifPresent(known -> damaged.addAll(known.packs()));
    if (!damaged.isEmpty() || !isEveryRefFound(family)) {
      boolean _ = concluded(family, damaged, ATTEMPTS_MAX).toCompletableFuture().join();
    }
  }

  private boolean isEveryRefFound(Identifier family) {
    ObjectsHere objects = git.of(family);
    return facts.family(family).refValues().stream().allMatch(id -> objects.kindOf(id).isPresent());
  }

  /** What must be here with all that it refers to: all refs, and what events name that is here. */
  private SortedSet<Oid> tipsOf(Identifier identifier) {
    Family family = facts.family(identifier);
    ObjectsHere objects = git.of(identifier);
    SortedSet<Oid> tips = family.refValues();
    tips.addAll(Holdings.needed(repositories, identifier));
    family.namedObjects().stream().filter(id -> objects.kindOf(id).isPresent()).forEach(tips::add);
    return tips;
  }

  /** Draws the conclusions: hunts for what is lost; if nothing is, damaged packs are not needed. */
  private CompletionStage<Boolean> concluded(
      Identifier family, SortedSet<String> damaged, int attempts) {
    long seen = mended.get();
    SortedSet<Oid> tips = tipsOf(family);
    SortedSet<Oid> broken = new TreeSet<>(tips);
    broken.removeAll(health.whole(family, tips, damaged));
    if (!broken.isEmpty()) {
      return lost(family, damaged, broken, seen) || attempts <= 1
          ? CompletableFuture.completedFuture(false)
          : concluded(family, damaged, attempts - 1);
    }
    return lanes
        .enter(lane(family), () -> withoutDamaged(family, damaged, tips))
        .thenCompose(done ->
            done || attempts <= 1
                ? CompletableFuture.completedFuture(done)
                : concluded(family, damaged, attempts - 1));
  }

  private static SortedSet<Identifier> lane(Identifier family) {
    return new TreeSet<>(List.of(family));
  }

  /** Returns whether it is still so. */
  private synchronized boolean lost(
      Identifier family, SortedSet<String> packs, SortedSet<Oid> tips, long seen) {
    if (mended.get() != seen) {
      return false;
    }
    Losses.Loss before =
        losses
            .of(family)
            .orElseGet(() ->
                new Losses.Loss(
                    Collections.emptySortedSet(),
                    Collections.emptySortedSet(),
                    clock.now().after(HUNTED)));
    Losses.Loss loss = new Losses.Loss(packs, tips, before.huntedUntilNanos());
    losses.put(family, loss);
    if (!loss.equals(before)) {
      LOG.error(
          "git data of {} is lost: damaged packs {}, incomplete {} of repositories {}",
          family,
          some(packs),
          some(tips),
          some(showing(family, tips)));
    }
    if (clock.nanos() < loss.huntedUntilNanos()) {
      news.lost(family);
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
   * Forgets packs that nothing needs any more; false if something came meanwhile, which may. Their
   * files go like those of packs that were replaced: a reader or a backup may be at one.
   */
  private CompletionStage<Boolean> withoutDamaged(
      Identifier family, SortedSet<String> damaged, SortedSet<Oid> tips) {
    if (!tips.containsAll(tipsOf(family))) {
      return CompletableFuture.completedFuture(false);
    }
    PackRewriting.Rewrite without = without(family, damaged);
    return store
        .write(tx -> {
          damaged.forEach(name -> tx.removePack(family, name));
          return true;
        })
        .thenApply(done -> {
          without.keep();
          isWhole(family, damaged);
          removing.begin(family);
          return done;
        })
        .whenComplete((_, _) -> without.close());
  }

  /** On disk is from now on which packs go: what this process does not get to, the next does. */
  private PackRewriting.Rewrite without(Identifier family, SortedSet<String> damaged) {
    if (damaged.isEmpty()) {
      return new PackRewriting.Rewrite.Nothing(family);
    }
    try {
      PackRewriting.Rewrite without =
          rewriting.write(
              new PackRewriting.Order(family, damaged, new PackRewriting.Extent.None()));
      boolean published = false;
      try {
        without.publish();
        published = true;
        return without;
      } finally {
        if (!published) {
          without.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void isWhole(Identifier family, SortedSet<String> damaged) {
    mended.incrementAndGet();
    if (losses.remove(family) || !damaged.isEmpty()) {
      LOG.warn("{} is whole; packs that it does without: {}", family, some(damaged));
    }
    news.lossOver(family);
  }

  // ---- what the hunt does about it

  /** Returns what is sought of a family; when its time is over, the hunt is told so. */
  SortedSet<Oid> sought(Identifier family) {
    SortedSet<Oid> sought = losses.sought(family, clock.nanos());
    if (sought.isEmpty()) {
      news.lossOver(family);
    }
    return sought;
  }

  /** Returns the families that are hunted for because of what they lost. */
  List<Identifier> hunted() {
    long now = clock.nanos();
    return losses.families().stream()
        .filter(family -> !losses.sought(family, now).isEmpty())
        .toList();
  }

  /** Returns what must not be said to be here, because part of it is not. */
  SortedSet<Oid> incomplete(Identifier family) {
    return losses.of(family).map(Losses.Loss::tips).orElse(Collections.emptySortedSet());
  }

  /** A clone URL shows these: what is lost and among them is hunted for again. */
  synchronized void shown(Identifier family, SortedSet<Oid> advertised) {
    losses
        .of(family)
        .filter(loss -> loss.tips().stream().anyMatch(advertised::contains))
        .ifPresent(loss -> {
          losses.put(family, loss.huntedUntil(clock.now().after(HUNTED)));
          news.lost(family);
        });
  }

  /** Returns what of the lost is whole with a delivery. May take long. */
  SortedSet<Oid> mendedBy(Delivery delivery) {
    return losses
        .of(delivery.family())
        .map(loss -> delivery.whole(loss.tips(), loss.packs()))
        .orElse(Collections.emptySortedSet());
  }

  /** Something that makes a family more whole has landed. May take long. */
  CompletionStage<Boolean> landed(Identifier family) {
    return losses
        .of(family)
        .map(loss -> concluded(family, loss.packs(), ATTEMPTS_MAX))
        .orElseGet(() -> CompletableFuture.completedFuture(true));
  }
}
