package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.NEXT_TIP;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.TIP;
import static dev.graspd.core.talk.TalkSample.called;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.pullRequest;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.talk.event.ReviewVerdict;
import dev.graspd.core.talk.event.TalkEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullRevisionsTest {
  private static Event update(PublicKey by, long at, Event root, String tip) {
    return event(
        Kinds.PULL_REQUEST_UPDATE, by, at, "", Tag.of("E", root.id().hex()), Tag.of("c", tip));
  }

  @ParameterizedTest
  @CsvSource({
    "author, true",
    "maintainer, true",
    "moderator, false",
    "stranger, false",
  })
  void tipIsThatOfTheNewestUpdateOfAuthorOrMaintainer(String by, boolean counts) {
    Event root = pullRequest();
    PullRevisions revisions = thread(root, update(called(by), 200, root, NEXT_TIP)).revisions();
    assertThat(revisions.current().orElseThrow().offer().request().commit())
        .contains(new Oid(counts ? NEXT_TIP : TIP));
    assertThat(revisions.all()).hasSize(counts ? 2 : 1);
    assertThat(revisions.proposed()).hasSize(counts ? 0 : 1).allMatch(PullRevision::isProposed);
  }

  @Test
  void revisionsAreNumberedByTime() {
    Event root = pullRequest();
    Event first = update(AUTHOR, 200, root, NEXT_TIP);
    Event second = update(MAINTAINER, 300, root, TIP);
    Event bad = update(AUTHOR, 400, root, "no commit");
    assertThat(thread(root, second, bad, first).revisions().all())
        .extracting(PullRevision::number, PullRevision::event)
        .containsExactly(tuple(1, root.head()), tuple(2, first.head()), tuple(3, second.head()));
  }

  @ParameterizedTest
  @CsvSource({
    "b,             main,            refs/heads/main",
    "target-branch, refs/heads/next, refs/heads/next",
    "b,             'no ref ',       ''",
    "branch-name,   main,            ''",
  })
  void targetIsTheBranchThatThePullRequestNames(String tag, String value, String expected) {
    assertThat(thread(pullRequest(Tag.of(tag, value))).revisions().target().map(RefName::text))
        .isEqualTo(Optional.of(expected).filter(text -> !text.isEmpty()));
  }

  @Test
  void claimedMergeBaseIsKept() {
    Event root = pullRequest(Tag.of("merge-base", NEXT_TIP));
    assertThat(thread(root).revisions().all().getFirst().offer().mergeBase())
        .contains(new Oid(NEXT_TIP));
  }

  private static Event reply(PublicKey by, long at, Event previous, String subject, String mark) {
    return patch(
        by,
        at,
        "From 1\nSubject: " + subject + "\n\n",
        Tag.of("e", previous.id().hex(), "", "reply"),
        Tag.of("t", mark));
  }

  @Test
  void patchesFollowEachOther() {
    Event root = patch(AUTHOR, 100, "x", Tag.of("t", "root"));
    Event third = reply(AUTHOR, 90, reply(AUTHOR, 95, root, "two", ""), "three", "");
    Event second = reply(AUTHOR, 95, root, "two", "");
    assertThat(heads(thread(root, third, second).series().getFirst()))
        .containsExactly(root.head(), second.head(), third.head());
  }

  @Test
  void patchesThatFollowTheSameAreOrderedByTheirNumbers() {
    Event root = patch(AUTHOR, 100, "cover", Tag.of("t", "cover-letter"));
    Event first = reply(AUTHOR, 300, root, "[PATCH v2 1/2] one", "");
    Event second = reply(AUTHOR, 200, root, "[PATCH v2 2/2] two", "");
    Event last = reply(AUTHOR, 100, root, "no number", "");
    assertThat(heads(thread(root, last, second, first).series().getFirst()))
        .containsExactly(root.head(), first.head(), second.head(), last.head());
  }

  @Test
  void revisionOfASeriesBeginsWhereItSaysSo() {
    Event root = patch(AUTHOR, 100, "x");
    Event again = reply(AUTHOR, 300, root, "again", "root-revision");
    Event more = reply(AUTHOR, 301, again, "more", "");
    Event foreign = reply(STRANGER, 200, root, "foreign", "");
    Event foreignMore = reply(STRANGER, 201, foreign, "foreign", "");
    List<PatchSeries> series = thread(root, foreign, more, again, foreignMore).series();
    assertThat(series).extracting(PatchSeries::number).containsExactly(1, 0, 2);
    assertThat(series.get(1).parts()).hasSize(2);
    assertThat(heads(series.get(2))).containsExactly(again.head(), more.head());
  }

  private static List<EventHead> heads(PatchSeries series) {
    return series.parts().stream().map(TalkEvent::head).toList();
  }

  private static Event review(PublicKey by, long at, Event root, String verdict) {
    return event(
        Kinds.REVIEW, by, at, "", Tag.of("e", root.id().hex(), "", "root"), Tag.of("s", verdict));
  }

  @Test
  void newestVerdictOfEachKeyCountsMaintainersFirst() {
    Event root = pullRequest();
    Event maintainers = review(MAINTAINER, 200, root, "Changes Required");
    Event strangers = review(STRANGER, 400, root, "ACK");
    Reviews reviews =
        thread(
                root,
                review(STRANGER, 300, root, "NACK"),
                strangers,
                maintainers,
                review(MAINTAINER, 250, root, "ack"),
                review(AUTHOR, 500, root, "ACK"))
            .reviews();
    assertThat(reviews.verdicts())
        .extracting(TalkEvent::head)
        .containsExactly(maintainers.head(), strangers.head());
    assertThat(reviews.counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(ReviewVerdict.ACK, 1, ReviewVerdict.CHANGES_REQUIRED, 1));
  }
}
