package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.negentropy.Responder;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a connection reports of the history that it fetches (sync.md, sections 6, 7 and 10). */
final class LinkHistoryTest {
  private static final long START = 1_700_000_000;
  private static final PublicKey AUTHOR = PublicKey.parse("%064x".formatted(5));

  private final LinkMachine link = new LinkMachine(LinkSettings.usual(), at(0));
  private final List<LinkReport> reports = new ArrayList<>();
  private List<LinkAction> said = List.of();
  private int events;
  private long heardSeconds;

  private static Now at(long seconds) {
    return new Now(seconds * 1_000_000_000, START + seconds);
  }

  /** The relay answers pings meanwhile. */
  private void tell(LinkInput input, Now now) {
    for (long second = heardSeconds + 25; at(second).nanos() < now.nanos(); second += 25) {
      take(new LinkInput.Ponged(), at(second));
    }
    heardSeconds = now.epochSeconds() - START;
    take(input, now);
  }

  private void take(LinkInput input, Now now) {
    said = link.on(input, now);
    said.forEach(action -> {
      if (action instanceof LinkAction.Report(var report)) {
        reports.add(report);
      }
    });
  }

  private void hear(FromRelay message, Now now) {
    tell(new LinkInput.Heard(message), now);
  }

  private <T> T said(Class<T> type) {
    return said.stream()
        .flatMap(action ->
            action instanceof LinkAction.Send(var message) ? Stream.of(message) : Stream.of(action))
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " in " + said));
  }

  private static SortedSet<SyncItem> announcements() {
    return new TreeSet<>(List.of(new SyncItem.Announcements()));
  }

  private Event announcement(long createdAt) {
    UnsignedEvent body =
        new UnsignedEvent(AUTHOR, createdAt, Kinds.ANNOUNCEMENT, List.of(), "" + ++events);
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }

  /** Live is open and confirmed at this time; returns its name. */
  private SubscriptionId listen(Now now) {
    tell(new LinkInput.Cover(announcements()), now);
    SubscriptionId live = said(ClientMessage.Req.class).id();
    hear(new FromRelay.Eose(live, false), now);
    return live;
  }

  /** Begins to fetch history page by page; returns the request. */
  private SubscriptionId page(EventSource source, Now now) {
    tell(new LinkInput.FetchHistory(1, announcements(), OptionalLong.empty(), source), now);
    tell(new LinkInput.SetFailed(said(LinkAction.NeedSet.class).job()), now);
    return said(ClientMessage.Req.class).id();
  }

  private void bring(SubscriptionId request, Event event, SyncOutcome outcome, Now now) {
    hear(new FromRelay.EventFor(request, event), now);
    tell(new LinkInput.Judged(event.id(), outcome), now);
  }

  // ---- what live delivery should have brought

  @Test
  void whatHistoryBringsAndLiveShouldHaveBroughtIsAGap() {
    listen(at(0));
    SubscriptionId history = page(EventSource.DAILY, at(200));
    Event missed = announcement(START + 100);
    bring(history, missed, SyncOutcome.STORED, at(201));
    Event held = announcement(START + 101);
    bring(history, held, SyncOutcome.HELD, at(201));
    assertThat(reports)
        .contains(
            new LinkReport.GapEvent(missed.id(), EventSource.DAILY),
            new LinkReport.GapEvent(held.id(), EventSource.DAILY));
  }

  @Test
  void whatLiveCouldNotOrNeedNotHaveBroughtIsNoGap() {
    SubscriptionId live = listen(at(100));
    SubscriptionId history = page(EventSource.STARTUP, at(200));
    bring(history, announcement(START + 99), SyncOutcome.STORED, at(300));
    bring(history, announcement(START + 260), SyncOutcome.STORED, at(300));
    bring(history, announcement(START + 150), SyncOutcome.KNOWN, at(300));
    bring(history, announcement(START + 151), SyncOutcome.REFUSED, at(300));
    Event both = announcement(START + 152);
    hear(new FromRelay.EventFor(live, both), at(300));
    bring(history, both, SyncOutcome.STORED, at(300));
    assertThat(reports).noneMatch(LinkReport.GapEvent.class::isInstance);
  }

  @Test
  void liveThatTheRelayClosedCoversNothingPublishedMeanwhile() {
    SubscriptionId live = listen(at(0));
    hear(new FromRelay.Closed(live, "rate-limited: slow down"), at(50));
    tell(new LinkInput.Resume(), at(120));
    SubscriptionId again = said(ClientMessage.Req.class).id();
    hear(new FromRelay.Eose(again, false), at(120));
    SubscriptionId repair = said(ClientMessage.Req.class).id();
    bring(repair, announcement(START + 60), SyncOutcome.STORED, at(300));
    assertThat(reports).noneMatch(LinkReport.GapEvent.class::isInstance);
  }

  // ---- what the relay lacks

  @Test
  void whatTheRelayLacksIsReportedWithTheBatch() {
    listen(at(0));
    List<Item> ours =
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> new Item(START - i, EventId.ofWords(1, 2, 3, i)))
            .toList();
    SummarySet theirs = SummarySet.of(ours.subList(0, 2));
    tell(
        new LinkInput.FetchHistory(1, announcements(), OptionalLong.empty(), EventSource.STARTUP),
        at(1));
    long job = said(LinkAction.NeedSet.class).job();
    tell(new LinkInput.SetReady(job, SummarySet.of(ours).snapshot()), at(1));
    ClientMessage.NegOpen open = said(ClientMessage.NegOpen.class);
    Responder relay = new Responder(theirs.snapshot(), FrameLimit.DEFAULT);
    Responder.Answer answer = relay.respond(Message.of(open.message()));
    hear(
        new FromRelay.NegMsg(open.id(), ((Responder.Answer.Reply) answer).message().bytes()),
        at(2));
    assertThat(reports).contains(new LinkReport.Lacks(3), new LinkReport.BatchDone(1));
  }

  // ---- pages of one second

  @Test
  void pageOfOneSecondIsReportedAsAPossibleGap() {
    listen(at(0));
    SubscriptionId history = page(EventSource.STARTUP, at(1));
    IntStream.range(0, 3)
        .forEach(_ -> bring(history, announcement(START - 50), SyncOutcome.STORED, at(2)));
    hear(new FromRelay.Eose(history, false), at(2));
    assertThat(reports).containsOnlyOnce(new LinkReport.PossibleGap());
    SubscriptionId next = said(ClientMessage.Req.class).id();
    bring(next, announcement(START - 60), SyncOutcome.STORED, at(3));
    bring(next, announcement(START - 70), SyncOutcome.STORED, at(3));
    hear(new FromRelay.Eose(next, false), at(3));
    assertThat(reports).containsOnlyOnce(new LinkReport.PossibleGap());
  }

  // ---- how far we are

  private List<Long> caughtUp() {
    return reports.stream()
        .flatMap(report ->
            report instanceof LinkReport.CaughtUp(var until)
                ? Stream.of(until - START)
                : Stream.empty())
        .toList();
  }

  @Test
  void caughtUpDoesNotMoveWhileCatchUpIsPending() {
    listen(at(0));
    reports.clear();
    SubscriptionId catchUp = page(EventSource.RECONNECT, at(10));
    tell(new LinkInput.Ponged(), at(20));
    tell(new LinkInput.Woken(), at(30));
    assertThat(caughtUp()).as("while it is under way").isEmpty();
    hear(new FromRelay.Eose(catchUp, true), at(40));
    tell(new LinkInput.Woken(), at(50));
    assertThat(caughtUp()).as("when it is done").containsExactly(40L);
  }

  @Test
  void caughtUpDoesNotMoveAfterCatchUpFailed() {
    listen(at(0));
    reports.clear();
    SubscriptionId catchUp = page(EventSource.RECONNECT, at(10));
    hear(new FromRelay.Closed(catchUp, "error: no disk"), at(20));
    tell(new LinkInput.Ponged(), at(30));
    tell(new LinkInput.Woken(), at(40));
    assertThat(reports).contains(new LinkReport.BatchFailed(1, "error: no disk"));
    assertThat(caughtUp()).isEmpty();
  }

  @Test
  void caughtUpMovesWithHistoryThatMakesUpForNothing() {
    listen(at(0));
    reports.clear();
    page(EventSource.STARTUP, at(10));
    tell(new LinkInput.Ponged(), at(20));
    tell(new LinkInput.Woken(), at(30));
    assertThat(caughtUp()).contains(20L);
  }
}
