package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HostAddress;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A hunt with a clock in the hand of the test; looks are answered at once from what is set here.
 */
public final class HuntTester {
  /** A pass that was begun, and when. */
  record Begun(Duration at, long pass, Identifier family, CloneUrl url, Purpose purpose) {}

  final HuntMachine machine;
  final List<Begun> begun = new ArrayList<>();
  final List<Long> cancelled = new ArrayList<>();
  final List<Long> dialled = new ArrayList<>();
  final List<Long> refused = new ArrayList<>();
  final List<HuntNote> notes = new ArrayList<>();
  final Map<Long, SortedSet<Oid>> wanted = new HashMap<>();
  int looks;
  boolean answersLooks = true;

  /** So many looks from now on fail. */
  int looksThatFail;

  private final Map<Identifier, MissingData> quarries = new HashMap<>();
  private long nanos;

  HuntTester() {
    this(HuntSettings.DEFAULT);
  }

  HuntTester(HuntSettings settings) {
    machine = new HuntMachine(settings, new SplittableRandom(1));
  }

  static HuntSettings limited(int concurrent, int perMinute, int all) {
    return new HuntSettings(
        new DomainLimits(concurrent, perMinute),
        Collections.emptySortedMap(),
        all,
        Duration.ofHours(12));
  }

  public static Identifier family(int number) {
    return new Identifier("family" + number);
  }

  public static CloneUrl url(String text) {
    return CloneUrl.parse("https://" + text).orElseThrow();
  }

  public static SortedSet<Oid> ids(int... numbers) {
    SortedSet<Oid> ids = new TreeSet<>();
    IntStream.of(numbers).forEach(number -> ids.add(new Oid("%040x".formatted(number))));
    return ids;
  }

  /** From now on a family lacks these ids, which may be at any of these URLs. */
  HuntTester lacks(Identifier family, SortedSet<Oid> missing, String... urls) {
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    for (String text : urls) {
      places.put(url(text), missing);
    }
    quarries.put(family, new MissingData(family, places, true));
    return this;
  }

  /** The same for a family of which only pull requests name some of the URLs. */
  HuntTester lacks(Identifier family, SortedSet<Oid> missing, Set<String> offered, String... urls) {
    HuntTester _ = lacks(family, missing, urls);
    SortedSet<CloneUrl> only = new TreeSet<>();
    offered.forEach(text -> only.add(url(text)));
    quarries.computeIfPresent(
        family, (_, before) -> new MissingData(family, before.places(), only, true));
    return this;
  }

  Now now() {
    return new Now(nanos, 1_700_000_000 + Duration.ofNanos(nanos).toSeconds());
  }

  Duration time() {
    return Duration.ofNanos(nanos);
  }

  /** Lets time pass, waking the machine whenever it wants to be. */
  HuntTester until(Duration time) {
    OptionalLong wake = machine.nextWakeNanos();
    while (wake.isPresent() && wake.getAsLong() <= time.toNanos()) {
      nanos = Math.max(nanos, wake.getAsLong());
      tell(new HuntInput.Woken());
      wake = machine.nextWakeNanos();
    }
    nanos = time.toNanos();
    return this;
  }

  HuntTester after(Duration duration) {
    return until(time().plus(duration));
  }

  HuntTester waits(Identifier family, Urgency urgency) {
    return tell(new HuntInput.Waits(family, urgency));
  }

  HuntTester tell(HuntInput input) {
    for (HuntAction action : machine.on(input, now())) {
      switch (action) {
        case HuntAction.Look(var family) -> {
          looks++;
          if (looksThatFail-- > 0) {
            HuntTester _ = tell(new HuntInput.LookFailed(family));
          } else if (answersLooks) {
            answer(family);
          }
        }
        case HuntAction.Begin(var pass, var family, var url, var ids, var purpose) -> {
          begun.add(new Begun(time(), pass, family, url, purpose));
          wanted.put(pass, ids);
        }
        case HuntAction.Cancel(var pass) -> cancelled.add(pass);
        case HuntAction.MayDial(var pass) -> dialled.add(pass);
        case HuntAction.MayNotDial(var pass) -> refused.add(pass);
        case HuntAction.Note(var note) -> notes.add(note);
      }
    }
    return this;
  }

  void answer(Identifier family) {
    MissingData none = new MissingData(family, Collections.emptySortedMap(), true);
    HuntTester _ = tell(new HuntInput.Looked(quarries.getOrDefault(family, none)));
  }

  Begun last() {
    return begun.getLast();
  }

  /** The pass that was begun last ends like this. */
  HuntTester ends(PassOutcome outcome) {
    return tell(new HuntInput.Ended(last().pass(), outcome));
  }

  HuntTester ends(Begun pass, PassOutcome outcome) {
    return tell(new HuntInput.Ended(pass.pass(), outcome));
  }

  /** A pass finds its host at an address and ends at once if that is too crowded. */
  HuntTester dials(Begun pass, String host, String address) {
    HuntTester _ =
        tell(new HuntInput.Dialling(pass.pass(), new Domain(host), new HostAddress(address)));
    boolean isRedirected = !pass.url().domain().text().equals(host);
    return refused.contains(pass.pass()) ? ends(pass, new PassOutcome.Crowded(isRedirected)) : this;
  }

  HuntTester dials(Begun pass, String address) {
    return dials(pass, pass.url().domain().text(), address);
  }

  List<String> urls() {
    return begun.stream().map(pass -> pass.url().text().substring("https://".length())).toList();
  }

  /** Forgets what was begun so far. */
  HuntTester forget() {
    begun.clear();
    return this;
  }
}
