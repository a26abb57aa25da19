package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.LEAD;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MODERATOR;
import static dev.graspd.core.talk.TalkSample.OWNER;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.label;
import static dev.graspd.core.talk.TalkSample.status;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.member.MemberKind;
import dev.graspd.core.talk.thread.TimelineEntry.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private final Event root = issue("text");

  @Test
  void answersFollowWhatTheyAnswer() {
    Event first = comment(STRANGER, 200, root, root);
    Event close = status(Kinds.STATUS_CLOSED, AUTHOR, 300, root);
    Event second = comment(AUTHOR, 400, root, root);
    Event answer = comment(MAINTAINER, 500, root, first);
    Event toStatus = comment(STRANGER, 600, root, close);
    assertThat(thread(root, toStatus, answer, second, close, first).timeline().entries())
        .extracting(entry -> entry.event().id(), TimelineEntry::depth)
        .containsExactly(
            tuple(first.id(), 0),
            tuple(answer.id(), 1),
            tuple(close.id(), 0),
            tuple(toStatus.id(), 1),
            tuple(second.id(), 0));
  }

  @Test
  void legacyRepliesAreNestedByTheirMarkers() {
    Event note =
        event(Kinds.TEXT_NOTE, STRANGER, 200, "x", Tag.of("e", root.id().hex(), "", "root"));
    Event marked =
        event(
            Kinds.TEXT_NOTE,
            STRANGER,
            300,
            "x",
            Tag.of("e", note.id().hex(), "", "reply"),
            Tag.of("e", root.id().hex(), "", "root"));
    Event positional =
        event(
            Kinds.OLD_REPLY,
            STRANGER,
            400,
            "x",
            Tag.of("e", root.id().hex()),
            Tag.of("e", note.id().hex()));
    assertThat(thread(root, note, marked, positional).timeline().entries())
        .extracting(TimelineEntry::depth)
        .containsExactly(0, 1, 1);
  }

  @Test
  void deepAnswersAreFlatAndSayWhatTheyAnswer() {
    List<Event> chain = new ArrayList<>(List.of(comment(STRANGER, 200, root, root)));
    for (int i = 1; i < 8; i++) {
      chain.add(comment(STRANGER, 200 + i, root, chain.getLast()));
    }
    List<TimelineEntry> entries = thread(root, chain.toArray(Event[]::new)).timeline().entries();
    assertThat(entries).extracting(TimelineEntry::depth).containsExactly(0, 1, 2, 3, 4, 4, 4, 4);
    assertThat(entries.get(4).inReplyTo()).isEmpty();
    assertThat(entries.get(5).inReplyTo()).contains(chain.get(4).id());
    assertThat(entries).noneMatch(TimelineEntry::isParentMissing);
  }

  @Test
  void missingParentIsSaid() {
    Event gone = comment(STRANGER, 200, root, root);
    Event answer = comment(STRANGER, 300, root, gone);
    TimelineEntry entry = thread(root, answer).timeline().entries().getFirst();
    assertThat(entry.isParentMissing()).isTrue();
    assertThat(entry.inReplyTo()).isEqualTo(Optional.of(gone.id()));
    assertThat(entry.depth()).isZero();
  }

  @Test
  void changesOfThoseWhoMayNotAreProposals() {
    assertThat(
            thread(
                    root,
                    status(Kinds.STATUS_CLOSED, STRANGER, 200, root),
                    status(Kinds.STATUS_CLOSED, AUTHOR, 210, root),
                    label(STRANGER, 220, root, "#t", "x"),
                    label(MAINTAINER, 230, root, "#subject", "x"),
                    comment(STRANGER, 240, root, root))
                .timeline()
                .entries())
        .extracting(TimelineEntry::effect)
        .containsExactly(
            Effect.PROPOSED, Effect.COUNTS, Effect.PROPOSED, Effect.COUNTS, Effect.NONE);
  }

  @Test
  void everybodyHasAPosition() {
    Event[] said = {
      comment(OWNER, 200, root, root),
      comment(LEAD, 201, root, root),
      comment(MAINTAINER, 202, root, root),
      comment(MODERATOR, 203, root, root),
      comment(AUTHOR, 204, root, root),
      comment(STRANGER, 205, root, root)
    };
    assertThat(thread(root, said).timeline().entries())
        .extracting(TimelineEntry::position)
        .containsExactly(MemberKind.values());
    assertThat(thread(root).author()).isEqualTo(MemberKind.AUTHOR);
  }

  @Test
  void reactionsAreCountedOnceForEachKeyAndContent() {
    Tag target = Tag.of("e", root.id().hex());
    Reactions reactions =
        thread(
                root,
                event(Kinds.REACTION, STRANGER, 200, "+", target),
                event(Kinds.REACTION, STRANGER, 201, "", target),
                event(Kinds.REACTION, AUTHOR, 202, "+", target),
                event(Kinds.REACTION, AUTHOR, 203, "x", target),
                event(Kinds.REACTION, AUTHOR, 204, "y".repeat(41), target),
                event(Kinds.ZAP, AUTHOR, 205, "", target))
            .reactions()
            .get(root.id());
    assertThat(reactions)
        .isEqualTo(
            new Reactions(List.of(new Reactions.Count("+", 2), new Reactions.Count("x", 1)), 1, 1));
    assertThat(thread(root).timeline().entries()).isEmpty();
  }

  @Test
  void timelineHasPagesAndABound() {
    List<Event> events = new ArrayList<>(List.of(root));
    for (int i = 0; i < Timeline.ENTRIES_MAX + 10; i++) {
      events.add(comment(STRANGER, 200 + i, root, root));
    }
    Timeline timeline = thread(root, events).timeline();
    assertThat(timeline.entries()).hasSize(Timeline.ENTRIES_MAX);
    assertThat(timeline.omitted()).isEqualTo(10);
    assertThat(timeline.pages()).isEqualTo(25);
    assertThat(timeline.page(25)).hasSize(Timeline.PAGE_MAX);
    assertThat(timeline.page(26)).isEmpty();
    assertThat(timeline.page(0)).isEqualTo(timeline.page(1));
  }
}
