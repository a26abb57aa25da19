package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.RefName;
import dev.graspd.server.git.browse.link.LinkedEntries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names that mean more than one thing, and entries of trees that lead elsewhere. */
final class OddNamesTest extends CodeSiteFixture {
  private static final String ZEROS = "0".repeat(62);

  private String tree(String rest) {
    return "<a href=\"" + BASE + TOOL + "/tree/" + rest + "\">";
  }

  /** W-20. */
  @Test
  void branchWithTheNameOfATagSaysSoAndLinksTheTag() throws IOException {
    git.commit("a.txt", "one\n");
    git.git("tag", "both");
    git.git("branch", "both");
    git.git("tag", "alone");
    publish();
    String link = tree("refs/tags/both") + "<bdi>refs/tags/both</bdi></a>";
    for (String view :
        new String[] {"/tree/both", "/tree/both/a.txt", "/blame/both/a.txt", "/commits/both"}) {
      assertThat(page(view)).as(view).contains("This is the branch <bdi>both</bdi>", link);
    }
    assertThat(page("/compare/both..main")).contains(link);
    for (String view :
        new String[] {"/tree/refs/tags/both", "/tree/refs/heads/both", "/tree/alone"}) {
      assertThat(page(view)).as(view).doesNotContain("This is the branch");
    }
  }

  /** W-37. */
  @Test
  void headWithoutItsBranchSaysWhichOneIsShown() throws IOException {
    git.commit("a.txt", "one\n");
    publish();
    assertThat(page("/tree/HEAD")).doesNotContain("HEAD names");
    fixture.refs = fixture.refs.withHead(Optional.of(new RefName("refs/heads/gone")));
    String said =
        "HEAD names <bdi>refs/heads/gone</bdi>, which is not here. This is"
            + " <bdi>refs/heads/main</bdi>.";
    assertThat(page("/tree/HEAD")).contains(said);
    assertThat(page("/commits/HEAD")).contains(said);
    assertThat(page("/tree/main")).doesNotContain("HEAD names");
  }

  private void link(String name, String target) {
    byte[] written = target.getBytes(StandardCharsets.UTF_8);
    String blob = git.run(written, "hash-object", "-w", "--stdin").text();
    git.git("update-index", "--add", "--cacheinfo", "120000," + blob + "," + name);
  }

  /** W-31. */
  @Test
  void symbolicLinkShowsItsTargetAndLinksOneInside() throws IOException {
    git.commit("dir/a.txt", "one\n");
    link("here", "dir/a.txt");
    link("dir/up", "../dir");
    link("out", "../../etc/passwd");
    link("absolute", "/etc/passwd");
    link("gone", "dir/none");
    git.git("commit", "-q", "-m", "links");
    publish();
    assertThat(page("/tree/main"))
        .contains(
            " → " + tree("main/dir/a.txt") + "<bdi>dir/a.txt</bdi></a>",
            " → <bdi>../../etc/passwd</bdi>",
            " → <bdi>/etc/passwd</bdi>",
            " → <bdi>dir/none</bdi>",
            "<td class=\"mode\">120000</td>",
            "<td class=\"mode\">040000</td>");
    assertThat(page("/tree/main/dir")).contains(" → " + tree("main/dir") + "<bdi>../dir</bdi></a>");
    assertThat(page("/tree/main/here"))
        .contains("A symbolic link to " + tree("main/dir/a.txt") + "<bdi>dir/a.txt</bdi></a>");
    assertThat(page("/tree/main/gone"))
        .contains("A symbolic link to <bdi>dir/none</bdi>, which is not in this tree");
  }

  @Test
  void onlyTheFirstSymbolicLinksOfADirectoryAreRead() throws IOException {
    for (int i = 0; i <= LinkedEntries.SYMLINKS_READ_MAX; i++) {
      link("l%04d".formatted(i), "target");
    }
    git.git("commit", "-q", "-m", "links");
    publish();
    assertThat(page("/tree/main").split("<bdi>target</bdi>", -1))
        .hasSize(LinkedEntries.SYMLINKS_READ_MAX + 1);
    assertThat(page("/tree/main")).contains(" → symlink");
  }

  /** W-31. */
  @Test
  void submoduleNamesItsCommitAndLinksItsRepository() throws IOException {
    git.commit(
        ".gitmodules",
        """
        [submodule "one"]
          path = lib/one
          url = https://example.org/one.git?a=1&b=<2>
        [submodule "two"]
          path = two
          url = ../two.git
        [submodule "bad"]
          path = bad
          url = "javascript:alert(1)"
        """);
    for (String path : new String[] {"lib/one", "two", "bad", "unnamed"}) {
      git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + "," + path);
    }
    git.git("commit", "-q", "-m", "modules");
    publish();
    String link = "<a href=\"https://example.org/one.git?a=1&amp;b=&lt;2&gt;\"";
    assertThat(page("/tree/main/lib")).contains(" @ 1111111111 " + link);
    assertThat(page("/tree/main"))
        .contains(" @ 1111111111 <bdi>../two.git</bdi>", " @ 1111111111 (submodule)")
        .contains("<bdi>javascript:alert(1)</bdi>")
        .doesNotContain("href=\"javascript");
    assertThat(page("/tree/main/lib/one")).contains("1</code> of " + link);
    assertThat(page("/tree/main/unnamed")).contains("which .gitmodules does not name");
  }

  @Test
  void malformedListOfSubmodulesCountsAsNone() throws IOException {
    git.commit(".gitmodules", "[submodule \"x\"\npath = = =\n");
    git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    git.git("commit", "-q", "-m", "module");
    publish();
    assertThat(page("/tree/main")).contains(" @ 1111111111 (submodule)");
  }

  /** W-32. */
  @Test
  void pointerOfLfsSaysWhatItStandsFor() throws IOException {
    String oid = "sha256:" + ZEROS + "ab";
    git.commit(
        "large.bin", "version https://git-lfs.github.com/spec/v1\noid " + oid + "\nsize 5242880\n");
    git.commit("other.txt", "oid " + oid + "\n");
    publish();
    assertThat(page("/tree/main/large.bin"))
        .contains("A pointer of Git LFS. The file itself has 5", "<code>" + oid + "</code>");
    assertThat(page("/tree/main/other.txt")).doesNotContain("Git LFS");
  }

  /** W-35. */
  @Test
  void tagOffersDownloadsAndTheListSaysWhatSignatureItCarries() throws IOException {
    git.commit("a.txt", "one\n");
    git.git("tag", "-a", "-m", "first", "v1");
    git.git("tag", "light");
    git.git("branch", "light");
    git.git("tag", "-a", "-m", "a tree", "of-tree", "main^{tree}");
    publish();
    String archive = "href=\"" + BASE + TOOL + "/archive/";
    assertThat(page("/tag/v1"))
        .contains(archive + "v1.tar.gz\"", archive + "v1.tar\"", archive + "v1.zip\"");
    assertThat(page("/tag/light")).contains(archive + "refs/tags/light.zip\"");
    assertThat(page("/tag/of-tree")).doesNotContain("/archive/");
    assertThat(page("/tags"))
        .contains(archive + "v1.tar.gz\"", archive + "v1.zip\"", "Signature in it, not checked")
        .contains("<td>none</td>")
        .doesNotContain("/archive/of-tree");
  }

  /** W-101. */
  @Test
  void tablesHaveCaptionsAndNumbersOfLinesAreNotReadOut() throws IOException {
    git.commit("a.txt", "one\n");
    git.commit("a.txt", "two\n");
    git.git("tag", "v1");
    publish();
    String before = git.git("rev-parse", "main~1");
    assertCaptions(page("/compare/" + before + "..main?view=split"));
    for (String rest : new String[] {"/tree/main", "/branches", "/tags", "/blame/main/a.txt"}) {
      assertCaptions(page(rest));
    }
    assertThat(page("/blame/main/a.txt")).contains("<td class=\"number\" aria-hidden=\"true\">1<");
  }

  private static void assertCaptions(String html) {
    int tables = html.split("<table", -1).length;
    assertThat(tables).isGreaterThan(1);
    assertThat(html.split("<caption class=\"unseen\">", -1)).hasSize(tables);
  }
}
