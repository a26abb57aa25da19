package dev.graspd.core.store.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How refs differ, and what may be a secret. */
class RefsMoveTest {
  private static final RepoAddress REPO =
      new RepoAddress(PublicKey.parse("0a".repeat(32)), new Identifier("demo"));
  private static final Optional<RefName> MAIN = Optional.of(new RefName("refs/heads/main"));

  private static Refs refs(String spec, Optional<RefName> head) {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    for (String one : spec.isEmpty() ? new String[0] : spec.split(" ", -1)) {
      String[] parts = one.split("=", 2);
      values.put(new RefName("refs/heads/" + parts[0]), new Oid(parts[1].repeat(40)));
    }
    return new Refs(values, head);
  }

  @ParameterizedTest
  @CsvSource({
    "'', a=1, a:-1",
    "a=1, a=2, a:12",
    "a=1, '', a:1-",
    "a=1 b=1, a=1 b=2, b:12",
    "a=1 b=1, c=1, a:1- b:1- c:-1",
    "a=1, a=1, ''",
  })
  void changesAreNamedByRef(String before, String after, String expected) {
    StringBuilder shown = new StringBuilder();
    RefsMove.of(REPO, refs(before, MAIN), refs(after, MAIN))
        .ifPresent(move ->
            move.changes()
                .forEach(one ->
                    shown
                        .append(one.ref().text().substring("refs/heads/".length()))
                        .append(':')
                        .append(one.before().map(id -> id.hex().charAt(0)).orElse('-'))
                        .append(one.after().map(id -> id.hex().charAt(0)).orElse('-'))
                        .append(' ')));
    assertThat(shown.toString().strip()).isEqualTo(expected);
  }

  @Test
  void refsOfPullRequestsAreLeftOut() {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    values.put(new RefName("refs/nostr/" + "ab".repeat(32)), new Oid("3".repeat(40)));
    assertThat(RefsMove.of(REPO, Refs.NONE, new Refs(values, Optional.empty()))).isEmpty();
    values.put(new RefName("refs/tags/v1"), new Oid("3".repeat(40)));
    assertThat(
            RefsMove.of(REPO, Refs.NONE, new Refs(values, Optional.empty()))
                .orElseThrow()
                .changes())
        .extracting(one -> one.ref().text())
        .containsExactly("refs/tags/v1");
  }

  @Test
  void headThatMovesAloneIsAMove() {
    RefsMove move =
        RefsMove.of(REPO, refs("a=1", Optional.empty()), refs("a=1", MAIN)).orElseThrow();
    assertThat(move.changes()).isEmpty();
    assertThat(move.headAfter()).isEqualTo(MAIN);
  }

  @Test
  void hundredChangesAreKeptAndTheRestIsCounted() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < RefsMove.CHANGES_MAX + 7; i++) {
      many.append(i == 0 ? "" : " ").append("r").append(i).append("=1");
    }
    RefsMove move = RefsMove.of(REPO, Refs.NONE, refs(many.toString(), MAIN)).orElseThrow();
    assertThat(move.changes()).hasSize(RefsMove.CHANGES_MAX);
    assertThat(move.more()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"15, false", "16, true", "256, true", "257, false"})
  void secretHas16To256Characters(int length, boolean isSecret) {
    assertThat(HookSecret.isSecret("x".repeat(length))).isEqualTo(isSecret);
  }

  @Test
  void secretDoesNotShowItself() {
    assertThat(HookSecret.isSecret("has a space in it")).isFalse();
    assertThat(HookSecret.isSecret("has\na\nline\nbreak")).isFalse();
    assertThat("" + new HookSecret("0123456789abcdef")).doesNotContain("0123456789abcdef");
  }

  @Test
  void topicsHaveWordsAndNobodyAsksForPings() {
    assertThat(Topic.ofWord("pull-request")).contains(Topic.PULL_REQUEST);
    assertThat(Topic.ofWord("ping")).isEmpty();
    assertThat(Topic.ofWord("PUSH")).isEmpty();
  }
}
