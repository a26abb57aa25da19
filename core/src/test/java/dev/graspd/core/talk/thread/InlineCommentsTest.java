package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.TIP;
import static dev.graspd.core.talk.TalkSample.called;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.key;
import static dev.graspd.core.talk.TalkSample.pullRequest;
import static dev.graspd.core.talk.TalkSample.thread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.CodePlace;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.tree.TreePath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InlineCommentsTest {
  private final Event root = pullRequest();

  private Optional<CodePlace> place(Tag... tags) {
    return thread(root, comment(STRANGER, 200, root, root, tags)).inline().stream()
        .findFirst()
        .flatMap(Comment::place);
  }

  @ParameterizedTest
  @CsvSource({
    "10,      '',  10, 10, NEW",
    "10-20,   '',  10, 20, NEW",
    "3-6,     del, 3,  6,  OLD",
    "3,       add, 3,  3,  NEW",
    "9999999, '',  9999999, 9999999, NEW",
  })
  void linesAreRead(String line, String side, int first, int last, CodePlace.Side expected) {
    assertThat(place(Tag.of("f", "src/a.c"), Tag.of("c", TIP), Tag.of("line", line, side)))
        .contains(
            new CodePlace(
                TreePath.of("src/a.c"),
                Optional.of(new Oid(TIP)),
                Optional.of(new CodePlace.Lines(first, last, expected))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "5-4", "5-", "x", "", "1-x", "10000000", "1 ", "+1"})
  void otherLinesMeanTheFile(String line) {
    assertThat(place(Tag.of("f", "a"), Tag.of("line", line)).orElseThrow().lines()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a//b", ".", "a/../b", "a\0b"})
  void pathThatNoTreeHasIsNoPlace(String path) {
    assertThat(place(Tag.of("f", path))).isEmpty();
  }

  private static final PublicKey REVIEWER = key("77");

  @ParameterizedTest
  @CsvSource({
    "author, true",
    "maintainer, true",
    "moderator, true",
    "stranger, false",
  })
  void commentIsResolvedByThoseWhoMay(String by, boolean counts) {
    Event said = comment(REVIEWER, 200, root, root, Tag.of("f", "a"));
    Event resolved = comment(called(by), 300, root, said, Tag.of("l", "resolved"));
    assertThat(thread(root, resolved, said).resolved())
        .isEqualTo(counts ? Set.of(said.id()) : Set.of());
  }

  @Test
  void authorOfACommentResolvesIt() {
    Event said = comment(REVIEWER, 200, root, root);
    Event resolved = comment(REVIEWER, 300, root, said, Tag.of("l", "resolved"));
    Event rootItself = comment(AUTHOR, 300, root, root, Tag.of("l", "resolved"));
    assertThat(thread(root, resolved, said, rootItself).resolved()).containsExactly(said.id());
  }

  private List<Suggestion> suggestions(String content, Tag... tags) {
    Tag[] all = TalkTags.of(root, tags);
    Comment comment =
        thread(root, event(Kinds.COMMENT, STRANGER, 200, content, all)).inline().getFirst();
    return Suggestion.of(comment);
  }

  /** Tags of a comment on a root. */
  private static final class TalkTags {
    static Tag[] of(Event root, Tag... more) {
      Tag[] all = new Tag[more.length + 2];
      all[0] = Tag.of("E", root.id().hex());
      all[1] = Tag.of("e", root.id().hex());
      System.arraycopy(more, 0, all, 2, more.length);
      return all;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'text\n```suggestion\n  a\nb\n```\nmore', '  a,b'",
    "'````suggestion\n```\n````', '```'",
    "'```suggestion\n```', ''",
    "'```java\n```suggestion\n```\n', none",
    "'```suggestion\nnot closed', none",
    "'suggestion', none",
  })
  void fencesWithTheWordAreSuggestions(String content, String expected) {
    List<Suggestion> found =
        suggestions(content, Tag.of("f", "a"), Tag.of("c", TIP), Tag.of("line", "3-4"));
    if (expected.equals("none")) {
      assertThat(found).isEmpty();
    } else {
      CodePlace.Lines lines = new CodePlace.Lines(3, 4, CodePlace.Side.NEW);
      List<String> text = expected.isEmpty() ? List.of() : List.of(expected.split(",", -1));
      assertThat(found).containsExactly(new Suggestion(lines, text));
    }
  }

  @Test
  void suggestionNeedsLinesOfACommit() {
    String content = "```suggestion\nx\n```";
    assertThat(suggestions(content, Tag.of("f", "a"), Tag.of("c", TIP))).isEmpty();
    assertThat(suggestions(content, Tag.of("f", "a"), Tag.of("line", "1"))).isEmpty();
  }
}
