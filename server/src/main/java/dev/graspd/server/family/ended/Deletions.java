package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Admission;
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
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.FamilyEffect.Condemn;
import dev.graspd.server.family.FamilyEffect.EndRepository;
import dev.graspd.server.family.FamilyEffect.Remove;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyWriter;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.server.gate.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletions of repository events, and the end of hosting (grasp.md, section 8). Thread-safe. */
public record Deletions(
    EventStore store,
    EndedStore endedStore,
    StoreFacts facts,
    FamilyLanes lanes,
    FamilyWriter writer,
    TipLookup tips,
    RepositoryEnding ending,
    EndedKeeper keeper,
    UptimeClock clock,
    FailPoints failPoints,
    DormantRooms dormant,
    Executor executor) {
  private static final Logger LOG = LoggerFactory.getLogger(Deletions.class);

  private static final int SWEEP_ROWS = 500;

  /** The verdict on a request, and the repositories that it ended. */
  private record Outcome(
      Verdict verdict, List<EndedRepository> ended, SortedSet<EventId> removed) {}

  /**
   * Obeys a kind 5 and changes refs in the same transaction. Answers when the events that depend on
   * deleted repositories are set aside.
   */
  public CompletionStage<Verdict> delete(Event deletion, Origin origin) {
    FamilyWriter.AuthorRequest asked =
        new FamilyWriter.AuthorRequest(deletion, dormant.of(origin.payer()));
    DeletionRequest request = DeletionRequest.of(deletion);
    DeletionLanes deletionLanes = new DeletionLanes(store, endedStore, facts);
    long before = store.lastSeq();
    SortedSet<Identifier> families = deletionLanes.families(request, deletion.author());
    return lanes
        .enter(
            deletion,
            origin.payer(),
            families,
            () -> StaleViews.retried(() -> deleted(asked, request, families)))
        .thenApplyAsync(
            outcome -> {
              reconcile(
                  deletionLanes.missed(deletion, request, families, outcome.removed(), before));
              setAside(outcome.ended());
              return outcome.verdict();
            },
            executor);
  }

  /** Sets aside dependent events of ended repositories, then aligns the refs. Not in a lane. */
  private void setAside(List<EndedRepository> ended) {
    if (!ended.isEmpty()) {
      SortedSet<Identifier> families = new TreeSet<>();
      ended.forEach(one -> families.add(one.repository().identifier()));
      boolean _ = Await.answerOf(keeper.ended(ended));
      reconcile(families);
    }
  }

  private Outcome deleted(
      FamilyWriter.AuthorRequest asked, DeletionRequest request, SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      changes.add(change(facts.family(identifier), asked.event(), request));
    }
    return written(asked, changes);
  }

  /** Writes a request and its changes; a refused request ends nothing. */
  private Outcome written(FamilyWriter.AuthorRequest asked, List<FamilyChange> changes) {
    failPoints.reach(FailPoints.DELETION_BEFORE_WRITE);
    Optional<Appended> answer = writer.write(Optional.of(asked), changes);
    failPoints.reach(FailPoints.DELETION_WRITTEN);
    Verdict verdict = PlainReception.verdictOf(asked.event(), answer.orElseThrow());
    List<EndedRepository> ended =
        verdict instanceof Verdict.Accepted ? endedBy(changes) : List.of();
    SortedSet<EventId> removed = new TreeSet<>();
    changes.forEach(change -> change.only(Remove.class).map(Remove::id).forEach(removed::add));
    return new Outcome(verdict, ended, removed);
  }

  private static List<EndedRepository> endedBy(List<FamilyChange> changes) {
    return changes.stream()
        .flatMap(change ->
            Stream.concat(
                change.only(EndRepository.class).map(EndRepository::kept),
                change
                    .only(Condemn.class)
                    .map(one -> one.kept().withPhase(EndedRepository.Phase.CONDEMNED))))
        .toList();
  }

  public static SortedSet<Identifier> familiesOf(Event event) {
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
    String cause = EndedRepository.becauseOf(deletion.id());
    List<Remove> removed = hidden.stream().map(id -> new Remove(id, Removal.DELETED)).toList();
    FamilyChange change =
        ended.isPresent()
            ? ending.deleted(before, after, ended.get(), deleted(ended.get(), cause), removed)
            : FamilyChange.of(before, after, tips.settle(after), removed);
    return change.causedBy(cause);
  }

  private static RepositoryEnding.Reason deleted(Announced own, String words) {
    return new RepositoryEnding.Reason(EndedRepository.Cause.DELETED, words, announcedAt(own));
  }

  private static long announcedAt(Announced own) {
    return own.announcement().event().createdAt();
  }

  /** The announcement of a key that has a repository here, if its id matches. */
  private static Optional<Announced> repositoryOf(
      Family family, PublicKey owner, Predicate<EventId> matches) {
    return family
        .announcementOf(owner)
        .filter(announced -> announced.hosting().hasRepository())
        .filter(announced -> matches.test(announced.announcement().event().id()));
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

  /** Ends a repository whose new announcement does not list this service; in its lane. */
  public Verdict leave(Event leaving, Admission.StopHosting stop) {
    Family before = facts.family(stop.family().identifier());
    Announced own =
        before.announcements().values().stream()
            .filter(one -> one.announcement().event().id().equals(stop.announcement()))
            .findFirst()
            .orElseThrow();
    RepositoryEnding.Reason why =
        new RepositoryEnding.Reason(
            EndedRepository.Cause.LEFT,
            "announcement " + leaving.id() + ", which leaves this service out",
            leaving.createdAt());
    FamilyChange change =
        ending.deleted(
            before,
            stop.family(),
            own,
            why,
            List.of(new Remove(stop.announcement(), Removal.DELETED)));
    failPoints.reach(FailPoints.DELETION_BEFORE_WRITE);
    writer.write(change);
    failPoints.reach(FailPoints.DELETION_WRITTEN);
    executor.execute(() -> setAside(endedBy(List.of(change))));
    return new Verdict.Obeyed("hosting ended: this announcement no longer lists this service");
  }

  /**
   * Ends a repository that a rule of the operator excludes; it can be restored without the rule.
   * Answers whether there was one, when its dependent events are set aside.
   */
  public CompletionStage<Boolean> stopHosting(RepoAddress repository, String cause) {
    return lanes
        .enter(repository.identifier(), () -> StaleViews.retried(() -> stopped(repository, cause)))
        .thenApplyAsync(
            ended -> {
              setAside(ended);
              return !ended.isEmpty();
            },
            executor);
  }

  private List<EndedRepository> stopped(RepoAddress repository, String cause) {
    Family before = facts.family(repository.identifier());
    Optional<Announced> own = before.announcementOf(repository.owner());
    if (own.isEmpty()) {
      return List.of();
    }
    FamilyChange change = ending.unwelcome(before, own.get(), cause);
    writer.write(change);
    return endedBy(List.of(change));
  }

  /**
   * Obeys a kind 62: the transaction that stores the request ends the repositories that the key
   * announced up to then. Refs are aligned when the author's events are gone.
   */
  public CompletionStage<Verdict> vanish(Event vanish, Origin origin) {
    SortedSet<Identifier> families = familiesOfAuthor(vanish.author());
    return lanes
        .enter(
            vanish,
            origin.payer(),
            families,
            () -> StaleViews.retried(() -> vanished(vanish, families)))
        .thenApplyAsync(
            outcome -> {
              setAside(outcome.ended());
              return outcome.verdict();
            },
            executor);
  }

  private SortedSet<Identifier> familiesOfAuthor(PublicKey author) {
    SortedSet<Identifier> families = familiesServed(store, author);
    facts.rows().stream()
        .filter(entry -> entry.author().equals(author))
        .forEach(entry -> families.add(entry.until().home()));
    endedStore.all().stream()
        .map(EndedRepository::repository)
        .filter(repository -> repository.owner().equals(author))
        .forEach(repository -> families.add(repository.identifier()));
    return families;
  }

  /** Returns the families of a key's served events. */
  static SortedSet<Identifier> familiesServed(EventStore store, PublicKey author) {
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
    SortedSet<Identifier> families = new TreeSet<>();
    StoreQueries.all(store, own).forEach(event -> families.addAll(familiesOf(event)));
    return families;
  }

  private Outcome vanished(Event vanish, SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      changes.add(vanishing(facts.family(identifier), vanish));
    }
    Outcome outcome =
        written(new FamilyWriter.AuthorRequest(vanish, DormantRoom.UNLIMITED), changes);
    if (outcome.verdict() instanceof Verdict.Accepted) {
      sweep(vanish.author());
      Optional<Appended> _ = StaleViews.retried(() -> settle(families));
    }
    return outcome;
  }

  private FamilyChange vanishing(Family before, Event vanish) {
    Optional<Announced> own =
        repositoryOf(before, vanish.author(), _ -> true)
            .filter(one -> one.announcement().event().createdAt() <= vanish.createdAt());
    if (own.isPresent()) {
      EventId id = own.get().announcement().event().id();
      RepositoryEnding.Reason why =
          new RepositoryEnding.Reason(
              EndedRepository.Cause.VANISHED,
              "request to vanish " + vanish.id(),
              announcedAt(own.get()));
      return ending.deleted(
          before, before.without(id), own.get(), why, List.of(new Remove(id, Removal.VANISHED)));
    }
    FamilyChange change = FamilyChange.of(before, before, tips.settle(before));
    return endedStore
        .find(new RepoAddress(vanish.author(), before.identifier()))
        .filter(one -> one.announcedAt() <= vanish.createdAt() && one.phase().isRestorable())
        .map(one -> change.with(List.of(new Condemn(one))))
        .orElse(change);
  }

  /** Removes a vanished author's events in small transactions. */
  private void sweep(PublicKey author) {
    boolean more = true;
    while (more) {
      long now = clock.now().epochSeconds();
      more =
          Await.answerOf(
              store.write(tx -> {
                tx.sweep(now, SWEEP_ROWS);
                return tx.isVanishing(author);
              }));
    }
  }

  /**
   * Aligns the refs of families with their events, after a crash or an expiration. Enters their
   * lanes one after the other, so it must not be called in a lane. Blocks; returns how many were
   * changed.
   */
  public int reconcile(SortedSet<Identifier> families) {
    int changed = 0;
    for (Identifier family : families) {
      try {
        changed += reconcile(family) ? 1 : 0;
      } catch (RuntimeException e) {
        // The others follow. When the server ends, the next start continues.
        if (StoreFaults.isNews(e)) {
          LOG.warn("family {} could not be brought into line with its events", family, e);
        }
      }
    }
    return changed;
  }

  /** The same for one family; throws if that fails. */
  public boolean reconcile(Identifier family) {
    return Await.answerOf(lanes.enter(family, () -> reconciled(family)));
  }

  private boolean reconciled(Identifier family) {
    boolean anyEnded = false;
    while (StaleViews.retried(() -> isOrphanEnded(family))) {
      anyEnded = true;
    }
    return StaleViews.retried(() -> isBroughtIntoLine(family)) || anyEnded;
  }

  /** Ends one repository that has refs and no announcement; returns whether there was one. */
  private boolean isOrphanEnded(Identifier identifier) {
    Family family = facts.family(identifier);
    Optional<FamilyChange> orphaned =
        family.allRefs().keySet().stream()
            .filter(owner -> family.announcementOf(owner).isEmpty())
            .filter(owner -> !family.refs(owner).equals(Refs.NONE))
            .findFirst()
            .map(owner -> ending.orphaned(family, owner));
    orphaned.ifPresent(change -> {
      writer.write(change);
      var _ = keeper.ended(endedBy(List.of(change)));
    });
    return orphaned.isPresent();
  }

  private boolean isBroughtIntoLine(Identifier identifier) {
    Family family = facts.family(identifier);
    FamilyChange change = inLine(family);
    boolean isDue = !change.isEmpty() || !tips.givenUp(family).isEmpty();
    if (isDue) {
      writer.write(change);
    }
    return isDue;
  }

  private FamilyChange inLine(Family family) {
    Family after = withoutOrphans(family);
    return FamilyChange.of(family, after, tips.settle(after));
  }

  /** Removes refs of pull requests that are no longer served. */
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

  private Optional<Appended> settle(SortedSet<Identifier> families) {
    return writer.write(
        Optional.empty(), families.stream().map(family -> inLine(facts.family(family))).toList());
  }
}
