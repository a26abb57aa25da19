package dev.graspd.server.app.server;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.family.ended.EndedTexts;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.HostingStatus.HeldUntil;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.pages.WhyFacts;
import dev.graspd.server.ops.pages.WhyFacts.Code;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import dev.graspd.server.ops.pages.WhyFacts.Status;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The facts of an event or a ref, from the diary, the store and the hunt. */
record WhyAnswers(
    Diary diary,
    EventStore events,
    RepositoryStore repositories,
    UnwantedStore unwanted,
    Optional<RepositoryHost> host,
    HuntReadings hunting,
    InstantSource clock)
    implements WhyFacts.Source {
  private static final Status UNKNOWN = new Status(Code.UNKNOWN, "nothing is known of it here");

  @Override
  public WhyFacts of(Subject subject) {
    Status status =
        switch (subject) {
          case Subject.OfEvent(var id) -> status(id);
          case Subject.OfRef(var repository, var ref) -> status(repository, ref);
        };
    // The answer says nothing about the family of an unknown event.
    Optional<Hunt> hunt =
        status.code() == Code.UNKNOWN ? Optional.empty() : family(subject).flatMap(this::hunt);
    return new WhyFacts(subject, status, diary.of(subject), diary.sinceSeconds(), hunt);
  }

  // ---- events

  private Status status(EventId id) {
    return switch (events.known(id)) {
      case SERVED -> new Status(Code.SERVED, "stored, and served to everybody");
      case HELD -> held(id);
      case GONE -> gone(id);
      case UNKNOWN ->
          aside(repositories.ended().keepersOf(id))
              .or(() -> unwanted.unwanted(id, nowSeconds()).map(WhyAnswers::removed))
              .orElse(UNKNOWN);
    };
  }

  /** Names the repository that keeps it longest. */
  private static Optional<Status> aside(List<EndedRepository> keepers) {
    return keepers.stream()
        .max(Comparator.comparingLong(EndedRepository::untilSeconds))
        .map(keeper -> {
          String others =
              keepers.size() > 1
                  ? "; it is set aside for " + (keepers.size() - 1) + " other repositories too"
                  : "";
          return new Status(
              Code.ASIDE,
              "set aside since "
                  + Instant.ofEpochSecond(keeper.sinceSeconds())
                  + " with its repository "
                  + keeper.repository().shown()
                  + ", which is no longer hosted: "
                  + EndedTexts.why(keeper)
                  + "; "
                  + EndedTexts.wayBack(keeper)
                  + others,
              until(keeper));
        });
  }

  private static Optional<Instant> until(EndedRepository ended) {
    return ended.phase().isRestorable()
        ? Optional.of(Instant.ofEpochSecond(ended.untilSeconds()))
        : Optional.empty();
  }

  /** The store always remembers that it is gone, but not always since when. */
  private Status gone(EventId id) {
    String since =
        unwanted
            .unwanted(id, nowSeconds())
            .map(row -> " at " + Instant.ofEpochSecond(row.sinceSeconds()))
            .orElse("");
    return events
        .gone(id)
        .map(gone -> new Status(Code.REMOVED, forGood(gone, since) + "; it cannot come back"))
        .orElse(UNKNOWN);
  }

  private static String forGood(Gone gone, String since) {
    String by = gone.by().map(request -> " (event " + request + ")").orElse("");
    return switch (gone.why()) {
      case DELETED -> "deleted for good" + since + ", at the request of its author" + by;
      case VANISHED -> "removed for good" + since + " with all events of its author" + by;
      case BANNED -> "banned by the operator" + since;
      case REPLACED, EXPIRED, EXCLUDED, EVICTED, LAPSED, WITHDRAWN -> "removed for good" + since;
    };
  }

  private Status held(EventId id) {
    Optional<HeldUntil> until = host.flatMap(one -> one.status().waitOf(id));
    if (until.isEmpty()) {
      return new Status(Code.HELD, "stored, not served");
    }
    String awaited = repositories.held(id).map(WhyAnswers::awaited).orElse("its git data");
    return until.get().lapsed()
        ? new Status(
            Code.LAPSED,
            "not served: it expired while it waited for "
                + awaited
                + "; it is remembered for a while",
            Optional.of(until.get().ends()))
        : new Status(
            Code.HELD, "not served yet: it waits for " + awaited, Optional.of(until.get().ends()));
  }

  private static String awaited(Event event) {
    Optional<PullRequest> request = PullRequest.of(event);
    if (request.isPresent()) {
      return "commit " + request.get().tip();
    }
    return RepoState.of(event)
        .map(state -> "all of the " + state.tips().size() + " objects that it names")
        .orElse("the first git data of its repository");
  }

  private static Status removed(UnwantedEvent gone) {
    String since = " at " + Instant.ofEpochSecond(gone.sinceSeconds());
    return switch (gone.why()) {
      case REPLACED -> new Status(Code.REMOVED, "replaced by a newer version" + since);
      case DELETED -> new Status(Code.REMOVED, "deleted" + since);
      case EXPIRED -> new Status(Code.REMOVED, "its expiration time was over" + since);
      case VANISHED -> new Status(Code.REMOVED, "removed with all events of its author" + since);
      case LAPSED -> new Status(Code.REMOVED, "given up, its git data never came" + since);
      case EXCLUDED ->
          new Status(Code.REMOVED, "removed, the operator refuses events of its author" + since);
      case EVICTED ->
          new Status(Code.REMOVED, "removed, newer lists of unknown keys needed the room" + since);
      case BANNED -> new Status(Code.REMOVED, "banned by the operator" + since);
      case OUTDATED -> new Status(Code.UNWANTED, "refused, a newer version was here" + since);
      case ELSEWHERE -> new Status(Code.UNWANTED, "refused, it does not list this service" + since);
      case NOT_YET_VALID ->
          new Status(Code.UNWANTED, "refused, its repository was not here" + since);
      case REFUSED -> new Status(Code.UNWANTED, "refused" + since);
    };
  }

  // ---- refs

  private Status status(RepoAddress address, String ref) {
    Optional<HostedRepository> hosted = host.flatMap(one -> one.repositories().find(address));
    Optional<RefName> name = RefName.parse(ref);
    if (hosted.isEmpty() && name.isPresent()) {
      return repositories.ended().find(address).map(kept -> kept(kept, name.get())).orElse(UNKNOWN);
    }
    if (hosted.isEmpty() || name.isEmpty()) {
      return UNKNOWN;
    }
    Optional<String> signed = signed(address, name.get());
    String says = signed.map(words -> "; " + words).orElse("");
    Oid value = hosted.get().refs().values().get(name.get());
    if (value != null) {
      return new Status(Code.SERVED, "at " + value + says);
    }
    Oid pushed = hosted.get().placeholders().get(name.get());
    if (pushed != null) {
      return new Status(Code.HELD, "pushed at " + pushed + ", its event is not here yet");
    }
    boolean isWaiting = hosted.get().standing() != Standing.SERVED;
    return signed.isEmpty()
        ? UNKNOWN
        : new Status(
            Code.HELD, (isWaiting ? "the repository has no git data yet" : "not here yet") + says);
  }

  private static Status kept(EndedRepository ended, RefName name) {
    String value =
        Optional.ofNullable(ended.refs().values().get(name))
            .map(oid -> "it was at " + oid)
            .orElse("it had no such ref");
    return new Status(
        Code.ASIDE,
        "the repository is no longer hosted since "
            + Instant.ofEpochSecond(ended.sinceSeconds())
            + ", "
            + value
            + ": "
            + EndedTexts.why(ended)
            + "; "
            + EndedTexts.wayBack(ended),
        until(ended));
  }

  private Optional<String> signed(RepoAddress address, RefName name) {
    return host.flatMap(
            one -> one.status().family(address.identifier()).stateToFollow(address.owner()))
        .flatMap(state ->
            Optional.ofNullable(state.refs().get(name))
                .map(value -> "the newest signed state, event " + state.id() + ", says " + value));
  }

  // ---- the hunt

  private Optional<Identifier> family(Subject subject) {
    return switch (subject) {
      case Subject.OfEvent(var id) ->
          host.flatMap(one -> one.status().waitOf(id)).map(HeldUntil::family);
      case Subject.OfRef(var repository, _) -> Optional.of(repository.identifier());
    };
  }

  private Optional<Hunt> hunt(Identifier family) {
    return hunting.view(family).map(view -> new Hunt(view, hunting.nextAttempt(view)));
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }
}
