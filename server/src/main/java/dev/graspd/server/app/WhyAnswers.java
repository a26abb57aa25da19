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
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.gate.RepositoryHost.HeldUntil;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.pages.WhyFacts;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import dev.graspd.server.ops.pages.WhyFacts.Stands;
import dev.graspd.server.ops.pages.WhyFacts.Word;
import java.time.Instant;
import java.time.InstantSource;
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
      case GONE, UNKNOWN ->
          unwanted.unwanted(id, nowSeconds()).map(WhyAnswers::gone).orElseGet(() -> forgotten(id));
    };
  }

  /** Deletions are kept for ever, their reasons are not. */
  private Stands forgotten(EventId id) {
    return switch (events.known(id)) {
      case GONE -> new Stands(Word.REMOVED, "deleted, or vanished with its author");
      case SERVED, HELD, UNKNOWN -> UNKNOWN;
    };
  }

  private Stands held(EventId id) {
    Optional<HeldUntil> until = host.flatMap(one -> one.waitOf(id));
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

  private static Stands gone(Unwanted gone) {
    String since = " at " + Instant.ofEpochSecond(gone.sinceSeconds());
    return switch (gone.why()) {
      case REPLACED -> new Stands(Word.REMOVED, "replaced by a newer version" + since);
      case DELETED -> new Stands(Word.REMOVED, "deleted" + since);
      case EXPIRED -> new Stands(Word.REMOVED, "its own expiration time was over" + since);
      case VANISHED -> new Stands(Word.REMOVED, "removed with all of its author" + since);
      case LAPSED -> new Stands(Word.REMOVED, "given up, its git data never came" + since);
      case EXCLUDED ->
          new Stands(Word.REMOVED, "removed, the operator refuses events of its author" + since);
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
    Optional<HostedRepository> hosted = host.flatMap(one -> one.find(address));
    Optional<RefName> name = RefName.parse(ref);
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

  private Optional<String> signed(RepoAddress address, RefName name) {
    return host.flatMap(one -> one.family(address.identifier()).stateToFollow(address.owner()))
        .flatMap(state ->
            Optional.ofNullable(state.refs().get(name))
                .map(value -> "the newest signed state, event " + state.id() + ", says " + value));
  }

  // ---- the hunt

  private Optional<Identifier> family(Subject subject) {
    return switch (subject) {
      case Subject.OfEvent(var id) -> host.flatMap(one -> one.waitOf(id)).map(HeldUntil::family);
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
