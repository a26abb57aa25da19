package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers of a repository get, in each version of git's protocol. */
class Grasp01FetchTest extends HostingSuite {
  private static final String WORDS = " side-band-64k ofs-delta no-progress";

  /** A repository with two commits, a branch and an annotated tag. */
  private Filled rich() {
    Filled filled = filled();
    GitClient work = filled.work();
    String second = work.commit("src/deep/file", "x".repeat(5_000));
    work.must("branch", "side", filled.commit());
    work.must("tag", "-a", "v1", "-m", "first");
    String tag = work.must("rev-parse", "v1").strip();
    Event state = filled.repo().state("main", second, "side", filled.commit(), "refs/tags/v1", tag);
    assertThat(filled.relay().publish(state).accepted()).isTrue();
    work.must("push", filled.repo().cloneUrl(), "main", "side", "v1");
    return filled;
  }

  private GitClient cloned(HostedRepo repo, String... options) {
    GitClient all = GitClient.at(directory);
    String name = newWord();
    String[] command = new String[options.length + 4];
    System.arraycopy(options, 0, command, 0, options.length);
    command[options.length] = "clone";
    command[options.length + 1] = "-q";
    command[options.length + 2] = repo.cloneUrl();
    command[options.length + 3] = name;
    all.must(command);
    return GitClient.at(directory.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  @Claims({"G01-6", "C-1"})
  void everyVersionClonesAndFetchesWhatIsNew(int version) {
    Filled filled = rich();
    String protocol = "protocol.version=" + version;
    GitClient copy = cloned(filled.repo(), "-c", protocol);
    assertThat(copy.head()).isEqualTo(filled.work().head());
    assertThat(copy.must("tag")).isEqualToIgnoringNewLines("v1");
    assertThat(copy.must("rev-parse", "origin/side").strip()).isEqualTo(filled.commit());

    String third = filled.work().commit("more", "more\n");
    filled.push("main", third, "side", filled.commit());
    copy.must("-c", protocol, "fetch", "-q");
    assertThat(copy.must("rev-parse", "origin/main").strip()).isEqualTo(third);
    assertThat(copy.must("fsck", "--strict")).doesNotContain("error");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  @Claims({"G01-6", "C-1", "C-2"})
  void everyVersionMakesShallowClonesAndDeepensThem(int version) {
    Filled filled = rich();
    String protocol = "protocol.version=" + version;
    GitClient copy = GitClient.init(directory.resolve("shallow"));
    copy.must("-c", protocol, "fetch", "-q", "--depth", "1", filled.repo().cloneUrl(), "main");
    assertThat(copy.must("rev-list", "--count", "FETCH_HEAD").strip()).isEqualTo("1");
    copy.must("-c", protocol, "fetch", "-q", "--unshallow", filled.repo().cloneUrl(), "main");
    assertThat(copy.must("rev-list", "--count", "FETCH_HEAD").strip()).isEqualTo("2");
  }

  /** libgit2 reads no line feed there. */
  @Test
  @Claims("G01-6")
  void shallowCommitsAreNamedWithoutALineFeedAsGitDoes() {
    Filled filled = rich();
    String head = filled.work().head();
    String deeper = Pkts.line("want " + head + WORDS + "\n") + Pkts.line("shallow " + head + "\n");
    String bounds = Pkts.line("want " + head + WORDS + "\n") + Pkts.line("deepen 1\n") + Pkts.FLUSH;
    assertThat(Pkts.read(GitHttp.post(filled.repo(), GitHttp.UPLOAD, bounds).body()))
        .containsExactly("shallow " + head, Pkts.FLUSH);
    assertThat(
            Pkts.read(
                GitHttp.post(
                        filled.repo(),
                        GitHttp.UPLOAD,
                        deeper + Pkts.line("deepen 2\n") + Pkts.FLUSH + Pkts.line("done\n"))
                    .body()))
        .startsWith("shallow " + filled.commit(), "unshallow " + head, Pkts.FLUSH, "NAK\n");
    String second =
        Pkts.line("command=fetch")
            + Pkts.DELIMITER
            + Pkts.line("want " + head + "\n")
            + Pkts.line("deepen 1\n")
            + Pkts.line("done\n")
            + Pkts.FLUSH;
    assertThat(
            Pkts.read(
                GitHttp.post(filled.repo(), GitHttp.UPLOAD, second, "Git-Protocol", "version=2")
                    .body()))
        .startsWith("shallow-info\n", "shallow " + head, Pkts.DELIMITER, "packfile\n");
  }

  /** With merges, where it matters from where commits are counted. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  @Claims({"G01-6", "C-2"})
  void aShallowCloneIsDeepenedFromWhereItEndsAsGitDoesIt(int version) {
    Filled filled = filled();
    GitClient work = filled.work();
    for (int i = 0; i < 3; i++) {
      work.must("checkout", "-q", "-b", "side" + i);
      work.commit("side" + i, "x");
      work.must("checkout", "-q", "main");
      work.commit("a" + i, "a");
      work.commit("b" + i, "b");
      work.must("merge", "-q", "--no-edit", "side" + i);
      work.must("branch", "-q", "-D", "side" + i);
    }
    filled.push("main", work.head());
    GitClient ours = GitClient.init(directory.resolve("ours"));
    GitClient theirs = GitClient.init(directory.resolve("theirs"));
    for (String bound : List.of("--depth=2", "--deepen=1", "--deepen=2", "--deepen=100")) {
      assertThat(history(ours, version, bound, filled.repo().cloneUrl()))
          .as(bound)
          .isEqualTo(history(theirs, version, bound, "file://" + work.directory()));
    }
    assertThat(ours.must("fsck", "--strict")).doesNotContain("error");
  }

  private static List<String> history(GitClient copy, int version, String bound, String url) {
    copy.must("-c", "protocol.version=" + version, "fetch", "-q", bound, url, "main");
    return copy.must("rev-list", "--parents", "FETCH_HEAD").lines().sorted().toList();
  }

  @Test
  @Claims("G01-6")
  void nothingIsToldOfWhatASiblingHasWhenAHistoryIsDeepened() {
    Filled filled = filled();
    Filled sibling = filled(filled.repo().of(newKey()));
    String second = sibling.work().commit("second", "second\n");
    sibling.push("main", second);
    String request =
        Pkts.line("want " + filled.commit() + WORDS + " deepen-relative\n")
            + Pkts.line("shallow " + second + "\n")
            + Pkts.line("deepen 1\n")
            + Pkts.FLUSH
            + Pkts.line("done\n");
    HttpResponse<byte[]> answer = GitHttp.post(filled.repo(), GitHttp.UPLOAD, request);
    assertThat(Pkts.read(answer.body())).startsWith(Pkts.FLUSH, "NAK\n");
  }

  @ParameterizedTest
  @CsvSource({"0, blob:none", "2, blob:none", "2, blob:limit=1k", "0, tree:0", "2, tree:1"})
  @Claims("G01-6")
  void partialClonesLeaveOutWhatTheyAreTold(int version, String filter) {
    Filled filled = rich();
    GitClient copy = GitClient.init(directory.resolve("partial"));
    copy.must("remote", "add", "origin", filled.repo().cloneUrl());
    copy.must(
        "-c", "protocol.version=" + version, "fetch", "-q", "--filter=" + filter, "origin", "main");
    String missing = copy.must("rev-list", "--objects", "--missing=print", filled.work().head());
    String blob = filled.work().must("rev-parse", "main:src/deep/file").strip();
    assertThat(missing).contains(filter.startsWith("tree") ? "?" : "?" + blob);
    copy.must("-c", "protocol.version=" + version, "checkout", "-q", filled.work().head());
    assertThat(directory.resolve("partial/src/deep/file")).hasSize(5_000);
  }

  @Test
  @Claims("G01-6")
  void anUnknownFilterIsRefusedInWords() {
    Filled filled = rich();
    GitClient copy = GitClient.init(directory.resolve("partial"));
    copy.must("remote", "add", "origin", filled.repo().cloneUrl());
    assertThat(copy.mustFail("fetch", "--filter=sparse:oid=main:x", "origin", "main"))
        .contains("filter not supported: 'sparse:oid=main:x' is not one of blob:none");
  }

  @Test
  @Claims({"C-2", "C-4", "G01-7"})
  void theAdvertisementOfVersion0HasWhatClientsLookFor() {
    Filled filled = rich();
    List<String> lines = GitHttp.advertised(filled.repo(), GitHttp.UPLOAD);
    String head = filled.work().head();
    assertThat(lines.subList(0, 2)).containsExactly("# service=git-upload-pack\n", Pkts.FLUSH);
    assertThat(lines.get(2)).startsWith(head + " HEAD\0");
    assertThat(Set.of(lines.get(2).strip().split("[ \0]")))
        .contains(
            "multi_ack",
            "multi_ack_detailed",
            "thin-pack",
            "side-band",
            "side-band-64k",
            "shallow",
            "deepen-since",
            "deepen-not",
            "deepen-relative",
            "include-tag",
            "no-done",
            "ofs-delta",
            "no-progress",
            "object-format=sha1",
            "filter",
            "allow-tip-sha1-in-want",
            "allow-reachable-sha1-in-want",
            "symref=HEAD:refs/heads/main")
        .anyMatch(word -> word.startsWith("agent="));
    assertThat(lines.getLast()).isEqualTo(Pkts.FLUSH);
    assertThat(lines.subList(2, lines.size() - 1)).allMatch(line -> line.endsWith("\n"));
    assertThat(refs(filled.repo())).contains(head + " refs/tags/v1^{}");
  }

  @Test
  @Claims({"C-1", "C-2"})
  void theOtherVersionsSayWhichTheyAre() {
    HostedRepo repo = filled().repo();
    assertThat(GitHttp.advertised(repo, GitHttp.UPLOAD, "Git-Protocol", "version=1"))
        .contains("version 1\n");
    assertThat(GitHttp.advertised(repo, GitHttp.UPLOAD, "Git-Protocol", "version=2"))
        .contains("version 2\n", "object-format=sha1\n")
        .noneMatch(line -> line.contains("refs/"));
  }

  @Test
  @Claims({"G01-7", "C-4"})
  void anEmptyRepositoryHasCapabilitiesAndNoUnbornMain() {
    HostedRepo repo = announced();
    for (String service : List.of(GitHttp.UPLOAD, GitHttp.RECEIVE)) {
      List<String> lines = GitHttp.advertised(repo, service);
      assertThat(lines).hasSize(4);
      assertThat(lines.get(2)).startsWith(RawPush.ZERO + " capabilities^{}\0").endsWith("\n");
      assertThat(lines.get(2)).doesNotContain("refs/heads/main");
    }
    HttpResponse<byte[]> listed =
        GitHttp.post(
            repo,
            GitHttp.UPLOAD,
            Pkts.line("command=ls-refs\n")
                + Pkts.DELIMITER
                + Pkts.line("symrefs\n")
                + Pkts.line("unborn\n")
                + Pkts.FLUSH,
            "Git-Protocol",
            "version=2");
    assertThat(GitHttp.text(listed)).doesNotContain("refs/heads/main");
    assertThat(cloned(repo).must("branch", "-a")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"main~1", "main", "main:src", "main:src/deep/file", "v1"})
  @Claims({"C-18", "G01-6"})
  void anyReachableObjectIsGivenByItsId(String what) {
    Filled filled = rich();
    String wanted = filled.work().must("rev-parse", what).strip();
    for (String version : List.of("", "version=2")) {
      HttpResponse<byte[]> response = fetch(filled.repo(), wanted, version);
      assertThat(new String(Pkts.band(1, response.body()), StandardCharsets.ISO_8859_1))
          .as(version)
          .startsWith("PACK");
    }
  }

  @Test
  @Claims({"C-18", "G01-6"})
  void whatIsMissingIsNotOurs() {
    HostedRepo repo = filled().repo();
    assertNotOurs(repo, "12".repeat(20));
  }

  @Test
  @Claims("G01-6")
  void whatOnlyASiblingReachesIsNotOurs() {
    Filled filled = filled();
    Filled sibling = filled(filled.repo().of(newKey()));
    String theirs = sibling.work().must("rev-parse", "main:README").strip();
    assertNotOurs(filled.repo(), sibling.commit());
    assertNotOurs(filled.repo(), theirs);
    assertThat(Pkts.band(1, fetch(sibling.repo(), theirs, "version=2").body())).isNotEmpty();
  }

  @Test
  @Claims("G01-6")
  void whatIsNoLongerReachedIsNotOurs() {
    Filled filled = filled();
    GitClient work = filled.work();
    work.must("commit", "-q", "--amend", "-m", "another");
    filled.push("main", work.head());
    assertThat(refs(filled.repo())).containsExactly(work.head() + " " + MAIN);
    assertNotOurs(filled.repo(), filled.commit());
  }

  private static void assertNotOurs(HostedRepo repo, String wanted) {
    for (String version : List.of("", "version=2")) {
      assertThat(Pkts.read(fetch(repo, wanted, version).body()))
          .anyMatch(line -> line.strip().equals("ERR upload-pack: not our ref " + wanted));
    }
  }

  private static HttpResponse<byte[]> fetch(HostedRepo repo, String wanted, String version) {
    String want = "want " + wanted;
    String old = Pkts.line(want + WORDS + "\n") + Pkts.FLUSH + Pkts.line("done\n");
    String fresh =
        Pkts.line("command=fetch")
            + Pkts.DELIMITER
            + Pkts.line(want + "\n")
            + Pkts.line("no-progress\n")
            + Pkts.line("done\n")
            + Pkts.FLUSH;
    return version.isEmpty()
        ? GitHttp.post(repo, GitHttp.UPLOAD, old)
        : GitHttp.post(repo, GitHttp.UPLOAD, fresh, "Git-Protocol", version);
  }
}
