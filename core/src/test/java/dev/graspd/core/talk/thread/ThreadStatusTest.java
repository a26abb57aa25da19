package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.called;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.pullRequest;
import static dev.graspd.core.talk.TalkSample.status;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.TalkSample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadStatusTest {
  private static Event root(String name) {
    return switch (name) {
      case "issue" -> issue("text");
      case "pull" -> pullRequest();
      default -> patch(AUTHOR, 100, "text");
    };
  }

  @ParameterizedTest
  @CsvSource({
    "issue, author,     1632, CLOSED",
    "issue, maintainer, 1632, CLOSED",
    "issue, owner,      1632, CLOSED",
    "issue, moderator,  1632, CLOSED",
    "issue, stranger,   1632, OPEN",
    "issue, author,     1631, RESOLVED",
    "issue, moderator,  1631, RESOLVED",
    "issue, maintainer, 1633, DRAFT",
    "pull,  author,     1631, OPEN",
    "pull,  moderator,  1631, OPEN",
    "pull,  stranger,   1631, OPEN",
    "pull,  maintainer, 1631, MERGED",
    "pull,  lead,       1631, MERGED",
    "pull,  author,     1632, CLOSED",
    "pull,  author,     1633, DRAFT",
    "pull,  moderator,  1632, CLOSED",
    "patch, author,     1631, OPEN",
    "patch, maintainer, 1631, MERGED",
    "patch, stranger,   1630, OPEN",
  })
  void statusCountsByWhoSignsIt(String kind, String by, int word, State expected) {
    Event root = root(kind);
    Event change = status(word, called(by), 200, root);
    ThreadStatus status = thread(root, change).status();
    assertThat(status.state()).isEqualTo(expected);
    assertThat(status.decidedBy().map(EventHead::id).stream().toList())
        .isEqualTo(expected == State.OPEN ? List.of() : List.of(change.id()));
  }

  @Test
  void newestStatusWins() {
    Event root = issue("text");
    assertThat(
            thread(
                    root,
                    status(Kinds.STATUS_CLOSED, AUTHOR, 300, root),
                    status(Kinds.STATUS_OPEN, AUTHOR, 200, root),
                    status(Kinds.STATUS_OPEN, STRANGER, 900, root))
                .status()
                .state())
        .isEqualTo(State.CLOSED);
  }

  @Test
  void lowestIdWinsAmongEqualTimes() {
    Event root = issue("text");
    List<Event> equal =
        Stream.of(Kinds.STATUS_CLOSED, Kinds.STATUS_OPEN, Kinds.STATUS_DRAFT, Kinds.STATUS_APPLIED)
            .map(kind -> status(kind, AUTHOR, 200, root))
            .sorted(Event.NEWEST_FIRST)
            .toList();
    assertThat(thread(root, equal.toArray(Event[]::new)).status().decidedBy())
        .contains(equal.getFirst().head());
  }

  @Test
  void mentionOfARootChangesNothing() {
    Event root = issue("text");
    Event mention =
        TalkSample.event(
            Kinds.STATUS_CLOSED, MAINTAINER, 200, "", Tag.of("e", root.id().hex(), "", "mention"));
    assertThat(thread(root, mention).status().state()).isEqualTo(State.OPEN);
  }

  @ParameterizedTest
  @CsvSource({
    "issue, '',   OPEN",
    "pull,  '',   MERGED",
    "pull,  1632, MERGED",
    "pull,  1631, MERGED",
  })
  void tipInTheDefaultBranchIsMergedByContent(String kind, String word, State expected) {
    Event root = root(kind);
    List<Event> events =
        word.isEmpty()
            ? List.of(root)
            : List.of(root, status(Integer.parseInt(word), MAINTAINER, 200, root));
    ThreadStatus status =
        TalkThread.of(Threads.of(events, MEMBERS).get(root.id()), MEMBERS, true).status();
    assertThat(status.state()).isEqualTo(expected);
    assertThat(status.isSigned()).isEqualTo(!kind.equals("pull") || word.equals("1631"));
  }

  @Test
  void reopeningAfterASignedMergeCounts() {
    Event root = pullRequest();
    List<Event> events =
        List.of(
            root,
            status(Kinds.STATUS_APPLIED, MAINTAINER, 200, root),
            status(Kinds.STATUS_OPEN, MAINTAINER, 300, root));
    assertThat(
            TalkThread.of(Threads.of(events, MEMBERS).get(root.id()), MEMBERS, true)
                .status()
                .state())
        .isEqualTo(State.OPEN);
  }
}
