package dev.graspd.core.talk.list;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.label;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.pullRequest;
import static dev.graspd.core.talk.TalkSample.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.thread.Threads;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowEventsTest {
  private static final Event ISSUE = issue("# Long\n" + "x".repeat(10_000), Tag.of("t", "own"));
  private static final Event REQUEST = pullRequest();
  private static final Event PATCH = patch(AUTHOR, 100, "From x\nSubject: [PATCH] Fix\n\ntext");
  private static final List<Event> EVENTS =
      List.of(
          ISSUE,
          REQUEST,
          PATCH,
          patch(AUTHOR, 101, "Subject: [PATCH] More", Tag.of("e", PATCH.id().hex(), "", "reply")),
          comment(STRANGER, 200, ISSUE, ISSUE),
          status(Kinds.STATUS_CLOSED, MAINTAINER, 300, ISSUE),
          status(Kinds.STATUS_APPLIED, MAINTAINER, 300, REQUEST),
          label(MAINTAINER, 400, ISSUE, "#t", "bug"),
          label(MAINTAINER, 410, ISSUE, "#subject", "Renamed"),
          event(Kinds.REACTION, STRANGER, 900, "+", Tag.of("e", ISSUE.id().hex())),
          event(Kinds.COVER_NOTE, AUTHOR, 500, "x", Tag.of("e", ISSUE.id().hex())),
          event(
              Kinds.REVIEW,
              STRANGER,
              600,
              "x",
              Tag.of("e", REQUEST.id().hex()),
              Tag.of("s", "ACK")));

  @Test
  void rowsAreTheSameWithoutTexts() {
    List<TalkEvent> whole = EVENTS.stream().flatMap(one -> TalkReader.read(one).stream()).toList();
    assertThat(whole).hasSameSizeAs(EVENTS);
    List<TalkEvent> slim = whole.stream().map(RowEvents::of).toList();
    assertThat(rows(slim)).isEqualTo(rows(whole)).hasSize(3);
    assertThat(slim.stream().mapToLong(RowEvents::bytes).sum()).isBetween(5_000L, 20_000L);
  }

  private static List<ThreadRow> rows(List<TalkEvent> events) {
    return Threads.ofRead(events, MEMBERS).values().stream()
        .map(thread -> ThreadRow.of(thread, MEMBERS, false))
        .toList();
  }
}
