package dev.graspd.server.git.browse;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages show of code what C git says. */
final class CodeReaderTest {
  private static final String EVENT = "e".repeat(64);

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

  private static Revision revision(CodeReader code, String name) throws IOException {
    return found(
        code.revision(
            RevisionName.of(TreePath.of(name).names(), code.refs()).orElseThrow(),
            CodeFixture.plenty()));
  }

  private static <T> T found(Outcome<T> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Found.class);
    return ((Outcome.Found<T>) outcome).value();
  }

  private static String commit(String branch, int second, String message, String... changes) {
    StringBuilder out = new StringBuilder();
    out.append("commit ").append(branch).append('\n');
    String who = " A U Thor <a@example.com> " + (1_700_000_000 + second) + " +0130\n";
    out.append("author").append(who).append("committer").append(who);
    out.append("data ").append(message.getBytes(StandardCharsets.UTF_8).length).append('\n');
    out.append(message).append('\n');
    for (String change : changes) {
      out.append(change).append('\n');
    }
    return out.append('\n').toString();
  }

  private static String file(String mode, String name, String content) {
    return "M " + mode + " inline " + name + "\ndata " + content.length() + "\n" + content;
  }

  @Test
  void directoryHasTheEntriesThatGitLists() throws IOException {
    fixture.importing(
        commit(
            "refs/heads/main",
            0,
            "first",
            file("100644", "b.txt", "bee"),
            file("100755", "run", "#!/bin/sh"),
            file("120000", "link", "b.txt"),
            file("100644", "a/deep/er.txt", "x"),
            file("100644", "a.txt", ""),
            file("100644", "\"sp ace\\377\"", "odd"),
            "M 160000 " + "1".repeat(40) + " module"));
    try (CodeReader code = fixture.open()) {
      Revision main = revision(code, "main");
      assertThat(listed(code, main, "")).containsExactlyInAnyOrderElementsOf(byGit("main"));
      assertThat(listed(code, main, "a")).containsExactlyInAnyOrderElementsOf(byGit("main:a"));
      Directory root = root(code, main, Optional.empty(), 100);
      assertThat(root.entries().getFirst().mode()).isEqualTo(Mode.DIRECTORY);
      assertThat(root.entries().stream().skip(1).map(TreeEntry::name))
          .isSorted()
          .contains(TreeName.of(new byte[] {'s', 'p', ' ', 'a', 'c', 'e', (byte) 0xff}));
    }
  }

  private static Directory root(
      CodeReader code, Revision revision, Optional<TreeName> after, int max) throws IOException {
    Oid tree = ((TreeFinder.Spot.OfTree) found(code.at(revision, TreePath.ROOT))).tree();
    return found(code.directory(tree, after, max, CodeFixture.plenty()));
  }

  private List<String> byGit(String tree) {
    List<String> entries = new ArrayList<>();
    byte[] listing = fixture.git.run(new byte[0], "ls-tree", "-z", "-l", tree).out();
    for (String line : new String(listing, StandardCharsets.ISO_8859_1).split("\0", -1)) {
      if (!line.isEmpty()) {
        entries.add(line.replaceFirst(" (tree|blob|commit) ", " ").replaceAll(" +", " "));
      }
    }
    return entries;
  }

  private static List<String> listed(CodeReader code, Revision revision, String path)
      throws IOException {
    TreePath at = path.isEmpty() ? TreePath.ROOT : TreePath.of(path);
    Oid tree = ((TreeFinder.Spot.OfTree) found(code.at(revision, at))).tree();
    return found(code.directory(tree, Optional.empty(), 1_000, CodeFixture.plenty()))
        .entries()
        .stream()
        .map(entry -> {
          boolean hasSize = entry.mode().isFile() || entry.mode() == Mode.SYMLINK;
          return entry.mode().octal()
              + " "
              + entry.oid()
              + " "
              + (hasSize ? entry.size() : "-")
              + "\t"
              + entry.name().latin1().replaceAll(" +", " ");
        })
        .toList();
  }

  /** W-31. */
  @Test
  void directoryWithOneDirectoryAloneIsFollowed() throws IOException {
    fixture.importing(
        commit(
            "refs/heads/main",
            0,
            "first",
            file("100644", "src/main/java/A.java", "x"),
            file("100644", "one-file/a", "x"),
            file("100644", "two/a/x", "x"),
            file("100644", "two/b/x", "x"),
            file("100644", "mixed/a/x", "x"),
            file("100644", "mixed/file", "x"),
            file("120000", "symlink/to", "x"),
            file("100644", "deep/1/2/3/4/5/file", "x"),
            file("100644", "long/" + "n".repeat(300) + "/x/file", "x"),
            file("100644", "\"odd\\377/\\376/file\"", "x"),
            "M 160000 " + "1".repeat(40) + " module/of"));
    try (CodeReader code = fixture.open()) {
      List<TreeEntry> entries = root(code, revision(code, "main"), Optional.empty(), 100).entries();
      assertThat(code.onlyChildren(entries, 3, 100))
          .containsOnly(
              entry(TreeName.of("src"), TreePath.of("main/java")),
              entry(TreeName.of("deep"), TreePath.of("1/2/3")),
              entry(
                  TreeName.of(new byte[] {'o', 'd', 'd', (byte) 0xff}),
                  TreePath.of(new byte[] {(byte) 0xfe})));
      assertThat(code.onlyChildren(entries, 3, 4)).containsOnlyKeys(TreeName.of("deep"));
      assertThat(code.onlyChildren(entries, 3, 0)).isEmpty();
    }
  }

  @Test
  void largeDirectoryIsReadInPages() throws IOException {
    String[] files = new String[25];
    for (int i = 0; i < files.length; i++) {
      files[i] = file("100644", "f" + (100 + i), "x");
    }
    fixture.importing(commit("refs/heads/main", 0, "many", files));
    try (CodeReader code = fixture.open()) {
      Revision main = revision(code, "main");
      List<TreeName> seen = new ArrayList<>();
      Optional<TreeName> after = Optional.empty();
      for (int page = 0; page < 3; page++) {
        Directory some = root(code, main, after, 10);
        assertThat(some.total()).isEqualTo(25);
        some.entries().forEach(entry -> seen.add(entry.name()));
        after = Optional.of(seen.getLast());
      }
      assertThat(seen).hasSize(25).doesNotHaveDuplicates().isSorted();
      assertThat(
              code.directory(
                  ((TreeFinder.Spot.OfTree) found(code.at(main, TreePath.ROOT))).tree(),
                  Optional.empty(),
                  10,
                  CodeFixture.steps(5)))
          .isInstanceOf(Outcome.TooMuch.class);
    }
  }

  @Test
  void pathThatIsNotThereIsAbsent() throws IOException {
    fixture.importing(commit("refs/heads/main", 0, "first", file("100644", "a/b", "x")));
    try (CodeReader code = fixture.open()) {
      Revision main = revision(code, "main");
      for (String path : List.of("b", "a/c", "a/b/c", "A/b")) {
        assertThat(code.at(main, TreePath.of(path))).isInstanceOf(Outcome.Absent.class);
      }
    }
  }

  @Test
  void fileIsReadAsFarAsItIsShown() throws IOException {
    fixture.importing(
        commit(
            "refs/heads/main",
            0,
            "first",
            file("100644", "text", "0123456789"),
            file("100644", "binary", "a\0b")));
    try (CodeReader code = fixture.open()) {
      Blob text = blob(code, "text", 4);
      assertThat(text.beginning()).isEqualTo("0123".getBytes(StandardCharsets.US_ASCII));
      assertThat(text.size()).isEqualTo(10);
      assertThat(text.isWhole()).isFalse();
      assertThat(text.isBinary()).isFalse();
      assertThat(blob(code, "binary", 100).isBinary()).isTrue();
    }
  }

  private static Blob blob(CodeReader code, String path, int max) throws IOException {
    var spot = (TreeFinder.Spot.OfEntry) found(code.at(revision(code, "main"), TreePath.of(path)));
    return code.blob(spot.entry().oid(), max);
  }

  /** Branches that split and join, with files that change here and there. */
  private void importHistory(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder stream = new StringBuilder("feature done\n");
    for (int i = 0; i < 60; i++) {
      String branch = i == 0 || random.nextInt(3) > 0 ? "refs/heads/main" : "refs/heads/side";
      stream.append("commit ").append(branch).append("\nmark :").append(i + 1).append('\n');
      stream
          .append("committer A <a@example.com> ")
          .append(1_700_000_000 + 60 * i)
          .append(" +0000\n");
      stream.append("data 3\nc").append(10 + i).append('\n');
      if (i > 0) {
        stream.append("from :").append(Math.max(1, i - random.nextInt(3))).append('\n');
      }
      if (i > 8 && random.nextInt(5) == 0) {
        stream.append("merge :").append(i - 4 - random.nextInt(3)).append('\n');
      }
      String content = "v" + (10 + i);
      stream
          .append("M 100644 inline d")
          .append(random.nextInt(3))
          .append("/f")
          .append(random.nextInt(3))
          .append("\ndata 3\n")
          .append(content)
          .append("\n\n");
    }
    stream.append("reset refs/heads/main\nfrom :60\n\ndone\n");
    fixture.importing(stream.toString());
  }

  @Test
  void logIsThatOfGit() throws IOException {
    importHistory(7);
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      List<String> all = fixture.git.git("log", "--format=%H", "main").lines().toList();
      List<Oid> read = new ArrayList<>();
      LogPage page;
      do {
        page = code.log(tip, TreePath.ROOT, read.size(), 7, CodeFixture.plenty());
        page.commits().forEach(commit -> read.add(commit.oid()));
      } while (!page.isLast());
      assertThat(read).extracting(Oid::hex).containsExactlyElementsOf(all);
      for (String path : List.of("d0", "d1/f2", "d2/f0", "none")) {
        assertThat(code.log(tip, TreePath.of(path), 0, 1_000, CodeFixture.plenty()).commits())
            .as(path)
            .extracting(commit -> commit.oid().hex())
            .containsExactlyElementsOf(
                fixture.git.git("log", "--format=%H", "main", "--", path).lines().toList());
      }
      assertThat(code.log(tip, TreePath.ROOT, 0, 50, CodeFixture.steps(5)))
          .satisfies(cut -> {
            assertThat(cut.isCut()).isTrue();
            assertThat(cut.commits()).hasSize(5);
          });
    }
  }

  /** Also if no commit is found for long: the search of a rare path ends, and the next goes on. */
  @Test
  void cutLogGoesOnWhereItHasStopped() throws IOException {
    importHistory(7);
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      for (String path : List.of("d1/f2", "none")) {
        List<Oid> read = new ArrayList<>();
        LogPage page = new LogPage(List.of(), false, true);
        for (int searches = 1; page.isCut(); searches++) {
          QuestionBudget budget = CodeFixture.steps(page.passed() + 9);
          LogPage.Start start = new LogPage.Start(page.passed(), 0);
          page = code.log(tip, TreePath.of(path), start, 50, budget);
          page.commits().forEach(commit -> read.add(commit.oid()));
          assertThat(page.isLast() || page.passed() == 9 * searches).isTrue();
        }
        assertThat(read)
            .extracting(Oid::hex)
            .containsExactlyElementsOf(
                fixture.git.git("log", "--format=%H", "main", "--", path).lines().toList());
      }
    }
  }

  @Test
  void lastCommitOfAnEntryIsTheFirstOfItsLog() throws IOException {
    importHistory(5);
    try (CodeReader code = fixture.open()) {
      Oid tip = fixture.oid("main");
      for (String path : List.of("", "d0", "d1", "d2")) {
        TreePath directory = path.isEmpty() ? TreePath.ROOT : TreePath.of(path);
        var last = found(code.lastCommits(tip, directory, CodeFixture.plenty()));
        assertThat(last).isNotEmpty();
        last.forEach((name, commit) -> {
          String file = path.isEmpty() ? name.text() : path + "/" + name;
          String byGit = fixture.git.git("log", "-1", "--format=%H", "main", "--", file);
          assertThat(commit.hex()).as(file).isEqualTo(byGit);
          assertThat(lastCommit(code, tip, directory.child(name))).isEqualTo(commit);
        });
      }
      assertThat(code.lastCommits(tip, TreePath.of("none"), CodeFixture.plenty()))
          .isEqualTo(new Outcome.Absent<>());
      assertThat(code.lastCommits(tip, TreePath.ROOT, CodeFixture.steps(2)))
          .isEqualTo(new Outcome.TooMuch<>());
      for (String none : List.of("none", "none/none", "d0/none")) {
        assertThat(code.lastCommit(tip, TreePath.of(none), CodeFixture.plenty()))
            .isEqualTo(new Outcome.Absent<>());
      }
      assertThat(code.lastCommit(tip, TreePath.of("d0"), CodeFixture.steps(0)))
          .isEqualTo(new Outcome.TooMuch<>());
    }
  }

  private static Oid lastCommit(CodeReader code, Oid tip, TreePath path) {
    try {
      return found(code.lastCommit(tip, path, CodeFixture.plenty()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void commitSaysWhatItsAuthorClaims() throws IOException {
    fixture.importing(
        commit(
            "refs/heads/main",
            0,
            "A subject\nin two lines\n\nAnd ä body.\n",
            file("100644", "a", "x")));
    try (CodeReader code = fixture.open()) {
      CommitFacts commit = code.commit(fixture.oid("main"));
      assertThat(commit.subject()).isEqualTo("A subject in two lines");
      assertThat(commit.message()).isEqualTo("A subject\nin two lines\n\nAnd ä body.\n");
      assertThat(commit.author())
          .isEqualTo(new CommitFacts.Person("A U Thor", "a@example.com", 1_700_000_000, 90));
      assertThat(commit.parents()).isEmpty();
      assertThat(commit.signature()).isEqualTo(ObjectSignature.NONE);
      assertThat(commit.tree()).isEqualTo(fixture.oid("main^{tree}"));
    }
  }

  @Test
  void commitOfUnknownEncodingOrWithoutMessageIsShownAllTheSame() throws IOException {
    String text =
        "tree %s\nauthor x <> 0 +0000\ncommitter x <y> 99999999999 +9999\nencoding none-such\n\n"
            .formatted(fixture.git.git("hash-object", "-t", "tree", "-w", "/dev/null"));
    String odd =
        fixture
            .git
            .run(
                text.getBytes(StandardCharsets.UTF_8),
                "hash-object",
                "-t",
                "commit",
                "-w",
                "--stdin",
                "--literally")
            .text();
    fixture.git.git("update-ref", "refs/heads/main", odd);
    try (CodeReader code = fixture.open()) {
      CommitFacts commit = code.commit(new Oid(odd));
      assertThat(commit.message()).isEmpty();
      assertThat(commit.subject()).isEmpty();
      assertThat(commit.author().seconds()).isZero();
    }
  }

  @Test
  void commitBelongsToARepositoryOnlyIfItsRefsReachIt() throws IOException {
    fixture.importing(
        commit("refs/heads/main", 0, "own", file("100644", "a", "1"))
            + commit("refs/heads/main", 1, "newer", file("100644", "a", "2"))
            + commit("refs/nostr/" + EVENT, 2, "offered", file("100644", "a", "3"))
            + commit("refs/heads/sibling", 3, "of another owner", file("100644", "a", "4")));
    TreeMap<RefName, Oid> refs = new TreeMap<>();
    refs.put(new RefName("refs/heads/main"), fixture.oid("main"));
    refs.put(new RefName("refs/nostr/" + EVENT), fixture.oid("refs/nostr/" + EVENT));
    Oid own = fixture.oid("main~1");
    Oid offered = fixture.oid("refs/nostr/" + EVENT);
    Oid sibling = fixture.oid("sibling");
    try (CodeReader code =
        fixture.open(new Refs(refs, Optional.of(new RefName("refs/heads/main"))))) {
      assertThat(code.belonging(own, CodeFixture.plenty()))
          .isEqualTo(new Outcome.Found<>(new Belonging.Own()));
      assertThat(code.belonging(offered, CodeFixture.plenty()))
          .isEqualTo(new Outcome.Found<>(new Belonging.Offered(EventId.parse(EVENT))));
      assertThat(code.belonging(sibling, CodeFixture.plenty())).isEqualTo(new Outcome.Absent<>());
      assertThat(code.belonging(own, CodeFixture.steps(0))).isEqualTo(new Outcome.TooMuch<>());
      assertThat(revision(code, own.hex().substring(0, 12)).commit()).contains(own);
      assertThat(
              code.revision(
                  new RevisionName.OfCommit(sibling.hex(), TreePath.ROOT), CodeFixture.plenty()))
          .isEqualTo(new Outcome.Absent<>());
    }
  }

  @Test
  void tagMayLeadToAnyObject() throws IOException {
    fixture.importing(commit("refs/heads/main", 0, "first", file("100644", "a/b", "x")));
    fixture.git.git("tag", "-a", "-m", "of a commit", "v1", "main");
    fixture.git.git("tag", "-a", "-m", "of a tag", "v2", "v1");
    fixture.git.git("tag", "tree", "main:a");
    fixture.git.git("tag", "-a", "-m", "of a file", "blob", "main:a/b");
    try (CodeReader code = fixture.open()) {
      assertThat(revision(code, "v2").commit()).contains(fixture.oid("main"));
      assertThat(revision(code, "tree").target())
          .isEqualTo(new Revision.Target(Revision.Kind.TREE, fixture.oid("main:a")));
      assertThat(revision(code, "blob").target())
          .isEqualTo(new Revision.Target(Revision.Kind.BLOB, fixture.oid("main:a/b")));
      assertThat(found(code.at(revision(code, "tree"), TreePath.of("b"))))
          .isInstanceOf(TreeFinder.Spot.OfEntry.class);
    }
  }
}
