package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.called;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.label;
import static dev.graspd.core.talk.TalkSample.patch;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.event.TalkEvent.CoverNote;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TitlesAndLabelsTest {
  @ParameterizedTest
  @CsvSource({
    "'', 'first\nsecond', first",
    "'', '\n  \n# Heading\ntext', Heading",
    "'', '#tag at the start', '#tag at the start'",
    "'', '', ''",
    "' ', first, first",
    "subject, first, subject",
    "'two\nlines', first, two lines",
  })
  void titleIsTheSubjectOrTheFirstLine(String subject, String content, String expected) {
    assertThat(thread(issue(content, Tag.of("subject", subject))).title()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'From 1 Mon\nFrom: A <a@b>\nSubject: [PATCH 1/2] add a\n thing\nDate: x\n\nbody', add a thing",
    "'Subject: [PATCH] =?UTF-8?q?Gr=C3=BC=C3=9Fe?=\n\n', Grüße",
    "'Subject: [PATCH] =?x?q?kept?= =?UTF-8?q?=ZZ?=\n\n', =?x?q?kept?= =?UTF-8?q?=ZZ?=",
    "'From 1 Mon\nsubject: fix\n\nSubject: no', fix",
    "'From 1 Mon\nDate: x\n\nSubject: no', From 1 Mon",
    "'Subject: [PATCH]\n\n', Subject: [PATCH]",
  })
  void titleOfAPatchIsTheSubjectOfItsMail(String content, String expected) {
    assertThat(thread(patch(AUTHOR, 100, content)).title()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "author, renamed",
    "maintainer, renamed",
    "moderator, old",
    "stranger, old",
  })
  void titleIsChangedByThoseWhoMay(String by, String expected) {
    Event root = issue("old");
    assertThat(thread(root, label(called(by), 200, root, "#subject", "renamed")).title())
        .isEqualTo(expected);
  }

  @Test
  void newestTitleWins() {
    Event root = issue("old");
    assertThat(
            thread(
                    root,
                    label(MAINTAINER, 300, root, "#subject", "newer"),
                    label(AUTHOR, 200, root, "#subject", "new"))
                .title())
        .isEqualTo("newer");
  }

  @Test
  void longTitleIsCutBetweenCharacters() {
    String emoji = "\ud83d\ude00";
    String title = thread(issue("x" + emoji.repeat(300))).title();
    assertThat(title).hasSize(Titles.LENGTH_MAX - 1).endsWith(emoji);
  }

  @ParameterizedTest
  @CsvSource({
    "author, true",
    "maintainer, true",
    "moderator, false",
    "stranger, false",
  })
  void labelsAreAddedByThoseWhoMay(String by, boolean counts) {
    Event root = issue("text", Tag.of("t", "bug"), Tag.of("t", "bug"));
    Event more = label(called(by), 200, root, "#t", "help", "bug");
    assertThat(thread(root, more).labels())
        .containsExactlyElementsOf(counts ? List.of("bug", "help") : List.of("bug"));
  }

  @Test
  void labelsNeedTheirNamespace() {
    Event root = issue("text");
    Event undeclared =
        event(Kinds.LABEL, AUTHOR, 200, "", Tag.of("e", root.id().hex()), Tag.of("l", "one", "#t"));
    Event other = label(AUTHOR, 200, root, "ugc", "two");
    assertThat(thread(root, undeclared, other).labels()).isEmpty();
  }

  @Test
  void marksOfPatchesAreNoLabels() {
    assertThat(thread(patch(AUTHOR, 100, "x", Tag.of("t", "root"), Tag.of("t", "bug"))).labels())
        .containsExactly("bug");
  }

  @Test
  void labelsHaveABound() {
    Event root = issue("text", Tag.of("t", "own"), Tag.of("t", "x".repeat(101)));
    String[] many = IntStream.range(0, 300).mapToObj(i -> "label " + i).toArray(String[]::new);
    assertThat(thread(root, label(AUTHOR, 200, root, "#t", many)).labels())
        .hasSize(Labels.MAX)
        .contains("own", "label 0");
  }

  @ParameterizedTest
  @CsvSource({
    "author, true",
    "owner, true",
    "moderator, false",
    "stranger, false",
  })
  void coverNoteIsTheNewestOfThoseWhoMay(String by, boolean counts) {
    Event root = issue("text");
    Event old = event(Kinds.COVER_NOTE, AUTHOR, 200, "old", Tag.of("e", root.id().hex()));
    Event note = event(Kinds.COVER_NOTE, called(by), 300, "new", Tag.of("e", root.id().hex()));
    assertThat(thread(root, note, old).cover().map(CoverNote::content))
        .contains(counts ? "new" : "old");
  }
}
