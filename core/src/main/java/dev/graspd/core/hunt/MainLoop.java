package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLine;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hunts of all families (purgatory.md, sections 4 and 4.1): when each is due, its attempts, and
 * its turns at domains that had no room.
 */
final class MainLoop {
  /** The most families at a time; for one more there is only a log entry. */
  static final int FAMILIES_MAX = 100_000;

  private final HuntState shared;
  private final int attemptsMax;
  private final Map<Identifier, FamilyHunt> hunts = new HashMap<>();
  private final DueList due = new DueList();

  /** Families in an attempt that wait for a slot, in order of arrival. */
  private final Set<FamilyHunt> ready = new LinkedHashSet<>();

  /**
   * Attempts of families that became complete during a turn at a domain, until the turn ends: only
   * its outcome tells whether the hunt brought the data.
   */
  private final Map<Identifier, Integer> settledInTurns = new HashMap<>();

  private int attempting;
  private long completed;
  private long incomplete;
  private long fetched;

  MainLoop(HuntState shared, HuntSettings settings) {
    this.shared = shared;
    this.attemptsMax = settings.attemptsMax();
  }

  // ---- facts

  /** An event came: a fresh start. */
  void waits(Identifier family, Urgency urgency, Now now) {
    if (!hunts.containsKey(family) && hunts.size() >= FAMILIES_MAX) {
      shared.note(new HuntNote.TooMany(family));
      return;
    }
    FamilyHunt hunt = hunts.computeIfAbsent(family, FamilyHunt::new);
    hunt.waits = true;
    hunt.attempts = 0;
    settledInTurns.remove(family);
    shared.placesOf(family).news();
    hunt.queuedAt.forEach(domain -> shared.domains.line(domain, now).hunts.forgetTried(family));
    long at = now.after(urgency.delay());
    if (hunt.isAttempting()) {
      hunt.againNanos = Math.min(hunt.againNanos, at);
    } else if (at < due.timeOf(family).orElse(Long.MAX_VALUE)) {
      due.put(family, at);
      shared.note(new HuntNote.Queued(family, urgency.delay()));
    }
  }

  /** No event of the family waits. */
  void settled(Identifier family, Now now) {
    @Nullable FamilyHunt hunt = hunts.get(family);
    if (hunt == null) {
      return;
    }
    if (!hunt.isAttempting() && hasTurn(family)) {
      settledInTurns.put(family, hunt.attempts);
    }
    end(hunt, now);
  }

  private boolean hasTurn(Identifier family) {
    return shared.passes.of(family).stream()
        .anyMatch(pass -> pass.path() == RunningPasses.Path.QUEUE);
  }

  /** The places of a family were looked up. */
  void looked(Identifier family, Now now) {
    @Nullable FamilyHunt hunt = hunts.get(family);
    if (hunt == null) {
      return;
    }
    if (hunt.isOver) {
      restartIfEventArrived(hunt, now);
    } else if (shared.placesOf(family).isMissingNothing()) {
      nothingIsMissing(hunt, now);
    } else if (hunt.step == FamilyHunt.Step.LOOKING) {
      hunt.step = FamilyHunt.Step.READY;
      ready.add(hunt);
    }
  }

  /** The lookup of a family failed: it pauses as after an attempt that did not bring everything. */
  void lookFailed(Identifier family, Now now) {
    @Nullable FamilyHunt hunt = hunts.get(family);
    if (hunt == null) {
      return;
    }
    if (hunt.isOver) {
      restartIfEventArrived(hunt, now);
    } else if (hunt.step == FamilyHunt.Step.LOOKING) {
      rest(hunt, now);
    }
  }

  /** An event that the lookup did not include keeps the hunt alive: its own attempt looks again. */
  private void nothingIsMissing(FamilyHunt hunt, Now now) {
    if (shared.placesOf(hunt.family).coversNews()) {
      complete(hunt);
      end(hunt, now);
      return;
    }
    leaveDomains(hunt, now);
    shared.cancel(hunt.family, Purpose.FETCH);
    if (hunt.step == FamilyHunt.Step.LOOKING || hunt.step == FamilyHunt.Step.READY) {
      rest(hunt, now);
    }
  }

  private void complete(FamilyHunt hunt) {
    hunt.isComplete = true;
    complete(hunt.family, hunt.attempts);
  }

  private void complete(Identifier family, int attemptsBefore) {
    completed++;
    shared.note(new HuntNote.Completed(family, attemptsBefore + 1));
  }

  /** Ends a hunt; with an attempt under way, it stays until the answer arrives. */
  private void end(FamilyHunt hunt, Now now) {
    hunt.waits = false;
    hunt.againNanos = FamilyHunt.NEVER;
    due.remove(hunt.family);
    leaveDomains(hunt, now);
    shared.cancel(hunt.family, Purpose.FETCH);
    boolean awaitsLook =
        hunt.step == FamilyHunt.Step.LOOKING && shared.placesOf(hunt.family).isLooking();
    hunt.isOver = true;
    if (!awaitsLook && hunt.step != FamilyHunt.Step.PASSING) {
      restartIfEventArrived(hunt, now);
    }
  }

  /** The last answer for an ended hunt has arrived. */
  private void restartIfEventArrived(FamilyHunt hunt, Now now) {
    if (hunt.step == FamilyHunt.Step.PASSING) {
      return;
    }
    stopAttempting(hunt);
    hunt.isOver = false;
    hunt.isComplete = false;
    if (hunt.waits) {
      due.put(hunt.family, Math.max(now.nanos(), hunt.againNanos));
      hunt.againNanos = FamilyHunt.NEVER;
    } else {
      hunts.remove(hunt.family);
    }
  }

  private void leaveDomains(FamilyHunt hunt, Now now) {
    for (Domain domain : hunt.queuedAt) {
      DomainLine line = shared.domains.line(domain, now);
      line.hunts.remove(hunt.family);
      shared.domains.refresh(line, now);
    }
    hunt.queuedAt.clear();
  }

  private void stopAttempting(FamilyHunt hunt) {
    attempting -= hunt.isAttempting() ? 1 : 0;
    ready.remove(hunt);
    hunt.step = FamilyHunt.Step.RESTING;
  }

  /** A pass for a family is over. */
  void passed(RunningPasses.Pass pass, PassOutcome outcome, Now now) {
    if (outcome instanceof PassOutcome.Brought(var ids)) {
      fetched += ids.size();
    }
    boolean isTried = outcome.isTried();
    if (pass.path() == RunningPasses.Path.QUEUE) {
      turnEnded(pass, isTried, now);
      completeIfSettledInTurn(pass.family(), outcome);
    }
    @Nullable FamilyHunt hunt = hunts.get(pass.family());
    if (hunt == null) {
      return;
    }
    if (hunt.pass == pass.id()) {
      hunt.pass = FamilyHunt.NO_PASS;
      hunt.step = FamilyHunt.Step.LOOKING;
      if (isTried) {
        hunt.tried.add(pass.url());
      }
    }
    if (hunt.isOver) {
      completeIfBrought(hunt, outcome);
      restartIfEventArrived(hunt, now);
    } else {
      shared.ask(pass.family());
    }
  }

  /** The objects of a pass are served, and reported, before the pass ends. */
  private void completeIfBrought(FamilyHunt hunt, PassOutcome outcome) {
    if (outcome instanceof PassOutcome.Brought && !hunt.isComplete && !hunt.waits) {
      complete(hunt);
    }
  }

  private void turnEnded(RunningPasses.Pass pass, boolean isTried, Now now) {
    DomainLine line = shared.domains.line(pass.url().domain(), now);
    if (isTried) {
      line.hunts.markTried(pass.family(), pass.id(), pass.url());
    }
    line.hunts.end(pass.family(), pass.id());
    leaveIfAllIsTried(pass.family(), line, now);
  }

  private void completeIfSettledInTurn(Identifier family, PassOutcome outcome) {
    @Nullable Integer attempts = settledInTurns.get(family);
    if (attempts != null && outcome instanceof PassOutcome.Brought) {
      complete(family, attempts);
    }
    if (outcome instanceof PassOutcome.Brought || !hasTurn(family)) {
      settledInTurns.remove(family);
    }
  }

  private void leaveIfAllIsTried(Identifier family, DomainLine line, Now now) {
    if (line.hunts.contains(family) && nextAt(family, line, now).isEmpty()) {
      leave(family, line);
    }
  }

  private void leave(Identifier family, DomainLine line) {
    line.hunts.remove(family);
    @Nullable FamilyHunt hunt = hunts.get(family);
    if (hunt != null) {
      hunt.queuedAt.remove(line.domain);
    }
  }

  private Optional<CloneUrl> nextAt(Identifier family, DomainLine line, Now now) {
    FamilyPlaces places = shared.placesOf(family);
    Set<CloneUrl> tried = line.hunts.tried(family);
    return shared.firstAt(
        line.domain,
        family,
        url ->
            !places.soughtAt(url).isEmpty()
                && !tried.contains(url)
                && shared.isFetchable(url, family, now),
        now);
  }

  // ---- conclusions

  /** Begins the attempts that are due. */
  void beginDue(Now now) {
    while (attempting < attemptsMax) {
      Optional<FamilyHunt> hunt = due.takeDue(now).map(hunts::get);
      if (hunt.isEmpty()) {
        return;
      }
      attempting++;
      hunt.get().step = FamilyHunt.Step.LOOKING;
      hunt.get().tried.clear();
      shared.note(new HuntNote.Attempt(hunt.get().family, hunt.get().attempts + 1));
      shared.ask(hunt.get().family);
    }
  }

  boolean isAnyReady() {
    return !ready.isEmpty();
  }

  /**
   * Begins a pass for the first family that is ready, or ends its attempt if there is no URL left.
   * A URL that would take reserved slots waits for the next attempt.
   */
  void proceed(Now now) {
    FamilyHunt hunt = ready.iterator().next();
    ready.remove(hunt);
    SortedSet<Domain> throttled = new TreeSet<>();
    for (CloneUrl url : candidates(hunt, now)) {
      if (shared.hasRoom(url, now)) {
        hunt.step = FamilyHunt.Step.PASSING;
        hunt.pass = shared.begin(hunt.family, url, RunningPasses.Path.MAIN, now);
        return;
      }
      throttled.add(url.domain());
    }
    throttled.forEach(domain -> queueAt(domain, hunt, now));
    rest(hunt, now);
  }

  private List<CloneUrl> candidates(FamilyHunt hunt, Now now) {
    FamilyPlaces places = shared.placesOf(hunt.family);
    return places.inOrder().stream()
        .filter(url -> !places.soughtAt(url).isEmpty() && !hunt.tried.contains(url))
        .filter(url -> shared.isFetchable(url, hunt.family, now))
        .toList();
  }

  private void queueAt(Domain domain, FamilyHunt hunt, Now now) {
    DomainLine line = shared.domains.line(domain, now);
    line.hunts.add(hunt.family);
    hunt.queuedAt.add(domain);
    shared.domains.refresh(line, now);
  }

  private void rest(FamilyHunt hunt, Now now) {
    stopAttempting(hunt);
    incomplete++;
    boolean isFresh = hunt.againNanos != FamilyHunt.NEVER;
    hunt.attempts = isFresh ? 0 : hunt.attempts + 1;
    Duration pause = BackOff.after(Math.max(1, hunt.attempts));
    long again = Math.max(now.nanos(), hunt.againNanos);
    hunt.againNanos = FamilyHunt.NEVER;
    due.put(hunt.family, Math.min(now.after(pause), again));
    shared.note(new HuntNote.BackedOff(hunt.family, hunt.attempts, pause));
  }

  /** Gives a turn to the next family at a domain with room, if it has a URL left there. */
  void turn(DomainLine line, Now now) {
    Identifier family = line.hunts.next();
    Optional<CloneUrl> url = nextAt(family, line, now);
    if (url.isPresent()) {
      line.hunts.begin(family, shared.begin(family, url.get(), RunningPasses.Path.QUEUE, now));
    } else {
      leave(family, line);
    }
    shared.domains.refresh(line, now);
  }

  OptionalLong nextWakeNanos() {
    return attempting < attemptsMax ? due.firstNanos() : OptionalLong.empty();
  }

  // ---- for people

  boolean knows(Identifier family) {
    return hunts.containsKey(family);
  }

  Optional<FamilyHunt> find(Identifier family) {
    return Optional.ofNullable(hunts.get(family));
  }

  OptionalLong dueNanos(Identifier family) {
    return due.timeOf(family);
  }

  int queued() {
    return hunts.size();
  }

  long completed() {
    return completed;
  }

  long incomplete() {
    return incomplete;
  }

  long fetched() {
    return fetched;
  }
}
