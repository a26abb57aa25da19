package dev.graspd.sim.hunt;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What happens to families and hosts, and what must be here in the end. */
final class Story {
  private static final Duration FOREVER = Duration.ofDays(365);

  /** The longest rest that is believed, then the time of a pass that hangs, then a back-off. */
  private static final Duration CONVERGED = Duration.ofMinutes(60 + 15 + 5);

  private static final Duration HOUR = Duration.ofHours(1);

  /** After its first delay: two attempts of a few passes each. */
  private static final Duration SOON = Duration.ofSeconds(40);

  private final HuntWorld world;
  private final List<SimFamily> families;
  private final List<SimHost> hosts;
  private long numbers;

  Story(HuntWorld world, int familyCount) {
    this.world = world;
    this.hosts = List.copyOf(world.hosts.values());
    List<SimFamily> made = new ArrayList<>();
    for (int i = 0; i < familyCount; i++) {
      Identifier name = new Identifier("family" + i);
      SimFamily family = new SimFamily(name, urls(name));
      world.families.put(name, family);
      made.add(family);
    }
    this.families = List.copyOf(made);
  }

  private SortedSet<CloneUrl> urls(Identifier name) {
    SortedSet<CloneUrl> urls = new TreeSet<>();
    for (SimHost host : hosts) {
      for (int mirror = 0; mirror < 2; mirror++) {
        if (world.random.nextInt(3) > 0) {
          urls.add(host.urlOf(name, mirror));
        }
      }
    }
    urls.add(any(hosts).urlOf(name, 0));
    return Collections.unmodifiableSortedSet(urls);
  }

  private <T> T any(List<T> things) {
    return things.get(world.random.nextInt(things.size()));
  }

  // ---- everything goes wrong

  void run(int happenings) {
    families.forEach(family -> {
      if (world.random.nextBoolean()) {
        host(family);
      }
    });
    for (int i = 0; i < happenings; i++) {
      happen();
      world.pass(gap());
    }
  }

  private Duration gap() {
    return switch (world.random.nextInt(8)) {
      case 0, 1, 2 -> Duration.ofMillis(world.random.nextLong(2_000));
      case 3 -> Duration.ofMinutes(world.random.nextLong(5, 40));
      default -> Duration.ofSeconds(world.random.nextLong(90));
    };
  }

  private void happen() {
    SimFamily family = any(families);
    switch (world.random.nextInt(20)) {
      case 0, 1, 2, 3 -> any(hosts).manner = Manner.any(world.random);
      case 4, 5 -> any(hosts).manner = Manner.GOOD;
      case 6 -> push(family);
      case 7 -> appear(family);
      case 8 -> restartSeldom();
      case 9 -> world.time.setCalendar(world.random.nextLong(-100_000_000, 100_000_000));
      case 10 -> hostOrDrop(family);
      case 11 -> families.forEach(this::shortEvent);
      case 12 -> remove(family);
      default -> {
        long _ = event(family, urgency(), HuntWorld.LIFE, 3);
      }
    }
  }

  private void shortEvent(SimFamily family) {
    long _ = event(family, Urgency.SYNCED, HuntWorld.LIFE, 1);
  }

  private Urgency urgency() {
    return world.random.nextBoolean() ? Urgency.CLIENT : Urgency.SYNCED;
  }

  private void restartSeldom() {
    if (world.random.nextInt(3) == 0) {
      world.restart();
    }
  }

  private void hostOrDrop(SimFamily family) {
    if (family.isHosted) {
      family.isHosted = false;
      world.passedNanos.remove(family.name);
      world.post(new HuntInput.Dropped(family.name));
    } else {
      host(family);
    }
  }

  private void host(SimFamily family) {
    family.isHosted = true;
    world.post(new HuntInput.Hosted(family.name));
  }

  private Oid newId() {
    return new Oid("%040x".formatted(++numbers));
  }

  /** An event comes whose objects are spread over hosts: on one, on several, on none yet. */
  private long event(SimFamily family, Urgency urgency, Duration life, int objectsMax) {
    SortedSet<Oid> wanted = new TreeSet<>();
    SortedSet<CloneUrl> places = places(family);
    List<CloneUrl> urls = List.copyOf(places);
    int count = world.random.nextInt(1, objectsMax + 1);
    for (int i = 0; i < count; i++) {
      Oid id = newId();
      wanted.add(id);
      int copies = world.random.nextInt(life.equals(FOREVER) ? 1 : 0, 3);
      for (int copy = 0; copy < copies; copy++) {
        put(any(urls), id);
      }
    }
    return hold(family, wanted, places, urgency, life);
  }

  /** A pull request may be found where its author says, too. */
  private SortedSet<CloneUrl> places(SimFamily family) {
    if (world.random.nextInt(3) > 0) {
      return family.urls;
    }
    SortedSet<CloneUrl> places = new TreeSet<>(family.urls);
    int forks = world.random.nextInt(1, 4);
    for (int i = 0; i < forks; i++) {
      places.add(any(hosts).forkOf(family.name, i));
    }
    return places;
  }

  private long hold(
      SimFamily family,
      SortedSet<Oid> wanted,
      SortedSet<CloneUrl> places,
      Urgency urgency,
      Duration life) {
    long until = world.time.nanos() + life.toNanos();
    long number = ++numbers;
    world.hold(family, new SimFamily.Held(number, wanted, places, until), urgency);
    return number;
  }

  private void put(CloneUrl url, Oid id) {
    world.host(url).objects(url).add(id);
  }

  /** A push brings what one event waits for, or a part. */
  private void push(SimFamily family) {
    family.held.values().stream()
        .findFirst()
        .ifPresent(event -> {
          SortedSet<Oid> pushed = new TreeSet<>(family.missing(event));
          pushed.removeIf(_ -> world.random.nextInt(4) == 0);
          world.take(family, pushed);
        });
  }

  /** Somebody pushes elsewhere what we wait for. */
  private void appear(SimFamily family) {
    List<SimFamily.Held> waiting = new ArrayList<>(family.held.values());
    waiting.addAll(family.remembered.values());
    for (SimFamily.Held event : waiting) {
      event.wanted().forEach(id -> put(any(List.copyOf(event.places())), id));
    }
  }

  /** Somebody deletes a repository elsewhere. */
  private void remove(SimFamily family) {
    CloneUrl url = any(List.copyOf(family.urls));
    world.host(url).objects(url).clear();
  }

  // ---- nothing goes wrong any more

  /**
   * Everything that waited is sent again and does not expire; returns after how long all was here
   * that exists anywhere.
   */
  Duration converge() {
    world.calm();
    boolean isAnyNaughty = !world.machine().naughty(world.time.now()).isEmpty();
    families.forEach(this::sendAgain);
    long from = world.time.nanos();
    long bound = CONVERGED.plus(isAnyNaughty ? HuntWorld.NAUGHTY : Duration.ZERO).toNanos();
    for (int step = 0; !missing().isEmpty() && world.time.nanos() - from < bound; step++) {
      world.pass(Duration.ofSeconds(step < 120 ? 1 : 30));
    }
    if (!missing().isEmpty()) {
      throw new AssertionError("not here after " + Duration.ofNanos(bound) + ": " + missing());
    }
    Duration took = Duration.ofNanos(world.time.nanos() - from);
    compareHourly();
    forgetEverything();
    return took;
  }

  private void sendAgain(SimFamily family) {
    List<SimFamily.Held> all = new ArrayList<>(family.held.values());
    all.addAll(family.remembered.values());
    family.held.clear();
    family.remembered.clear();
    for (SimFamily.Held event : all) {
      long _ = hold(family, event.wanted(), event.places(), urgency(), FOREVER);
    }
    if (all.isEmpty()) {
      long _ = event(family, Urgency.SYNCED, FOREVER, 2);
    }
  }

  /** What is not here, but could be. */
  private SortedMap<Identifier, SortedSet<Oid>> missing() {
    SortedMap<Identifier, SortedSet<Oid>> missing = new TreeMap<>();
    for (SimFamily family : families) {
      for (SimFamily.Held event : family.held.values()) {
        SortedSet<Oid> lacked = family.missing(event);
        lacked.removeIf(id ->
            event.places().stream().noneMatch(url -> world.host(url).objects(url).contains(id)));
        if (!lacked.isEmpty()) {
          missing.computeIfAbsent(family.name, _ -> new TreeSet<>()).addAll(lacked);
        }
      }
    }
    return missing;
  }

  /**
   * In any hour, every hosted family is compared with each of its URLs, unless domains are busy
   * with what can nowhere be found: that goes first, and is over now.
   */
  private void compareHourly() {
    families.forEach(this::settle);
    while (!world.machine().naughty(world.time.now()).isEmpty()) {
      world.pass(Duration.ofMinutes(10));
    }
    world.pass(CONVERGED);
    for (int minute = 0; minute < 120; minute += 10) {
      world.pass(Duration.ofMinutes(10));
      families.stream().filter(family -> family.isHosted).forEach(this::checkComparedThisHour);
    }
    int overdue = world.machine().totals(world.time.now()).overdue();
    if (overdue > 0) {
      throw new AssertionError(overdue + " comparisons are overdue");
    }
  }

  private void settle(SimFamily family) {
    family.held.clear();
    family.remembered.clear();
    world.post(new HuntInput.Settled(family.name));
  }

  private void checkComparedThisHour(SimFamily family) {
    SortedMap<CloneUrl, Long> passed =
        world.passedNanos.getOrDefault(family.name, Collections.emptySortedMap());
    for (CloneUrl url : family.urls) {
      long last = passed.getOrDefault(url, Long.MIN_VALUE / 2);
      if (world.time.nanos() - last > HOUR.toNanos()) {
        throw new AssertionError(family.name + " was not compared with " + url + " for an hour");
      }
    }
  }

  /** Nothing waits and nothing is hosted: the hunt forgets everybody. */
  private void forgetEverything() {
    for (SimFamily family : families) {
      settle(family);
      family.isHosted = false;
      world.post(new HuntInput.Dropped(family.name));
    }
    world.pass(Duration.ofHours(2));
    world.tell(new HuntInput.Woken());
    world.tell(new HuntInput.Woken());
    if (world.machine().remembered() > 0 || world.machine().nextWakeNanos().isPresent()) {
      throw new AssertionError("the hunt remembers what nobody needs");
    }
  }

  // ---- nothing ever goes wrong

  /** Every event has its objects somewhere, and they are here soon after its first delay. */
  void inPeace(int happenings) {
    families.forEach(this::host);
    for (int i = 0; i < happenings; i++) {
      SimFamily family = any(families);
      Urgency urgency = urgency();
      long number = event(family, urgency, FOREVER, 3);
      world.time.after(urgency.delay().plus(SOON), () -> checkHere(family, number, urgency));
      world.pass(Duration.ofSeconds(world.random.nextLong(60)));
    }
    world.pass(Duration.ofMinutes(5));
  }

  private static void checkHere(SimFamily family, long number, Urgency urgency) {
    if (family.held.containsKey(number)) {
      throw new AssertionError(
          family.name + " still waits long after an event of urgency " + urgency);
    }
  }
}
