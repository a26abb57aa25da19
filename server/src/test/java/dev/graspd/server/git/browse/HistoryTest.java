package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.history.CommonHistory;
import dev.graspd.server.git.browse.history.FollowedLog;
import dev.graspd.server.git.browse.history.TagChain;
import dev.graspd.server.git.browse.search.CodeSearch;
import dev.graspd.server.git.browse.search.LogSearch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories and searches give what C git gives. */
final class HistoryTest {
  @TempDir Path directory;

  private CodeFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static <T> T found(Outcome<T> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Found.class);
    return ((Outcome.Found<T>) outcome).value();
  }

  /** Commits with one to three parents of any age, each with a tag {@code c<number>}. */
  private void importGraph(long seed, int commits) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder stream = new StringBuilder();
    for (int i = 1; i <= commits; i++) {
      stream.append("commit refs/tags/c").append(i).append("\nmark :").append(i).append('\n');
      stream.append("committer A <a@example.com> ").append(1_700_000_000 + 10 * i);
      stream.append(" +0000\ndata 1\nx\n");
      boolean isRoot = i == 1 || random.nextInt(15) == 0;
      if (!isRoot) {
        List<Integer> parents = new ArrayList<>();
        for (int p = random.nextInt(3); p >= 0; p--) {
          int parent = Math.max(1, i - 1 - random.nextInt(6));
          if (!parents.contains(parent)) {
            stream.append(parents.isEmpty() ? "from :" : "merge :").append(parent).append('\n');
            parents.add(parent);
          }
        }
      }
      stream.append("M 100644 inline f\ndata 3\n").append(100 + i).append("\n\n");
    }
    fixture.importing(stream.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void mergeBasesAndCountsAreThoseOfGit(long seed) throws IOException {
    importGraph(seed, 40);
    fixture.git.git("update-ref", "refs/heads/main", "refs/tags/c40");
    SplittableRandom random = new SplittableRandom(seed);
    int crossed = 0;
    try (CodeReader code = fixture.open()) {
      for (int i = 0; i < 25; i++) {
        String one = "c" + (1 + random.nextInt(40));
        String other = "c" + (1 + random.nextInt(40));
        CommonHistory common =
            found(
                CommonHistory.of(code, fixture.oid(one), fixture.oid(other), CodeFixture.plenty()));
        List<String> bases =
            fixture.git.run(new byte[0], "merge-base", "--all", one, other).text().lines().toList();
        assertThat(common.bases())
            .as(one + " " + other)
            .extracting(Oid::hex)
            .containsExactlyElementsOf(bases);
        crossed += bases.size() > 1 ? 1 : 0;
        assertThat(common.behind() + "\t" + common.ahead().size())
            .isEqualTo(fixture.git.git("rev-list", "--left-right", "--count", one + "..." + other));
        assertThat(common.ahead())
            .extracting(Oid::hex)
            .containsExactlyElementsOf(
                fixture.git.git("rev-list", "--date-order", one + ".." + other).lines().toList());
      }
    }
    assertThat(crossed).as("pairs with several bases").isPositive();
  }

  @Test
  void historyBeyondTheBudgetIsTooMuch() throws IOException {
    importGraph(1, 20);
    try (CodeReader code = fixture.open()) {
      assertThat(
              CommonHistory.of(code, fixture.oid("c1"), fixture.oid("c20"), CodeFixture.steps(3)))
          .isInstanceOf(Outcome.TooMuch.class);
    }
  }

  /** A file with three names, beside another one and a merge. */
  private void renamedTwice() throws IOException {
    String text = "one\ntwo\nthree\nfour\nfive\nsix\n";
    fixture.git.commit("a.txt", text);
    fixture.git.commit("other.txt", "x\n");
    fixture.git.commit("a.txt", text + "seven\n");
    fixture.git.git("branch", "side");
    fixture.git.git("mv", "a.txt", "b.txt");
    fixture.git.git("commit", "-q", "-m", "rename once");
    fixture.git.git("checkout", "-q", "side");
    fixture.git.commit("side.txt", "y\n");
    fixture.git.git("checkout", "-q", "main");
    fixture.git.git("merge", "-q", "-m", "join", "side");
    fixture.git.commit("b.txt", text + "seven\neight\n");
    java.nio.file.Files.createDirectories(fixture.git.directory().resolve("d"));
    fixture.git.git("mv", "b.txt", "d/c.txt");
    fixture.git.commit("d/c.txt", text + "seven\neight\nnine\n");
    fixture.git.commit("other.txt", "z\n");
  }

  @Test
  void logFollowsAFileAsGitDoes() throws IOException {
    renamedTwice();
    List<String> byGit =
        fixture.git.git("log", "--follow", "--format=%H", "main", "--", "d/c.txt").lines().toList();
    assertThat(byGit).hasSize(5);
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      TreePath path = TreePath.of("d/c.txt");
      LogPage all = FollowedLog.of(code, tip, path, 0, 50, CodeFixture.plenty());
      assertThat(all.commits()).extracting(one -> one.oid().hex()).isEqualTo(byGit);
      assertThat(all.isLast()).isTrue();
      LogPage second = FollowedLog.of(code, tip, path, 2, 2, CodeFixture.plenty());
      assertThat(second.commits())
          .extracting(one -> one.oid().hex())
          .isEqualTo(byGit.subList(2, 4));
      assertThat(second.isLast()).isFalse();
      assertThat(FollowedLog.of(code, tip, path, 0, 50, CodeFixture.steps(3)).isCut()).isTrue();
    }
  }

  @Test
  void blameKnowsTheFileBeforeEachChange() throws IOException {
    renamedTwice();
    try (CodeReader code = fixture.open()) {
      List<BlameRange> ranges =
          found(
              code.blame(
                  fixture.oid("main"),
                  TreePath.of("d/c.txt"),
                  DiffLimits.DEFAULT,
                  CodeFixture.plenty()));
      assertThat(ranges.getFirst().origin().orElseThrow().previous()).isEmpty();
      assertThat(ranges.getLast().origin().orElseThrow().previous())
          .contains(new BlameRange.Previous(fixture.oid("main~2"), TreePath.of("b.txt")));
    }
  }

  @Test
  void tagIsReadThroughAllItsObjects() throws IOException {
    fixture.git.commit("a", "x");
    fixture.git.git("tag", "-a", "-m", "inner\n\nbody", "inner");
    fixture.git.git("tag", "-a", "-m", "outer", "outer", "inner");
    byte[] old =
        ("object "
                + fixture.oid("main")
                + "\ntype commit\ntag old\n\nmsg\n"
                + "-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n")
            .getBytes(StandardCharsets.UTF_8);
    String written =
        fixture.git.run(old, "hash-object", "-t", "tag", "-w", "--stdin", "--literally").text();
    fixture.git.git("update-ref", "refs/tags/old", written);
    try (CodeReader code = fixture.open()) {
      TagChain outer = found(TagChain.of(code, fixture.oid("outer")));
      assertThat(outer.tags()).extracting(tag -> tag.name()).containsExactly("outer", "inner");
      assertThat(outer.tags().getLast().message()).isEqualTo("inner\n\nbody\n");
      assertThat(outer.target())
          .isEqualTo(new Revision.Target(Revision.Kind.COMMIT, fixture.oid("main")));
      TagChain unsigned = found(TagChain.of(code, new Oid(written)));
      assertThat(unsigned.tags().getFirst().tagger()).isEmpty();
      assertThat(unsigned.tags().getFirst().signature()).isEqualTo(ObjectSignature.PGP);
      assertThat(unsigned.tags().getFirst().message()).isEqualTo("msg\n");
      assertThat(found(TagChain.of(code, fixture.oid("main"))).tags()).isEmpty();
      assertThat(TagChain.of(code, new Oid("1".repeat(40)))).isEqualTo(new Outcome.Absent<>());
    }
  }

  @Test
  void linesAreThoseThatGitGrepFinds() throws IOException {
    fixture.importing(RandomHistory.of(11, 20, true));
    fixture.git.git("symbolic-ref", "HEAD", "refs/heads/main");
    try (CodeReader code = fixture.open()) {
      for (String text : List.of("line 1", "2\u00e9", "line 3\r", "none")) {
        byte[] byGit =
            fixture
                .git
                .run(new byte[0], "grep", "-n", "-z", "-F", "-e", text, "main", "--", ":(exclude)x")
                .out();
        List<String> expected = new ArrayList<>();
        for (String line : new String(byGit, StandardCharsets.ISO_8859_1).split("\n", -1)) {
          if (!line.isEmpty()) {
            String[] parts = line.split("\0", 3);
            expected.add(parts[0].substring("main:".length()) + ":" + parts[1] + ":" + parts[2]);
          }
        }
        CodeSearch.Result result =
            CodeSearch.of(
                code,
                fixture.oid("main"),
                text,
                new CodeSearch.Limits(1_000, 1_000, 1 << 20),
                CodeFixture.plenty());
        List<String> lines = new ArrayList<>();
        result
            .files()
            .forEach(file ->
                file.lines()
                    .forEach(line ->
                        lines.add(
                            new String(file.path().bytes(), StandardCharsets.ISO_8859_1)
                                + ":"
                                + line.number()
                                + ":"
                                + line.latin1())));
        assertThat(lines).as(text).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(result.stoppedAt()).isEmpty();
      }
    }
  }

  @Test
  void searchSaysWhereItHasStopped() throws IOException {
    for (int i = 0; i < 5; i++) {
      fixture.git.commit("f" + i, "needle\n".repeat(20));
    }
    fixture.git.commit("large", "needle".repeat(400));
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      CodeSearch.Limits limits = new CodeSearch.Limits(3, 2, 1_000);
      CodeSearch.Result full = CodeSearch.of(code, tip, "needle", limits, CodeFixture.plenty());
      assertThat(full.files()).hasSize(3).allMatch(file -> file.hasMore());
      assertThat(full.files()).allMatch(file -> file.lines().size() == 2);
      assertThat(full.stoppedAt()).contains(TreePath.of("f3"));
      CodeSearch.Result spent = CodeSearch.of(code, tip, "needle", limits, CodeFixture.steps(300));
      assertThat(spent.searched()).isEqualTo(2);
      assertThat(spent.bytes()).isEqualTo(280);
      assertThat(spent.stoppedAt()).contains(TreePath.of("f2"));
      assertThat(CodeSearch.of(code, tip, "none", limits, CodeFixture.plenty()).leftOut())
          .isEqualTo(1);
    }
  }

  @Test
  void commitsAreThoseThatGitLogFinds() throws IOException {
    for (int i = 0; i < 12; i++) {
      fixture.git.commit("f" + i % 3, "x" + i);
    }
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      LogSearch all =
          LogSearch.of(code, tip, LogSearch.Part.MESSAGE, "CHANGE F1", 50, CodeFixture.plenty());
      assertThat(all.matches())
          .extracting(one -> one.oid().hex())
          .isEqualTo(
              fixture
                  .git
                  .git("log", "-i", "-F", "--grep=CHANGE F1", "--format=%H", "main")
                  .lines()
                  .toList());
      assertThat(all.searched()).isEqualTo(12);
      assertThat(all.isCut()).isFalse();
      LogSearch some =
          LogSearch.of(code, tip, LogSearch.Part.AUTHOR, "A@EXAMPLE", 50, CodeFixture.steps(5));
      assertThat(some.matches()).hasSize(5);
      assertThat(some.isCut()).isTrue();
      assertThat(some.oldest().orElseThrow().oid()).isEqualTo(fixture.oid("main~4"));
      assertThat(
              LogSearch.of(code, tip, LogSearch.Part.AUTHOR, "a", 2, CodeFixture.plenty()).isCut())
          .isTrue();
    }
  }
}
