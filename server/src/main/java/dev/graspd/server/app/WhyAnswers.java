package dev.graspd.server.app;

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
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.gate.HoldingWords;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.gate.HostingReadings.HeldUntil;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.pages.WhyFacts;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import dev.graspd.server.ops.pages.WhyFacts.Stands;
import dev.graspd.server.ops.pages.WhyFacts.Word;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tells the pages what the diary, the store and the hunt know of an event or a ref. */
record WhyAnswers(
    Diary diary,
    EventStore events,
    RepositoryStore repositories,
    UnwantedStore unwanted,
    Optional<RepositoryHost> host,
    HuntReadings hunting,
    InstantSource clock)
    implements WhyFacts.Source {
  private static final Stands UNKNOWN = new Stands(Word.UNKNOWN, "nothing is known of it here");

  @Override
  public WhyFacts of(Subject subject) {
    Stands now =
        switch (subject) {
          case Subject.OfEvent(var id) -> standing(id);
          case Subject.OfRef(var repository, var ref) -> standing(repository, ref);
        };
    // What nobody knows is no reason to tell of a family.
    Optional<Hunt> hunt =
        now.word() == Word.UNKNOWN ? Optional.empty() : family(subject).flatMap(this::hunt);
    return new WhyFacts(subject, now, diary.of(subject), diary.sinceSeconds(), hunt);
  }

  // ---- events

  private Stands standing(EventId id) {
    return switch (events.known(id)) {
      case SERVED -> new Stands(Word.SERVED, "stored, and served to everybody");
      case HELD -> held(id);
      case GONE -> gone(id);
      case UNKNOWN ->
          aside(repositories.keepersOf(id))
              .or(() -> unwanted.unwanted(id, nowSeconds()).map(WhyAnswers::removed))
              .orElse(UNKNOWN);
    };
  }

  /** Told by the one that keeps it longest. */
  private static Optional<Stands> aside(List<Holding> keepers) {
    return keepers.stream()
        .max(Comparator.comparingLong(Holding::untilSeconds))
        .map(keeper -> {
          String others =
              keepers.size() > 1
                  ? "; it is set aside for " + (keepers.size() - 1) + " other repositories too"
                  : "";
          return new Stands(
              Word.ASIDE,
              "set aside since "
                  + Instant.ofEpochSecond(keeper.sinceSeconds())
                  + " with its repository "
                  + HoldingWords.name(keeper.repository())
                  + ", which is hosted no more: "
                  + HoldingWords.why(keeper)
                  + "; "
                  + HoldingWords.wayBack(keeper)
                  + others,
              until(keeper));
        });
  }

  private static Optional<Instant> until(Holding holding) {
    return holding.phase().isRestorable()
        ? Optional.of(Instant.ofEpochSecond(holding.untilSeconds()))
        : Optional.empty();
  }

  /** That it is gone is kept for ever, since when is not. */
  private Stands gone(EventId id) {
    String since =
        unwanted
            .unwanted(id, nowSeconds())
            .map(row -> " at " + Instant.ofEpochSecond(row.sinceSeconds()))
            .orElse("");
    return events
        .gone(id)
        .map(gone -> new Stands(Word.REMOVED, forGood(gone, since) + "; nothing brings it back"))
        .orElse(UNKNOWN);
  }

  private static String forGood(Gone gone, String since) {
    String by = gone.by().map(request -> " (event " + request + ")").orElse("");
    return switch (gone.why()) {
      case DELETED -> "deleted for good" + since + ", as its author wished" + by;
      case VANISHED -> "removed for good" + since + " with all of its author" + by;
      case BANNED -> "banned by the operator" + since;
      case REPLACED, EXPIRED, EXCLUDED, EVICTED, LAPSED, WITHDRAWN -> "removed for good" + since;
    };
  }

  private Stands held(EventId id) {
    Optional<HeldUntil> until = host.flatMap(one -> one.readings().waitOf(id));
    if (until.isEmpty()) {
      return new Stands(Word.HELD, "kept and not served");
    }
    String awaited = repositories.held(id).map(WhyAnswers::awaited).orElse("its git data");
    return until.get().lapsed()
        ? new Stands(
            Word.LAPSED,
            "not served: it waited in vain for " + awaited + "; it is remembered for a while",
            Optional.of(until.get().ends()))
        : new Stands(
            Word.HELD, "not served yet: it waits for " + awaited, Optional.of(until.get().ends()));
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

  private static Stands removed(Unwanted gone) {
    String since = " at " + Instant.ofEpochSecond(gone.sinceSeconds());
    return switch (gone.why()) {
      case REPLACED -> new Stands(Word.REMOVED, "replaced by a newer version" + since);
      case DELETED -> new Stands(Word.REMOVED, "deleted" + since);
      case EXPIRED -> new Stands(Word.REMOVED, "its own expiration time was over" + since);
      case VANISHED -> new Stands(Word.REMOVED, "removed with all of its author" + since);
      case LAPSED -> new Stands(Word.REMOVED, "given up, its git data never came" + since);
      case EXCLUDED ->
          new Stands(Word.REMOVED, "removed, the operator refuses events of its author" + since);
      case EVICTED ->
          new Stands(
              Word.REMOVED, "removed, newer lists of keys that take part in nothing came" + since);
      case BANNED -> new Stands(Word.REMOVED, "banned by the operator" + since);
      case OUTDATED -> new Stands(Word.UNWANTED, "not taken, a newer version was here" + since);
      case ELSEWHERE ->
          new Stands(Word.UNWANTED, "not taken, it does not list this service" + since);
      case NOT_YET_VALID ->
          new Stands(Word.UNWANTED, "not taken, what it belongs to was not here" + since);
      case REFUSED -> new Stands(Word.UNWANTED, "refused" + since);
    };
  }

  // ---- refs

  private Stands standing(RepoAddress address, String ref) {
    Optional<HostedRepository> hosted = host.flatMap(one -> one.repositories().find(address));
    Optional<RefName> name = RefName.parse(ref);
    if (hosted.isEmpty() && name.isPresent()) {
      return repositories.holding(address).map(kept -> kept(kept, name.get())).orElse(UNKNOWN);
    }
    if (hosted.isEmpty() || name.isEmpty()) {
      return UNKNOWN;
    }
    Optional<String> signed = signed(address, name.get());
    String says = signed.map(words -> "; " + words).orElse("");
    Oid value = hosted.get().refs().values().get(name.get());
    if (value != null) {
      return new Stands(Word.SERVED, "at " + value + says);
    }
    Oid pushed = hosted.get().placeholders().get(name.get());
    if (pushed != null) {
      return new Stands(Word.HELD, "pushed at " + pushed + ", its event is not here yet");
    }
    boolean isWaiting = hosted.get().standing() != Standing.SERVED;
    return signed.isEmpty()
        ? UNKNOWN
        : new Stands(
            Word.HELD, (isWaiting ? "the repository has no git data yet" : "not here yet") + says);
  }

  private static Stands kept(Holding holding, RefName name) {
    String value =
        Optional.ofNullable(holding.refs().values().get(name))
            .map(oid -> "it was at " + oid)
            .orElse("it had no such ref");
    return new Stands(
        Word.ASIDE,
        "the repository is hosted no more since "
            + Instant.ofEpochSecond(holding.sinceSeconds())
            + ", "
            + value
            + ": "
            + HoldingWords.why(holding)
            + "; "
            + HoldingWords.wayBack(holding),
        until(holding));
  }

  private Optional<String> signed(RepoAddress address, RefName name) {
    return host.flatMap(
            one -> one.readings().family(address.identifier()).stateToFollow(address.owner()))
        .flatMap(state ->
            Optional.ofNullable(state.refs().get(name))
                .map(value -> "the newest signed state, event " + state.id() + ", says " + value));
  }

  // ---- the hunt

  private Optional<Identifier> family(Subject subject) {
    return switch (subject) {
      case Subject.OfEvent(var id) ->
          host.flatMap(one -> one.readings().waitOf(id)).map(HeldUntil::family);
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
