package dev.graspd.server.hosting;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.FamilyReports;
import dev.graspd.server.family.FamilyWriter;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.ended.EndedKeeper;
import dev.graspd.server.family.event.DependentEvents;
import dev.graspd.server.family.event.HoldLimits;
import dev.graspd.server.family.event.RepositoryEvents;
import dev.graspd.server.family.event.StrangerLists;
import dev.graspd.server.family.held.LapsedEvents;
import dev.graspd.server.family.held.RememberedEvents;
import dev.graspd.server.family.hunt.HuntLanding;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.packs.ObjectRepair;
import dev.graspd.server.family.packs.OrphanedPacks;
import dev.graspd.server.family.packs.Repacking;
import dev.graspd.server.family.purgatory.Expiry;
import dev.graspd.server.family.push.DiaryPushes;
import dev.graspd.server.family.push.PushLanding;
import dev.graspd.server.family.push.PushViews;
import dev.graspd.server.family.push.Pushes;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds and runs hosting: the shared state, the policies for events and pushes, purgatory, the end
 * of repositories, and the care for packs.
 */
public final class RepositoryHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryHost.class);

  private final boolean readOnly;
  private final HostingState state;
  private final PackParts packs;
  private final EndedParts ended;
  private final Reception reception;
  private final Pushes pushes;
  private final Hunting hunting;
  private final Executor executor;
  private final Expiry expiry;
  private final Timers timers;
  private final StartupRecovery recovery;
  private final Repositories repositories;
  private final LapsedEvents lapsed;
  private final HostingStatus status;
  private final OperatorActions actions;

  /** What its duties have begun and not ended. */
  private final List<Tenure> running = new CopyOnWriteArrayList<>();

  /** Reads held events. Nothing expires here before {@link #timers} begins. */
  public RepositoryHost(HostingParts given, HostingPolicy policy) {
    readOnly = policy.general().readOnly();
    HostingParts parts = readOnly ? given.withStoppedClock() : given;
    state = HostingState.read(parts, policy);
    packs = PackParts.build(parts, state);
    FamilyWriter writer = writer(parts, state, packs.orphans());
    FamilyPublisher publisher = publisher(parts, state, writer);
    state.historyChecks().onFound(family -> settleAgain(family, publisher));
    ended = EndedParts.build(parts, policy, state, writer, packs.repacking()::prune);
    executor = parts.executor();
    expiry = expiry(parts, policy, state, publisher, ended.deletions());
    reception = reception(parts, policy, state, publisher, ended, expiry::evict);
    pushes = pushes(parts, policy, state, publisher);
    hunting = hunting(parts, policy, state, publisher, packs.repair());
    timers = new Timers(state, parts.repositories(), parts.clock(), expiry, ended);
    recovery =
        new StartupRecovery(
            state,
            ended.deletions(),
            new ChangedFamilies(
                parts.events(),
                parts.repositories(),
                ended.deletions(),
                packs.orphans(),
                policy.settledBy()));
    repositories =
        new HostedRepositories(
            parts.repositories(), state.families(), state.shelves(), policy.rules());
    lapsed = new RememberedEvents(state.held(), this::tellPurgatory);
    status = new HostingStatus(parts, policy, state);
    actions = OperatorActions.build(parts, policy, state, ended, reception, expiry);
  }

  private static FamilyWriter writer(
      HostingParts parts, HostingState state, OrphanedPacks orphans) {
    return new FamilyWriter(
        parts.events(),
        parts.repositories(),
        state.accounts(),
        parts.clock(),
        state.log(),
        state.families(),
        new FamilyReports(parts.clock(), state.diary(), orphans::withdrawn, parts.metrics()));
  }

  private static FamilyPublisher publisher(
      HostingParts parts, HostingState state, FamilyWriter writer) {
    return new FamilyPublisher(
        writer,
        state.facts(),
        parts.git(),
        state.tips(),
        state.shelves(),
        state.diary(),
        state.accounts(),
        parts.failPoints());
  }

  /** Serves events whose objects a second search in a long history has found. */
  private void settleAgain(Identifier family, FamilyPublisher publisher) {
    state
        .lanes()
        .enter(family, () -> StaleViews.retried(() -> publisher.settleAgain(family)))
        .exceptionally(fault -> {
          LOG.error("{} could not be settled again", family, fault);
          return false;
        });
  }

  private static Expiry expiry(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyPublisher publisher,
      Deletions deletions) {
    return new Expiry(
        parts.events(),
        state.facts(),
        policy.rules(),
        state.held(),
        state.shelves(),
        state.log(),
        state.lanes(),
        publisher,
        orphaned -> parts.executor().execute(() -> deletions.reconcile(orphaned)),
        state.tips(),
        parts.clock(),
        parts.metrics(),
        Mandate.NONE);
  }

  /** A lapsed event that is seen again waits again, also if purgatory runs on another server. */
  private void tellPurgatory(Input input) {
    if (!state.purgatory().tell(input) && input instanceof Input.SeenByDailySync(var ticket)) {
      expiry.revive(ticket);
    }
  }

  private static Reception reception(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyPublisher publisher,
      EndedParts ended,
      Consumer<EventId> evictions) {
    return new RepositoryEvents(
        policy.general(),
        policy.rules(),
        parts.plain(),
        new DependentEvents(parts.events(), parts.clock(), parts.failPoints()),
        new StrangerLists(
            parts.events(),
            parts.clock(),
            new StrangerRoom(policy.strangerListBytes(), state.facts()::takesPart)),
        state.facts(),
        state.held(),
        state.lanes(),
        new HoldLimits(
            policy.limits(),
            policy.rules().maxHeldPerIdentifier(),
            state.held(),
            parts.charges(),
            parts.clock()),
        publisher,
        ended.deletions(),
        ended.keeper(),
        state.diary(),
        evictions,
        parts.executor());
  }

  private static Pushes pushes(
      HostingParts parts, HostingPolicy policy, HostingState state, FamilyPublisher publisher) {
    PushViews views =
        new PushViews(
            state.facts(),
            state.held(),
            state.shelves(),
            policy.rules(),
            policy.limits(),
            policy.relayUrl(),
            policy.general().readOnly(),
            id -> parts.events().known(id) == Known.GONE);
    PushLanding landing =
        new PushLanding(
            views,
            state.facts(),
            state.tips(),
            state.lanes(),
            publisher,
            state.accounts(),
            parts.clock(),
            policy.limits(),
            parts.metrics());
    return new DiaryPushes(landing, parts.diary(), parts.clock());
  }

  private static Hunting hunting(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      FamilyPublisher publisher,
      ObjectRepair repair) {
    return new HuntLanding(
        state.facts(),
        policy.rules(),
        parts.repositories(),
        state.held(),
        state.notifier(),
        parts.git(),
        state.tips(),
        state.lanes(),
        publisher,
        state.accounts(),
        repair,
        parts.executor());
  }

  /** Returns the part of the timers that is about held events and ended repositories. */
  public Duty timers() {
    return own(timers);
  }

  /** Returns the part of upkeep that finishes changes which a crash interrupted. */
  public Duty recovery() {
    return own(recovery);
  }

  /** Returns the part of upkeep that checks the git data on disk. */
  public Duty integrityCheck() {
    return own(_ -> packs.startCheck()::close);
  }

  /**
   * Lets the end of this host end what a duty began. On a read-only server nothing expires, and
   * nothing is erased or repaired.
   */
  private Duty own(Duty duty) {
    return mandate -> {
      if (readOnly) {
        return Tenure.IDLE;
      }
      Tenure tenure = duty.begin(mandate);
      running.add(tenure);
      return () -> {
        if (running.remove(tenure)) {
          tenure.close();
        }
      };
    };
  }

  public Reception reception() {
    return reception;
  }

  public Pushes pushes() {
    return pushes;
  }

  public Hunting hunting() {
    return hunting;
  }

  public Repacking repacking() {
    return packs.repacking();
  }

  public Repositories repositories() {
    return repositories;
  }

  public LapsedEvents lapsed() {
    return lapsed;
  }

  public HostingStatus status() {
    return status;
  }

  public OperatorActions actions() {
    return actions;
  }

  /** Returns the shelves that are in use. */
  public SortedSet<String> shelves() {
    return state.shelves().used();
  }

  public EndedKeeper endedKeeper() {
    return ended.keeper();
  }

  HostingState state() {
    return state;
  }

  public PackParts packs() {
    return packs;
  }

  /** The store has removed expired events after this log number. */
  public void swept(long afterSeq) {
    executor.execute(() -> expiry.swept(afterSeq));
  }

  /** Wakes purgatory because the clock may have jumped. */
  public void wake() {
    tellPurgatory(new Input.Woken());
  }

  @Override
  public void close() {
    running.reversed().forEach(Tenure::close);
    running.clear();
    state.log().close();
  }
}
