package dev.graspd.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.relays.DialFailure;
import dev.graspd.core.sync.relays.HealthSettings;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncMachine;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.sim.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Event sync of one server: the real machines, each connection with a relay at its other end. Rules
 * for their words are checked where they speak.
 */
public final class SyncSide {
  private static final Duration DELAY_MAX = Duration.ofMillis(200);

  /** How long the reader of the store takes for one page. */
  private static final Duration READ_MAX = Duration.ofMillis(300);

  /** For a quick reconnect. */
  private static final Duration KEPT_AWAY = Duration.ofMinutes(15);

  private static final Duration SETTLED_AFTER = Duration.ofMinutes(30);
  private static final int DIALS_MAX = 8;

  /**
   * Where it plays.
   *
   * @param clock what the server's clocks show
   */
  public record Setting(Time time, Supplier<Now> clock, RandomGenerator random, Trace trace) {}

  /** Who can be reached. */
  public interface Network {
    /** Returns the relay at this address; empty if no connection comes about. */
    Optional<SimRelay> dial(RelayUrl url);
  }

  final Setting setting;
  final Mutation mutation;
  final Home home;
  final SortedMap<RelayUrl, SyncLink> links = new TreeMap<>();
  private final Object name;
  private final Network network;
  private final SortedMap<RelayUrl, Long> dialledNanos = new TreeMap<>();
  private final TreeSet<RelayUrl> bootstrap = new TreeSet<>();
  private Mishaps mishaps;
  private SyncMachine machine;
  private long life;
  private boolean runs;

  /** Relays that refused some layers since the last daily sync: what these bring may be late. */
  final Set<RelayUrl> refusing = new TreeSet<>();

  private int dialing;
  private long loggedNanos;
  private long wakeNanos = Long.MAX_VALUE;

  public SyncSide(
      Object name,
      Setting setting,
      Home home,
      Network network,
      Mishaps mishaps,
      Mutation mutation) {
    this.name = name;
    this.setting = setting;
    this.home = home;
    this.network = network;
    this.mishaps = mishaps;
    this.mutation = mutation;
    this.machine = machine();
  }

  private SyncMachine machine() {
    SyncSettings settings =
        new SyncSettings(
            bootstrap,
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofSeconds(2),
            500,
            Duration.ofHours(12),
            HealthSettings.DEFAULT);
    long seed = setting.random.nextLong();
    return new SyncMachine(settings, new SplittableRandom(seed), setting.clock.get());
  }

  /** Whether repositories that name no other relay are followed too. */
  boolean followsAll() {
    return !bootstrap.isEmpty();
  }

  void addBootstrap(RelayUrl url) {
    bootstrap.add(url);
  }

  /** The process starts, for the first time or again: only the store is left. */
  public void start() {
    stop();
    runs = true;
    machine = machine();
    home.fromStart().forEach(this::tell);
    tell(new SyncInput.LogRead());
  }

  /** The process dies. */
  public void stop() {
    life++;
    runs = false;
    links.values().forEach(SyncLink::drop);
    links.clear();
    dialledNanos.clear();
    refusing.clear();
    dialing = 0;
    wakeNanos = Long.MAX_VALUE;
  }

  /** Nothing goes wrong on our side any more. */
  public void calm() {
    mishaps = Mishaps.none();
  }

  Mishaps mishaps() {
    return mishaps;
  }

  /** The store's log has something new for sync, which is told soon and in order. */
  public void logged(SyncInput input) {
    inOrder(Duration.ofMillis(5), () -> List.of(input));
  }

  private void inOrder(Duration within, Supplier<List<SyncInput>> inputs) {
    long now = setting.time.nanos();
    Duration delay = Duration.ofNanos(setting.random.nextLong(within.toNanos()));
    loggedNanos = Math.max(loggedNanos, now + delay.toNanos());
    inThisLife(
        Duration.ofNanos(loggedNanos - now),
        () -> inputs.get().forEach(input -> mutation.log(input).ifPresent(this::tell)));
  }

  /** The reader may be behind the store that it reads, or not. */
  private void read(SyncAction.Read request) {
    if (setting.random.nextBoolean()) {
      List<SyncInput> answer = home.read(request);
      inOrder(READ_MAX, () -> answer);
    } else {
      inOrder(READ_MAX, () -> home.read(request));
    }
  }

  /** The connection to this relay ends, if there is one. */
  public void cut(RelayUrl url) {
    SyncLink link = links.get(url);
    if (link != null) {
      link.ended("connection lost");
    }
  }

  /** All messages on the connection to this relay are lost from now on. */
  public void lose(RelayUrl url) {
    SyncLink link = links.get(url);
    if (link != null) {
      link.lose();
    }
  }

  void note(Object who, String verb, Object what) {
    setting.trace.note(setting.time.nanos(), name + " " + who, verb, what);
  }

  // ---- the sync machine

  void inThisLife(Duration delay, Runnable what) {
    long in = life;
    setting.time.after(
        delay,
        () -> {
          if (in == life && runs) {
            what.run();
          }
        });
  }

  void tell(SyncInput told) {
    Optional<SyncInput> mutated = mutation.input(told);
    if (mutated.isEmpty()) {
      return;
    }
    SyncInput input = mutated.get();
    if (!(input instanceof SyncInput.Woken)) {
      note("sync", "<-", input);
    }
    for (SyncAction action : machine.on(input, setting.clock.get())) {
      mutation.action(action).ifPresent(this::perform);
    }
    OptionalLong wake = machine.nextWakeNanos();
    if (wake.isPresent() && wake.getAsLong() != wakeNanos) {
      wakeNanos = wake.getAsLong();
      long at = wakeNanos;
      inThisLife(
          Duration.ofNanos(Math.max(0, at - setting.time.nanos())),
          () -> {
            if (at == wakeNanos) {
              wakeNanos = Long.MAX_VALUE;
              tell(new SyncInput.Woken());
            }
          });
    }
  }

  private void perform(SyncAction action) {
    switch (action) {
      case SyncAction.Dial(var url, var epoch, var negentropy) -> dial(url, epoch, negentropy);
      case SyncAction.HangUp(var url, var epoch, var why) -> {
        SyncLink link = links.get(url);
        if (link != null && link.epoch == epoch) {
          note(url, "is left:", why);
          links.remove(url);
          link.drop();
        }
      }
      case SyncAction.Tell(var url, var epoch, var input) -> {
        SyncLink link = links.get(url);
        if (input instanceof LinkInput.AskForAll) {
          refusing.remove(url);
        }
        if (link != null && link.epoch == epoch) {
          mutation.told(input).ifPresent(link::tell);
        }
      }
      case SyncAction.Read request -> read(request);
      case SyncAction.Note(var url, var note) -> note(url, ":", note);
    }
  }

  private void dial(RelayUrl url, long epoch, boolean negentropy) {
    check(++dialing <= DIALS_MAX, "dials at once");
    check(!links.containsKey(url), "two links to one relay");
    Long before = dialledNanos.put(url, setting.time.nanos());
    check(before == null || setting.time.nanos() > before, "dialled twice at once");
    inThisLife(
        delay(),
        () -> {
          dialing--;
          Optional<SimRelay> relay = network.dial(url).filter(one -> !one.refusesToConnect());
          if (relay.isEmpty()) {
            tell(new SyncInput.DialFailed(url, epoch, DialFailure.ORDINARY, "connection refused"));
          } else {
            links.put(url, new SyncLink(this, relay.get(), epoch, negentropy));
            tell(new SyncInput.Connected(url, epoch));
          }
        });
  }

  /** An assertion that holds is dear when it is made millions of times. */
  static void check(boolean holds, String what, Object... about) {
    if (!holds) {
      assertThat(holds).as(what, about).isTrue();
    }
  }

  Duration delay() {
    return Duration.ofNanos(setting.random.nextLong(1, DELAY_MAX.toNanos()));
  }

  boolean chance(int ofThousand) {
    return ofThousand > 0 && setting.random.nextInt(1_000) < ofThousand;
  }

  // ---- what it thinks

  /** A relay that is away for long costs a row for each family, and nothing else. */
  void checkMemory() {
    boolean isAnyNear = false;
    for (RelayView view : machine.views(setting.clock.get())) {
      boolean isAway = isAwayForLong(view);
      isAnyNear |= !isAway;
      check(
          !isAway || view.confirmed() + view.pending() + view.wanted() == 0,
          "%s is away, and in memory",
          view.url());
    }
    SyncMachine.Memory memory = machine.memory();
    check(
        isAnyNear || memory.repositories() + memory.roots() == 0,
        "all relays are away, and %s in memory",
        memory);
  }

  private boolean isAwayForLong(RelayView view) {
    long kept = KEPT_AWAY.plusSeconds(1).toNanos();
    return view.phase() == RelayPhase.DISCONNECTED
        && view.disconnected()
            .filter(since -> setting.time.nanos() - since.nanos() <= kept)
            .isEmpty();
  }

  /** Returns whether history has ended, well or not, wherever it began some time ago. */
  boolean isSettled() {
    return machine.views(setting.clock.get()).stream()
        .noneMatch(view ->
            view.phase() == RelayPhase.SYNCING
                && view.connected()
                    .filter(since -> setting.time.nanos() - since.nanos() > SETTLED_AFTER.toNanos())
                    .isPresent());
  }

  /** Returns whether our machine and this relay have nothing against each other. */
  boolean isConnected(RelayUrl url) {
    return !isToldToWait(url)
        && !refusing.contains(url)
        && machine.views(setting.clock.get()).stream()
            .anyMatch(view -> view.url().equals(url) && view.phase() == RelayPhase.CONNECTED);
  }

  boolean isToldToWait(RelayUrl url) {
    return machine.views(setting.clock.get()).stream()
        .anyMatch(
            view -> view.url().equals(url) && view.health() == RelayHealth.State.RATE_LIMITED);
  }
}
