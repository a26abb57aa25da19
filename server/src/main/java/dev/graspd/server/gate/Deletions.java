package dev.graspd.server.gate;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletions, as far as they concern repositories (grasp.md, section 8). Thread-safe. */
final class Deletions {
  private static final Logger LOG = LoggerFactory.getLogger(Deletions.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;
  private static final int SWEEP_ROWS = 500;

  private final EventStore store;
  private final Facts facts;
  private final HeldIndex held;
  private final Lanes lanes;
  private final FamilyWriter writer;
  private final TipLookup tips;
  private final Endings endings;
  private final Holdings holdings;
  private final HoldingStore kept;
  private final UptimeClock clock;
  private final FailPoints failPoints;
  private final DeletionLanes concerned;
  private final DormantRooms dormant;

  Deletions(
      EventStore store,
      HoldingStore kept,
      Facts facts,
      HeldIndex held,
      Lanes lanes,
      FamilyWriter writer,
      TipLookup tips,
      Endings endings,
      Holdings holdings,
      UptimeClock clock,
      FailPoints failPoints,
      DormantRooms dormant) {
    this.dormant = dormant;
    this.store = store;
    this.kept = kept;
    this.facts = facts;
    this.held = held;
    this.lanes = lanes;
    this.writer = writer;
    this.tips = tips;
    this.endings = endings;
    this.holdings = holdings;
    this.clock = clock;
    this.failPoints = failPoints;
    this.concerned = new DeletionLanes(store, kept, facts, held);
  }

  /** What became of a wish, and the repositories whose hosting it ended. */
  private record Outcome(Verdict verdict, List<Holding> ended, SortedSet<EventId> removed) {}

  /**
   * Obeys a kind 5; what follows for refs is in the same transaction. The answer waits until what
   * hangs on deleted repositories is set aside.
   */
  CompletionStage<Verdict> delete(Event deletion, Origin origin) {
    FamilyWriter.Wish wish = new FamilyWriter.Wish(deletion, dormant.of(origin.payer()));
    DeletionRequest request = DeletionRequest.of(deletion);
    long before = store.lastSeq();
    SortedSet<Identifier> families = concerned.families(request, deletion.author());
    return lanes
        .enter(
            deletion,
            origin.payer(),
            families,
            Hosting.again(() -> deleted(wish, request, families), ATTEMPTS_MAX))
        .thenCompose(outcome ->
            reconcile(concerned.missed(deletion, request, families, outcome.removed(), before))
                .thenCompose(_ -> gathered(outcome)));
  }

  private CompletionStage<Verdict> gathered(Outcome outcome) {
    return outcome.ended().isEmpty()
        ? CompletableFuture.completedFuture(outcome.verdict())
        : setAside(outcome.ended()).thenApply(_ -> outcome.verdict());
  }

  /** Sets aside what hangs on ended repositories; then refs follow what is left. In no lane. */
  private CompletionStage<Boolean> setAside(List<Holding> ended) {
    SortedSet<Identifier> families = new TreeSet<>();
    ended.forEach(holding -> families.add(holding.repository().identifier()));
    return holdings.ended(ended).thenCompose(done -> reconcile(families).thenApply(_ -> done));
  }

  private CompletionStage<Outcome> deleted(
      FamilyWriter.Wish wish, DeletionRequest request, SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      changes.add(change(facts.family(identifier), wish.event(), request));
    }
    return wished(wish, changes);
  }

  /** Writes a wish and what follows; one that is refused ends nothing. */
  private CompletionStage<Outcome> wished(FamilyWriter.Wish wish, List<FamilyChange> changes) {
    failPoints.reach(FailPoints.DELETION_BEFORE_WRITE);
    return writer
        .write(Optional.of(wish), changes)
        .thenApply(answer -> {
          failPoints.reach(FailPoints.DELETION_WRITTEN);
          Verdict verdict =
              answer
                  .map(appended -> PlainReception.verdictOf(wish.event(), appended))
                  .orElseThrow();
          List<Holding> ended = verdict instanceof Verdict.Accepted ? endedBy(changes) : List.of();
          SortedSet<EventId> removed = new TreeSet<>();
          changes.forEach(change -> removed.addAll(change.removed()));
          return new Outcome(verdict, ended, removed);
        });
  }

  private static List<Holding> endedBy(List<FamilyChange> changes) {
    return changes.stream()
        .flatMap(change ->
            Stream.concat(
                change.ended().stream(),
                change.condemned().stream()
                    .map(holding -> holding.withPhase(Holding.Phase.CONDEMNED))))
        .toList();
  }

  static SortedSet<Identifier> familiesOf(Event event) {
    SortedSet<Identifier> families = new TreeSet<>();
    if (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE) {
      event.tag("d").flatMap(tag -> Identifier.parse(tag.value())).ifPresent(families::add);
    }
    PullRequest.of(event).stream()
        .flatMap(request -> request.repositories().stream())
        .map(RepoAddress::identifier)
        .forEach(families::add);
    return families;
  }

  private FamilyChange change(Family before, Event deletion, DeletionRequest request) {
    List<EventId> hidden =
        eventsOf(before)
            .filter(event -> hides(deletion, request, event))
            .map(EventHead::id)
            .toList();
    Family after = before;
    for (EventId id : hidden) {
      after = after.without(id);
    }
    after = withoutPullRequests(after, deletion, request);
    Optional<Announced> ended = repositoryOf(before, deletion.author(), hidden::contains);
    String cause = "deletion " + deletion.id();
    FamilyChange change =
        ended.isPresent()
            ? endings.deleted(before, after, ended.get(), deleted(ended.get(), cause))
            : new FamilyChange(before, after, tips.settle(after));
    return change.withCause(cause).withRemoved(hidden);
  }

  private static Endings.Reason deleted(Announced own, String words) {
    return new Endings.Reason(Holding.Cause.DELETED, words, announcedAt(own));
  }

  private static long announcedAt(Announced own) {
    return own.announcement().event().createdAt();
  }

  /** The announcement of a key by which a repository is here, if its id is such a one. */
  private static Optional<Announced> repositoryOf(
      Family family, PublicKey owner, Predicate<EventId> isMeant) {
    return family
        .announcementOf(owner)
        .filter(announced -> announced.hosting().hasRepository())
        .filter(announced -> isMeant.test(announced.announcement().event().id()));
  }

  private static Stream<EventHead> eventsOf(Family family) {
    return Stream.of(
            family.announcements().values().stream()
                .map(Announced::announcement)
                .map(announcement -> announcement.event()),
            family.states().stream().map(Stated::state).map(state -> state.event()),
            family.pullRequests().values().stream()
                .map(Offered::request)
                .map(offered -> offered.event()))
        .flatMap(events -> events);
  }

  private static boolean hides(Event deletion, DeletionRequest request, EventHead event) {
    boolean byAddress =
        event.address().filter(request.addresses()::contains).isPresent()
            && event.createdAt() <= deletion.createdAt();
    return event.author().equals(deletion.author())
        && (byAddress || request.ids().contains(event.id()));
  }

  /** The ref of a pull request goes with it. */
  private Family withoutPullRequests(Family family, Event deletion, DeletionRequest request) {
    Family after = family;
    for (EventId id : request.ids()) {
      boolean isOwn =
          store
              .served(id)
              .filter(event -> PullRequest.isKind(event.kind()))
              .filter(event -> event.author().equals(deletion.author()))
              .isPresent();
      if (isOwn) {
        after = withoutRef(after, RefName.ofNostrEvent(id)).withoutSubmission(id);
      }
    }
    return after;
  }

  private static Family withoutRef(Family family, RefName ref) {
    Family after = family;
    for (var entry : family.allRefs().entrySet()) {
      if (entry.getValue().values().containsKey(ref)) {
        Refs refs = entry.getValue().with(List.of(new RefChange(ref, Optional.empty())));
        after = after.withRefs(entry.getKey(), refs);
      }
    }
    return after;
  }

  /**
   * Ends the hosting of a repository whose new announcement leaves this service out; in its lane.
   */
  CompletionStage<Verdict> leave(Event leaving, Admission.StopHosting stop) {
    Family before = facts.family(stop.family().identifier());
    Announced own =
        before.announcements().values().stream()
            .filter(one -> one.announcement().event().id().equals(stop.announcement()))
            .findFirst()
            .orElseThrow();
    Endings.Reason why =
        new Endings.Reason(
            Holding.Cause.LEFT,
            "announcement " + leaving.id() + ", which leaves this service out",
            leaving.createdAt());
    FamilyChange change =
        endings.deleted(before, stop.family(), own, why).withRemoved(List.of(stop.announcement()));
    failPoints.reach(FailPoints.DELETION_BEFORE_WRITE);
    return writer
        .write(change)
        .thenApply(_ -> {
          failPoints.reach(FailPoints.DELETION_WRITTEN);
          var _ = setAside(endedBy(List.of(change)));
          return new Verdict.Obeyed(
              "hosting ended: this announcement no longer lists this service");
        });
  }

  /**
   * Ends the hosting of a repository that a rule of the operator keeps out; it can come back when
   * the rule is gone. Answers whether there was one; what hangs on it is set aside then.
   */
  CompletionStage<Boolean> stopHosting(RepoAddress repository, String cause) {
    SortedSet<Identifier> lane = new TreeSet<>(List.of(repository.identifier()));
    return lanes
        .enter(lane, Hosting.again(() -> stopped(repository, cause), ATTEMPTS_MAX))
        .thenCompose(ended ->
            ended.isEmpty()
                ? CompletableFuture.completedFuture(false)
                : setAside(ended).thenApply(_ -> true));
  }

  private CompletionStage<List<Holding>> stopped(RepoAddress repository, String cause) {
    Family before = facts.family(repository.identifier());
    Optional<Announced> own = before.announcementOf(repository.owner());
    if (own.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    FamilyChange change = endings.unwelcome(before, own.get(), cause);
    return writer.write(change).thenApply(_ -> endedBy(List.of(change)));
  }

  /**
   * Obeys a kind 62: the repositories that the key announced up to then end in the transaction that
   * notes the request; when the author's events are gone, refs follow what is left.
   */
  CompletionStage<Verdict> vanish(Event vanish, Origin origin) {
    SortedSet<Identifier> families = familiesOfAuthor(vanish.author());
    return lanes
        .enter(
            vanish,
            origin.payer(),
            families,
            Hosting.again(() -> vanished(vanish, families), ATTEMPTS_MAX))
        .thenCompose(this::gathered);
  }

  private SortedSet<Identifier> familiesOfAuthor(PublicKey author) {
    SortedSet<Identifier> families = new TreeSet<>();
    Filter own =
        Filter.builder()
            .authors(List.of(author))
            .kinds(
                List.of(
                    Kinds.ANNOUNCEMENT,
                    Kinds.REPO_STATE,
                    Kinds.PULL_REQUEST,
                    Kinds.PULL_REQUEST_UPDATE))
            .build();
    StoreQueries.all(store, own, SLICE_WORK, SLICE_BYTES)
        .forEach(event -> families.addAll(familiesOf(event)));
    held.all().stream()
        .filter(entry -> entry.author().equals(author))
        .forEach(entry -> families.add(entry.until().home()));
    kept.holdings().stream()
        .map(Holding::repository)
        .filter(repository -> repository.owner().equals(author))
        .forEach(repository -> families.add(repository.identifier()));
    return families;
  }

  private CompletionStage<Outcome> vanished(Event vanish, SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      changes.add(vanishing(facts.family(identifier), vanish));
    }
    return wished(new FamilyWriter.Wish(vanish, DormantRoom.UNLIMITED), changes)
        .thenCompose(outcome ->
            outcome.verdict() instanceof Verdict.Accepted
                ? swept(vanish.author())
                    .thenCompose(_ -> Hosting.again(() -> settled(families), ATTEMPTS_MAX).get())
                    .thenApply(_ -> outcome)
                : CompletableFuture.completedFuture(outcome));
  }

  private FamilyChange vanishing(Family before, Event vanish) {
    Optional<Announced> own =
        repositoryOf(before, vanish.author(), _ -> true)
            .filter(one -> one.announcement().event().createdAt() <= vanish.createdAt());
    if (own.isPresent()) {
      EventId id = own.get().announcement().event().id();
      Endings.Reason why =
          new Endings.Reason(
              Holding.Cause.VANISHED, "request to vanish " + vanish.id(), announcedAt(own.get()));
      return endings
          .deleted(before, before.without(id), own.get(), why)
          .withRemoved(List.of(id))
          .withRemovedAs(Removal.VANISHED);
    }
    FamilyChange change = new FamilyChange(before, before, tips.settle(before));
    return kept.holding(new RepoAddress(vanish.author(), before.identifier()))
        .filter(holding -> holding.announcedAt() <= vanish.createdAt())
        .filter(holding -> holding.phase().isRestorable())
        .map(change::withCondemned)
        .orElse(change);
  }

  /** A vanished author's events go in small transactions; the answer waits for the last one. */
  private CompletionStage<Boolean> swept(PublicKey author) {
    long now = clock.now().epochSeconds();
    return store
        .write(tx -> {
          tx.sweep(now, SWEEP_ROWS);
          return tx.isVanishing(author);
        })
        .thenCompose(more -> more ? swept(author) : CompletableFuture.completedFuture(true));
  }

  /**
   * Brings every family into line with its events: what a crash, or an expiration that nobody was
   * told of, has left behind. One after the other, in their lanes.
   */
  CompletionStage<Integer> reconcile(SortedSet<Identifier> families) {
    CompletionStage<Integer> done = CompletableFuture.completedFuture(0);
    for (Identifier identifier : families) {
      SortedSet<Identifier> lane = new TreeSet<>(List.of(identifier));
      done =
          done.thenCompose(count ->
              lanes
                  .enter(lane, Hosting.again(() -> reconciled(identifier), ATTEMPTS_MAX))
                  .exceptionally(fault -> leftAsItIs(identifier, fault))
                  .thenApply(changed -> changed ? count + 1 : count));
    }
    return done;
  }

  /**
   * One family that cannot be looked at does not keep the others from it. When the server ends,
   * that is all that are left, and the next start looks at them.
   */
  private static boolean leftAsItIs(Identifier family, Throwable fault) {
    if (StoreFaults.isNews(fault)) {
      LOG.warn("family {} could not be brought into line with its events", family, fault);
    }
    return false;
  }

  private CompletionStage<Boolean> reconciled(Identifier identifier) {
    held.forgetRemoved(identifier, id -> store.known(id) == Known.HELD);
    Family family = facts.family(identifier);
    Optional<PublicKey> orphaned =
        family.allRefs().keySet().stream()
            .filter(owner -> family.announcementOf(owner).isEmpty())
            .filter(owner -> !family.refs(owner).equals(Refs.NONE))
            .findFirst();
    if (orphaned.isPresent()) {
      FamilyChange ending = endings.orphaned(family, orphaned.get());
      return writer
          .write(ending)
          .thenCompose(_ -> {
            var _ = holdings.ended(endedBy(List.of(ending)));
            return reconciled(identifier);
          })
          .thenApply(_ -> true);
    }
    FamilyChange change = inLine(family);
    return change.isEmpty() && tips.givenUp(family).isEmpty()
        ? CompletableFuture.completedFuture(false)
        : writer.write(change).thenApply(_ -> true);
  }

  /** What follows from a family whose events went without being asked for. */
  private FamilyChange inLine(Family family) {
    Family after = withoutOrphans(family);
    return new FamilyChange(family, after, tips.settle(after));
  }

  /** The refs of pull requests that are served no more go with them. */
  private Family withoutOrphans(Family family) {
    Family after = family;
    for (Refs refs : family.allRefs().values()) {
      for (RefName ref : refs.values().keySet()) {
        boolean isOrphan =
            ref.nostrEvent().filter(id -> store.known(id) != Known.SERVED).isPresent();
        after = isOrphan ? withoutRef(after, ref) : after;
      }
    }
    for (EventId id : family.submissions().keySet()) {
      after = store.known(id) == Known.SERVED ? after : after.withoutSubmission(id);
    }
    return after;
  }

  private CompletionStage<Boolean> settled(SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      held.forgetRemoved(identifier, id -> store.known(id) == Known.HELD);
      changes.add(inLine(facts.family(identifier)));
    }
    return writer.write(Optional.empty(), changes).thenApply(_ -> true);
  }
}
