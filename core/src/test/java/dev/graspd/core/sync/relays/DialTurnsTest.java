package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whose turn it is to be dialled when one host has many ports and answers on none. */
final class DialTurnsTest {
  private static final Now START = new Now(0, 1_700_000_000);
  private static final RelayUrl OTHER = RelayUrl.parse("wss://other.example.org").orElseThrow();

  /** Ports of one host; by their names they come before the other relay. */
  private static final List<RelayUrl> SILENT =
      IntStream.range(1_000, 1_100)
          .mapToObj(port -> RelayUrl.parse("wss://many.example.org:" + port).orElseThrow())
          .toList();

  private final ReadingMachine machine =
      new ReadingMachine(
          new SyncSettings(
              new TreeSet<>(Stream.concat(SILENT.stream(), Stream.of(OTHER)).toList()),
              Duration.ofSeconds(5),
              Duration.ZERO,
              Duration.ofSeconds(2),
              500,
              Duration.ofHours(12),
              HealthSettings.DEFAULT),
          new SplittableRandom(1),
          START);

  private static List<RelayUrl> dialled(List<SyncAction> actions) {
    return actions.stream()
        .filter(SyncAction.Dial.class::isInstance)
        .map(action -> ((SyncAction.Dial) action).relay())
        .toList();
  }

  @Test
  void aHostWithManyPortsLeavesAttemptsToOthers() {
    assertThat(dialled(machine.on(new SyncInput.LogRead(), START)))
        .containsExactly(SILENT.get(0), SILENT.get(1), OTHER);
  }

  @Test
  void itsPortsAreDialledOneAfterTheOther() {
    List<SyncAction> first = machine.on(new SyncInput.LogRead(), START);
    SyncAction.Dial dial =
        (SyncAction.Dial)
            first.stream().filter(SyncAction.Dial.class::isInstance).findFirst().orElseThrow();
    assertThat(
            dialled(
                machine.on(
                    new SyncInput.DialFailed(
                        dial.relay(), dial.epoch(), DialFailure.ORDINARY, "silent"),
                    START)))
        .containsExactly(SILENT.get(2));
  }
}
