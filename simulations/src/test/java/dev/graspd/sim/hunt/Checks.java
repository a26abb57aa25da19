package dev.graspd.sim.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntNote;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.repo.Identifier;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must always hold of the words of one machine, from what it was told: a naive second opinion
 * that never predicts. Lasts for one life of our server.
 */
final class Checks {
  private static final Duration WINDOW = Duration.ofSeconds(60);
  private static final Duration REST_DEFAULT = Duration.ofSeconds(65);
  private static final Duration REST_MAX = Duration.ofHours(1);
  private static final int[] PAUSES = {20, 40, 80, 120};
  private static final int FETCHES_PER_FAMILY_MAX = 4;

  /** What is known of the hunt for a family. */
  private static final class Known {
    boolean waits;

    /** No fetch may begin before this. */
    long earliestNanos = Long.MAX_VALUE;

    /** No attempt may begin before this. */
    long pausedUntilNanos = Long.MIN_VALUE;

    /** Attempts that were not enough since the last event. */
    int attempts;

    boolean isAttempting;

    /** An event came during the attempt: one more follows, as after a fresh start. */
    boolean cameMeanwhile;

    @Nullable MissingData missing;
  }

  private final HuntWorld world;
  private final int fetchesMax;
  private final Map<Identifier, Known> families = new HashMap<>();
  private final TreeMap<Long, HuntAction.Begin> passes = new TreeMap<>();
  private final Set<Long> cancelled = new HashSet<>();

  /** Passes that have connected. */
  private final Set<Long> dialled = new HashSet<>();

  /** Passes over places that only pull requests named when they began. */
  private final Set<Long> offered = new HashSet<>();

  Checks(HuntWorld world, int fetchesMax) {
    this.world = world;
    this.fetchesMax = fetchesMax;
  }

  private static void check(boolean holds, String what, Object... about) {
    // An assertion that holds is dear when it is made millions of times.
    if (!holds) {
      assertThat(holds).as(what, about).isTrue();
    }
  }

  private Known of(Identifier family) {
    return families.computeIfAbsent(family, _ -> new Known());
  }

  private long nanos() {
    return world.time.nanos();
  }

  void told(HuntInput input) {
    switch (input) {
      case HuntInput.Waits(var family, var urgency) -> {
        Known known = of(family);
        known.waits = true;
        known.earliestNanos = Math.min(known.earliestNanos, nanos() + urgency.delay().toNanos());
        known.pausedUntilNanos = Long.MIN_VALUE;
        known.attempts = 0;
        known.cameMeanwhile = known.isAttempting;
      }
      case HuntInput.Settled(var family) -> families.put(family, keepingMissing(of(family)));
      case HuntInput.Looked(var missing) -> of(missing.family()).missing = missing;
      case HuntInput.Ended(var pass, var outcome) -> ended(pass, outcome);
      case HuntInput.LookFailed _,
          HuntInput.Hosted _,
          HuntInput.Dropped _,
          HuntInput.Dialling _,
          HuntInput.Compared _,
          HuntInput.Woken _,
          HuntInput.Stop _ -> {}
    }
  }

  private static Known keepingMissing(Known before) {
    Known known = new Known();
    known.missing = before.missing;
    return known;
  }

  private void ended(long pass, PassOutcome outcome) {
    HuntAction.Begin begin = passes.remove(pass);
    cancelled.remove(pass);
    if (begin == null) {
      return;
    }
    SimHost host = world.host(begin.url());
    host.inFlight--;
    if (outcome instanceof PassOutcome.Throttled(var asked)) {
      Duration rest = asked.orElse(REST_DEFAULT);
      Duration believed = rest.compareTo(REST_MAX) > 0 ? REST_MAX : rest;
      host.pausedUntilNanos = Math.max(host.pausedUntilNanos, nanos() + believed.toNanos());
    } else if (outcome instanceof PassOutcome.Hopeless) {
      host.leftAloneUntilNanos = nanos() + HuntWorld.NAUGHTY.toNanos();
    }
  }

  void said(HuntAction action) {
    switch (action) {
      case HuntAction.Begin begin -> begun(begin);
      case HuntAction.Cancel(var pass) -> {
        check(passes.containsKey(pass), "cancels pass %s, which is not in flight", pass);
        check(cancelled.add(pass), "cancels pass %s twice", pass);
      }
      case HuntAction.MayDial(var pass) -> dialled(pass);
      case HuntAction.Look _, HuntAction.MayNotDial _ -> {}
      case HuntAction.Note(HuntNote.Attempt(var family, _)) -> attempted(of(family), family);
      case HuntAction.Note(HuntNote.BackedOff note) -> backedOff(of(note.family()), note);
      case HuntAction.Note(HuntNote.Completed(var family, _)) -> completed(of(family), family);
      case HuntAction.Note _ -> {}
    }
  }

  private void dialled(long pass) {
    HuntAction.Begin begin = passes.get(pass);
    check(begin != null, "pass %s may dial, which is not in flight", pass);
    dialled.retainAll(passes.keySet());
    if (begin != null && dialled.add(pass)) {
      SimHost host = world.host(begin.url());
      long there =
          dialled.stream()
              .filter(one -> world.host(passes.get(one).url()).address.equals(host.address))
              .count();
      check(there <= DomainLimits.DEFAULT.concurrent(), "%s requests at %s", there, host.address);
    }
  }

  private void completed(Known known, Identifier family) {
    MissingData missing = known.missing;
    check(
        !known.waits || (missing != null && missing.isMissingNothing()),
        "%s is said to be complete",
        family);
    families.put(family, keepingMissing(known));
  }

  private void attempted(Known known, Identifier family) {
    check(nanos() >= known.pausedUntilNanos, "%s is tried during its pause", family);
    known.isAttempting = true;
    known.cameMeanwhile = false;
  }

  private void backedOff(Known known, HuntNote.BackedOff note) {
    known.attempts = known.cameMeanwhile ? 0 : known.attempts + 1;
    long expected = PAUSES[Math.clamp(known.attempts - 1L, 0, PAUSES.length - 1)];
    check(
        note.pause().toSeconds() == expected && note.number() == known.attempts,
        "%s, expected %s s after %s attempts",
        note,
        expected,
        known.attempts);
    known.pausedUntilNanos =
        known.cameMeanwhile ? Long.MIN_VALUE : nanos() + note.pause().toNanos();
    known.isAttempting = false;
    known.cameMeanwhile = false;
  }

  private void begun(HuntAction.Begin begin) {
    check(!passes.containsKey(begin.pass()), "pass %s begins twice", begin.pass());
    checkHost(begin);
    checkFamily(begin);
    passes.put(begin.pass(), begin);
    checkOffered(begin);
    check(passes.size() <= fetchesMax, "%s passes in all", passes.size());
  }

  /** What only pull requests name must leave half of all passes to others. */
  private void checkOffered(HuntAction.Begin begin) {
    if (isOffered(begin)) {
      offered.add(begin.pass());
    }
    offered.retainAll(passes.keySet());
    check(
        offered.size() <= Math.max(1, fetchesMax / 2),
        "%s passes over what strangers offer",
        offered.size());
  }

  private boolean isOffered(HuntAction.Begin begin) {
    MissingData missing = of(begin.family()).missing;
    return missing != null && missing.offered().contains(begin.url());
  }

  private void checkHost(HuntAction.Begin begin) {
    SimHost host = world.host(begin.url());
    check(nanos() >= host.pausedUntilNanos, "%s is asked though it wants rest", host.domain);
    check(nanos() >= host.leftAloneUntilNanos, "%s is not left alone", host.domain);
    host.inFlight++;
    check(
        host.inFlight <= host.limits.concurrent(),
        "%s requests at a time at %s",
        host.inFlight,
        host.domain);
    host.askedNanos.add(nanos());
    while (host.askedNanos.getFirst() + WINDOW.toNanos() <= nanos()) {
      host.askedNanos.removeFirst();
    }
    check(
        host.askedNanos.size() <= host.limits.perMinute(),
        "%s requests within 60 s at %s",
        host.askedNanos.size(),
        host.domain);
  }

  private void checkFamily(HuntAction.Begin begin) {
    Known known = of(begin.family());
    MissingData missing = known.missing;
    CloneUrl url = begin.url();
    check(missing != null && missing.places().containsKey(url), "%s was not named", url);
    check(
        passes.values().stream()
            .noneMatch(pass -> pass.family().equals(begin.family()) && pass.url().equals(url)),
        "two passes over %s at once",
        url);
    if (begin.purpose() == Purpose.COMPARE) {
      check(begin.wanted().isEmpty(), "a comparison fetches %s", begin.wanted());
      check(
          !isOffered(begin) || missing == null || missing.places().get(url).isEmpty(),
          "%s is compared with, and hunted at for what strangers offer",
          url);
      return;
    }
    check(known.waits, "%s is hunted for, but nothing waits", begin.family());
    check(nanos() >= known.earliestNanos, "%s is hunted for before its time", begin.family());
    check(
        missing != null
            && !begin.wanted().isEmpty()
            && begin.wanted().equals(missing.places().get(url)),
        "%s is asked for %s",
        url,
        begin.wanted());
    checkOneHunt(begin);
  }

  /** One pass of its attempt, and one at each domain where it waits for turns. */
  private void checkOneHunt(HuntAction.Begin begin) {
    long running =
        passes.values().stream()
            .filter(pass -> pass.family().equals(begin.family()))
            .filter(pass -> pass.purpose() == Purpose.FETCH && !cancelled.contains(pass.pass()))
            .count();
    int turns = world.machine().view(begin.family()).queuedAt().size();
    check(running + 1 <= 1 + turns, "%s passes for %s at once", running + 1, begin.family());
    check(running < FETCHES_PER_FAMILY_MAX, "%s fetches for one family", running + 1);
  }

  int inFlight() {
    return passes.size();
  }
}
