package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.called;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.label;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.pullRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.event.TalkEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadsTest {
  @ParameterizedTest
  @CsvSource({
    "owner,      repo,  true",
    "maintainer, repo,  true",
    "lead,       repo,  true",
    "maintainer, other, false",
    "moderator,  repo,  false",
    "stranger,   repo,  false",
    "owner,      other, false",
  })
  void rootIsOfThisRepositoryOrOfAMaintainers(String owner, String identifier, boolean isHere) {
    for (int kind : List.of(Kinds.ISSUE, Kinds.PULL_REQUEST, Kinds.PATCH)) {
      Event root =
          event(kind, STRANGER, 1, "x", Tag.of("a", "30617:" + called(owner) + ":" + identifier));
      assertThat(Threads.of(List.of(root), MEMBERS).containsKey(root.id())).isEqualTo(isHere);
    }
  }

  private static List<EventId> members(Event root, Event... events) {
    return Threads.of(List.of(events), MEMBERS).get(root.id()).others().stream()
        .map(TalkEvent::id)
        .toList();
  }

  @Test
  void eventBelongsToTheThreadOfWhatItNamesAsRoot() {
    Event issue = issue("one");
    Event other = issue("two");
    Event said = comment(STRANGER, 200, issue, issue);
    Event elsewhere = comment(STRANGER, 210, other, said);
    Event note = event(Kinds.TEXT_NOTE, STRANGER, 220, "x", Tag.of("e", said.id().hex()));
    Event old = event(Kinds.OLD_REPLY, STRANGER, 230, "x", Tag.of("e", issue.id().hex()));
    Event lost = event(Kinds.TEXT_NOTE, STRANGER, 240, "x", Tag.of("e", "9".repeat(64)));
    Event labels = label(AUTHOR, 250, said, "#t", "x");
    assertThat(members(issue, old, note, elsewhere, labels, lost, said, issue, other))
        .containsExactly(said.id(), note.id(), old.id(), labels.id());
    assertThat(members(other, elsewhere, other, said, issue)).containsExactly(elsewhere.id());
  }

  @Test
  void labelsOfSeveralThreadsBelongToEach() {
    Event one = issue("one");
    Event two = issue("two");
    Event both =
        event(
            Kinds.LABEL,
            AUTHOR,
            200,
            "",
            Tag.of("e", one.id().hex()),
            Tag.of("e", two.id().hex()),
            Tag.of("L", "#t"),
            Tag.of("l", "x", "#t"));
    assertThat(members(one, one, two, both)).containsExactly(both.id());
    assertThat(members(two, one, two, both)).containsExactly(both.id());
  }

  @Test
  void patchBeginsAThreadIfItsPreviousOneIsNotHere() {
    Event lost = patch(AUTHOR, 1, "lost");
    Event second = patch(AUTHOR, 2, "x", Tag.of("e", lost.id().hex(), "", "reply"));
    Event third = patch(AUTHOR, 3, "x", Tag.of("e", second.id().hex(), "", "reply"));
    assertThat(members(second, third, second)).containsExactly(third.id());
    assertThat(Threads.of(List.of(third, second, lost), MEMBERS)).containsOnlyKeys(lost.id());
  }

  @Test
  void patchForAnIssueBeginsItsOwnThread() {
    Event issue = issue("x");
    Event patch = patch(AUTHOR, 200, "x", Tag.of("e", issue.id().hex()));
    assertThat(Threads.of(List.of(patch, issue), MEMBERS)).containsOnlyKeys(issue.id(), patch.id());
  }

  @Test
  void pullRequestIsARootWhateverElseItNames() {
    Event patch = patch(AUTHOR, 50, "x");
    Event request = pullRequest(Tag.of("e", patch.id().hex()));
    assertThat(Threads.of(List.of(patch, request), MEMBERS))
        .containsOnlyKeys(patch.id(), request.id());
  }
}
