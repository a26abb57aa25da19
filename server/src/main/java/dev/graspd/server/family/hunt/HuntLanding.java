package dev.graspd.server.family.hunt;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.hunt.missing.FetchedObjects;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.hunt.missing.Revival;
import dev.graspd.core.hunt.missing.Wants;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.Publication;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.packs.ObjectRepair;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.gate.StoreFaults;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the hunt what a family misses and lands its deliveries in the lane of the family. */
public record HuntLanding(
    StoreFacts facts,
    HostingRules rules,
    RepositoryStore store,
    HeldIndex held,
    HuntNotifier notifier,
    GitObjects git,
    TipLookup tips,
    FamilyLanes lanes,
    FamilyPublisher publisher,
    StorageAccounts accounts,
    ObjectRepair repair,
    Executor executor)
    implements Hunting {
  /** Most objects in the haves of a fetch. */
  public static final int HAVES_MAX = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(HuntLanding.class);

  // ---- questions of the hunt

  @Override
  public MissingData missingData(Identifier identifier) {
    Family family = facts.family(identifier);
    SortedSet<Oid> lost = repair.sought(identifier);
    FetchTargets.Lost sought =
        lost.isEmpty()
            ? FetchTargets.Lost.NOTHING
            : new FetchTargets.Lost(lost, requests(family, lost));
    try (TipLookup.Here here = tips.of(family)) {
      return FetchTargets.of(family, here, rules.service(), sought);
    }
  }

  @Override
  public SortedSet<Oid> missing(Identifier identifier) {
    Family family = facts.family(identifier);
    try (TipLookup.Here here = tips.of(family)) {
      return Wants.missing(family, here);
    }
  }

  @Override
  public SortedMap<PublicKey, RefComparison> compare(
      Identifier family, CloneUrl url, SortedMap<RefName, Oid> refs, Optional<RefName> head) {
    return CopyLook.compare(facts.family(family), rules.service(), url, refs, head);
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
        .limit(FetchTargets.PLACES_MAX)
        .flatMap(id -> facts.accepted(id).stream())
        .flatMap(event -> PullRequest.of(event).stream())
        .toList();
  }

  @Override
  public SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids) {
    return Wants.waitingFor(facts.family(family), ids);
  }

  /** Arrived objects count for one key alone, and so do objects that build on them. */
  @Override
  public PackBase haves(Identifier identifier) {
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
    SortedSet<Oid> incomplete = repair.incomplete(identifier);
    Stream.concat(arrived.stream(), served.stream())
        .distinct()
        .filter(id -> !incomplete.contains(id))
        .filter(id -> objects.kindOf(id).isPresent())
        .limit(HAVES_MAX)
        .forEach(haves::add);
    return new PackBase(haves, served.containsAll(arrived) ? Optional.empty() : waiter);
  }

  /** The only key whose events miss objects. */
  private Optional<PublicKey> waiter(Family family) {
    try (TipLookup.Here here = tips.of(family)) {
      SortedSet<PublicKey> keys = Wants.waitingKeys(family, here);
      return keys.size() == 1 ? Optional.of(keys.first()) : Optional.empty();
    }
  }

  @Override
  public Allowance room(Identifier family, SortedSet<Oid> wanted) {
    Family now = facts.family(family);
    return FetchedObjects.takerOf(now, wanted)
        .or(() -> FetchedObjects.keeperOf(now, wanted))
        .map(taker -> accounts.allowance(new RepoAddress(taker.owner(), family), taker.cause()))
        .orElse(Allowance.UNLIMITED);
  }

  @Override
  public List<Identifier> waiting() {
    SortedSet<Identifier> waiting = new TreeSet<>(waiting(held));
    waiting.addAll(repair.hunted());
    return List.copyOf(waiting);
  }

  /** Returns the families with events that wait for objects; announcements name none. */
  public static List<Identifier> waiting(HeldIndex held) {
    return families(held, false);
  }

  /** Returns the families with lapsed events, which a clone URL may revive. */
  public static List<Identifier> remembered(HeldIndex held) {
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
  public void findHosted() throws InterruptedException {
    notifier.findHosted(facts::family);
  }

  // ---- deliveries

  @Override
  public CompletionStage<LandingOutcome> land(PackDelivery delivery) {
    Identifier family = delivery.family();
    SortedSet<Oid> repaired;
    try {
      repaired = repair.repairedBy(delivery);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(refused(delivery, e));
    }
    CompletionStage<LandingOutcome> landed =
        lanes
            .land(delivery, () -> landed(delivery, repaired))
            .exceptionally(fault -> failed(family, fault));
    return repaired.isEmpty()
        ? landed
        : landed.thenApplyAsync(one -> repaired(family, one), executor);
  }

  /** Not in the lane: it reads every object. */
  private LandingOutcome repaired(Identifier family, LandingOutcome landed) {
    try {
      repair.landed(family);
    } catch (RuntimeException e) {
      LOG.error("whether {} is whole again cannot be told", family, e);
    }
    return landed;
  }

  /** Computes the brought objects once: after a publication the family has them. */
  private LandingOutcome landed(PackDelivery delivery, SortedSet<Oid> repaired) {
    Family family = facts.family(delivery.family());
    SortedSet<Oid> brought = brought(family, delivery);
    return StaleViews.retried(() -> landed(delivery, brought, repaired));
  }

  private SortedSet<Oid> brought(Family family, PackDelivery delivery) {
    try (TipLookup.Here before = tips.of(family);
        TipLookup.Here all = tips.of(family, delivery)) {
      return FetchedObjects.brought(family, before, all);
    }
  }

  private LandingOutcome landed(
      PackDelivery delivery, SortedSet<Oid> brought, SortedSet<Oid> repaired) {
    Family family = facts.family(delivery.family());
    Optional<FetchedObjects.Taker> taker =
        FetchedObjects.takerOf(family, brought).or(() -> FetchedObjects.keeperOf(family, repaired));
    if (taker.isEmpty()) {
      return new LandingOutcome.NotWanted();
    }
    Settlement settlement;
    SortedSet<Oid> wanted;
    try (TipLookup.Here here = tips.of(family, delivery)) {
      settlement =
          Settlement.of(family, here, FetchedObjects.of(family, here, brought).delivered());
      wanted = Wants.missing(settlement.applyTo(family), here);
    }
    repair.incomplete(family.identifier()).stream()
        .filter(id -> !repaired.contains(id))
        .forEach(wanted::add);
    FamilyChange change =
        FamilyChange.of(family, family, settlement)
            .causedBy("git data from a clone URL")
            .bringing(delivery::brings)
            .with(
                List.of(FamilyPublisher.packs(delivery, taker.get().owner(), taker.get().cause())));
    return switch (publisher.published(Optional.of(delivery), change)) {
      case Publication.Done _ -> new LandingOutcome.Joined(settlement.released(), wanted);
      case Publication.NoRoom(var refusal) -> new LandingOutcome.Failed(refusal);
    };
  }

  private static LandingOutcome refused(PackDelivery delivery, RuntimeException fault) {
    try (delivery) {
      throw fault;
    } catch (RuntimeException e) {
      return failed(delivery.family(), e);
    }
  }

  private static LandingOutcome failed(Identifier family, Throwable fault) {
    Throwable cause = StoreFaults.causeOf(fault);
    if (StoreFaults.isNews(fault)) {
      LOG.error("hunted data of {} could not be landed", family, cause);
    }
    for (Throwable one : cause.getSuppressed()) {
      // The next start withdraws them.
      LOG.error("hunted data of {} could not be taken back", family, one);
    }
    return new LandingOutcome.Failed(StoreFaults.refusalOf(fault));
  }

  // ---- lapsed events

  @Override
  public CompletionStage<SortedSet<EventId>> revive(Identifier family, SortedSet<Oid> advertised) {
    repair.shown(family, advertised);
    boolean anyLapsed = facts.rowsOf(family).stream().anyMatch(entry -> entry.until().lapsed());
    return anyLapsed
        ? lanes.enter(family, () -> StaleViews.retried(() -> revived(family, advertised)))
        : CompletableFuture.completedFuture(Collections.emptySortedSet());
  }

  private SortedSet<EventId> revived(Identifier identifier, SortedSet<Oid> advertised) {
    Family before = facts.family(identifier);
    Family after = before;
    SortedSet<EventId> revived = new TreeSet<>();
    SortedSet<EventId> renewed = new TreeSet<>();
    for (EventId id : revivable(before, advertised)) {
      // Its author may have lost authority: it is decided like a new event.
      Optional<Admission> decision =
          facts.held(id).map(event -> Admission.decide(event, facts, rules));
      if (decision.orElse(null) instanceof Admission.Join join) {
        revived.add(id);
        after = after.revived(id);
        for (EventId announcement :
            FamilyPublisher.announcementsOf(join.family(), join.renewed())) {
          renewed.add(announcement);
          after = after.revived(announcement);
        }
      }
    }
    renewed.addAll(revived);
    if (!revived.isEmpty()) {
      write(before, after, renewed);
    }
    return revived;
  }

  private List<EventId> revivable(Family family, SortedSet<Oid> advertised) {
    try (TipLookup.Here here = tips.of(family)) {
      return Revival.of(family, here, advertised);
    }
  }

  private void write(Family before, Family after, SortedSet<EventId> renewed) {
    FamilyChange change =
        FamilyChange.of(before, after, tips.settle(after))
            .causedBy("a clone URL that shows its git data")
            .with(FamilyPublisher.renewals(renewed))
            .urgent(Urgency.SYNCED);
    Publication _ = publisher.published(Optional.empty(), change);
  }
}
