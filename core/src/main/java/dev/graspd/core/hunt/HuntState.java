package dev.graspd.core.hunt;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLine;
import dev.graspd.core.hunt.domain.DomainThrottle;
import dev.graspd.core.hunt.domain.Domains;
import dev.graspd.core.hunt.domain.Endpoint;
import dev.graspd.core.hunt.domain.HostAddress;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.machine.Lapsing;
import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state that hunts and comparisons share: passes, domains, places of families, hosts to avoid,
 * and the actions of the current input.
 */
final class HuntState {
  /** The most hosts to avoid; one more replaces the one whose time ends first. */
  static final int NAUGHTY_MAX = 10_000;

  final RunningPasses passes;
  final Domains domains;
  private final Lapsing<Endpoint, HostFault> naughty;
  private final CopyLooks looks = new CopyLooks();

  /** The running passes that have read the refs of their URL. */
  private final Set<Long> reads = new HashSet<>();

  /** The places of families at work. */
  private final Map<Identifier, FamilyPlaces> places = new HashMap<>();

  private final RestedPlaces rested = new RestedPlaces();
  private List<HuntAction> actions = new ArrayList<>();

  HuntState(HuntSettings settings) {
    this.passes = new RunningPasses(settings);
    this.domains = new Domains(settings);
    this.naughty = new Lapsing<>(settings.naughty(), NAUGHTY_MAX);
  }

  List<HuntAction> takeActions() {
    List<HuntAction> taken = List.copyOf(actions);
    actions = new ArrayList<>();
    return taken;
  }

  void note(HuntNote note) {
    actions.add(new HuntAction.Note(note));
  }

  /** Returns the places of a family that is at work from now on. */
  FamilyPlaces placesOf(Identifier family) {
    return places.computeIfAbsent(
        family, _ -> rested.take(family).orElseGet(() -> new FamilyPlaces(family, looks)));
  }

  Optional<FamilyPlaces> find(Identifier family) {
    return Optional.ofNullable(places.get(family)).or(() -> rested.find(family));
  }

  /**
   * Forgets a family that is neither hunted nor hosted, unless it has a pass or lookup under way.
   */
  void forget(Identifier family) {
    takeIdle(family).or(() -> rested.take(family)).ifPresent(FamilyPlaces::forget);
  }

  /** Keeps only the results of a family, unless it has a pass or lookup under way. */
  void rest(Identifier family) {
    takeIdle(family).ifPresent(known -> rested.put(family, known));
  }

  private Optional<FamilyPlaces> takeIdle(Identifier family) {
    @Nullable FamilyPlaces known = places.get(family);
    if (known == null || known.isLooking() || !passes.of(family).isEmpty()) {
      return Optional.empty();
    }
    places.remove(family);
    return Optional.of(known);
  }

  /** Returns how many families are remembered, at work or not. */
  int families() {
    return places.size() + rested.size();
  }

  int familiesAtWork() {
    return places.size();
  }

  void ask(Identifier family) {
    if (placesOf(family).ask()) {
      actions.add(new HuntAction.Look(family));
    }
  }

  /** Returns whether we may use a URL: we avoid neither it nor its host. */
  boolean isUsable(CloneUrl url, Identifier family, Now now) {
    return naughty.find(url.endpoint(), now).isEmpty() && !placesOf(family).isLeftAlone(url, now);
  }

  /** Returns the first URL of a family at a domain that we may use and that is not in use. */
  Optional<CloneUrl> firstAt(
      Domain domain, Identifier family, Predicate<CloneUrl> isWanted, Now now) {
    return placesOf(family).inOrder().stream()
        .filter(
            url -> url.domain().equals(domain) && isWanted.test(url) && isFree(url, family, now))
        .findFirst();
  }

  boolean isFree(CloneUrl url, Identifier family, Now now) {
    return isUsable(url, family, now) && !passes.isUnderWay(family, url);
  }

  /**
   * Returns whether we may fetch from a URL now: it is not in use, and enough slots are left for
   * others.
   */
  boolean isFetchable(CloneUrl url, Identifier family, Now now) {
    return isFree(url, family, now) && passes.hasRoomFor(family, placesOf(family).isOffered(url));
  }

  /** Begins a pass; returns its number. */
  long begin(Identifier family, CloneUrl url, RunningPasses.Path path, Now now) {
    DomainLine line = domains.line(url.domain(), now);
    RunningPasses.Pass pass =
        passes.begin(family, url, path, placesOf(family).isOffered(url), line.isProven, now);
    domains.begin(line, pass.visits(), now);
    SortedSet<Oid> wanted =
        pass.isComparison() ? Collections.emptySortedSet() : placesOf(family).soughtAt(url);
    actions.add(new HuntAction.Begin(pass.id(), family, url, wanted, pass.purpose()));
    return pass.id();
  }

  /** Returns whether a pass over a URL may begin: its host has room, and there is a slot for it. */
  boolean hasRoom(CloneUrl url, Now now) {
    DomainLine line = domains.line(url.domain(), now);
    return domains.hasRoom(line, now) && (line.isProven || passes.hasRoomForUnproven());
  }

  /** A pass wants to connect: says whether it may. */
  void dialling(long id, Domain host, HostAddress address, Now now) {
    boolean may =
        passes
            .find(id)
            .filter(pass ->
                domains.dial(
                    domains.line(host, now),
                    address,
                    pass.visits(),
                    host.equals(pass.url().domain()),
                    now))
            .isPresent();
    actions.add(may ? new HuntAction.MayDial(id) : new HuntAction.MayNotDial(id));
  }

  /** A pass has read and compared the refs of its URL. */
  void compared(long id, SortedMap<PublicKey, RefComparison> copies, Now now) {
    passes
        .find(id)
        .ifPresent(pass -> {
          reads.add(id);
          find(pass.family()).ifPresent(known -> known.compared(pass.url(), copies, now));
        });
  }

  HuntTotals.Copies copies() {
    return looks.totals();
  }

  void cancel(Identifier family, Purpose purpose) {
    passes.of(family).stream().filter(pass -> pass.purpose() == purpose).forEach(this::cancel);
  }

  void cancel(RunningPasses.Pass pass) {
    if (passes.cancel(pass)) {
      actions.add(new HuntAction.Cancel(pass.id()));
    }
  }

  /** Draws the conclusions about URL and domain from how a pass ended. */
  void conclude(RunningPasses.Pass pass, PassOutcome outcome, Now now) {
    boolean isRead = reads.remove(pass.id());
    find(pass.family()).ifPresent(known -> known.tried(pass.url(), outcome, isRead, now));
    Domain domain = pass.url().domain();
    DomainLine line = domains.line(domain, now);
    DomainThrottle throttle = line.throttle;
    domains.end(pass.visits(), now);
    switch (outcome) {
      case PassOutcome.Throttled(var asked) ->
          note(new HuntNote.Paused(domain, throttle.rest(asked, pass.begunNanos(), now)));
      case PassOutcome.Hopeless(var fault, var why) -> {
        naughty.put(pass.url().endpoint(), fault, now);
        note(new HuntNote.Naughty(pass.url().endpoint(), fault, why));
      }
      case PassOutcome.Brought _ -> {
        throttle.answered();
        domains.delivered(line, now);
      }
      case PassOutcome.Nothing _, PassOutcome.Behind _ -> throttle.answered();
      case PassOutcome.Misbehaved _,
          PassOutcome.Unreachable _,
          PassOutcome.Crowded _,
          PassOutcome.Hindered _,
          PassOutcome.Cancelled _ -> {}
    }
  }

  List<Lapsing.Entry<Endpoint, HostFault>> naughty(Now now) {
    return naughty.entries(now);
  }
}
