package dev.graspd.server.gate;

import dev.graspd.core.purgatory.Input;
import dev.graspd.core.repo.Identifier;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosting, put together: the state that its parts share, the ways in, what waits and its end, the
 * end of repositories, and the care for packs.
 */
public final class RepositoryHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryHost.class);
  private static final int ATTEMPTS_MAX = 5;

  private final boolean readOnly;
  private final HostingState state;
  private final PackKeeping packs;
  private final EndedRepositories ended;
  private final Entrances entrances;
  private final Executor executor;
  private final Expiry expiry;
  private final PurgatoryHost purgatory;
  private final Resumption resumption;
  private final Repositories repositories;
  private final LapsedEvents lapsed;
  private final HostingReadings readings;
  private final OperatorOrders orders;

  /** Reads what waits; {@link #start} lets its time go on. */
  public RepositoryHost(HostingParts given, HostingPolicy policy) {
    readOnly = policy.general().readOnly();
    HostingParts parts = readOnly ? given.withStoppedClock() : given;
    state = HostingState.read(parts, policy);
    packs = PackKeeping.build(parts, state);
    FamilyWriter writer = writer(parts, state, packs.leftovers());
    Arrivals arrivals = arrivals(parts, state, writer);
    state.late().onFound(family -> settleAgain(family, arrivals));
    ended = EndedRepositories.build(parts, policy, state, writer, packs.upkeep());
    executor = parts.executor();
    expiry = expiry(parts, policy, state, arrivals, ended.deletions());
    entrances =
        Entrances.build(
            parts, policy, state, writer, arrivals, ended, packs.mending(), expiry::evict);
    purgatory = new PurgatoryHost(parts.clock(), state.purgatory(), expiry);
    resumption = new Resumption(state, parts.repositories(), ended.deletions(), packs.leftovers());
    repositories =
        new HostedRepositories(
            parts.repositories(), state.families(), state.shelves(), policy.rules());
    lapsed = new RememberedEvents(state.held(), purgatory::tell);
    readings = new HostingReadings(parts, policy, state);
    orders = OperatorOrders.build(parts, policy, state, ended, entrances.reception(), expiry);
  }

  private static FamilyWriter writer(HostingParts parts, HostingState state, Leftovers leftovers) {
    return new FamilyWriter(
        parts.events(),
        parts.repositories(),
        state.held(),
        state.shelves(),
        state.families(),
        parts.clock(),
        parts.executor(),
        state.purgatory()::add,
        state.news(),
        state.notes(),
        leftovers::withdrawn,
        parts.metrics());
  }

  private static Arrivals arrivals(HostingParts parts, HostingState state, FamilyWriter writer) {
    return new Arrivals(
        writer,
        state.facts(),
        parts.git(),
        state.tips(),
        state.shelves(),
        state.notes(),
        state.accounts(),
        parts.failPoints());
  }

  /** What a second look has found in a long history is served now. */
  private void settleAgain(Identifier family, Arrivals arrivals) {
    state
        .lanes()
        .enter(
            new TreeSet<>(List.of(family)),
            Hosting.again(() -> arrivals.settleAgain(family), ATTEMPTS_MAX))
        .exceptionally(fault -> {
          LOG.error("{} could not be settled again", family, fault);
          return false;
        });
  }

  private static Expiry expiry(
      HostingParts parts,
      HostingPolicy policy,
      HostingState state,
      Arrivals arrivals,
      Deletions deletions) {
    return new Expiry(
        parts.events(),
        state.facts(),
        policy.rules(),
        state.held(),
        state.shelves(),
        state.families(),
        state.lanes(),
        arrivals,
        state.news(),
        orphaned -> deletions.reconcile(orphaned),
        state.tips(),
        parts.clock(),
        parts.metrics());
  }

  /** Lets the time of what waits go on; on a read-only server nothing expires or is erased. */
  public void start() {
    if (readOnly) {
      return;
    }
    resumption.tellPurgatory();
    purgatory.start();
    ended.host().start();
    resumption.startReconciling();
  }

  /** Looks, in the background, whether the git data on disk is what was written. */
  public void startIntegrityCheck() {
    packs.integrity().start();
  }

  /** Returns the policy for events. */
  public Reception reception() {
    return entrances.reception();
  }

  /** Returns the way in for pushes. */
  public Pushes pushes() {
    return entrances.pushes();
  }

  /** Returns what the hunt for git data works with. */
  public Hunting hunting() {
    return entrances.hunting();
  }

  /** Returns who writes packs anew and removes what nothing needs. */
  public PackCare upkeep() {
    return packs.upkeep();
  }

  /** Returns the repositories, for those who serve them. */
  public Repositories repositories() {
    return repositories;
  }

  /** Returns the held events whose time is over. */
  public LapsedEvents lapsed() {
    return lapsed;
  }

  /** Returns what may be read about all of it. */
  public HostingReadings readings() {
    return readings;
  }

  /** Returns what the operator can have done. */
  public OperatorOrders orders() {
    return orders;
  }

  /** Returns the shelves that are in use, for those who clean up. */
  public SortedSet<String> shelves() {
    return state.shelves().used();
  }

  /** Returns what is kept of repositories that are hosted no more. */
  Holdings holdings() {
    return ended.holdings();
  }

  /** Returns who looks after packs. */
  PackKeeping packs() {
    return packs;
  }

  /** The store has removed events that had expired, after this number in the log. */
  public void swept(long afterSeq) {
    executor.execute(() -> expiry.swept(afterSeq));
  }

  /** Lets what waits look at the clock now: it may have jumped. */
  void wake() {
    purgatory.tell(new Input.Woken());
  }

  @Override
  public void close() {
    packs.close();
    ended.close();
    purgatory.close();
  }
}
