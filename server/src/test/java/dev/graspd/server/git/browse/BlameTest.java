package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each line is blamed on the commit that C git blames. */
final class BlameTest {
  @TempDir Path directory;

  private CodeFixture fixture;
  private int number;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Every line is different, so that there is only one right answer. */
  private List<String> changed(List<String> lines, SplittableRandom random) {
    List<String> changed = new ArrayList<>();
    for (String line : lines) {
      int choice = random.nextInt(15);
      if (choice > 0) {
        changed.add(choice == 1 ? "line " + number++ : line);
      }
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed.add(random.nextInt(changed.size() + 1), "line " + number++);
    }
    return changed;
  }

  private void commit(String file, List<String> lines) throws IOException {
    fixture.git.commit(file, String.join("\n", lines) + "\n");
  }

  private List<String> byGit(String path) {
    return fixture
        .git
        .git("blame", "-l", "-n", "-f", "-s", "main", "--", path)
        .lines()
        // The commit (^ marks a first one), the file there, the line there.
        .map(line -> line.replaceFirst("^\\^", "").split(" +"))
        .map(words -> words[0].substring(0, 39) + " " + words[1] + ":" + words[2])
        .toList();
  }

  private static List<String> shown(List<BlameRange> ranges) {
    List<String> lines = new ArrayList<>();
    for (BlameRange range : ranges) {
      assertThat(range.first()).isEqualTo(lines.size() + 1);
      for (int i = 0; i < range.count(); i++) {
        int line = i;
        lines.add(
            range
                .origin()
                .map(from ->
                    from.commit().hex().substring(0, 39)
                        + " "
                        + from.path()
                        + ":"
                        + (from.first() + line))
                .orElse("?"));
      }
    }
    return lines;
  }

  private static List<BlameRange> blame(CodeReader code, CodeFixture fixture, QuestionBudget budget)
      throws IOException {
    Outcome<List<BlameRange>> outcome =
        code.blame(fixture.oid("main"), TreePath.of("b.txt"), DiffLimits.DEFAULT, budget);
    assertThat(outcome).isInstanceOf(Outcome.Found.class);
    return ((Outcome.Found<List<BlameRange>>) outcome).value();
  }

  /** A file that changes on two branches, which are merged, and that gets another name. */
  private void history() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      lines.add("line " + number++);
    }
    commit("a.txt", lines);
    for (int i = 0; i < 6; i++) {
      lines = changed(lines, random);
      commit("a.txt", lines);
    }
    fixture.git.git("branch", "side");
    List<String> top = new ArrayList<>(lines);
    top.addFirst("line " + number++);
    commit("a.txt", top);
    fixture.git.git("checkout", "-q", "side");
    List<String> bottom = new ArrayList<>(lines);
    bottom.addLast("line " + number++);
    commit("a.txt", bottom);
    fixture.git.git("checkout", "-q", "main");
    fixture.git.git("merge", "-q", "-m", "join", "side");
    fixture.git.git("mv", "a.txt", "b.txt");
    fixture.git.git("commit", "-q", "-m", "rename");
    lines = new ArrayList<>(top);
    lines.addLast(bottom.getLast());
    for (int i = 0; i < 4; i++) {
      lines = changed(lines, random);
      commit("b.txt", lines);
      fixture.git.commit("other.txt", "x" + i);
    }
  }

  @Test
  void everyLineIsBlamedOnTheCommitThatGitBlames() throws IOException {
    history();
    try (CodeReader code = fixture.open()) {
      assertThat(shown(blame(code, fixture, CodeFixture.plenty())))
          .containsExactlyElementsOf(byGit("b.txt"));
    }
  }

  @Test
  void withinASmallBudgetNewLinesAreTracedAndTheOthersSaySo() throws IOException {
    history();
    try (CodeReader code = fixture.open()) {
      List<String> all = byGit("b.txt");
      List<String> some = shown(blame(code, fixture, CodeFixture.steps(4)));
      assertThat(some).hasSameSizeAs(all).contains("?");
      for (int i = 0; i < all.size(); i++) {
        assertThat(some.get(i)).isIn(all.get(i), "?");
      }
      assertThat(some).anyMatch(line -> !line.equals("?"));
    }
  }

  @Test
  void whatIsNoFileCannotBeBlamed() throws IOException {
    fixture.git.commit("d/a.txt", "x\n");
    try (CodeReader code = fixture.open()) {
      for (String path : List.of("d", "none")) {
        assertThat(
                code.blame(
                    fixture.oid("main"),
                    TreePath.of(path),
                    DiffLimits.DEFAULT,
                    CodeFixture.plenty()))
            .isEqualTo(new Outcome.Absent<>());
      }
      assertThat(
              code.blame(
                  fixture.oid("main"),
                  TreePath.of("d/a.txt"),
                  new DiffLimits(1, 1, 1, 1, 1, 1),
                  CodeFixture.plenty()))
          .isEqualTo(new Outcome.TooMuch<>());
    }
  }
}
