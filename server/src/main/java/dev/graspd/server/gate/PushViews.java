package dev.graspd.server.gate;

import dev.graspd.core.hunt.CloneUrl;
import dev.graspd.core.hunt.CloneUrls;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.PushCommand;
import dev.graspd.core.policy.PushDecision;
import dev.graspd.core.policy.PushDecision.Line;
import dev.graspd.core.policy.PushView;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Hosting;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Placeholder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shows a push what it is judged by. Thread-safe. */
final class PushViews {
  private static final String PLACE_UNKNOWN = "a server that its maintainers use";

  private final Facts facts;
  private final Shelves shelves;
  private final HostingRules rules;
  private final HostingLimits limits;
  private final String relayUrl;

  PushViews(
      Facts facts, Shelves shelves, HostingRules rules, HostingLimits limits, String relayUrl) {
    this.facts = facts;
    this.shelves = shelves;
    this.rules = rules;
    this.limits = limits;
    this.relayUrl = relayUrl;
  }

  List<Line> judge(PushRequest request, Family family) {
    PublicKey owner = request.repository().owner();
    Family counting = revived(family, owner);
    if (counting.announcementOf(owner).filter(Announced::isRepository).isEmpty()) {
      return request.commands().stream()
          .<Line>map(command -> new Line.Refuse(command, Reason.PUSH_NO_REPOSITORY.refusal()))
          .toList();
    }
    List<Line> lines =
        PushDecision.decide(request.commands(), view(request, counting), request.atomic());
    return withinLimits(request, lines);
  }

  /** A push that a lapsed announcement would authorise gives it its life back. */
  Family revived(Family family, PublicKey owner) {
    return family
        .announcementOf(owner)
        .filter(one -> one.standing() == Standing.LAPSED && one.hosting().hasRepository())
        .map(one -> family.with(new Announced(one.announcement(), Standing.WAITING, one.hosting())))
        .orElse(family);
  }

  private PushView view(PushRequest request, Family family) {
    RepoAddress repository = request.repository();
    SortedMap<RefName, Oid> refs = new TreeMap<>(family.refs(repository.owner()).values());
    refs.putAll(shelves.refsOf(repository));
    List<Event> known = knownEvents(request.commands());
    SortedMap<EventId, PullRequest> requests = pullRequests(known, repository);
    SortedSet<EventId> unrelated = new TreeSet<>();
    known.stream().map(Event::id).forEach(unrelated::add);
    unrelated.removeAll(requests.keySet());
    return new PushView(
        relayUrl,
        family.announcementOf(repository.owner()).flatMap(one -> archivedFrom(one, rules)),
        refs,
        family.stateToFollow(repository.owner()),
        requests,
        unrelated,
        foreign(request));
  }

  /** Returns where pushes to a repository belong, if this server takes none. */
  static Optional<String> archivedFrom(Announced announced, HostingRules rules) {
    return announced.hosting() == Hosting.ARCHIVED && rules.archive().readOnly()
        ? CloneUrls.toPush(announced.announcement(), rules.service())
            .map(CloneUrl::text)
            .or(() -> Optional.of(PLACE_UNKNOWN))
        : Optional.empty();
  }

  private List<Event> knownEvents(List<PushCommand> commands) {
    return commands.stream()
        .flatMap(command -> RefName.parse(command.ref()).flatMap(RefName::nostrEvent).stream())
        .flatMap(id -> facts.accepted(id).stream())
        .toList();
  }

  private static SortedMap<EventId, PullRequest> pullRequests(
      List<Event> known, RepoAddress repository) {
    SortedMap<EventId, PullRequest> requests = new TreeMap<>();
    known.stream()
        .flatMap(event -> PullRequest.of(event).stream())
        .filter(request -> mayBeFor(request, repository))
        .forEach(request -> requests.put(request.event().id(), request));
    return requests;
  }

  /** Maintainers' repositories of one name take each other's; an update may name no repository. */
  private static boolean mayBeFor(PullRequest request, RepoAddress repository) {
    return request.repositories().isEmpty()
        || request.repositories().stream()
            .anyMatch(address -> address.identifier().equals(repository.identifier()));
  }

  private SortedSet<EventId> foreign(PushRequest request) {
    SortedSet<EventId> foreign = new TreeSet<>();
    shelves.of(request.repository()).stream()
        .filter(one -> !one.from().equals(request.from().orElse("")))
        .map(Placeholder::event)
        .forEach(foreign::add);
    return foreign;
  }

  /** Returns the pushes of this repository that these lines would replace. */
  List<Placeholder> placeholders(RepoAddress repository, List<Line.Await> awaited) {
    return shelves.of(repository).stream()
        .filter(one -> awaited.stream().anyMatch(line -> line.event().equals(one.event())))
        .toList();
  }

  private List<Line> withinLimits(PushRequest request, List<Line> lines) {
    long begun =
        lines.stream()
            .filter(line -> line instanceof Line.Await await && isNew(request, await))
            .count();
    boolean tooMany =
        begun > 0
            && (shelves.count() + begun > limits.maxUnsignedPushes()
                || shelves.bytes() >= limits.maxUnsignedBytes()
                || request
                    .from()
                    .filter(from ->
                        shelves.countFrom(from) + begun > limits.maxUnsignedPushesPerAddress())
                    .isPresent());
    return tooMany ? lines.stream().map(PushViews::tooMany).toList() : lines;
  }

  private boolean isNew(PushRequest request, Line.Await await) {
    return placeholders(request.repository(), List.of(await)).isEmpty();
  }

  private static Line tooMany(Line line) {
    return line instanceof Line.Await
        ? new Line.Refuse(line.command(), Reason.PUSH_NOSTR_TOO_MANY.refusal())
        : line;
  }
}
