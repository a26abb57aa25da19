package dev.graspd.core.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.core.talk.TalkSample;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What events are about, and which hook wants them (WH-1), as tables. */
class HookSubjectTest {
  private static final String ROOT = "ab".repeat(32);
  private static final long AT = 1_000_000;

  private static Event event(int kind, String tags) {
    return TalkSample.event(
        kind,
        TalkSample.OWNER,
        AT,
        "text",
        switch (tags) {
          case "repo" -> new Tag[] {TalkSample.repo(), Tag.of("c", TalkSample.TIP)};
          case "d" -> new Tag[] {Tag.of("d", "repo")};
          case "thread" ->
              new Tag[] {
                Tag.of("E", ROOT),
                Tag.of("K", "1621"),
                Tag.of("e", ROOT, "", "root"),
                Tag.of("c", TalkSample.TIP)
              };
          default -> new Tag[0];
        });
  }

  @ParameterizedTest
  @CsvSource({
    // kind, tags, topic
    "30618, d, STATE",
    "30618, none, ''",
    "30617, d, ''",
    "1621, repo, ISSUE",
    "1617, repo, PATCH",
    "1618, repo, PULL_REQUEST",
    "1619, thread, PULL_REQUEST",
    "1111, thread, COMMENT",
    "1622, thread, COMMENT",
    "1630, thread, STATUS",
    "1631, thread, STATUS",
    "1632, thread, STATUS",
    "1633, thread, STATUS",
    "7, thread, ''",
    "1985, thread, ''",
    "0, none, ''",
  })
  void kindsAreTopics(int kind, String tags, String topic) {
    assertThat(HookSubject.of(event(kind, tags), AT).map(one -> one.topic().name()).orElse(""))
        .isEqualTo(topic);
  }

  @Test
  void rootsNameTheirRepositoryAndOthersTheirRoot() {
    HookSubject issue = HookSubject.of(event(Kinds.ISSUE, "repo"), AT).orElseThrow();
    assertThat(issue.repositories()).containsExactly(TalkSample.REPOSITORY);
    assertThat(issue.stranger()).contains(TalkSample.OWNER);

    HookSubject comment = HookSubject.of(event(Kinds.COMMENT, "thread"), AT).orElseThrow();
    assertThat(comment.repositories()).isEmpty();
    assertThat(comment.root().orElseThrow().hex()).isEqualTo(ROOT);

    HookSubject state = HookSubject.of(event(Kinds.REPO_STATE, "d"), AT).orElseThrow();
    assertThat(state.repositories()).containsExactly(TalkSample.REPOSITORY);
    assertThat(state.stranger()).as("only maintainers sign states").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // kind, tags, seconds later, is it news?
    "1621, repo, 86400, true",
    "1621, repo, 86401, false",
    "1111, thread, 86401, false",
    "30618, d, 864000, true",
  })
  void oldIssuesAndCommentsAreNoNews(int kind, String tags, long later, boolean isNews) {
    assertThat(HookSubject.of(event(kind, tags), AT + later).isPresent()).isEqualTo(isNews);
  }

  @ParameterizedTest
  @CsvSource({
    // topic of the hook, its repositories, since, is it wanted?
    "ISSUE, '', 4, true",
    "ISSUE, '', 5, false",
    "PUSH, '', 4, false",
    "ISSUE, repo, 4, true",
    "ISSUE, other, 4, false",
    "ISSUE, OWNER, 4, true",
    "ISSUE, OWNER/repo, 4, true",
    "ISSUE, OWNER/other, 4, false",
  })
  void hookWantsItsTopicsOfItsRepositories(
      Topic topic, String repositories, long since, boolean isWanted) {
    String npub = TalkSample.REPOSITORY.shown().substring(0, 63);
    Optional<RepositoryPattern> pattern =
        RepositoryPattern.parse(repositories.replace("OWNER", npub));
    assertThat(pattern.isPresent()).isEqualTo(!repositories.isEmpty());
    SortedSet<Topic> topics = new TreeSet<>();
    topics.add(topic);
    Hook hook =
        new Hook(
            1,
            "https://ci.example/",
            new HookSecret("0123456789abcdef"),
            topics,
            pattern,
            false,
            "uid 1",
            0,
            since,
            0);
    HookSubject subject = HookSubject.of(event(Kinds.ISSUE, "repo"), AT).orElseThrow();
    Notice notice =
        new Notice(
            5,
            subject.topic(),
            subject.repositories(),
            Optional.empty(),
            subject.stranger(),
            Optional.empty());
    assertThat(notice.wantedBy(hook).isPresent()).isEqualTo(isWanted);
  }
}
