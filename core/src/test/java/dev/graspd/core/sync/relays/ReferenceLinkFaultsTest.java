package dev.graspd.core.sync.relays;

import static dev.graspd.core.sync.relays.ReferenceFaultsTest.OWNER;
import static dev.graspd.core.sync.relays.ReferenceFaultsTest.at;
import static dev.graspd.core.sync.relays.ReferenceFaultsTest.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkMachine;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import dev.graspd.core.sync.link.MisbehaviourCounter;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Faults of the reference server on one connection that must not come back (sync.md, section 12).
 */
final class ReferenceLinkFaultsTest {
  private static final class Link {
    private final LinkMachine machine;
    private List<LinkAction> said = List.of();

    Link(boolean negentropy) {
      machine = new LinkMachine(new LinkSettings(20, 500, negentropy, false), at(0));
    }

    Link tell(LinkInput input, Now now) {
      said = machine.on(input, now);
      return this;
    }

    Link hear(FromRelay message, Now now) {
      return tell(new LinkInput.Heard(message), now);
    }

    List<ClientMessage> sent() {
      return said.stream()
          .flatMap(action ->
              action instanceof LinkAction.Send(var message) ? Stream.of(message) : Stream.empty())
          .toList();
    }

    List<LinkReport> reports() {
      return said.stream()
          .flatMap(action ->
              action instanceof LinkAction.Report(var report) ? Stream.of(report) : Stream.empty())
          .toList();
    }

    ClientMessage.Req request() {
      return (ClientMessage.Req)
          sent().stream().filter(ClientMessage.Req.class::isInstance).findFirst().orElseThrow();
    }

    /** Begins to page through the announcements; returns the request for the first page. */
    ClientMessage.Req begin() {
      SortedSet<SyncItem> items = items(new SyncItem.Announcements());
      tell(new LinkInput.Cover(items), at(0));
      SubscriptionId live = request().id();
      tell(new LinkInput.FetchHistory(1, items, OptionalLong.empty(), EventSource.STARTUP), at(0));
      assertThat(sent()).as("live is opened before history").isEmpty();
      hear(new FromRelay.Eose(live, false), at(1));
      return request();
    }

    /** A page arrives, and all of it is judged. */
    void page(ClientMessage.Req request, SyncOutcome outcome, Now now, long... createdAt) {
      for (long time : createdAt) {
        Event event = announcement(time, ++events);
        hear(new FromRelay.EventFor(request.id(), event), now);
        if (said.stream().anyMatch(LinkAction.Submit.class::isInstance)) {
          tell(new LinkInput.Judged(event.id(), outcome), now);
        }
      }
      hear(new FromRelay.Eose(request.id(), false), now);
    }

    private int events;
  }

  private static Event announcement(long createdAt, int number) {
    UnsignedEvent body =
        new UnsignedEvent(OWNER, createdAt, Kinds.ANNOUNCEMENT, List.of(), "" + number);
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }

  @Test
  void closedRequestEndsItsBatch() {
    Link link = new Link(false);
    ClientMessage.Req request = link.begin();
    link.hear(new FromRelay.Closed(request.id(), "error: oops"), at(2));
    assertThat(link.reports()).contains(new LinkReport.BatchFailed(1, "error: oops"));
  }

  @Test
  void pagingGoesOnThoughNothingOfAPageWasAccepted() {
    Link link = new Link(false);
    link.page(link.begin(), SyncOutcome.REFUSED, at(2), 50, 40, 30);
    Filter next = link.request().filters().getFirst();
    assertThat(next.until()).hasValue(30);
  }

  @Test
  void pageOfOneTimestampDoesNotEndPaging() {
    Link link = new Link(false);
    link.page(link.begin(), SyncOutcome.STORED, at(2), 50, 50, 50);
    Filter next = link.request().filters().getFirst();
    assertThat(next.until()).hasValue(49);
    link.page(link.request(), SyncOutcome.STORED, at(3), 20);
    link.page(link.request(), SyncOutcome.STORED, at(4));
    assertThat(link.reports()).contains(new LinkReport.BatchDone(1));
  }

  @Test
  void batchIsNotDoneBeforeItsEventsAreJudged() {
    Link link = new Link(false);
    ClientMessage.Req request = link.begin();
    Event event = announcement(50, 1);
    link.hear(new FromRelay.EventFor(request.id(), event), at(2));
    link.hear(new FromRelay.Eose(request.id(), true), at(3));
    assertThat(link.reports()).doesNotContain(new LinkReport.BatchDone(1));
    link.tell(new LinkInput.Judged(event.id(), SyncOutcome.STORED), at(4));
    assertThat(link.reports()).contains(new LinkReport.BatchDone(1));
  }

  @Test
  void relayWithoutNegentropyIsPagedWithoutAnError() {
    Link link = new Link(true);
    SortedSet<SyncItem> items = items(new SyncItem.Announcements());
    link.tell(new LinkInput.Cover(items), at(0));
    link.hear(new FromRelay.Eose(link.request().id(), false), at(0));
    link.tell(
        new LinkInput.FetchHistory(1, items, OptionalLong.empty(), EventSource.STARTUP), at(1));
    LinkAction.NeedSet need = (LinkAction.NeedSet) link.said.getFirst();
    link.tell(new LinkInput.SetReady(need.job(), new SummarySet().snapshot()), at(1));
    assertThat(link.sent()).hasOnlyElementsOfType(ClientMessage.NegOpen.class);
    link.hear(new FromRelay.Notice("unknown message NEG-OPEN"), at(2));
    assertThat(link.reports()).contains(new LinkReport.Negentropy(false));
    link.page(link.request(), SyncOutcome.STORED, at(3));
    assertThat(link.reports()).contains(new LinkReport.BatchDone(1));
  }

  @Test
  void forgedCopySaysNothingAboutTheRealEvent() {
    Link link = new Link(false);
    ClientMessage.Req request = link.begin();
    for (int i = 1; i <= MisbehaviourCounter.FORGED_MAX; i++) {
      Event event = announcement(50, i);
      link.hear(new FromRelay.EventFor(request.id(), event), at(2));
      link.tell(new LinkInput.Judged(event.id(), SyncOutcome.FORGED), at(2));
    }
    assertThat(link.reports()).hasAtLeastOneElementOfType(LinkReport.Misbehaved.class);
    assertThat(link.said).hasAtLeastOneElementOfType(LinkAction.HangUp.class);
  }

  @Test
  void eventThatNobodyAskedForIsNotSubmitted() {
    Link link = new Link(false);
    ClientMessage.Req request = link.begin();
    UnsignedEvent note = new UnsignedEvent(OWNER, 50, Kinds.TEXT_NOTE, List.of(), "spam");
    Event event = note.signed(note.id(), Signature.of(new byte[Signature.BYTES]));
    link.hear(new FromRelay.EventFor(request.id(), event), at(2));
    assertThat(link.said).noneMatch(LinkAction.Submit.class::isInstance);
  }
}
