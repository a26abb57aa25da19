package dev.graspd.server.gate;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
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
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletions, as far as they concern repositories (grasp.md, section 8). Thread-safe. */
final class Deletions {
  private static final Logger LOG = LoggerFactory.getLogger(Deletions.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private final EventStore store;
  private final Facts facts;
  private final HeldIndex held;
  private final Lanes lanes;
  private final FamilyWriter writer;
  private final GitObjects git;
  private final Reception plain;

  Deletions(
      EventStore store,
      Facts facts,
      HeldIndex held,
      Lanes lanes,
      FamilyWriter writer,
      GitObjects git,
      Reception plain) {
    this.store = store;
    this.facts = facts;
    this.held = held;
    this.lanes = lanes;
    this.writer = writer;
    this.git = git;
    this.plain = plain;
  }

  /** Obeys a kind 5; what follows for refs is in the same transaction. */
  CompletionStage<Verdict> delete(Event deletion) {
    DeletionRequest request = DeletionRequest.of(deletion);
    SortedSet<Identifier> families = familiesOf(request, deletion.author());
    return lanes.enter(
        families, Hosting.again(() -> deleted(deletion, request, families), ATTEMPTS_MAX));
  }

  private CompletionStage<Verdict> deleted(
      Event deletion, DeletionRequest request, SortedSet<Identifier> families) {
    List<FamilyChange> changes = new ArrayList<>();
    for (Identifier identifier : families) {
      changes.add(change(facts.family(identifier), deletion, request));
    }
    return writer
        .write(Optional.of(deletion), changes)
        .thenApply(answer -> answer.map(PlainReception::verdictOf).orElseThrow());
  }

  private SortedSet<Identifier> familiesOf(DeletionRequest request, PublicKey author) {
    SortedSet<Identifier> families = new TreeSet<>();
    for (EventId id : request.ids()) {
      held.find(id).ifPresent(entry -> families.add(entry.until().home()));
      store
          .served(id)
          .filter(event -> event.author().equals(author))
          .ifPresent(event -> families.addAll(familiesOf(event)));
    }
    request.addresses().stream()
        .filter(a -> a.kind() == Kinds.ANNOUNCEMENT || a.kind() == Kinds.REPO_STATE)
        .flatMap(address -> Identifier.parse(address.identifier()).stream())
        .forEach(families::add);
    return families;
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
        eventsOf(before).filter(event -> hides(deletion, request, event)).map(Event::id).toList();
    Family after = before;
    for (EventId id : hidden) {
      after = after.without(id);
    }
    after = withoutPullRequests(after, deletion, request);
    return new FamilyChange(before, after, Hosting.settle(after, git))
        .withCause("deletion " + deletion.id())
        .withRemoved(hidden);
  }

  private static Stream<Event> eventsOf(Family family) {
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

  private static boolean hides(Event deletion, DeletionRequest request, Event event) {
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

  /** Obeys a kind 62: when the author's events are gone, refs follow what is left. */
  CompletionStage<Verdict> vanish(Event vanish, Origin origin) {
    SortedSet<Identifier> families = new TreeSet<>();
    Filter own =
        Filter.builder()
            .authors(List.of(vanish.author()))
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
        .filter(entry -> entry.author().equals(vanish.author()))
        .forEach(entry -> families.add(entry.until().home()));
    return plain
        .receive(vanish, origin)
        .thenCompose(verdict ->
            lanes
                .enter(families, Hosting.again(() -> settled(families), ATTEMPTS_MAX))
                .thenApply(_ -> verdict));
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

  /** One family that cannot be looked at does not keep the others from it. */
  private static boolean leftAsItIs(Identifier family, Throwable fault) {
    LOG.warn("family {} could not be brought into line with its events", family, fault);
    return false;
  }

  private CompletionStage<Boolean> reconciled(Identifier identifier) {
    Family family = facts.family(identifier);
    FamilyChange change = inLine(family);
    return change.isEmpty()
        ? CompletableFuture.completedFuture(false)
        : writer.write(change).thenApply(_ -> true);
  }

  /** What follows from a family whose events went without being asked for. */
  private FamilyChange inLine(Family family) {
    Family after = withoutOrphans(family);
    return new FamilyChange(family, after, Hosting.settle(after, git));
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
