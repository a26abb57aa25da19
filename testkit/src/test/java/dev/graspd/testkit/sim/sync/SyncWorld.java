package dev.graspd.testkit.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ClientMessage;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.FromRelay;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.sync.DialFailure;
import dev.graspd.core.sync.FilterLayers;
import dev.graspd.core.sync.HealthSettings;
import dev.graspd.core.sync.LinkAction;
import dev.graspd.core.sync.LinkInput;
import dev.graspd.core.sync.LinkMachine;
import dev.graspd.core.sync.LinkReport;
import dev.graspd.core.sync.LinkSettings;
import dev.graspd.core.sync.Outcome;
import dev.graspd.core.sync.Phase;
import dev.graspd.core.sync.RelayHealth;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncAction;
import dev.graspd.core.sync.SyncInput;
import dev.graspd.core.sync.SyncMachine;
import dev.graspd.core.sync.SyncSettings;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Our sync machines, the relays they talk to, and the network between them. Everything is decided
 * by the seed. What must always hold is checked where it happens.
 */
final class SyncWorld {
  private static final Duration DELAY_MAX = Duration.ofMillis(200);

  /** A relay has so long to answer our goodbye. */
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(5);

  private static final Duration REST_MIN = Duration.ofSeconds(60);

  /** A rest that was asked for again and again. */
  private static final Duration REST_MAX = Duration.ofHours(1);

  private static final Duration STILL_MAX = Duration.ofSeconds(150);
  private static final Duration SETTLED_AFTER = Duration.ofMinutes(30);
  private static final int TOLD_LAST = 40;

  /** Lines of a run that contain this text are printed: to follow one event or relay of a seed. */
  private static final Optional<String> TRACE =
      Optional.ofNullable(System.getProperty("graspd.trace"));

  private static final Signer SERVER = Signer.named("our server");

  final RandomGenerator random;
  final Time time = new Time();
  final SimServer server = new SimServer(this::logged);
  final SortedMap<RelayUrl, SimRelay> relays = new TreeMap<>();
  private final Deque<Line> last = new ArrayDeque<>();
  private final Mutation mutation;
  private final SortedMap<RelayUrl, Link> links = new TreeMap<>();
  private final SortedMap<RelayUrl, Long> dialledNanos = new TreeMap<>();
  private final TreeSet<RelayUrl> bootstrap = new TreeSet<>();
  private Mishaps mishaps = Mishaps.usual();
  private SyncMachine machine;
  private long life;
  private int dialing;
  private long fingerprint;
  private long wakeNanos = Long.MAX_VALUE;

  SyncWorld(long seed, Mutation mutation) {
    this.random = new SplittableRandom(seed);
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
    return new SyncMachine(settings, new SplittableRandom(random.nextLong()), time.now());
  }

  void start(SimRelay... named) {
    for (SimRelay relay : named) {
      bootstrap.add(relay.url);
    }
    restart();
  }

  /** Our process dies and starts again: only the store is left. */
  void restart() {
    life++;
    links.values().forEach(Link::drop);
    links.clear();
    dialing = 0;
    wakeNanos = Long.MAX_VALUE;
    server.restart();
    machine = machine();
    server.fromStart().forEach(this::tell);
    tell(new SyncInput.LogRead());
  }

  void calm() {
    mishaps = Mishaps.none();
    relays.values().forEach(SimRelay::behave);
  }

  SimRelay relay(String name, Manners manners, Mishaps relayMishaps) {
    RelayUrl url = RelayUrl.parse("wss://" + name + ".example.org").orElseThrow();
    return relays.computeIfAbsent(url, _ -> new SimRelay(url, manners, relayMishaps, random));
  }

  private void logged(SyncInput input) {
    long in = life;
    time.after(
        Duration.ofMillis(random.nextLong(5)),
        () -> {
          if (in == life) {
            mutation.log(input).ifPresent(this::tell);
          }
        });
  }

  /** Text is made only of the last lines, and only for a failure. */
  private record Line(long nanos, Object who, String verb, Object what) {
    private static final int CHARACTERS_MAX = 300;

    String text() {
      return who + " " + verb + " " + what;
    }

    @Override
    public String toString() {
      String text = text();
      return Duration.ofNanos(nanos)
          + " "
          + (text.length() > CHARACTERS_MAX ? text.substring(0, CHARACTERS_MAX) : text);
    }
  }

  String lastWords() {
    return last.stream().map(Line::toString).collect(Collectors.joining("\n  "));
  }

  void note(Object who, String verb, Object what) {
    Line line = new Line(time.nanos(), who, verb, what);
    fingerprint = fingerprint * 31 + time.nanos();
    if (TRACE.isPresent() && line.text().contains(TRACE.get())) {
      System.out.println(line);
    }
    last.add(line);
    if (last.size() > TOLD_LAST) {
      last.remove();
    }
  }

  // ---- the sync machine

  private void tell(SyncInput told) {
    Optional<SyncInput> mutated = mutation.input(told);
    if (mutated.isEmpty()) {
      return;
    }
    SyncInput input = mutated.get();
    if (!(input instanceof SyncInput.Woken)) {
      note("sync", "<-", input);
    }
    for (SyncAction action : machine.on(input, time.now())) {
      mutation.action(action).ifPresent(this::perform);
    }
    OptionalLong wake = machine.nextWakeNanos();
    if (wake.isPresent() && wake.getAsLong() != wakeNanos) {
      wakeNanos = wake.getAsLong();
      long in = life;
      long at = wakeNanos;
      time.at(
          at,
          () -> {
            if (in == life && at == wakeNanos) {
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
        Link link = links.get(url);
        if (link != null && link.epoch == epoch) {
          note(url, "is left:", why);
          links.remove(url);
          link.drop();
        }
      }
      case SyncAction.Tell(var url, var epoch, var input) -> {
        Link link = links.get(url);
        if (link != null && link.epoch == epoch) {
          mutation.told(input).ifPresent(link::tell);
        }
      }
      case SyncAction.Note(var url, var note) -> note(url, ":", note);
    }
  }

  private void dial(RelayUrl url, long epoch, boolean negentropy) {
    assertThat(++dialing).as("dials at once").isLessThanOrEqualTo(8);
    assertThat(links).as("two links to one relay").doesNotContainKey(url);
    Long before = dialledNanos.put(url, time.nanos());
    assertThat(before == null || time.nanos() > before).as("dialled twice at once").isTrue();
    SimRelay relay = relays.get(url);
    long in = life;
    time.after(
        delay(),
        () -> {
          if (in != life) {
            return;
          }
          dialing--;
          if (relay == null || relay.refusesToConnect()) {
            tell(new SyncInput.DialFailed(url, epoch, DialFailure.ORDINARY, "connection refused"));
          } else {
            Link link = new Link(relay, epoch, negentropy);
            links.put(url, link);
            tell(new SyncInput.Connected(url, epoch));
          }
        });
  }

  private Duration delay() {
    return Duration.ofNanos(random.nextLong(1, DELAY_MAX.toNanos()));
  }

  private Duration goodbye() {
    return Duration.ofMillis(random.nextLong(GOODBYE_MAX.toMillis()));
  }

  private boolean chance(int ofThousand) {
    return random.nextInt(1_000) < ofThousand;
  }

  /** Returns a number that two runs share only if all of their steps came at the same times. */
  long fingerprint() {
    return fingerprint;
  }

  /** Returns whether history has ended, well or not, wherever it began some time ago. */
  boolean isSettled() {
    return machine.views(time.now()).stream()
        .noneMatch(view ->
            view.phase() == Phase.SYNCING
                && view.connected()
                    .filter(since -> time.nanos() - since.nanos() > SETTLED_AFTER.toNanos())
                    .isPresent());
  }

  /** Returns whether our machine has nothing against this relay, and was not told to wait. */
  boolean isConnected(RelayUrl url) {
    return !isToldToWait(url)
        && machine.views(time.now()).stream()
            .anyMatch(view -> view.url().equals(url) && view.phase() == Phase.CONNECTED);
  }

  private boolean isToldToWait(RelayUrl url) {
    return machine.views(time.now()).stream()
        .anyMatch(
            view -> view.url().equals(url) && view.health() == RelayHealth.State.RATE_LIMITED);
  }

  /** Nothing is listened to that is not wanted any more, once a smaller request may be made. */
  void checkCoverage() {
    links.forEach((url, link) -> {
      if (isToldToWait(url)) {
        return;
      }
      Set<String> wanted = new TreeSet<>();
      for (Announcement one : server.announcements()) {
        if (SimServer.relays(one).contains(url)) {
          wanted.add(one.address().toString());
        }
      }
      for (List<Filter> filters : link.peer.open.values()) {
        for (Filter filter : filters) {
          assertThat(wanted)
              .as("listened to on %s", url)
              .containsAll(filter.tags().getOrDefault('a', Collections.emptySortedSet()));
        }
      }
    });
  }

  void goDown(SimRelay relay) {
    relay.up = false;
    Link link = links.get(relay.url);
    if (link != null) {
      link.ended("connection lost");
    }
  }

  /**
   * One connection: our machine at one end, the relay at the other, and a wire that keeps order.
   */
  private final class Link {
    private final SimRelay relay;
    private final long epoch;
    private final LinkMachine machine;
    private final SimRelay.Peer peer;
    private final int budget;
    private boolean over;
    private long toRelayNanos;
    private long toUsNanos;
    private long ownWakeNanos = Long.MAX_VALUE;
    private OptionalLong complainedNanos = OptionalLong.empty();

    Link(SimRelay relay, long epoch, boolean negentropy) {
      this.relay = relay;
      this.epoch = epoch;
      this.budget =
          relay.manners.told() ? relay.manners.subscriptions() : LinkSettings.SUBSCRIPTIONS_DEFAULT;
      this.machine =
          new LinkMachine(new LinkSettings(budget, 5_000, true, !negentropy), time.now());
      this.peer =
          relay.accept(
              time.nanos(),
              message -> arrive(() -> hear(message)),
              () -> arrive(() -> ended("connection lost")));
      schedule();
    }

    void drop() {
      over = true;
      peer.leave();
    }

    private void arrive(Runnable what) {
      boolean stands = mishaps.slow() > 0 && chance(mishaps.slow());
      Duration delay = stands ? Duration.ofMillis(random.nextLong(STILL_MAX.toMillis())) : delay();
      toUsNanos = Math.max(toUsNanos, time.nanos() + delay.toNanos());
      time.at(
          toUsNanos,
          () -> {
            if (!over) {
              what.run();
            }
          });
    }

    private void hear(FromRelay message) {
      boolean complaint =
          (message instanceof FromRelay.Closed(_, var text) && text.equals(SimRelay.SLOW_DOWN))
              || (message instanceof FromRelay.Notice(var words)
                  && words.equals(SimRelay.THROTTLED));
      // What it says while we rest is about what we asked before.
      if (complaint && !isResting()) {
        complainedNanos = OptionalLong.of(time.nanos());
      }
      mutation.heard(message).ifPresent(heard -> tell(new LinkInput.Heard(heard)));
    }

    private boolean isResting() {
      return complainedNanos.isPresent()
          && time.nanos() - complainedNanos.getAsLong() < REST_MAX.toNanos();
    }

    void ended(String why) {
      if (over) {
        return;
      }
      perform(machine.on(new LinkInput.Ended(why), time.now()));
      drop();
      links.remove(relay.url, this);
      SyncWorld.this.tell(new SyncInput.Disconnected(relay.url, epoch, why));
    }

    void tell(LinkInput input) {
      if (over) {
        return;
      }
      if (!(input instanceof LinkInput.Woken)) {
        note(relay.url, "<-", input);
      }
      perform(machine.on(input, time.now()));
      schedule();
    }

    private void schedule() {
      OptionalLong wake = machine.nextWakeNanos();
      if (!over && wake.isPresent() && wake.getAsLong() != ownWakeNanos) {
        ownWakeNanos = wake.getAsLong();
        long at = ownWakeNanos;
        time.at(
            at,
            () -> {
              if (!over && at == ownWakeNanos) {
                ownWakeNanos = Long.MAX_VALUE;
                tell(new LinkInput.Woken());
              }
            });
      }
    }

    private void perform(List<LinkAction> actions) {
      for (LinkAction action : actions) {
        if (!over) {
          perform(action);
        }
      }
    }

    private void perform(LinkAction action) {
      switch (action) {
        case LinkAction.Send(var message) -> send(message);
        case LinkAction.SignAuth(var challenge) ->
            soon(
                new LinkInput.AuthSigned(
                    EventBuilder.kind(22_242).tag("challenge", challenge).unsignedBy(SERVER)));
        case LinkAction.Ping() -> {
          if (relay.up) {
            toRelay(() -> arrive(() -> tell(new LinkInput.Ponged())));
          }
        }
        case LinkAction.Submit(var event, _) -> submit(event);
        case LinkAction.NeedSet(var job, var filter) ->
            soon(new LinkInput.SetReady(job, mutation.set(server.set(filter))));
        case LinkAction.Sift(var job, var ids, _) ->
            soon(new LinkInput.Sifted(job, mutation.sift(server.sift(ids), ids)));
        case LinkAction.WalkThreads(var job, var roots) ->
            soon(new LinkInput.ThreadsFound(job, server.threads(roots)));
        case LinkAction.Report(var report) -> report(report);
        case LinkAction.HangUp(var why) -> time.after(goodbye(), () -> ended(why));
      }
    }

    private void report(LinkReport report) {
      long in = life;
      note(relay.url, "reports", report);
      time.after(
          Duration.ofMillis(random.nextLong(3)),
          () -> {
            if (in == life) {
              mutation
                  .report(report)
                  .ifPresent(
                      one -> SyncWorld.this.tell(new SyncInput.Reported(relay.url, epoch, one)));
            }
          });
    }

    private void soon(LinkInput input) {
      time.after(Duration.ofMillis(random.nextLong(20)), () -> tell(input));
    }

    private void submit(Event event) {
      time.after(
          Duration.ofMillis(random.nextLong(50)),
          () -> {
            if (over) {
              return;
            }
            Outcome outcome =
                mishaps.later() > 0 && chance(mishaps.later())
                    ? Outcome.LATER
                    : server.submit(event);
            tell(new LinkInput.Judged(event.id(), mutation.outcome(outcome)));
          });
    }

    private void send(ClientMessage message) {
      check(message);
      note(relay.url, "->", message);
      toRelay(() -> {
        peer.take(message);
        assertThat(!relay.manners.told() || peer.openCount() <= budget)
            .as("%s has %d requests open, it takes %d", relay.url, peer.openCount(), budget)
            .isTrue();
      });
    }

    private void toRelay(Runnable what) {
      toRelayNanos = Math.max(toRelayNanos, time.nanos() + delay().toNanos());
      time.at(
          toRelayNanos,
          () -> {
            if (!over) {
              what.run();
            }
          });
    }

    private void check(ClientMessage message) {
      boolean asks =
          message instanceof ClientMessage.Req || message instanceof ClientMessage.NegOpen;
      if (asks) {
        assertThat(
                complainedNanos.isEmpty()
                    || time.nanos() - complainedNanos.getAsLong() >= REST_MIN.toNanos())
            .as("asked %s though it complained", relay.url)
            .isTrue();
      }
      if (message instanceof ClientMessage.Req(_, var filters)) {
        assertThat(filters).hasSizeLessThanOrEqualTo(FilterLayers.FILTERS_PER_REQ_MAX);
        assertThat(filters.stream().mapToInt(SyncWorld::values).max().orElse(0))
            .isLessThanOrEqualTo(FilterLayers.VALUES_MAX);
      }
    }
  }

  private static int values(Filter filter) {
    return filter.tags().values().stream().mapToInt(SortedSet::size).sum();
  }
}
