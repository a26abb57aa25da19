package dev.graspd.server.gate;

import dev.graspd.core.hunt.CloneUrls;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.gate.HostingMetrics.Curated;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hosting, put together: the policy for events, the way in for pushes, what waits and its end. */
public final class RepositoryHost implements Repositories, LapsedEvents, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryHost.class);
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private final Families families;
  private final Shelves shelves;
  private final HeldIndex held;
  private final List<Waiting> waitedBefore;
  private final Hosting hosting;
  private final Pushes pushes;
  private final HuntLanding hunting;
  private final Losses losses = new Losses();
  private final Mending mending;
  private final IntegrityCheck integrity;
  private final PurgatoryHost purgatory;
  private final UptimeClock clock;
  private final Deletions deletions;
  private final HostingMetrics metrics;
  private final Curation curation;
  private final Restorer restorer;
  private final Holdings holdings;
  private final HoldingHost holdingHost;
  private final RepositoryStore repositories;
  private final GitObjects git;
  private final Accounts accounts;
  private final PackUpkeep upkeep;
  private final Leftovers leftovers;
  private final HostingRules rules;
  private final Maintainers.Mode maintainers;

  /** What hosting is made of. */
  public record Parts(
      EventStore events,
      RepositoryStore repositories,
      GitObjects git,
      Reception plain,
      UptimeClock clock,
      Executor executor,
      HostingMetrics metrics,
      FailPoints failPoints,
      HuntListener hunt,
      Diary diary,
      PackHealth packs,
      PackRewriting rewriting,
      Executor upkeep) {
    /** Parts among which nothing fails on purpose, and nobody hunts. */
    public Parts(
        EventStore events,
        RepositoryStore repositories,
        GitObjects git,
        Reception plain,
        UptimeClock clock,
        Executor executor,
        HostingMetrics metrics) {
      this(
          events,
          repositories,
          git,
          plain,
          clock,
          executor,
          metrics,
          FailPoints.NONE,
          HuntListener.NONE);
    }

    /** Parts without the packs of a disk. */
    public Parts(
        EventStore events,
        RepositoryStore repositories,
        GitObjects git,
        Reception plain,
        UptimeClock clock,
        Executor executor,
        HostingMetrics metrics,
        FailPoints failPoints,
        HuntListener hunt,
        Diary diary) {
      this(
          events,
          repositories,
          git,
          plain,
          clock,
          executor,
          metrics,
          failPoints,
          hunt,
          diary,
          PackHealth.UNKNOWN,
          PackRewriting.NONE,
          executor);
    }

    /** Parts with a diary that nobody else has. */
    public Parts(
        EventStore events,
        RepositoryStore repositories,
        GitObjects git,
        Reception plain,
        UptimeClock clock,
        Executor executor,
        HostingMetrics metrics,
        FailPoints failPoints,
        HuntListener hunt) {
      this(
          events,
          repositories,
          git,
          plain,
          clock,
          executor,
          metrics,
          failPoints,
          hunt,
          new Diary(clock.now().epochSeconds()));
    }
  }

  /** What it goes by. */
  public record Policy(
      AdmissionRules general,
      HostingRules rules,
      Maintainers.Mode maintainers,
      HostingLimits limits,
      String relayUrl,
      HoldingTimes holding) {
    /** One that keeps ended repositories as long as is usual. */
    public Policy(
        AdmissionRules general,
        HostingRules rules,
        Maintainers.Mode maintainers,
        HostingLimits limits,
        String relayUrl) {
      this(general, rules, maintainers, limits, relayUrl, HoldingTimes.DEFAULT);
    }
  }

  /** Reads what waits; {@link #start} lets its time go on. */
  public RepositoryHost(Parts parts, Policy policy) {
    EventStore events = parts.events();
    clock = parts.clock();
    metrics = parts.metrics();
    repositories = parts.repositories();
    git = parts.git();
    rules = policy.rules();
    maintainers = policy.maintainers();
    waitedBefore = parts.repositories().waiting();
    held = new HeldIndex(waitedBefore);
    shelves = new Shelves(parts.repositories().placeholders());
    families =
        new Families(events, parts.repositories(), held, policy.rules(), policy.maintainers());
    List<Event> heldEvents = waitedBefore.stream().map(Waiting::event).toList();
    StoreFacts facts =
        new StoreFacts(
            events, parts.repositories(), held, families, new Participants(events, heldEvents));
    Lanes lanes = new Lanes(parts.executor());
    HuntNews news = new HuntNews(parts.hunt(), HuntLanding.waiting(held), hosted(events));
    FamilyNotes notes = new FamilyNotes(parts.diary(), parts.clock());
    FamilyWriter writer =
        new FamilyWriter(
            events,
            held,
            shelves,
            families,
            parts.clock(),
            parts.executor(),
            this::tell,
            news,
            notes,
            this::withdrawn,
            parts.metrics());
    accounts = new Accounts(policy.limits().quota(), parts.repositories().packs());
    Removing removing = new Removing(parts.rewriting(), lanes, parts.upkeep());
    FamilyRoots roots = new FamilyRoots(parts.repositories(), facts, shelves);
    upkeep =
        new PackUpkeep(
            events,
            parts.repositories(),
            roots,
            parts.rewriting(),
            losses,
            lanes,
            accounts,
            removing,
            parts.upkeep());
    leftovers = new Leftovers(parts.repositories(), held, roots, upkeep);
    Arrivals arrivals =
        new Arrivals(writer, parts.git(), shelves, notes, accounts, parts.failPoints());
    holdings =
        new Holdings(
            events,
            parts.repositories(),
            new Gathering(
                events,
                parts.repositories(),
                new Hanging(events, facts, policy.rules()),
                parts.failPoints()),
            new Erasure(events, parts.repositories(), upkeep, parts.failPoints()),
            new KeptOut(policy.rules(), policy.general().bannedAuthors()),
            parts.clock(),
            parts.executor(),
            parts.metrics());
    holdingHost = new HoldingHost(holdings, policy.holding().cleanupEvery());
    deletions =
        new Deletions(
            events,
            parts.repositories(),
            facts,
            held,
            lanes,
            writer,
            parts.git(),
            new Endings(facts, policy.rules(), parts.git(), parts.clock(), policy.holding()),
            holdings,
            parts.clock(),
            parts.failPoints());
    Newcomers newcomers = new Newcomers(policy.limits(), held, parts.clock());
    hosting =
        new Hosting(
            policy.general(),
            policy.rules(),
            parts.plain(),
            new HangingEvents(events, parts.clock(), parts.executor(), parts.failPoints()),
            facts,
            held,
            lanes,
            newcomers,
            arrivals,
            deletions,
            holdings,
            notes,
            writer.unsettled());
    curation =
        new Curation(
            events,
            parts.repositories(),
            facts,
            held,
            policy.rules(),
            policy.general().bannedAuthors(),
            deletions,
            holdings,
            hosting,
            parts.clock(),
            parts.executor());
    restorer =
        new Restorer(
            parts.repositories(),
            holdings,
            facts,
            policy.rules(),
            policy.general().bannedAuthors(),
            hosting);
    PushViews views =
        new PushViews(facts, held, shelves, rules, policy.limits(), policy.relayUrl());
    pushes =
        new NotedPushes(
            new PushLanding(
                views,
                facts,
                lanes,
                arrivals,
                accounts,
                parts.clock(),
                policy.limits(),
                parts.metrics()),
            parts.diary(),
            parts.clock());
    mending =
        new Mending(
            events,
            parts.repositories(),
            facts,
            parts.git(),
            parts.packs(),
            parts.rewriting(),
            removing,
            losses,
            news,
            lanes,
            accounts,
            parts.clock());
    integrity = new IntegrityCheck(parts.repositories(), news::hosted, mending);
    hunting =
        new HuntLanding(
            facts,
            policy.rules(),
            held,
            news,
            parts.git(),
            lanes,
            arrivals,
            accounts,
            mending,
            parts.executor());
    purgatory =
        new PurgatoryHost(
            parts.clock(),
            new Expiry(
                events,
                facts,
                policy.rules(),
                held,
                shelves,
                families,
                lanes,
                arrivals,
                orphaned -> deletions.reconcile(orphaned),
                parts.git(),
                parts.clock(),
                parts.metrics()));
  }

  private SortedSet<Identifier> hosted(EventStore events) {
    Filter announcements = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build();
    SortedSet<Identifier> hosted = new TreeSet<>();
    StoreQueries.all(events, announcements, SLICE_WORK, SLICE_BYTES).stream()
        .flatMap(event -> Announcement.of(event).stream())
        .filter(this::keepsRepository)
        .forEach(announcement -> hosted.add(announcement.identifier()));
    return hosted;
  }

  /** Lets the time of what waits go on. */
  public void start() {
    for (Waiting one : waitedBefore) {
      Phase phase = one.until().lapsed() ? Phase.REMEMBERED : Phase.WAITING;
      tell(new Input.Restored(HeldIndex.ticketOf(one.event()), phase, one.until().deadlineNanos()));
    }
    for (Placeholder one : shelves.all()) {
      tell(new Input.Restored(FamilyWriter.ticketOf(one), Phase.WAITING, one.deadlineNanos()));
    }
    purgatory.start();
    holdingHost.start();
    Thread.ofVirtual().name("reconcile").start(this::reconcile);
  }

  /**
   * Brings what is here into line with the operator's lists. Blocks; quick unless they have
   * changed.
   */
  public void curate(UnwantedStore unwanted) {
    Curation.Report report = curation.apply(unwanted);
    metrics.curated(Curated.ENDED, report.ended());
    metrics.curated(Curated.RESTORED, report.restored());
    metrics.curated(Curated.EXCLUDED, report.excluded());
    metrics.curated(Curated.LEFT, report.failed());
    if (!report.isNothing()) {
      LOG.info("the operator's lists are applied: {}", report);
    }
  }

  /** Looks, in the background, whether the git data on disk is what was written. */
  public void startIntegrityCheck() {
    integrity.start();
  }

  /** Looks at packs that a family had a moment ago. */
  void check(Identifier family, List<PackRecord> packs) throws InterruptedException {
    mending.check(family, packs, PackHealth.Depth.THOROUGH);
  }

  boolean isIntegrityCheckOver() {
    return integrity.isOver();
  }

  /** What a crash has left is brought into line while the server runs already. */
  private void reconcile() {
    SortedSet<Identifier> families = new TreeSet<>();
    repositories.allRefs().keySet().forEach(address -> families.add(address.identifier()));
    repositories.allSubmissions().forEach(one -> families.add(one.family()));
    held.all().forEach(entry -> families.add(entry.until().home()));
    var _ =
        deletions
            .reconcile(families)
            .whenComplete((changed, fault) -> {
              if (fault != null) {
                LOG.debug("not all repositories were looked at", fault);
              } else if (changed > 0) {
                LOG.info("{} repositories were brought into line with their events", changed);
              }
              leftovers.fromBefore();
            });
  }

  @Override
  public void seenByDailySync(EventId id) {
    held.find(id).ifPresent(entry -> tell(new Input.SeenByDailySync(entry.ticket())));
  }

  /** Lets what waits look at the clock now: it may have jumped. */
  void wake() {
    tell(new Input.Woken());
  }

  private void withdrawn(Identifier family) {
    leftovers.withdrawn(family);
  }

  private void tell(Input input) {
    purgatory.tell(input);
  }

  /** Returns the policy for events. */
  public Reception reception() {
    return hosting;
  }

  /** Returns the way in for pushes. */
  public Pushes pushes() {
    return pushes;
  }

  /** Returns what the hunt for git data works with. */
  public Hunting hunting() {
    return hunting;
  }

  /** Returns who writes packs anew and removes what nothing needs. */
  public PackCare upkeep() {
    return upkeep;
  }

  /**
   * Ends the hosting of a repository that a rule of the operator keeps out. What is kept of it
   * comes back with its announcement when the rule is gone, or is erased in time.
   *
   * @param cause in words, for those who ask why
   * @return whether there was such a repository
   */
  public CompletionStage<Boolean> stopHosting(RepoAddress repository, String cause) {
    return deletions.stopHosting(repository, cause);
  }

  /**
   * Brings back a repository that nobody asked to delete, if the lists allow it again; answers with
   * why that is not possible, and what to do.
   */
  public CompletionStage<Optional<String>> restore(RepoAddress repository) {
    return restorer.restore(repository);
  }

  /** Erases what is kept of a repository before its time; returns whether there was any. Blocks. */
  public boolean eraseEnded(RepoAddress repository) {
    return holdings.eraseNow(repository);
  }

  /** Returns what is kept of repositories that are hosted no more. */
  Holdings holdings() {
    return holdings;
  }

  /** Returns a family as it is now. */
  public Family family(Identifier identifier) {
    return families.of(identifier);
  }

  /** Returns whether this server keeps a repository for an announcement that it has accepted. */
  public boolean keepsRepository(Announcement announcement) {
    Family unknown = Family.empty(announcement.identifier(), maintainers);
    return rules.hosting(announcement, unknown).filter(kept -> kept.hasRepository()).isPresent();
  }

  @Override
  public boolean isLapsed(EventId id) {
    return held.find(id).filter(entry -> entry.until().lapsed()).isPresent();
  }

  /** Returns the shelves that are in use, for those who clean up. */
  public SortedSet<String> shelves() {
    SortedSet<String> used = new TreeSet<>();
    shelves.all().stream()
        .map(Placeholder::shelf)
        .filter(shelf -> !shelf.isEmpty())
        .forEach(used::add);
    return used;
  }

  /** Returns what waits and for how long. */
  public HostingStats stats() {
    SortedMap<String, Long> counts = new TreeMap<>();
    long oldest = 0;
    long now = clock.nanos();
    for (HeldIndex.Entry entry : held.all()) {
      if (!entry.until().lapsed()) {
        counts.merge(Expiry.typeOf(entry.ticket()), 1L, Long::sum);
        long begun = entry.until().deadlineNanos() - entry.ticket().life().toNanos();
        oldest = Math.max(oldest, now - begun);
      }
    }
    counts.put("placeholder", (long) shelves.count());
    List<Holding> ended = repositories.holdings();
    return new HostingStats(
        repositories.countRefs(),
        counts,
        Duration.ofNanos(oldest),
        losses.count(),
        repositories.countSubmissions(),
        ended.size(),
        ended.stream().filter(one -> one.cause() == Holding.Cause.UNWELCOME).count());
  }

  /**
   * How an event waits.
   *
   * @param ends when it is given up, or forgotten if it is only remembered
   */
  public record HeldUntil(Identifier family, boolean lapsed, Instant ends) {}

  /** Returns how an event waits, if it does. */
  public Optional<HeldUntil> waitOf(EventId id) {
    return held.find(id).map(HeldIndex.Entry::until).map(this::waitOf);
  }

  private HeldUntil waitOf(Wait until) {
    Instant now = Instant.ofEpochSecond(clock.now().epochSeconds());
    Instant ends = now.plusNanos(clock.realNanosUntil(until.deadlineNanos()));
    return new HeldUntil(until.home(), until.lapsed(), ends);
  }

  /** Returns what is held for a repository, and what was until its time was over. */
  public List<HeldEvent> held(RepoAddress address) {
    Map<EventId, Instant> ends = new HashMap<>();
    for (HeldIndex.Entry entry : held.of(address.identifier())) {
      ends.put(entry.id(), entry.end(clock));
    }
    Family family = families.of(address.identifier());
    return HeldReport.of(address.owner(), family, git.of(address.identifier()), ends);
  }

  /** Returns how much room the packs of a repository, and of all of its owner, take. */
  public List<Quota.Level> room(RepoAddress address) {
    return accounts.levels(address);
  }

  /** Returns the clone URLs under which a repository's data may be, beside this service. */
  public CloneUrls cloneUrls(RepoAddress address) {
    return CloneUrls.of(address.owner(), families.of(address.identifier()), rules.service());
  }

  /** Returns where pushes to a repository belong, if it is only a copy here. */
  public Optional<String> archivedFrom(RepoAddress address) {
    return families
        .of(address.identifier())
        .announcementOf(address.owner())
        .flatMap(announced -> PushViews.archivedFrom(announced, rules));
  }

  /** Returns whether a repository is a copy that the archive policy keeps. */
  public boolean isArchived(RepoAddress address) {
    return families
        .of(address.identifier())
        .announcementOf(address.owner())
        .filter(announced -> announced.hosting() == dev.graspd.core.repo.Hosting.ARCHIVED)
        .isPresent();
  }

  @Override
  public Optional<HostedRepository> find(RefSpace space) {
    Family family = families.of(space.identifier());
    return switch (space.kind()) {
      case REPOSITORY -> repository(space.address(), family);
      case SUBMISSIONS ->
          rules.takesSubmissions() ? Optional.of(submissions(space, family)) : Optional.empty();
    };
  }

  /** There is one for every name that there can be; most of them are empty. */
  private HostedRepository submissions(RefSpace space, Family family) {
    Refs refs = Submission.refsOf(space.owner(), family.submissions().values());
    return new HostedRepository(space, Standing.SERVED, refs, shelves.refsOf(space));
  }

  private Optional<HostedRepository> repository(RepoAddress address, Family family) {
    return family
        .announcementOf(address.owner())
        .filter(announced -> announced.hosting().hasRepository())
        .map(announced ->
            new HostedRepository(
                address,
                announced.standing(),
                announced.standing() == Standing.LAPSED ? Refs.NONE : family.refs(address.owner()),
                shelves.refsOf(RefSpace.ofRepository(address))));
  }

  @Override
  public Optional<Instant> restorableUntil(RepoAddress address) {
    return repositories
        .holding(address)
        .filter(holding -> holding.phase().isRestorable())
        .map(holding -> Instant.ofEpochSecond(holding.untilSeconds()));
  }

  @Override
  public void close() {
    integrity.close();
    holdingHost.close();
    purgatory.close();
  }
}
