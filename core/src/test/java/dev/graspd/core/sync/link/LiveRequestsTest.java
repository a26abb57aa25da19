package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayeredFilter;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.relays.SyncPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LiveRequestsTest {
  private static final PublicKey SOMEBODY = PublicKey.parse("%064x".formatted(5));

  private static final RequestRules RULES = new RequestRules(LinkSettings.usual());

  private final Wire wire = new Wire();
  private final List<SubscriptionId> open = new ArrayList<>();
  private int mostOpen;
  private int requests;

  private static Now at(long seconds) {
    return new Now(seconds * 1_000_000_000L, 1_700_000_000 + seconds);
  }

  private static SyncItem root(long number) {
    return new SyncItem.OfRoot(EventId.ofWords(number, 1, 1, 1));
  }

  private static List<SyncItem> roots(int from, int to) {
    return Stream.iterate(from, n -> n < to, n -> n + 1).map(LiveRequestsTest::root).toList();
  }

  private static Event reply(SyncItem root) {
    String id = ((SyncItem.OfRoot) root).id().hex();
    UnsignedEvent reply =
        new UnsignedEvent(SOMEBODY, 1_700_000_000, Kinds.COMMENT, List.of(Tag.of("e", id)), "");
    return reply.signed(reply.id(), Signature.of(new byte[Signature.BYTES]));
  }

  /** What is sent reaches a relay that confirms everything. */
  private void exchange(LiveRequests live) {
    List<LinkAction> actions = wire.take();
    while (!actions.isEmpty()) {
      actions.forEach(this::send);
      open.forEach(live::confirmed);
      boolean _ = live.pump(0, at(1));
      actions = wire.take();
    }
  }

  private void take(ClientMessage message) {
    if (message instanceof ClientMessage.Req(var id, _)) {
      open.add(id);
      requests++;
      mostOpen = Math.max(mostOpen, open.size());
    } else if (message instanceof ClientMessage.Close(var id)) {
      open.remove(id);
    }
  }

  private LiveRequests covering(int budget, int batches) {
    LiveRequests live = new LiveRequests(wire, budget, RULES);
    for (int i = 0; i < batches; i++) {
      live.cover(roots(i * 10, i * 10 + 10));
      boolean _ = live.pump(0, at(0));
      exchange(live);
    }
    return live;
  }

  @Test
  void manySmallRequestsBecomeFewWhenTheBudgetIsReached() {
    LiveRequests live = covering(6, 5);
    assertThat(open).hasSizeLessThanOrEqualTo(4);
    assertThat(mostOpen).as("never more than the relay takes").isLessThanOrEqualTo(6);
    assertThat(live.rotated()).isEmpty();
    assertThat(live.isSettled()).isTrue();
  }

  @Test
  void newItemTouchesOnlySmallRequestsWhenTheBudgetIsReached() {
    LiveRequests live = new LiveRequests(wire, 6, RULES);
    live.cover(roots(0, 1_000));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    List<SubscriptionId> large = List.copyOf(open);
    assertThat(large).hasSize(3);
    for (int i = 1_000; i < 1_100; i++) {
      live.cover(roots(i, i + 1));
      boolean _ = live.pump(0, at(0));
      exchange(live);
      assertThat(open).hasSizeLessThanOrEqualTo(4).containsAll(large);
      assertThat(live.isSettled()).isTrue();
    }
    assertThat(mostOpen).as("never more than the relay takes").isLessThanOrEqualTo(6);
    assertThat(live.rotated()).isEmpty();
  }

  @Test
  void everythingIsListenedToWhileItFitsHoweverItCame() {
    LiveRequests live = new LiveRequests(wire, 6, RULES);
    for (int i = 0; i < 1_500; i += 10) {
      live.cover(roots(i, i + 10));
      boolean _ = live.pump(0, at(0));
      exchange(live);
      assertThat(open).hasSizeLessThanOrEqualTo(4);
    }
    assertThat(live.rotated()).isEmpty();
    assertThat(roots(0, 1_500).stream().map(LiveRequestsTest::reply))
        .allMatch(event -> open.stream().anyMatch(id -> live.matches(id, event)));
  }

  /** As after a start: all that is wanted comes before the relay has answered anything. */
  private LiveRequests bunch(int budget, int batches) {
    LiveRequests live = new LiveRequests(wire, budget, RULES);
    for (int i = 0; i < batches; i++) {
      live.cover(roots(i * SyncPlan.ROOTS_MAX, (i + 1) * SyncPlan.ROOTS_MAX));
      boolean _ = live.pump(0, at(0));
    }
    assertThat(live.isOpening()).as("history waits until it is listened").isTrue();
    exchange(live);
    assertThat(live.isSettled()).isTrue();
    assertThat(mostOpen).as("never more than the relay takes").isLessThanOrEqualTo(budget);
    return live;
  }

  @Test
  void bunchThatFitsIsAskedForOnceAndFillsItsRequests() {
    LiveRequests live = bunch(100, 62);
    assertThat(requests).isEqualTo(62);
    assertThat(live.rotated()).isEmpty();
  }

  @Test
  void bunchThatDoesNotFitIsLaidOutOnce() {
    LiveRequests live = bunch(22, 60);
    assertThat(open).hasSize(20);
    assertThat(requests).as("what came first, and then everything again").isEqualTo(40);
    assertThat(live.rotated()).isNotEmpty();
  }

  @Test
  void whatIsNotWantedAnyMoreWhenThereIsRoomIsNotAskedFor() {
    LiveRequests live = new LiveRequests(wire, 4, RULES);
    live.cover(roots(0, 2 * SyncPlan.ROOTS_MAX));
    boolean _ = live.pump(0, at(0));
    live.cover(roots(5_000, 5_010));
    live.uncover(roots(5_000, 5_010));
    exchange(live);
    assertThat(requests).isEqualTo(2);
    assertThat(live.isSettled()).isTrue();
  }

  @Test
  void whatRotatesIsAskedForInGroupsHoweverItCame() {
    LiveRequests live = new LiveRequests(wire, 3, RULES);
    live.cover(roots(0, 6_000));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    int before = live.rotated().size();
    for (int i = 6_000; i < 6_400; i++) {
      live.cover(roots(i, i + 1));
    }
    assertThat(before).isPositive();
    assertThat(live.rotated()).hasSizeLessThanOrEqualTo(before + 3);
    assertThat(live.rotated().stream().flatMap(filter -> filter.values().stream()))
        .contains(EventId.ofWords(6_399, 1, 1, 1).hex());
  }

  @Test
  void whatDoesNotFitIsAskedForInTurnQuotesFirst() {
    LiveRequests live = new LiveRequests(wire, 3, RULES);
    live.cover(List.of(new SyncItem.Announcements()));
    live.cover(roots(0, 6_000));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    assertThat(open).hasSize(1);
    assertThat(live.rotated())
        .extracting(LayeredFilter::layer)
        .contains(Layer.ROOT_QUOTED, Layer.ROOT_OF_THREAD)
        .doesNotContain(Layer.ANNOUNCEMENTS, Layer.STATES);
  }

  @Test
  void whatIsActiveIsListenedToFirst() {
    LiveRequests live = new LiveRequests(wire, 3, RULES);
    live.cover(roots(0, 6_000));
    Event event = reply(root(5_999));
    live.heardOf(event);
    live.halveFilters();
    boolean _ = live.pump(0, at(0));
    exchange(live);
    assertThat(open.stream().anyMatch(id -> live.matches(id, event))).isTrue();
  }

  @Test
  void whatIsUncoveredIsNotListenedToAndTheRestIs() {
    LiveRequests live = covering(20, 3);
    live.uncover(roots(0, 15));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    assertThat(live.isSettled()).isTrue();
    assertThat(live.coverage().items()).hasSize(15);
    assertThat(open).hasSize(2);
    live.uncover(roots(15, 30));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    assertThat(open).isEmpty();
  }

  @Test
  void singleSlotListensToNothing() {
    LiveRequests live = covering(1, 1);
    assertThat(open).isEmpty();
    assertThat(live.rotated()).hasSize(3);
  }

  @Test
  void requestThatIsNotAnsweredIsSentAgain() {
    LiveRequests live = new LiveRequests(wire, 20, RULES);
    live.cover(roots(0, 1));
    for (int attempt = 0; attempt < RequestTable.ATTEMPTS_MAX; attempt++) {
      boolean _ = live.pump(0, at(attempt * 11L));
      assertThat(wire.take().stream().filter(LiveRequestsTest::isRequest)).hasSize(1);
      assertThat(live.isSettled()).isFalse();
    }
    assertThat(live.pump(0, at(100))).as("a gap to catch up on").isTrue();
    assertThat(live.isSettled()).isTrue();
    assertThat(live.rotated()).as("asked for as well").isNotEmpty();
  }

  private static boolean isRequest(LinkAction action) {
    return action instanceof LinkAction.Send(ClientMessage.Req _);
  }

  @Test
  void requestThatIsNotAnsweredIsNotSentAgainWhenASmallerOneReplacesIt() {
    LiveRequests live = new LiveRequests(wire, 6, RULES);
    live.cover(roots(0, 2));
    boolean _ = live.pump(0, at(0));
    wire.take().forEach(this::send);
    live.uncover(roots(0, 1));
    assertThat(live.pump(0, at(60))).as("nobody knows since when it counted").isTrue();
    exchange(live);
    assertThat(open).hasSize(1);
    assertThat(open).noneMatch(id -> live.matches(id, reply(root(0))));
    assertThat(open).allMatch(id -> live.matches(id, reply(root(1))));
    assertThat(live.isSettled()).isTrue();
  }

  @Test
  void requestThatTheRelayClosesIsNotSentAgainWhenASmallerOneReplacesIt() {
    LiveRequests live = new LiveRequests(wire, 6, RULES);
    live.cover(roots(0, 2));
    boolean _ = live.pump(0, at(0));
    exchange(live);
    SubscriptionId closed = open.removeFirst();
    live.uncover(roots(0, 1));
    assertThat(live.closedByRelay(closed, at(1).nanos())).as("what may be missed").isNotEmpty();
    boolean _ = live.pump(0, at(60));
    exchange(live);
    assertThat(open).hasSize(1);
    assertThat(open).noneMatch(id -> live.matches(id, reply(root(0))));
    assertThat(live.isSettled()).isTrue();
  }

  private void send(LinkAction action) {
    if (action instanceof LinkAction.Send(var message)) {
      take(message);
    }
  }
}
