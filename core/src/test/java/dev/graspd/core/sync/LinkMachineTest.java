package dev.graspd.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.FromRelay;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What no simulation shows: how long a connection goes on that we have given up. */
final class LinkMachineTest {
  private final LinkMachine link = new LinkMachine(LinkSettings.usual(), at(0));

  private static Now at(long seconds) {
    return new Now(seconds * 1_000_000_000, 1_700_000_000 + seconds);
  }

  /** The goodbye may take seconds: who asked to be woken at once would keep a processor busy. */
  @Test
  void oneThatIsSilentIsGivenUpOnceAndNothingIsDueUntilItsEnd() {
    assertThat(link.on(new LinkInput.Woken(), at(30))).containsExactly(new LinkAction.Ping());
    assertThat(link.nextWakeNanos()).hasValue(at(60).nanos());
    assertThat(link.on(new LinkInput.Woken(), at(60)))
        .containsExactly(new LinkAction.HangUp("silent for 60 s"));
    assertThat(link.nextWakeNanos()).isEmpty();
    assertThat(link.on(new LinkInput.Woken(), at(61))).isEmpty();
  }

  @Test
  void aPongIsSignEnoughOfLife() {
    assertThat(link.on(new LinkInput.Woken(), at(30))).containsExactly(new LinkAction.Ping());
    assertThat(link.on(new LinkInput.Ponged(), at(59))).isEmpty();
    assertThat(link.on(new LinkInput.Woken(), at(60))).isEmpty();
    assertThat(link.nextWakeNanos()).hasValue(at(89).nanos());
  }

  @Test
  void oneThatFloodsUsWithNoticesIsToldSoOnce() {
    long goodbyes =
        IntStream.range(0, 50)
            .mapToObj(_ -> link.on(new LinkInput.Heard(new FromRelay.Notice("hear ye")), at(1)))
            .flatMap(actions -> actions.stream())
            .filter(action -> action instanceof LinkAction.HangUp)
            .count();
    assertThat(goodbyes).isEqualTo(1);
    assertThat(link.nextWakeNanos()).isEmpty();
  }
}
