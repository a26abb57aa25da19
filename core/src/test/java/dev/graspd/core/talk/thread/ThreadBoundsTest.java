package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.repo;
import static dev.graspd.core.talk.TalkSample.status;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.list.ThreadRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Events of strangers cost work that grows with their number, and no deep stack. */
class ThreadBoundsTest {
  private static final Duration GENEROUS = Duration.ofSeconds(20);

  private final Event root = issue("text");

  @Test
  void tenThousandRepliesInAChain() {
    List<Event> events = new ArrayList<>(List.of(root));
    for (int i = 0; i < 10_000; i++) {
      events.add(comment(STRANGER, 200 + i, root, events.getLast()));
    }
    assertChain(events);
  }

  @Test
  void tenThousandNotesThatNameOnlyTheLastOne() {
    List<Event> events = new ArrayList<>(List.of(root));
    for (int i = 0; i < 10_000; i++) {
      Tag last = Tag.of("e", events.getLast().id().hex());
      events.add(event(Kinds.TEXT_NOTE, STRANGER, 200 + i, "x", last));
    }
    assertChain(events);
  }

  private void assertChain(List<Event> events) {
    TalkThread thread = assertTimeout(GENEROUS, () -> thread(root, events.reversed()));
    assertThat(thread.timeline().entries()).hasSize(Timeline.ENTRIES_MAX);
    assertThat(thread.timeline().omitted()).isEqualTo(10_000 - Timeline.ENTRIES_MAX);
    assertThat(thread.timeline().entries().getLast().depth()).isEqualTo(Timeline.DEPTH_MAX);
  }

  @Test
  void hundredThousandStatuses() {
    List<Event> events = new ArrayList<>(List.of(root));
    for (int i = 0; i < 100_000; i++) {
      events.add(status(Kinds.STATUS_CLOSED, i == 7 ? AUTHOR : STRANGER, 200 + i, root));
    }
    TalkThread thread = assertTimeout(GENEROUS, () -> thread(root, events));
    assertThat(thread.status().decidedBy()).contains(events.get(8).head());
  }

  @Test
  void labelsThatNameAThousandRootsEach() {
    List<Event> events = new ArrayList<>();
    List<Tag> tags = new ArrayList<>(List.of(Tag.of("L", "#t"), Tag.of("l", "x", "#t")));
    for (int i = 0; i < 1_000; i++) {
      events.add(event(Kinds.ISSUE, AUTHOR, 100 + i, "x", repo()));
      tags.add(Tag.of("e", events.getLast().id().hex()));
    }
    for (int i = 0; i < 200; i++) {
      events.add(event(Kinds.LABEL, AUTHOR, 5_000 + i, "", tags.toArray(Tag[]::new)));
    }
    SortedMap<EventId, ThreadEvents> threads =
        assertTimeout(GENEROUS, () -> Threads.of(events, MEMBERS));
    List<ThreadRow> rows =
        assertTimeout(
            GENEROUS,
            () -> threads.values().stream().map(one -> ThreadRow.of(one, MEMBERS, false)).toList());
    assertThat(rows).hasSize(1_000).allMatch(row -> row.labels().contains("x"));
  }

  @Test
  void tenThousandPatchesInAChainOrBesideEachOther() {
    List<Event> chain = new ArrayList<>(List.of(patch(AUTHOR, 100, "x")));
    List<Event> flat = new ArrayList<>(chain);
    for (int i = 0; i < 10_000; i++) {
      chain.add(patch(AUTHOR, 200 + i, "x", Tag.of("e", chain.getLast().id().hex())));
      flat.add(patch(AUTHOR, 200 + i, "y", Tag.of("e", flat.getFirst().id().hex())));
    }
    for (List<Event> events : List.of(chain, flat)) {
      TalkThread thread = assertTimeout(GENEROUS, () -> thread(events.getFirst(), events));
      assertThat(thread.series()).hasSize(1);
      assertThat(thread.series().getFirst().parts()).hasSize(10_001);
    }
  }

  @Test
  void hundredThousandReactionsOfDifferentContents() {
    List<Event> events = new ArrayList<>(List.of(root));
    Tag target = Tag.of("e", root.id().hex());
    for (int i = 0; i < 100_000; i++) {
      events.add(event(Kinds.REACTION, STRANGER, 200, "content " + i, target));
    }
    Reactions reactions =
        assertTimeout(GENEROUS, () -> thread(root, events)).reactions().get(root.id());
    assertThat(reactions.counts()).hasSize(Reactions.CONTENTS_MAX);
    assertThat(reactions.others()).isEqualTo(100_000 - Reactions.CONTENTS_MAX);
  }

  @Test
  void circleOfUnverifiedEventsEnds() {
    EventId one = EventId.ofWords(1, 1, 1, 1);
    EventId two = EventId.ofWords(2, 2, 2, 2);
    Event first = withId(one, two);
    Event second = withId(two, one);
    assertThat(thread(root, first, second).timeline().entries()).hasSize(2);
  }

  private Event withId(EventId id, EventId parent) {
    Event body =
        event(
            Kinds.COMMENT,
            STRANGER,
            200,
            "x",
            Tag.of("E", root.id().hex()),
            Tag.of("e", parent.hex()));
    return body.body().signed(id, body.signature());
  }
}
