package dev.graspd.server.family.push;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.push.PushDecision;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.policy.push.PushView;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.held.ShelvedPushes;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads the facts that decide on a push. Thread-safe.
 *
 * @param isGone whether an event was deleted, so that it cannot come
 */
public record PushViews(
    Facts facts,
    HeldIndex held,
    ShelvedPushes shelves,
    HostingRules rules,
    HostingLimits limits,
    String relayUrl,
    boolean readOnly,
    Predicate<EventId> isGone) {
  private static final String PLACE_UNKNOWN = "a server that its maintainers use";

  List<Line> judge(PushRequest request, Family family) {
    if (readOnly) {
      return refused(request, ServerReason.READ_ONLY);
    }
    return request.space().isSubmissions()
        ? withinLimits(request, decided(request, submissions(request, family)))
        : judgeRepository(request, family);
  }

  private List<Line> decided(PushRequest request, PushView view) {
    SortedSet<EventId> deleted = new TreeSet<>(named(request.commands()).filter(isGone).toList());
    return PushDecision.decide(request.commands(), view.withDeleted(deleted));
  }

  private List<Line> judgeRepository(PushRequest request, Family family) {
    PublicKey owner = request.space().owner();
    Family counting = revived(family, owner);
    if (counting.announcementOf(owner).filter(Announced::isRepository).isEmpty()) {
      return refused(request, PushReason.PUSH_NO_REPOSITORY);
    }
    return withinLimits(request, decided(request, view(request, counting)));
  }

  private static List<Line> refused(PushRequest request, Reason reason) {
    return request.commands().stream()
        .<Line>map(command -> new Line.Refuse(command, reason.refusal()))
        .toList();
  }

  /** Returns the family in which a lapsed announcement waits again, because of a push. */
  Family revived(Family family, PublicKey owner) {
    return family
        .announcementOf(owner)
        .filter(one -> one.standing() == Standing.LAPSED && one.hosting().hasRepository())
        .map(one -> family.with(new Announced(one.announcement(), Standing.WAITING, one.hosting())))
        .orElse(family);
  }

  private PushView view(PushRequest request, Family family) {
    RepoAddress repository = request.space().address();
    SortedMap<RefName, Oid> refs = new TreeMap<>(family.refs(repository.owner()).values());
    refs.putAll(shelves.refsOf(request.space()));
    List<Event> known = knownEvents(request.commands());
    SortedMap<EventId, PullRequest> requests =
        pullRequests(known, one -> mayBeFor(one, repository));
    return new PushView(
        relayUrl,
        family.announcementOf(repository.owner()).flatMap(one -> archivedFrom(one, rules)),
        refs,
        family.stateToFollow(repository.owner()),
        requests,
        others(known, requests),
        foreign(request));
  }

  /** Returns where to push instead, if a repository is a read-only copy here. */
  public static Optional<String> archivedFrom(Announced announced, HostingRules rules) {
    return announced.hosting() == HostingMode.ARCHIVED && rules.archive().readOnly()
        ? CloneUrls.toPush(announced.announcement(), rules.service())
            .map(CloneUrl::text)
            .or(() -> Optional.of(PLACE_UNKNOWN))
        : Optional.empty();
  }

  private PushView submissions(PushRequest request, Family family) {
    RefSpace space = request.space();
    SortedMap<RefName, Oid> refs =
        new TreeMap<>(Submission.refsOf(space.owner(), family.submissions().values()).values());
    refs.putAll(shelves.refsOf(space));
    List<Event> known = knownEvents(request.commands());
    SortedMap<EventId, PullRequest> requests =
        pullRequests(known, one -> isSubmittedTo(one, space));
    return PushView.ofSubmissions(
        relayUrl, refs, requests, others(known, requests), foreign(request));
  }

  /**
   * Whether the key of the path signed it for the identifier of the path (G06-5), and it does not
   * wait in another family.
   */
  private boolean isSubmittedTo(PullRequest request, RefSpace space) {
    boolean waitsElsewhere =
        held.find(request.event().id())
            .filter(entry -> !entry.until().home().equals(space.identifier()))
            .isPresent();
    return request.event().author().equals(space.owner())
        && !request.ownersNamed(space.identifier()).isEmpty()
        && !waitsElsewhere;
  }

  /** Returns the signer of the event that gives a ref its value. */
  PublicKey signer(Line line, RefSpace space, Family family) {
    Optional<RefName> ref = RefName.parse(line.command().ref());
    Optional<PublicKey> signer =
        ref.filter(RefName::isNostr).isPresent()
            ? ref.flatMap(RefName::nostrEvent).flatMap(facts::accepted).map(Event::author)
            : revived(family, space.owner()).stateToFollow(space.owner()).map(RepoState::author);
    return signer.orElse(space.owner());
  }

  /** Returns the submission of a ref below {@code /prs/}. */
  Optional<Submission> submission(RefName ref, RefSpace space) {
    return ref.nostrEvent()
        .flatMap(facts::accepted)
        .flatMap(PullRequest::of)
        .flatMap(request -> Submission.of(request, space.identifier()));
  }

  private static SortedSet<EventId> others(
      List<Event> known, SortedMap<EventId, PullRequest> requests) {
    SortedSet<EventId> others = new TreeSet<>();
    known.stream().map(Event::id).forEach(others::add);
    others.removeAll(requests.keySet());
    return others;
  }

  private List<Event> knownEvents(List<PushCommand> commands) {
    return named(commands).flatMap(id -> facts.accepted(id).stream()).toList();
  }

  private static Stream<EventId> named(List<PushCommand> commands) {
    return commands.stream()
        .flatMap(command -> RefName.parse(command.ref()).flatMap(RefName::nostrEvent).stream());
  }

  private static SortedMap<EventId, PullRequest> pullRequests(
      List<Event> known, Predicate<PullRequest> isForThis) {
    SortedMap<EventId, PullRequest> requests = new TreeMap<>();
    known.stream()
        .flatMap(event -> PullRequest.of(event).stream())
        .filter(isForThis)
        .forEach(request -> requests.put(request.event().id(), request));
    return requests;
  }

  /** Any repository of the name is enough, as maintainers share them; an update may name none. */
  private static boolean mayBeFor(PullRequest request, RepoAddress repository) {
    return request.repositories().isEmpty()
        || request.repositories().stream()
            .anyMatch(address -> address.identifier().equals(repository.identifier()));
  }

  private SortedSet<EventId> foreign(PushRequest request) {
    String sender = senderOf(request);
    SortedSet<EventId> foreign = new TreeSet<>();
    shelves.of(request.space()).stream()
        .filter(one -> !one.from().equals(sender))
        .map(Placeholder::event)
        .forEach(foreign::add);
    return foreign;
  }

  /** Returns the waiting pushes that these lines would replace. */
  List<Placeholder> placeholders(RefSpace space, List<Line.Await> awaited) {
    return shelves.of(space).stream()
        .filter(one -> awaited.stream().anyMatch(line -> line.event().equals(one.event())))
        .toList();
  }

  private List<Line> withinLimits(PushRequest request, List<Line> lines) {
    if (request.atomic() && PushDecision.isAnyRefused(lines)) {
      // No line will wait.
      return lines;
    }
    long begun =
        lines.stream()
            .filter(line -> line instanceof Line.Await await && isNew(request, await))
            .count();
    boolean tooMany =
        begun > 0
            && (shelves.count() + begun > limits.maxUnsignedPushes()
                || shelves.bytes() >= limits.maxUnsignedBytes()
                || !shelves.hasPlace(request.from(), begun, limits.maxUnsignedPushesPerAddress()));
    return tooMany ? lines.stream().map(PushViews::tooMany).toList() : lines;
  }

  /** Returns the stored name of a request's sender. */
  String senderOf(PushRequest request) {
    return shelves.nameOf(request.from());
  }

  private boolean isNew(PushRequest request, Line.Await await) {
    return placeholders(request.space(), List.of(await)).isEmpty();
  }

  private static Line tooMany(Line line) {
    return line instanceof Line.Await
        ? new Line.Refuse(line.command(), PushReason.PUSH_NOSTR_TOO_MANY.refusal())
        : line;
  }
}
