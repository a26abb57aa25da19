package dev.graspd.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkMachine;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.random.RandomGenerator;

/** One connection: our machine at one end, the relay at the other, and a wire that keeps order. */
final class SyncLink {
  /** A relay has so long to answer our goodbye. */
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(5);

  private static final Duration REST_MIN = Duration.ofSeconds(60);

  /** A rest that was asked for again and again. */
  private static final Duration REST_MAX = Duration.ofHours(1);

  private static final Duration STILL_MAX = Duration.ofSeconds(150);
  private static final Signer SERVER = Signer.named("our server");

  final long epoch;
  final SimRelay.Peer peer;
  private final SyncSide side;
  private final Time time;
  private final RandomGenerator random;
  private final SimRelay relay;
  private final LinkMachine machine;
  private final int budget;
  private boolean over;
  private boolean lost;
  private long toRelayNanos;
  private long toUsNanos;
  private long ownWakeNanos = Long.MAX_VALUE;
  private OptionalLong complainedNanos = OptionalLong.empty();

  SyncLink(SyncSide side, SimRelay relay, long epoch, boolean negentropy) {
    this.side = side;
    this.time = side.setting.time();
    this.random = side.setting.random();
    this.relay = relay;
    this.epoch = epoch;
    this.budget =
        relay.manners.told() ? relay.manners.subscriptions() : LinkSettings.SUBSCRIPTIONS_DEFAULT;
    this.machine =
        new LinkMachine(
            new LinkSettings(budget, 5_000, true, !negentropy), side.setting.clock().get());
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

  /** The network loses everything from now on, and tells nobody. */
  void lose() {
    lost = true;
  }

  private void arrive(Runnable what) {
    if (lost) {
      return;
    }
    boolean stands = side.chance(side.mishaps().slow());
    Duration delay =
        stands ? Duration.ofMillis(random.nextLong(STILL_MAX.toMillis())) : side.delay();
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
            || (message instanceof FromRelay.Notice(var words) && words.equals(SimRelay.THROTTLED));
    // Its words while we rest are about earlier requests.
    if (complaint && !isResting()) {
      complainedNanos = OptionalLong.of(time.nanos());
    }
    side.mutation.heard(message).ifPresent(heard -> tell(new LinkInput.Heard(heard)));
  }

  private boolean isResting() {
    return complainedNanos.isPresent()
        && time.nanos() - complainedNanos.getAsLong() < REST_MAX.toNanos();
  }

  void ended(String why) {
    if (over) {
      return;
    }
    perform(machine.on(new LinkInput.Ended(why), side.setting.clock().get()));
    drop();
    side.links.remove(relay.url, this);
    side.tell(new SyncInput.Disconnected(relay.url, epoch, why));
  }

  void tell(LinkInput input) {
    if (over) {
      return;
    }
    if (!(input instanceof LinkInput.Woken)) {
      side.note(relay.url, "<-", input);
    }
    perform(machine.on(input, side.setting.clock().get()));
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
      case LinkAction.Submit(var event, var source) -> submit(event, source);
      case LinkAction.NeedSet(var job, var filter) ->
          soon(new LinkInput.SetReady(job, side.mutation.set(side.home.set(filter))));
      case LinkAction.Sift(var job, var ids, var source) ->
          soon(new LinkInput.Sifted(job, side.mutation.sift(side.home.sift(ids, source), ids)));
      case LinkAction.WalkThreads(var job, var roots) ->
          soon(new LinkInput.ThreadsFound(job, side.home.threads(roots)));
      case LinkAction.Report(var report) -> report(report);
      case LinkAction.HangUp(var why) -> time.after(goodbye(), () -> ended(why));
    }
  }

  private void report(LinkReport report) {
    side.note(relay.url, "reports", report);
    if (report instanceof LinkReport.LayerRefused) {
      side.refusing.add(relay.url);
    }
    side.inThisLife(
        Duration.ofMillis(random.nextLong(3)),
        () ->
            side.mutation
                .report(report)
                .ifPresent(one -> side.tell(new SyncInput.Reported(relay.url, epoch, one))));
  }

  private void soon(LinkInput input) {
    time.after(Duration.ofMillis(random.nextLong(20)), () -> tell(input));
  }

  private void submit(Event event, EventSource source) {
    time.after(
        Duration.ofMillis(random.nextLong(50)),
        () -> {
          if (over) {
            return;
          }
          SyncOutcome outcome =
              side.chance(side.mishaps().later())
                  ? SyncOutcome.LATER
                  : side.home.submit(event, source);
          tell(new LinkInput.Judged(event.id(), side.mutation.outcome(outcome)));
        });
  }

  private void send(ClientMessage message) {
    check(message);
    side.note(relay.url, "->", message);
    toRelay(() -> {
      peer.take(message);
      SyncSide.check(
          !relay.manners.told() || peer.openCount() <= budget,
          "%s has %d requests open, it takes %d",
          relay.url,
          peer.openCount(),
          budget);
    });
  }

  private Duration goodbye() {
    return Duration.ofMillis(random.nextLong(GOODBYE_MAX.toMillis()));
  }

  private void toRelay(Runnable what) {
    toRelayNanos = Math.max(toRelayNanos, time.nanos() + side.delay().toNanos());
    time.at(
        toRelayNanos,
        () -> {
          if (!over && !lost) {
            what.run();
          }
        });
  }

  private void check(ClientMessage message) {
    boolean asks = message instanceof ClientMessage.Req || message instanceof ClientMessage.NegOpen;
    if (asks) {
      assertThat(
              complainedNanos.isEmpty()
                  || time.nanos() - complainedNanos.getAsLong() >= REST_MIN.toNanos())
          .as("asked %s though it complained", relay.url)
          .isTrue();
    }
    if (message instanceof ClientMessage.Req(_, var filters)) {
      assertThat(filters).hasSizeLessThanOrEqualTo(FilterLayers.FILTERS_PER_REQ_MAX);
      assertThat(filters.stream().mapToInt(SyncLink::values).max().orElse(0))
          .isLessThanOrEqualTo(FilterLayers.VALUES_MAX);
    }
  }

  private static int values(Filter filter) {
    return filter.tags().values().stream().mapToInt(SortedSet::size).sum();
  }
}
