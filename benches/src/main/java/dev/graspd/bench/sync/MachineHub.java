package dev.graspd.bench.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkMachine;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import dev.graspd.core.sync.relays.DialFailure;
import dev.graspd.core.sync.relays.HealthSettings;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncMachine;
import dev.graspd.core.sync.relays.SyncSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The machines of sync with empty relays that answer at once: only the cost of decisions is left.
 * Used by one thread.
 */
final class MachineHub {
  /** A time step: shorter than any period of a machine. */
  private static final Duration WINDOW = Duration.ofMillis(1);

  private static final long BEGIN_SECONDS = 1_780_000_000;

  private final SyncMachine machine;
  private final Relays relays;
  private final Function<Identifier, SyncInput.Family> store;
  private final Map<RelayUrl, Line> lines = new HashMap<>();
  private final Deque<Runnable> messages = new ArrayDeque<>();
  private long nanos;

  /** A connection and its subscriptions. */
  private static final class Line {
    private final RelayUrl relay;
    private final long epoch;
    private final LinkMachine machine;
    private final Map<SubscriptionId, ClientMessage.Req> live = new HashMap<>();

    Line(RelayUrl relay, long epoch, LinkMachine machine) {
      this.relay = relay;
      this.epoch = epoch;
      this.machine = machine;
    }
  }

  /** What becomes of connections. */
  enum Relays {
    /** Every action succeeds at once. */
    AGREEABLE,
    /** Connections have machines. */
    LINKED,
    /** There are none. */
    AWAY
  }

  /**
   * @param count the number of relays
   * @param store what is wanted of a family
   */
  MachineHub(Relays relays, int count, Function<Identifier, SyncInput.Family> store) {
    this.relays = relays;
    this.store = store;
    SyncSettings settings =
        new SyncSettings(
            new TreeSet<>(),
            WINDOW,
            Duration.ZERO,
            Duration.ofHours(1),
            count,
            Duration.ofHours(1),
            HealthSettings.DEFAULT);
    machine = new SyncMachine(settings, RandomGenerator.of("L64X128MixRandom"), now());
  }

  private Now now() {
    return new Now(nanos, BEGIN_SECONDS + nanos / 1_000_000_000L);
  }

  /** Gives the sync machine an input and lets a window pass, with all consequences. */
  void tell(SyncInput input) {
    sync(input);
    pass();
  }

  /** Gives it an input that waits for the end of the window. */
  void add(SyncInput input) {
    sync(input);
  }

  void pass() {
    nanos += WINDOW.toNanos();
    sync(new SyncInput.Woken());
    while (!messages.isEmpty()) {
      messages.removeFirst().run();
    }
  }

  /** Returns the number of confirmed items of all relays. */
  long confirmed() {
    return machine.views(now()).stream().mapToLong(view -> view.confirmed()).sum();
  }

  /** Returns how many families have a row in memory. */
  int families() {
    return machine.memory().families();
  }

  private void sync(SyncInput input) {
    for (SyncAction action : machine.on(input, now())) {
      perform(action);
    }
  }

  private void perform(SyncAction action) {
    switch (action) {
      case SyncAction.Dial(var relay, var epoch, _) when relays == Relays.AWAY ->
          messages.add(() ->
              sync(
                  new SyncInput.DialFailed(relay, epoch, DialFailure.ORDINARY, "nobody is there")));
      case SyncAction.Dial(var relay, var epoch, _) -> {
        LinkSettings settings =
            new LinkSettings(
                LinkSettings.SUBSCRIPTIONS_DEFAULT, LinkSettings.PAGE_LIMIT_DEFAULT, false, true);
        lines.put(relay, new Line(relay, epoch, new LinkMachine(settings, now())));
        messages.add(() -> sync(new SyncInput.Connected(relay, epoch)));
      }
      case SyncAction.Tell(var relay, var epoch, var input) -> tell(relay, epoch, input);
      case SyncAction.HangUp(var relay, _, var why) ->
          throw new IllegalStateException(relay + " is left: " + why);
      case SyncAction.ReadFamilies(var relay, var reading, var families) ->
          messages.add(() -> {
            families.forEach(family -> sync(store.apply(family)));
            sync(new SyncInput.FamiliesRead(relay, reading));
          });
      case SyncAction.ReadFamily(var family) -> messages.add(() -> sync(store.apply(family)));
      case SyncAction.ReadRoots _, SyncAction.Note _ -> {}
    }
  }

  private void tell(RelayUrl relay, long epoch, LinkInput input) {
    Line line = lines.get(relay);
    if (line == null) {
      throw new IllegalStateException(relay + " is not connected");
    }
    if (relays == Relays.LINKED) {
      messages.add(() -> link(line, input));
    } else if (input instanceof LinkInput.FetchHistory(var batch, _, _, _)) {
      messages.add(
          () -> sync(new SyncInput.Reported(relay, epoch, new LinkReport.BatchDone(batch))));
    }
  }

  private void link(Line line, LinkInput input) {
    for (LinkAction action : line.machine.on(input, now())) {
      answer(line, action);
    }
  }

  private void answer(Line line, LinkAction action) {
    switch (action) {
      case LinkAction.Send(var message) -> relay(line, message);
      case LinkAction.Report(var report) ->
          messages.add(() -> sync(new SyncInput.Reported(line.relay, line.epoch, report)));
      case LinkAction.Submit(var event, _) ->
          messages.add(() -> link(line, new LinkInput.Judged(event.id(), SyncOutcome.STORED)));
      case LinkAction.WalkThreads(var job, _) ->
          messages.add(
              () -> link(line, new LinkInput.ThreadsFound(job, Collections.emptySortedSet())));
      case LinkAction.Ping() -> messages.add(() -> link(line, new LinkInput.Ponged()));
      case LinkAction.SignAuth _, LinkAction.NeedSet _, LinkAction.Sift _, LinkAction.HangUp _ ->
          throw new IllegalStateException("these relays do not lead to " + action);
    }
  }

  private void relay(Line line, ClientMessage message) {
    switch (message) {
      case ClientMessage.Req req -> {
        if (req.filters().stream().allMatch(filter -> filter.limit().orElse(1) == 0)) {
          line.live.put(req.id(), req);
        }
        messages.add(() -> link(line, new LinkInput.Heard(new FromRelay.Eose(req.id(), true))));
      }
      case ClientMessage.Close(var id) -> line.live.remove(id);
      default -> throw new IllegalStateException("these relays do not understand " + message);
    }
  }

  /** Returns a live delivery of the event by some relay. */
  Runnable delivery(Event event) {
    for (Line line : lines.values()) {
      for (ClientMessage.Req req : line.live.values()) {
        if (req.filters().stream().anyMatch(filter -> filter.matches(event))) {
          FromRelay message = new FromRelay.EventFor(req.id(), event);
          return () -> {
            link(line, new LinkInput.Heard(message));
            while (!messages.isEmpty()) {
              messages.removeFirst().run();
            }
          };
        }
      }
    }
    throw new IllegalStateException("nobody listens to " + event.id());
  }
}
