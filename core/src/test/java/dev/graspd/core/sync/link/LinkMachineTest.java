package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a connection does in cases that a simulation meets seldom or never. */
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

  // ---- copies

  private static Event copy(int signature) {
    UnsignedEvent body =
        new UnsignedEvent(
            PublicKey.parse("%064x".formatted(5)), 50, Kinds.ANNOUNCEMENT, List.of(), "");
    byte[] bytes = new byte[Signature.BYTES];
    bytes[0] = (byte) signature;
    return body.signed(body.id(), Signature.of(bytes));
  }

  /** Has the relay send copies of one event live; returns those that go to the gate at once. */
  private List<Event> hear(Event... copies) {
    link.on(new LinkInput.Cover(new TreeSet<>(List.of(new SyncItem.Announcements()))), at(0));
    SubscriptionId live = new SubscriptionId("g1");
    return Stream.of(copies)
        .map(copy -> link.on(new LinkInput.Heard(new FromRelay.EventFor(live, copy)), at(1)))
        .flatMap(LinkMachineTest::submitted)
        .toList();
  }

  private static Stream<Event> submitted(List<LinkAction> actions) {
    return actions.stream()
        .flatMap(action ->
            action instanceof LinkAction.Submit(var event, _) ? Stream.of(event) : Stream.empty());
  }

  private List<Signature> judge(SyncOutcome outcome) {
    return submitted(link.on(new LinkInput.Judged(copy(0).id(), outcome), at(2)))
        .map(Event::signature)
        .toList();
  }

  @Test
  void aForgedCopyDoesNotHideTheRealEventThatFollowsIt() {
    assertThat(hear(copy(1), copy(2), copy(2))).hasSize(1);
    assertThat(judge(SyncOutcome.FORGED)).containsExactly(copy(2).signature());
    assertThat(judge(SyncOutcome.STORED)).isEmpty();
  }

  @Test
  void whatIsHereIsNotLookedAtTwice() {
    assertThat(hear(copy(1), copy(2), copy(3))).hasSize(1);
    assertThat(judge(SyncOutcome.STORED)).isEmpty();
    assertThat(judge(SyncOutcome.FORGED)).isEmpty();
  }
}
