package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit graph with filters of changed paths saves work, and never changes an answer. */
final class CommitGraphTest {
  private static final int COMMITS = 500;
  private static final TreePath RARE = TreePath.of("d1/rare");
  private static final TreePath NOT_ASCII = TreePath.of("dü/日本");
  private static final String FILTERS = "BDAT";

  @TempDir Path directory;

  private CodeFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
    fixture.importing(history("refs/heads/main", 0, COMMITS));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Commits that change one file each, in one of eight directories, and two files rarely. */
  private static String history(String branch, int from, int to) {
    StringBuilder out = new StringBuilder();
    for (int i = from; i < to; i++) {
      String path = "d%d/sub/f%d".formatted(i % 8, i % 40);
      if (i % 250 == 3) {
        path = RARE.toString();
      } else if (i % 200 == 100) {
        path = NOT_ASCII.toString();
      }
      out.append(
          commit(branch, i, "M 100644 inline " + path + "\n" + data("content\n" + i + "\n")));
    }
    return out.toString();
  }

  private static String commit(String branch, int second, String changes) {
    return "commit %s\ncommitter A <a@example.com> %d +0000\n%s%s\n"
        .formatted(branch, 1_700_000_000 + second, data("change " + second), changes);
  }

  private static String data(String text) {
    return "data " + text.getBytes(StandardCharsets.UTF_8).length + "\n" + text + "\n";
  }

  /** Counts what is read. */
  private static final class Counting extends ObjectReader.Filter {
    private final ObjectReader reader;
    private int trees;
    private int commits;

    Counting(ObjectReader reader) {
      this.reader = reader;
    }

    @Override
    protected ObjectReader delegate() {
      return reader;
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int type) throws IOException {
      trees += type == Constants.OBJ_TREE ? 1 : 0;
      commits += type == Constants.OBJ_COMMIT ? 1 : 0;
      return super.open(id, type);
    }
  }

  @FunctionalInterface
  private interface Question {
    Object ask(ObjectReader reader) throws IOException;
  }

  private record Answer(Object value, int trees, int commits) {}

  private Answer answer(Question question) throws IOException {
    try (CodeReader code = fixture.open()) {
      Counting counting = new Counting(code.objects());
      Object value = question.ask(counting);
      return new Answer(value, counting.trees, counting.commits);
    }
  }

  private Question log(TreePath path) {
    Oid tip = fixture.oid("main");
    return reader ->
        new Commits(reader).log(tip, path, new LogPage.Start(0, 0), 50, CodeFixture.plenty());
  }

  private Question lastCommits(TreePath path) {
    Oid tip = fixture.oid("main");
    return reader -> LastCommits.of(reader, tip, path, CodeFixture.plenty());
  }

  private Question blame(TreePath path) {
    Oid tip = fixture.oid("main");
    return reader -> Blame.of(reader, DiffLimits.DEFAULT, tip, path, CodeFixture.plenty());
  }

  private Question reach(String revision) {
    Oid commit = fixture.oid(revision);
    return reader -> new ReachingRefs(reader, fixture.refs()).of(commit, CodeFixture.plenty());
  }

  private List<Question> questions() {
    return List.of(
        log(RARE),
        log(NOT_ASCII),
        log(TreePath.of("d1")),
        lastCommits(TreePath.of("d1")),
        lastCommits(TreePath.ROOT),
        blame(RARE),
        reach("main~" + (COMMITS - 1)));
  }

  private List<Object> answers() throws IOException {
    List<Object> values = new ArrayList<>();
    for (Question question : questions()) {
      values.add(answer(question).value());
    }
    return values;
  }

  private boolean hasFilters() throws IOException {
    byte[] graph = Files.readAllBytes(fixture.graph());
    return new String(graph, 0, 200, StandardCharsets.ISO_8859_1).contains(FILTERS);
  }

  private void assertCheaper(Question question, int times) throws IOException {
    Answer before = answer(question);
    fixture.repack();
    assertThat(hasFilters()).isTrue();
    Answer after = answer(question);

    assertThat(after.value()).isEqualTo(before.value());
    assertThat(after.trees()).isLessThan(before.trees() / times);
    assertThat(before.commits()).isGreaterThan(COMMITS / 4);
    assertThat(after.commits()).isLessThan(20);
  }

  @Test
  void historyOfAFileReadsFewTreesAndOnlyTheCommitsThatItShows() throws IOException {
    assertCheaper(log(RARE), 20);
    assertThat(((LogPage) answer(log(RARE)).value()).commits()).hasSize(2);
  }

  @Test
  void lastCommitsOfADirectoryReadFewTrees() throws IOException {
    assertCheaper(lastCommits(TreePath.of("d1")), 5);
  }

  @Test
  void blameReadsFewTrees() throws IOException {
    assertCheaper(blame(RARE), 20);
  }

  @Test
  void reachReadsNoCommitBehindTheTips() throws IOException {
    Answer before = answer(reach("main~" + (COMMITS - 1)));
    fixture.repack();
    Answer after = answer(reach("main~" + (COMMITS - 1)));

    assertThat(after.value()).isEqualTo(before.value());
    assertThat(before.commits()).isGreaterThan(COMMITS - 10);
    assertThat(after.commits()).isLessThan(3);
  }

  /** The filters are hashes of bytes: those of C git must be the same for all bytes. */
  @Test
  void namesThatAreNotAsciiAreFoundHereAndByGit() throws IOException {
    List<Oid> expected =
        fixture
            .git
            .git("log", "--format=%H", "main", "--", NOT_ASCII.toString())
            .lines()
            .map(Oid::new)
            .toList();
    assertThat(expected).hasSize(2);
    fixture.repack();
    assertThat(((LogPage) answer(log(NOT_ASCII)).value()).commits())
        .extracting(CommitFacts::oid)
        .isEqualTo(expected);

    Files.copy(fixture.graph(), fixture.git.directory().resolve(".git/objects/info/commit-graph"));
    assertThat(fixture.git.git("commit-graph", "verify")).isEmpty();
    assertThat(
            fixture
                .git
                .git("log", "--format=%H", "main", "--", NOT_ASCII.toString())
                .lines()
                .map(Oid::new))
        .isEqualTo(expected);
  }

  @Test
  void graphThatIsCutChangesNoAnswer() throws IOException {
    List<Object> right = answers();
    fixture.repack();
    byte[] whole = Files.readAllBytes(fixture.graph());
    for (int length = 0; length < whole.length; length += Math.max(1, whole.length / 25)) {
      Files.write(fixture.graph(), Arrays.copyOf(whole, length));
      assertThat(answers()).as("cut after %d of %d bytes", length, whole.length).isEqualTo(right);
    }
    Files.write(fixture.graph(), whole);
    assertThat(answers()).isEqualTo(right);
  }

  @Test
  void commitsThatCameAfterTheGraphAreFound() throws IOException {
    fixture.repack();
    fixture.importing(
        history("refs/heads/main", COMMITS, COMMITS + 20)
            .replaceFirst("M 100644", "from refs/heads/main^0\nM 100644"));
    List<Object> right = answers();
    Files.delete(fixture.graph());
    assertThat(answers()).isEqualTo(right);
    assertThat(((LogPage) answer(log(RARE)).value()).commits()).hasSize(3);
  }

  @Test
  void graphOfCommitsThatAreGoneChangesNoAnswer() throws IOException {
    fixture.importing(
        history("refs/heads/gone", COMMITS, COMMITS + 20)
            .replaceFirst("M 100644", "from refs/heads/main^0\nM 100644"));
    String gone = fixture.oid("gone").hex();
    fixture.repack();
    try (CodeFixture without = new CodeFixture(directory.resolve("without"))) {
      without.importing(history("refs/heads/main", 0, COMMITS));
      LogPage right = logOf(without);
      Files.createDirectories(without.graph().getParent());
      Files.copy(fixture.graph(), without.graph());

      assertThat(logOf(without)).isEqualTo(right);
      try (CodeReader code = without.open()) {
        RevisionName name = RevisionName.of(TreePath.of(gone).names(), code.refs()).orElseThrow();
        assertThat(code.revision(name, CodeFixture.plenty())).isInstanceOf(Outcome.Absent.class);
        assertThat(code.belonging(new Oid(gone), CodeFixture.plenty()))
            .isInstanceOf(Outcome.Absent.class);
      }
    }
  }

  private static LogPage logOf(CodeFixture one) throws IOException {
    try (CodeReader code = one.open()) {
      return code.log(one.oid("main"), RARE, 0, 50, CodeFixture.plenty());
    }
  }

  /** Their filters would take more memory than everything else in the graph. */
  @Test
  void commitsThatChangeHundredsOfPathsGetNoFilters() throws IOException {
    StringBuilder stream = new StringBuilder();
    stream
        .append("blob\nmark :1\n")
        .append(data("one"))
        .append("blob\nmark :2\n")
        .append(data("2"));
    for (int i = 0; i < 60; i++) {
      int blob = 1 + i % 2;
      String changes =
          IntStream.range(0, 400)
              .mapToObj(file -> "M 100644 :%d file%d\n".formatted(blob, file))
              .collect(Collectors.joining());
      stream.append(commit("refs/heads/many", i, changes));
    }
    String _ = fixture.git.git("update-ref", "-d", "refs/heads/main");
    fixture.importing(stream.toString());
    fixture.repack();
    assertThat(fixture.graph()).exists();
    assertThat(hasFilters()).isFalse();
  }
}
