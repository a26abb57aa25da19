package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Differences lead from one tree to the other, as C git applies them. */
final class DiffsTest {
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

  private static DiffPage diff(CodeReader code, Optional<Oid> before, Oid after)
      throws IOException {
    return code.diff(before, after, Diffs.Options.USUAL, DiffLimits.DEFAULT, CodeFixture.plenty());
  }

  /** Writes a page of differences as a patch. */
  private static String patch(DiffPage page) {
    StringBuilder out = new StringBuilder();
    for (FileDiff file : page.files()) {
      FileChange change = file.change();
      String before =
          change.before().map(side -> side.path().toString()).orElse(change.path() + "");
      String after = change.after().map(side -> side.path().toString()).orElse(before);
      out.append("diff --git a/%s b/%s\n".formatted(before, after));
      change
          .before()
          .ifPresent(side -> {
            if (change.after().isEmpty()) {
              out.append("deleted file mode ").append(side.mode().octal()).append('\n');
            } else if (side.mode() != change.after().get().mode()) {
              out.append("old mode ").append(side.mode().octal()).append('\n');
              out.append("new mode ").append(change.after().get().mode().octal()).append('\n');
            }
          });
      if (change.before().isEmpty()) {
        out.append("new file mode ")
            .append(change.after().orElseThrow().mode().octal())
            .append('\n');
      }
      if (change.isRename()) {
        out.append("rename from %s\nrename to %s\n".formatted(before, after));
      }
      if (file.body() instanceof FileDiff.Lines lines && !lines.hunks().isEmpty()) {
        out.append("--- ")
            .append(change.before().isEmpty() ? "/dev/null" : "a/" + before)
            .append('\n');
        out.append("+++ ")
            .append(change.after().isEmpty() ? "/dev/null" : "b/" + after)
            .append('\n');
        lines.hunks().forEach(hunk -> write(hunk, out));
      }
    }
    return out.toString();
  }

  private static void write(Hunk hunk, StringBuilder out) {
    out.append(
        "@@ -%d,%d +%d,%d @@\n"
            .formatted(
                hunk.firstBefore(), hunk.countBefore(), hunk.firstAfter(), hunk.countAfter()));
    for (Line line : hunk.lines()) {
      out.append(
          switch (line.kind()) {
            case KEPT -> ' ';
            case REMOVED -> '-';
            case ADDED -> '+';
          });
      out.append(line.latin1()).append('\n');
      if (line.isUnended()) {
        out.append("\\ No newline at end of file\n");
      }
    }
  }

  private void assertLeads(CodeReader code, Optional<Oid> before, Oid after) throws IOException {
    fixture.git.git("read-tree", before.map(Oid::hex).map(id -> id + "^{tree}").orElse("--empty"));
    String patch = patch(diff(code, before, after));
    var applied =
        fixture.git.run(
            patch.getBytes(StandardCharsets.ISO_8859_1), "apply", "--cached", "--allow-empty", "-");
    assertThat(applied.code()).as(applied.err() + "\n" + patch).isZero();
    assertThat(fixture.git.git("write-tree")).isEqualTo(fixture.oid(after + "^{tree}").hex());
  }

  private void write(String file, String content) throws IOException {
    fixture.git.commit(file, content.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void randomChangesLeadFromOneTreeToTheOther() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    String[] texts = new String[3];
    java.util.Arrays.fill(texts, "");
    for (int i = 1; i <= 25; i++) {
      int file = random.nextInt(texts.length);
      texts[file] =
          changed(texts[file], random) + (random.nextInt(8) == 0 ? "" : "end " + i + "\n");
      write("d/file" + file, texts[file] + i);
    }
    fixture.git.git("mv", "d/file0", "renamed");
    fixture.git.git("update-index", "--chmod=+x", "renamed");
    fixture.git.git("commit", "-q", "-m", "rename");
    fixture.git.git("rm", "-q", "d/file1");
    fixture.git.git("commit", "-q", "-m", "remove");
    try (CodeReader code = fixture.open()) {
      Oid newest = fixture.oid("main");
      assertLeads(code, Optional.empty(), newest);
      for (int back = 1; back <= 26; back++) {
        assertLeads(
            code, Optional.of(fixture.oid("main~" + back)), fixture.oid("main~" + (back - 1)));
        assertLeads(code, Optional.of(fixture.oid("main~" + back)), newest);
        assertLeads(code, Optional.of(newest), fixture.oid("main~" + back));
      }
    }
  }

  private static String changed(String text, SplittableRandom random) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      int choice = random.nextInt(12);
      if (choice == 0) {
        continue;
      }
      out.append(choice == 1 ? line + "\u00ff" : line).append('\n');
      if (choice == 2) {
        out.append("line ").append(random.nextInt(1_000)).append("\r\n\n");
      }
    }
    return out.toString();
  }

  @Test
  void renameIsNamedAsSuch() throws IOException {
    write("a.txt", "one\ntwo\nthree\nfour\n");
    fixture.git.git("mv", "a.txt", "b.txt");
    fixture.git.git("commit", "-q", "-m", "rename");
    try (CodeReader code = fixture.open()) {
      DiffPage page = diff(code, Optional.of(fixture.oid("main~1")), fixture.oid("main"));
      assertThat(page.files())
          .singleElement()
          .satisfies(file -> {
            assertThat(file.change().isRename()).isTrue();
            assertThat(file.change().path()).isEqualTo(TreePath.of("b.txt"));
            assertThat(file.body()).isEqualTo(new FileDiff.Lines(java.util.List.of(), 0, 0, false));
          });
    }
  }

  @Test
  void filesThatAreBinaryOrTooLargeAreNotCompared() throws IOException {
    write("binary", "a\0b");
    write("large", "x".repeat(2_000));
    write("long", "x\n".repeat(200));
    try (CodeReader code = fixture.open()) {
      DiffPage page =
          code.diff(
              Optional.empty(),
              fixture.oid("main"),
              Diffs.Options.USUAL,
              new DiffLimits(100, 100, 1_000, 100, 1_000, 10),
              CodeFixture.plenty());
      assertThat(page.files())
          .extracting(FileDiff::body)
          .containsExactly(
              new FileDiff.Binary(0, 3), new FileDiff.NotCompared(), new FileDiff.NotCompared());
    }
  }

  @Test
  void largeDifferenceIsCutAndSaysSo() throws IOException {
    for (int i = 0; i < 4; i++) {
      write("file" + i, "x\n".repeat(20));
    }
    try (CodeReader code = fixture.open()) {
      DiffPage page =
          code.diff(
              Optional.empty(),
              fixture.oid("main"),
              Diffs.Options.USUAL,
              new DiffLimits(2, 3, 1_000, 100, 5, 10),
              CodeFixture.plenty());
      assertThat(page.files())
          .hasSize(2)
          .allSatisfy(file -> {
            FileDiff.Lines lines = (FileDiff.Lines) file.body();
            assertThat(lines.isCut()).isTrue();
            assertThat(lines.added()).isEqualTo(20);
            assertThat(lines.hunks().getFirst().lines()).hasSize(5);
          });
      assertThat(page.others()).hasSize(1);
      assertThat(page.isCut()).isTrue();
    }
  }

  /** Every line is so frequent that the histogram gives up; its fallback would find a few pairs. */
  @Test
  @Timeout(60)
  void unrelatedFilesAreReplacedWholeAndNotComparedLineByLine() {
    RawText before = lines(1, 10_000);
    RawText after = lines(2, 10_000);

    for (boolean isSpaceIgnored : List.of(true, false)) {
      EditList edits = Diffs.edits(before, after, isSpaceIgnored);
      assertThat(edits).hasSize(1);
      assertThat(edits.getFirst().getType()).isEqualTo(Edit.Type.REPLACE);
    }
  }

  private static RawText lines(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    text.append("only here ").append(seed).append('\n');
    for (int i = 0; i < count; i++) {
      text.append("line ").append(random.nextInt(100)).append('\n');
    }
    text.append("only here ").append(seed).append('\n');
    return new RawText(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whiteSpaceAndOtherPathsCanBeLeftOut() throws IOException {
    write("a", "one\ntwo\n");
    write("b", "one\n");
    write("a", "one\n  two\n");
    write("b", "two\n");
    try (CodeReader code = fixture.open()) {
      DiffPage page =
          code.diff(
              Optional.of(fixture.oid("main~2")),
              fixture.oid("main"),
              new Diffs.Options(TreePath.of("a"), 3, true),
              DiffLimits.DEFAULT,
              CodeFixture.plenty());
      assertThat(page.files())
          .singleElement()
          .satisfies(file -> {
            assertThat(file.change().path()).isEqualTo(TreePath.of("a"));
            assertThat(file.body()).isEqualTo(new FileDiff.Lines(java.util.List.of(), 0, 0, false));
          });
    }
  }

  @Test
  void mergeBasesAreThoseOfGit() throws IOException {
    write("a", "1");
    fixture.git.git("branch", "side");
    write("b", "1");
    fixture.git.git("checkout", "-q", "side");
    write("c", "1");
    fixture.git.git("tag", "side-1");
    fixture.git.git("merge", "-q", "-m", "cross", "main");
    fixture.git.git("checkout", "-q", "main");
    fixture.git.git("merge", "-q", "-m", "criss", "side-1");
    fixture.git.git("checkout", "-q", "--orphan", "alone");
    write("d", "1");
    try (CodeReader code = fixture.open()) {
      assertThat(code.mergeBases(fixture.oid("main"), fixture.oid("side")))
          .extracting(Oid::hex)
          .containsExactlyInAnyOrderElementsOf(
              fixture.git.git("merge-base", "--all", "main", "side").lines().toList())
          .hasSize(2);
      assertThat(code.mergeBases(fixture.oid("main"), fixture.oid("alone"))).isEmpty();
    }
  }
}
