package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.browse.patch.Patches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents for programs lead from one tree to the other when C git applies them. */
final class PatchesTest {
  private static final int COMMITS = 16;

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

  private static Patches patches(CodeReader code) {
    return new Patches(code, Diffs.Options.USUAL, Patches.BYTES_MAX, CodeFixture.plenty());
  }

  private static byte[] found(Outcome<byte[]> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Found.class);
    return ((Outcome.Found<byte[]>) outcome).value();
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private void assertApplies(CodeReader code, Optional<Oid> before, Oid after) throws IOException {
    byte[] diff = found(patches(code).diff(before, after));
    fixture.git.git("read-tree", before.map(one -> one + "^{tree}").orElse("--empty"));
    Scratch.Run applied = fixture.git.run(diff, "apply", "--cached", "--allow-empty", "-");
    assertThat(applied.code()).as(applied.err() + "\n" + latin1(diff)).isZero();
    assertThat(fixture.git.git("write-tree")).isEqualTo(fixture.oid(after + "^{tree}").hex());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void diffIsWhatGitApplies(long seed) throws IOException {
    fixture.importing(RandomHistory.of(seed, COMMITS, true));
    try (CodeReader code = fixture.open()) {
      Oid newest = fixture.oid("main");
      assertApplies(code, Optional.empty(), newest);
      for (int back = 1; back < COMMITS; back++) {
        Oid before = fixture.oid("main~" + back);
        assertApplies(code, Optional.of(before), fixture.oid("main~" + (back - 1)));
        assertApplies(code, Optional.of(newest), before);
      }
    }
  }

  @Test
  void headersAreThoseOfGit() throws IOException {
    fixture.importing(RandomHistory.of(7, COMMITS, true));
    try (CodeReader code = fixture.open()) {
      int compared = 0;
      for (int back = 1; back < COMMITS; back++) {
        Oid before = fixture.oid("main~" + back);
        Oid after = fixture.oid("main~" + (back - 1));
        String ours = latin1(found(patches(code).diff(Optional.of(before), after)));
        byte[] byGit =
            fixture
                .git
                .run(new byte[0], "diff", "--no-renames", "--full-index", before.hex(), after.hex())
                .out();
        if (!ours.contains("\nrename ") && !ours.contains("\ncopy ")) {
          assertThat(headers(ours)).isEqualTo(headers(latin1(byGit)));
          compared++;
        }
      }
      assertThat(compared).isGreaterThan(5);
    }
  }

  /** The lines before the hunks of each file. */
  private static List<String> headers(String diff) {
    List<String> headers = new ArrayList<>();
    boolean isHeader = false;
    for (String line : diff.split("\n", -1)) {
      isHeader = line.startsWith("diff --git ") || (isHeader && !line.startsWith("@@ "));
      if (isHeader && !line.isEmpty()) {
        headers.add(line);
      }
    }
    return headers;
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void seriesIsWhatGitAppliesAsMails(long seed) throws IOException {
    fixture.importing(RandomHistory.of(seed, COMMITS, false));
    byte[] series;
    try (CodeReader code = fixture.open()) {
      List<Oid> commits = new ArrayList<>();
      for (int back = COMMITS - 2; back >= 0; back--) {
        commits.add(fixture.oid("main~" + back));
      }
      series = found(patches(code).series(commits));
    }
    assertAppliesAsMails(series, "main~" + (COMMITS - 1));
    String format = "--format=%an <%ae> %at %s";
    String changed = fixture.git.git("log", format, "main~" + (COMMITS - 1) + "..main", "--", ".");
    assertThat(fixture.git.git("log", format, "main~" + (COMMITS - 1) + "..HEAD"))
        .isEqualTo(changed);
  }

  private void assertAppliesAsMails(byte[] series, String base) {
    fixture.git.git("checkout", "-q", "--detach", base);
    Scratch.Run applied = fixture.git.run(series, "am", "-q", "--keep-cr");
    assertThat(applied.code()).as(applied.err() + applied.text()).isZero();
    assertThat(fixture.git.git("rev-parse", "HEAD^{tree}"))
        .isEqualTo(fixture.oid("main^{tree}").hex());
  }

  @Test
  void mergeAsAMailIsItsDifferenceToItsFirstParent() throws IOException {
    fixture.git.commit("a", "1\n");
    fixture.git.git("branch", "side");
    fixture.git.commit("b", "1\n");
    fixture.git.git("checkout", "-q", "side");
    fixture.git.commit("c", "1\n");
    fixture.git.git("checkout", "-q", "main");
    fixture.git.git("merge", "-q", "-m", "join", "side");
    byte[] mail;
    try (CodeReader code = fixture.open()) {
      mail = found(patches(code).series(List.of(fixture.oid("main"))));
    }
    assertAppliesAsMails(mail, "main~1");
  }

  /** Git has the content already, and takes it by its id. */
  @Test
  void fileThatIsNotTextIsNamedByItsId() throws IOException {
    fixture.git.commit("binary", new byte[] {0, 1});
    fixture.git.commit("binary", new byte[] {0, 2});
    fixture.git.commit("sp ace", new byte[] {0, 3});
    try (CodeReader code = fixture.open()) {
      Oid newest = fixture.oid("main");
      assertApplies(code, Optional.of(fixture.oid("main~2")), newest);
      String mail = latin1(found(patches(code).series(List.of(newest))));
      assertThat(mail)
          .contains("Binary files /dev/null and b/sp ace differ\n")
          .contains("1 of them not text: their content is not in this mail");
    }
  }

  @Test
  void optionsLimitPathAndContext() throws IOException {
    fixture.git.commit("a", "1\n2\n3\n4\n5\n6\n7\n");
    fixture.git.commit("b", "1\n");
    fixture.git.commit("a", "1\n2\n3\nfour\n5\n6\n7\n");
    try (CodeReader code = fixture.open()) {
      Oid newest = fixture.oid("main");
      Optional<Oid> first = Optional.of(fixture.oid("main~2"));
      Diffs.Options only = new Diffs.Options(TreePath.of("b"), 3, false);
      Patches limited = new Patches(code, only, Patches.BYTES_MAX, CodeFixture.plenty());
      assertThat(latin1(found(limited.diff(first, newest)))).contains("b/b").doesNotContain("b/a");
      assertThat(latin1(found(patches(code).diff(first, newest)))).contains("@@ -1,7 +1,7 @@");
    }
  }

  @Test
  void documentIsWholeOrNotAtAll() throws IOException {
    fixture.git.commit("a", "x\n".repeat(1_000));
    fixture.git.commit("b", "y\n");
    try (CodeReader code = fixture.open()) {
      Oid newest = fixture.oid("main");
      Patches small = new Patches(code, Diffs.Options.USUAL, 1_000, CodeFixture.plenty());
      assertThat(small.diff(Optional.empty(), newest)).isInstanceOf(Outcome.TooMuch.class);
      assertThat(small.diff(Optional.of(fixture.oid("main~1")), newest))
          .isInstanceOf(Outcome.Found.class);
      assertThat(small.series(List.of(fixture.oid("main~1"), newest)))
          .isInstanceOf(Outcome.TooMuch.class);
      Patches late =
          new Patches(code, Diffs.Options.USUAL, Patches.BYTES_MAX, CodeFixture.steps(1));
      assertThat(late.diff(Optional.empty(), newest)).isInstanceOf(Outcome.TooMuch.class);
    }
  }
}
