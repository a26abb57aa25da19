package dev.graspd.server.gate;

import dev.graspd.core.hunt.Haul;
import dev.graspd.core.hunt.Quarries;
import dev.graspd.core.hunt.Quarry;
import dev.graspd.core.hunt.Revival;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.Wants;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.RepositoryStore;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows the hunt what is lacked and lands what it brings, in the lane of the family. */
final class HuntLanding implements Hunting {
  /** Most objects that another server is told we have. */
  static final int HAVES_MAX = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(HuntLanding.class);
  private static final int ATTEMPTS_MAX = 5;

  private final StoreFacts facts;
  private final HostingRules rules;
  private final RepositoryStore store;
  private final HeldIndex held;
  private final HuntNews news;
  private final GitObjects git;
  private final TipLookup tips;
  private final Lanes lanes;
  private final Arrivals arrivals;
  private final Accounts accounts;
  private final Mending mending;
  private final Executor executor;

  HuntLanding(
      StoreFacts facts,
      HostingRules rules,
      RepositoryStore store,
      HeldIndex held,
      HuntNews news,
      GitObjects git,
      TipLookup tips,
      Lanes lanes,
      Arrivals arrivals,
      Accounts accounts,
      Mending mending,
      Executor executor) {
    this.facts = facts;
    this.rules = rules;
    this.store = store;
    this.held = held;
    this.news = news;
    this.git = git;
    this.tips = tips;
    this.lanes = lanes;
    this.arrivals = arrivals;
    this.accounts = accounts;
    this.mending = mending;
    this.executor = executor;
  }

  // ---- what the hunt sees

  @Override
  public Quarry quarry(Identifier identifier) {
    Family family = facts.family(identifier);
    SortedSet<Oid> lost = mending.sought(identifier);
    Quarries.Lost losses =
        lost.isEmpty() ? Quarries.Lost.NOTHING : new Quarries.Lost(lost, requests(family, lost));
    try (TipLookup.Here here = tips.of(family)) {
      return Quarries.of(family, here, rules.service(), losses);
    }
  }

  /** The served pull requests whose refs have one of these objects. */
  private List<PullRequest> requests(Family family, SortedSet<Oid> ids) {
    SortedSet<EventId> events = new TreeSet<>();
    family.submissions().values().stream()
        .filter(submission -> ids.contains(submission.commit()))
        .forEach(submission -> events.add(submission.event()));
    for (Refs refs : family.allRefs().values()) {
      refs.values().entrySet().stream()
          .filter(ref -> ids.contains(ref.getValue()))
          .flatMap(ref -> ref.getKey().nostrEvent().stream())
          .forEach(events::add);
    }
    return events.stream()
        .limit(Quarries.PLACES_MAX)
        .flatMap(id -> facts.accepted(id).stream())
        .flatMap(event -> PullRequest.of(event).stream())
        .toList();
  }

  @Override
  public SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids) {
    return Wants.waitingFor(facts.family(family), ids);
  }

  /** What was brought before counts for one key alone: so does what others build on it. */
  @Override
  public Ground haves(Identifier identifier) {
    Family family = facts.family(identifier);
    Optional<PublicKey> waiter = waiter(family);
    List<Oid> arrived =
        store.arrived(identifier).stream()
            .filter(one -> waiter.equals(Optional.of(one.signer())))
            .map(ArrivedTip::tip)
            .toList();
    SortedSet<Oid> served = Presence.served(family);
    SortedSet<Oid> haves = new TreeSet<>();
    ObjectsHere objects = git.of(identifier);
    SortedSet<Oid> incomplete = mending.incomplete(identifier);
    Stream.concat(arrived.stream(), served.stream())
        .distinct()
        .filter(id -> !incomplete.contains(id))
        .filter(id -> objects.kindOf(id).isPresent())
        .limit(HAVES_MAX)
        .forEach(haves::add);
    return new Ground(haves, served.containsAll(arrived) ? Optional.empty() : waiter);
  }

  /** The key whose events alone lack something. */
  private Optional<PublicKey> waiter(Family family) {
    try (TipLookup.Here here = tips.of(family)) {
      SortedSet<PublicKey> keys = Wants.waitingKeys(family, here);
      return keys.size() == 1 ? Optional.of(keys.first()) : Optional.empty();
    }
  }

  @Override
  public Allowance room(Identifier family, SortedSet<Oid> wanted) {
    Family now = facts.family(family);
    return Haul.takerOf(now, wanted)
        .or(() -> Haul.keeperOf(now, wanted))
        .map(taker -> accounts.allowance(new RepoAddress(taker.owner(), family), taker.cause()))
        .orElse(Allowance.UNLIMITED);
  }

  @Override
  public List<Identifier> waiting() {
    SortedSet<Identifier> waiting = new TreeSet<>(waiting(held));
    waiting.addAll(mending.hunted());
    return List.copyOf(waiting);
  }

  /** Announcements wait for no object in particular: there is nothing to look for. */
  static List<Identifier> waiting(HeldIndex held) {
    return families(held, false);
  }

  /** Returns the families with events whose time is over, which a clone URL may revive. */
  static List<Identifier> remembered(HeldIndex held) {
    return families(held, true);
  }

  private static List<Identifier> families(HeldIndex held, boolean lapsed) {
    return held.all().stream()
        .filter(entry -> entry.until().lapsed() == lapsed)
        .filter(entry -> !(entry.ticket() instanceof Ticket.OfAnnouncement))
        .map(entry -> entry.until().home())
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public List<Identifier> hosted() {
    return news.hosted();
  }

  // ---- what it brings

  @Override
  public CompletionStage<Landed> land(Delivery delivery) {
    SortedSet<Oid> mended;
    try {
      mended = mending.mendedBy(delivery);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(delivery, e));
    }
    Identifier family = delivery.family();
    CompletionStage<Landed> landed =
        lanes
            .enter(lane(family), () -> landedAndClosed(delivery, mended))
            .exceptionally(fault -> failed(delivery, fault));
    return mended.isEmpty()
        ? landed
        : landed.thenComposeAsync(one -> mended(family, one), executor);
  }

  /** Not in the lane: it looks at every object. */
  private CompletionStage<Landed> mended(Identifier family, Landed landed) {
    return mending
        .landed(family)
        .thenApply(_ -> landed)
        .exceptionally(fault -> {
          LOG.error("whether {} is whole again cannot be told", family, fault);
          return landed;
        });
  }

  /** Closed in the lane: what is taken back must not be seen by the next in it. */
  private CompletionStage<Landed> landedAndClosed(Delivery delivery, SortedSet<Oid> mended) {
    return CompletableFuture.completedFuture(delivery)
        .thenCompose(one -> landed(one, mended))
        .thenApply(landed -> {
          delivery.close();
          return landed;
        })
        .exceptionally(fault -> failed(delivery, fault));
  }

  private static SortedSet<Identifier> lane(Identifier family) {
    return new TreeSet<>(List.of(family));
  }

  /** What it brings is measured once: after a publication the family has it already. */
  private CompletionStage<Landed> landed(Delivery delivery, SortedSet<Oid> mended) {
    Family family = facts.family(delivery.family());
    SortedSet<Oid> brought = brought(family, delivery);
    return Hosting.again(() -> landed(delivery, brought, mended), ATTEMPTS_MAX).get();
  }

  private SortedSet<Oid> brought(Family family, Delivery delivery) {
    try (TipLookup.Here before = tips.of(family);
        TipLookup.Here all = tips.of(family, delivery)) {
      return Haul.brought(family, before, all);
    }
  }

  private CompletionStage<Landed> landed(
      Delivery delivery, SortedSet<Oid> brought, SortedSet<Oid> mended) {
    Family family = facts.family(delivery.family());
    Optional<Haul.Taker> taker =
        Haul.takerOf(family, brought).or(() -> Haul.keeperOf(family, mended));
    if (taker.isEmpty()) {
      return CompletableFuture.completedFuture(new Landed.NotWanted());
    }
    Settlement settlement;
    SortedSet<Oid> wanted;
    try (TipLookup.Here here = tips.of(family, delivery)) {
      settlement = Settlement.of(family, here, Haul.of(family, here, brought).delivered());
      wanted = Wants.missing(settlement.applyTo(family), here);
    }
    mending.incomplete(family.identifier()).stream()
        .filter(id -> !mended.contains(id))
        .forEach(wanted::add);
    FamilyChange change =
        new FamilyChange(family, family, settlement)
            .withCause("git data from a clone URL")
            .withBrought(delivery::brings)
            .withPacks(Arrivals.packs(delivery, taker.get().owner()), taker.get().cause());
    return arrivals
        .published(Optional.of(delivery), change)
        .thenApply(published ->
            switch (published) {
              case Publication.Done _ -> new Landed.Joined(settlement.released(), wanted);
              case Publication.NoRoom(var refusal) -> new Landed.Failed(refusal);
            });
  }

  private static Landed failed(Delivery delivery, Throwable fault) {
    Refusal refusal = StoreFaults.refusalOf(fault);
    if (StoreFaults.isNews(fault)) {
      Throwable cause = StoreFaults.causeOf(fault);
      LOG.error("hunted data of {} could not be landed", delivery.family(), cause);
    }
    try (delivery) {
      return new Landed.Failed(refusal);
    } catch (UncheckedIOException e) {
      // The next start takes back what this one cannot.
      LOG.error("hunted data of {} could not be taken back", delivery.family(), e);
      return new Landed.Failed(refusal);
    }
  }

  // ---- what it finds to be there again

  @Override
  public CompletionStage<SortedSet<EventId>> revive(Identifier family, SortedSet<Oid> advertised) {
    mending.shown(family, advertised);
    boolean anyLapsed = held.of(family).stream().anyMatch(entry -> entry.until().lapsed());
    return anyLapsed
        ? lanes.enter(lane(family), Hosting.again(() -> revived(family, advertised), ATTEMPTS_MAX))
        : CompletableFuture.completedFuture(Collections.emptySortedSet());
  }

  private CompletionStage<SortedSet<EventId>> revived(
      Identifier identifier, SortedSet<Oid> advertised) {
    Family before = facts.family(identifier);
    Family after = before;
    SortedSet<EventId> revived = new TreeSet<>();
    List<EventId> renewed = new ArrayList<>();
    for (EventId id : revivable(before, advertised)) {
      // Who was allowed to speak then may not be any more: it is decided like one that comes anew.
      Optional<Admission> decision =
          facts.held(id).map(event -> Admission.decide(event, facts, rules));
      if (decision.orElse(null) instanceof Admission.Join join) {
        revived.add(id);
        after = after.revived(id);
        for (EventId announcement : Hosting.announcementsOf(join.family(), join.renewed())) {
          renewed.add(announcement);
          after = after.revived(announcement);
        }
      }
    }
    renewed.addAll(revived);
    return revived.isEmpty()
        ? CompletableFuture.completedFuture(revived)
        : written(before, after, renewed).thenApply(_ -> revived);
  }

  private List<EventId> revivable(Family family, SortedSet<Oid> advertised) {
    try (TipLookup.Here here = tips.of(family)) {
      return Revival.of(family, here, advertised);
    }
  }

  private CompletionStage<?> written(Family before, Family after, List<EventId> renewed) {
    FamilyChange change =
        new FamilyChange(before, after, tips.settle(after))
            .withCause("a clone URL that shows its git data")
            .withRenewed(renewed)
            .withUrgency(Urgency.SYNCED);
    return arrivals.published(Optional.empty(), change);
  }
}
