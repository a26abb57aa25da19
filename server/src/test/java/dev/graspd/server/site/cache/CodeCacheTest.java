package dev.graspd.server.site.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import dev.graspd.server.site.PublishedRepository;
import dev.graspd.server.site.text.highlight.Highlighter;
import dev.graspd.server.site.text.highlight.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A known answer need not be searched: a budget of no step is enough for it. */
class CodeCacheTest {
  private static final long BYTES = 1 << 20;
  private static final TreePath FILE = TreePath.of("d/a.txt");

  private PublishedRepository repository;
  private CodeReader code;
  private Oid tip;
  private final CodeCache cache = new CodeCache(BYTES);

  @TempDir Path directory;

  @BeforeEach
  void open() throws IOException {
    repository = new PublishedRepository(directory);
    repository.git.commit("d/a.txt", "one\n");
    repository.git.commit("d/a.txt", "one\ntwo\n");
    repository.git.commit("d/b.txt", "three\n");
    repository.publish();
    tip = oid("main");
    code =
        CodeReader.open(
            repository.stores,
            repository.find(RefSpace.ofRepository(PublishedRepository.ADDRESS)).orElseThrow());
  }

  @AfterEach
  void close() {
    code.close();
    repository.close();
  }

  private Oid oid(String revision) {
    return new Oid(repository.git.git("rev-parse", revision));
  }

  private static QuestionBudget steps(long steps) {
    return new QuestionBudget(Duration.ofMinutes(1), steps, System::nanoTime);
  }

  @FunctionalInterface
  private interface Asking<T> {
    Outcome<T> with(CodeCache cache, QuestionBudget budget) throws IOException;
  }

  private <T> T keptOnceFound(Asking<T> asking) throws IOException {
    assertThat(asking.with(cache, steps(0))).isNotInstanceOf(Outcome.Found.class);
    Outcome<T> found = asking.with(cache, steps(100));
    assertThat(asking.with(cache, steps(0))).isEqualTo(found);
    assertThat(asking.with(new CodeCache(0), steps(0))).isNotEqualTo(found);
    return ((Outcome.Found<T>) found).value();
  }

  @Test
  void lastCommitsAreSearchedOnce() throws IOException {
    SortedMap<TreeName, Oid> all =
        keptOnceFound((one, budget) -> one.lastCommits(code, tip, TreePath.of("d"), budget));
    assertThat(all)
        .containsEntry(TreeName.of("a.txt"), oid("main~1"))
        .containsEntry(TreeName.of("b.txt"), tip);
    Oid last = keptOnceFound((one, budget) -> one.lastCommit(code, tip, FILE, budget));
    assertThat(last).isEqualTo(oid("main~1"));
  }

  /** The same directory, but another history. */
  @Test
  void otherCommitsHaveOtherAnswers() throws IOException {
    assertThat(cache.lastCommit(code, tip, FILE, steps(100)))
        .isEqualTo(new Outcome.Found<>(oid("main~1")));
    assertThat(cache.lastCommit(code, oid("main~2"), FILE, steps(100)))
        .isEqualTo(new Outcome.Found<>(oid("main~2")));
  }

  private List<BlameRange> blame(int steps) throws IOException {
    return ((Outcome.Found<List<BlameRange>>) cache.blame(code, tip, FILE, steps(steps))).value();
  }

  @Test
  void blameIsSearchedOnceAndNotKeptInPart() throws IOException {
    assertThat(blame(2)).anyMatch(range -> range.origin().isEmpty());
    List<BlameRange> whole = blame(100);
    assertThat(whole)
        .extracting(range -> range.origin().orElseThrow().commit())
        .containsExactly(oid("main~2"), oid("main~1"));
    assertThat(cache.blame(code, tip, FILE, steps(0))).isEqualTo(new Outcome.Found<>(whole));
  }

  @Test
  void commitIsReadOnce() throws IOException {
    assertThat(cache.commit(code, tip)).isSameAs(cache.commit(code, tip));
    CodeCache none = new CodeCache(0);
    assertThat(none.commit(code, tip))
        .isNotSameAs(none.commit(code, tip))
        .isEqualTo(cache.commit(code, tip));
  }

  @Test
  void coloursAreThoseOfTheLanguage() {
    List<String> lines = List.of("/* a", "", "b */ int x = 1;", "x".repeat(6_000), "\tfoo(\"y\");");
    for (Language language : List.of(Language.C, Language.MARKDOWN, Language.C)) {
      for (int i = 0; i < 2; i++) {
        assertThat(cache.colours(tip).of(Optional.of(language), lines))
            .isEqualTo(Highlighter.of(Optional.of(language), lines));
      }
    }
    assertThat(cache.colours(tip).of(Optional.empty(), lines))
        .isEqualTo(Highlighter.of(Optional.empty(), lines));
  }

  /** Small answers are asked for with every page, and would have all the room. */
  @Test
  void whatWasSearchedStaysBesideWhatIsAskedForMoreOften() throws IOException {
    CodeCache full = new CodeCache(64 << 10);
    for (int i = 0; i < 20; i++) {
      for (int file = 0; file < 300; file++) {
        Oid id = new Oid("%040x".formatted(file));
        assertThat(full.colours(id).of(Optional.of(Language.C), List.of("int x;"))).hasSize(1);
      }
    }
    Outcome<List<BlameRange>> found = full.blame(code, tip, FILE, steps(100));
    assertThat(full.blame(code, tip, FILE, steps(0))).isEqualTo(found);
  }

  /** Otherwise one repository of a stranger would have all the room. */
  @Test
  void answerThatIsLargerThanItsPartIsNotKept() throws IOException {
    CodeCache small = new CodeCache(1_000);
    assertThat(small.commit(code, tip)).isNotSameAs(small.commit(code, tip));
  }
}
