package dev.graspd.sim.federation;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.sim.sync.Home;
import dev.graspd.sim.sync.Manners;
import dev.graspd.sim.sync.Mishaps;
import dev.graspd.sim.sync.SimRelay;
import dev.graspd.sim.sync.SimThreads;
import dev.graspd.sim.sync.SyncSide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** One server: models of gate and store between the real machines of sync and hunt. */
final class Node implements Home {
  static final Duration LIFE = Duration.ofMinutes(30);

  /** Servers do their best; what stands between them does not. */
  private static final Mishaps MISHAPS = new Mishaps(1, 20, 2, 0, 0, 0, 0, 0, 10, 1, 5, 0);

  final ServiceAddress service;
  final RelayUrl url;
  final SimRelay relay;
  final Disk disk = new Disk();
  final Gate gate;
  final SyncSide sync;
  final HuntSide hunt;
  private final Federation world;
  private final Mutation mutation;
  private final News news;
  private long calendarOffset;
  private long life;
  private long startedNanos;
  private long upBefore;

  Node(int number, Federation world, Mutation mutation) {
    this.world = world;
    this.mutation = mutation;
    this.service = ServiceAddress.of("s" + number + ".example.org", "/");
    this.url = RelayUrl.parse(service.relayUrl()).orElseThrow();
    this.relay = new SimRelay(url, Manners.friendly(), MISHAPS, world.random);
    relay.up = false;
    this.news = new News(this);
    this.gate = new Gate(this, new DiskWriter(this, news), world, mutation);
    this.sync =
        new SyncSide(
            this,
            new SyncSide.Setting(world.time, this::now, world.random, world.trace),
            this,
            other -> world.dialled(this, other),
            MISHAPS,
            mutation.sync());
    this.hunt = new HuntSide(this, world, mutation);
  }

  // ---- its life

  boolean isUp() {
    return relay.up;
  }

  Now now() {
    return new Now(world.time.nanos(), world.time.trueSeconds() + calendarOffset);
  }

  void setCalendar(long offsetSeconds) {
    calendarOffset = offsetSeconds;
  }

  void calm() {
    calendarOffset = 0;
    sync.calm();
    relay.behave();
  }

  void inThisLife(Duration delay, Runnable what) {
    long in = life;
    world.time.after(
        delay,
        () -> {
          if (in == life && isUp()) {
            what.run();
          }
        });
  }

  /** How long it has been up in all its lives. */
  long upNanos() {
    return isUp() ? upBefore + world.time.nanos() - startedNanos : upBefore;
  }

  void start() {
    life++;
    startedNanos = world.time.nanos();
    relay.up = true;
    gate.start();
    if (mutation.forgetsHeld()) {
      disk.forgetHeld();
    }
    disk.waits.values().forEach(this::schedule);
    news.start();
    sync.start();
  }

  void stop() {
    upBefore = upNanos();
    relay.up = false;
    life++;
    sync.stop();
  }

  /** Looks after something held when its time is over. */
  void schedule(Disk.Wait wait) {
    inThisLife(
        Duration.ofNanos(Math.max(0, wait.untilNanos() - upNanos())),
        () -> gate.end(wait.event().id()));
  }

  // ---- what sync asks

  @Override
  public SyncOutcome submit(Event event, EventSource source) {
    return gate.take(event, Optional.of(source));
  }

  @Override
  public List<SyncInput> read(SyncAction.Read request) {
    return news.read(request);
  }

  @Override
  public List<SyncInput> fromStart() {
    return news.fromStart();
  }

  @Override
  public ItemSet set(Filter filter) {
    List<Event> all = new ArrayList<>(disk.served.values());
    // Lapsed events are left out: a relay that still has one should be noticed.
    disk.waits.values().stream()
        .filter(wait -> !wait.lapsed())
        .forEach(wait -> all.add(wait.event()));
    if (filter.tags().isEmpty()) {
      all.addAll(disk.unwanted.values());
    }
    SummarySet set = new SummarySet();
    all.stream()
        .filter(filter::matches)
        .forEach(event -> set.add(new Item(event.createdAt(), event.id())));
    return set.snapshot();
  }

  @Override
  public List<EventId> sift(List<EventId> ids, EventSource source) {
    for (EventId id : ids) {
      Disk.Wait wait = disk.waits.get(id);
      if (wait != null && wait.lapsed()) {
        gate.seen(wait, source);
      }
    }
    return ids.stream()
        .filter(id ->
            !disk.served.containsKey(id)
                && !disk.waits.containsKey(id)
                && !disk.unwanted.containsKey(id))
        .toList();
  }

  @Override
  public SortedSet<EventId> threads(SortedSet<EventId> roots) {
    return SimThreads.below(roots, disk.served.values());
  }

  @Override
  public String toString() {
    return service.host();
  }
}
