package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where two branches part, as C git says. */
final class MergeBaseTest {
  @TempDir Path directory;

  private CodeFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
    fixture.git.commit("a", "1");
    fixture.git.commit("a", "2");
    fixture.git.git("checkout", "-q", "-b", "side");
    fixture.git.commit("b", "1");
    fixture.git.commit("b", "2");
    fixture.git.git("checkout", "-q", "main");
    fixture.git.commit("a", "3");
    fixture.git.git("checkout", "-q", "--orphan", "alone");
    fixture.git.commit("c", "1");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void baseIsTheOneThatGitFinds() throws IOException {
    try (CodeReader code = fixture.open()) {
      Oid base = new Oid(fixture.git.git("merge-base", "main", "side"));
      assertThat(code.mergeBase(fixture.oid("main"), fixture.oid("side"), CodeFixture.plenty()))
          .isEqualTo(new Outcome.Found<>(Optional.of(base)));
      assertThat(code.mergeBase(fixture.oid("main"), fixture.oid("alone"), CodeFixture.plenty()))
          .isEqualTo(new Outcome.Found<>(Optional.empty()));
    }
  }

  @Test
  void commitsBetweenAreThoseThatGitLists() throws IOException {
    try (CodeReader code = fixture.open()) {
      LogPage between =
          code.between(fixture.oid("main"), fixture.oid("side"), 10, CodeFixture.plenty());
      assertThat(between.commits())
          .extracting(commit -> commit.oid().hex())
          .containsExactlyElementsOf(fixture.git.git("rev-list", "main..side").lines().toList());
      assertThat(between.isLast()).isTrue();
      LogPage first =
          code.between(fixture.oid("main"), fixture.oid("side"), 1, CodeFixture.plenty());
      assertThat(first.commits()).hasSize(1);
      assertThat(first.isLast()).isFalse();
    }
  }

  @Test
  void smallBudgetEndsTheSearch() throws IOException {
    try (CodeReader code = fixture.open()) {
      assertThat(code.mergeBase(fixture.oid("main"), fixture.oid("side"), CodeFixture.steps(2)))
          .isEqualTo(new Outcome.TooMuch<>());
      assertThat(
              code.between(fixture.oid("main"), fixture.oid("side"), 10, CodeFixture.steps(2))
                  .isCut())
          .isTrue();
    }
  }
}
