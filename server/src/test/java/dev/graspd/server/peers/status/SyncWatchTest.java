package dev.graspd.server.peers.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.DialFailure;
import dev.graspd.core.sync.relays.HealthSettings;
import dev.graspd.core.sync.relays.NaughtyList;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncMachine;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.server.peers.local.CountedSync;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SyncWatchTest {
  private static final RelayUrl RELAY = Views.url("wss://relay.example.net");
  private static final long SECOND = 1_000_000_000;

  private final CountedSync told = new CountedSync();
  private final SyncMachine machine = machine();
  private long realNanos;
  private final SyncWatch watch =
      new SyncWatch(
          () -> new RefusalMemory(RefusalMemory.Limits.DEFAULT).counts(),
          told,
          () -> realNanos,
          at(0));

  @Test
  void beforeTheFirstLookThereIsNothing() {
    assertThat(watch.overview().orElseThrow().relays()).isEmpty();
    assertThat(told.overviews).isEmpty();
  }

  @Test
  void aLookShowsTheMachineAndTheNextComesTwoSecondsLater() {
    watch.refresh(machine, at(0));
    assertThat(seen().totals().relays()).isEqualTo(1);
    assertThat(relay().lastError()).isEmpty();

    fail(at(1));
    realNanos = SyncWatch.EVERY.toNanos() - 1;
    watch.refresh(machine, at(1));
    assertThat(relay().failures()).isZero();

    realNanos++;
    watch.refresh(machine, at(2));
    assertThat(relay().failures()).isEqualTo(1);
    assertThat(relay().lastError()).isEqualTo("connection refused");
    assertThat(seen().lastContactSeconds(relay())).isEmpty();
    assertThat(seen().nextAttemptSeconds(relay())).hasValue(at(2).epochSeconds() + 4);
    assertThat(told.overviews).hasSize(2).last().isSameAs(seen());
  }

  /** The pause of the first failure is about 5 s, less the second that has passed. */
  private void fail(Now now) {
    SyncAction.Dial dial =
        machine.on(new SyncInput.LogRead(), now).stream()
            .filter(SyncAction.Dial.class::isInstance)
            .map(SyncAction.Dial.class::cast)
            .findFirst()
            .orElseThrow();
    List<SyncAction> _ =
        machine.on(
            new SyncInput.DialFailed(
                RELAY, dial.epoch(), DialFailure.ORDINARY, "connection refused"),
            now);
  }

  private SyncOverview seen() {
    return watch.overview().orElseThrow();
  }

  private RelayView relay() {
    return seen().relays().getFirst();
  }

  private static SyncMachine machine() {
    return new SyncMachine(
        new SyncSettings(
            new TreeSet<>(List.of(RELAY)),
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofSeconds(2),
            500,
            NaughtyList.DEFAULT_TIME,
            new HealthSettings(Duration.ofSeconds(5), Duration.ofHours(1))),
        new Random(1),
        at(0));
  }

  private static Now at(long seconds) {
    return new Now(seconds * SECOND, 1_700_000_000 + seconds);
  }
}
