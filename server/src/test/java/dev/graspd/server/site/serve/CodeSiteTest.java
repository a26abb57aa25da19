package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.cache.CodeCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pages of a repository that C git made. */
final class CodeSiteTest extends CodeSiteFixture {
  private static final Pattern OWN_LINK = Pattern.compile("href=\"" + BASE + "([^\"]+)\"");

  @Test
  void directoryShowsItsEntriesWithTheirLastCommitsAndItsReadme() throws IOException {
    sample();
    String html = page("/tree/main");
    assertThat(html)
        .contains(">src</bdi></a>/", ">README.md</bdi>", "change binary")
        .contains("<h2 id=\"user-content-tool\">Tool</h2>")
        .doesNotContain("<script", "alert(1)");
    assertThat(page("/tree/HEAD/src")).contains("start.c").doesNotContain("main.c</bdi>");
    assertThat(page("/tree/feature/x/src")).contains("start.c");
  }

  /** W-31. */
  @Test
  void directoriesWithOneDirectoryAloneAreOneRow() throws IOException {
    git.commit("src/main/java/A.java", "class A {}\n");
    git.commit("docs/guide.md", "# Guide\n");
    git.commit("pages/<b>/index.html", "x\n");
    publish();
    String html = page("/tree/main");
    String tree = "<a href=\"" + BASE + TOOL + "/tree/main/";
    assertThat(html)
        .contains(tree + "src/main/java\"><bdi>src/main/java</bdi></a>/")
        .contains(tree + "docs\"><bdi>docs</bdi></a>/")
        .contains(tree + "pages/%3Cb%3E\"><bdi>pages/&lt;b&gt;</bdi></a>/")
        .contains("add src/main/java/A.java".replace("add", "change"))
        .doesNotContain(tree + "src\"");
    assertThat(page("/tree/main/src")).contains(tree + "src/main/java\"><bdi>main/java</bdi></a>/");
  }

  /** W-32. */
  @Test
  void fileNamesItsLastCommitAndItsLastingAddress() throws IOException {
    git.commit("a.txt", "one\n");
    String first = git.git("rev-parse", "HEAD");
    git.commit("b.txt", "two\n");
    String second = git.git("rev-parse", "HEAD");
    publish();
    String html = page("/tree/main/a.txt");
    assertThat(html)
        .contains(
            "<p class=\"newest\"><a rel=\"nofollow\" href=\"" + BASE + TOOL + "/commit/" + first)
        .contains("<a href=\"" + BASE + TOOL + "/tree/" + second + "/a.txt\">Permalink</a>")
        .doesNotContain("/commit/" + second);
    assertThat(page("/tree/" + second + "/a.txt")).contains("/commit/" + first, ">Permalink</a>");
    assertThat(page("/tree/main/b.txt")).contains("/commit/" + second);
  }

  /** W-6, W-32. */
  @Test
  void fileWhoseLastCommitIsNotFoundInTimeSaysSo() throws IOException {
    git.commit("a.txt", "one\n");
    publish();
    AtomicLong time = new AtomicLong();
    site =
        new CodeSite(
            fixture.stores,
            new CodeCache(0),
            SiteFixture.FRAME,
            fixture::offeredBy,
            () -> time.addAndGet(Duration.ofSeconds(1).toNanos()));
    assertThat(page("/tree/main/a.txt"))
        .contains("The last commit of this file is left out", ">History</a>", "id=\"L1\"");
  }

  @Test
  void fileShowsItsLinesWithAnchors() throws IOException {
    sample();
    assertThat(page("/tree/main/src/start.c?lines=2-3"))
        .contains("<span class=\"line\" id=\"L1\"><span class=\"t\">int </span>main() {\n</span>")
        .contains("class=\"line marked\" id=\"L2\">\t<span class=\"k\">return </span>")
        .contains("/blame/main/src/start.c\">Blame", "/commits/main/src/start.c\">History")
        .contains("/raw/main/src/start.c\">Raw");
    assertThat(page("/tree/main/turned.txt")).contains("U+202E").doesNotContain("\u202e");
    assertThat(page("/tree/main/binary"))
        .contains(
            "This file is not text. <a rel=\"nofollow\" href=\""
                + BASE
                + TOOL
                + "/raw/main/binary\">Get it");
    assertThat(page("/tree/main/latin1")).contains("grün", "read as Latin-1");
    assertThat(page("/tree/main/empty")).contains("0 lines");
  }

  /** W-74, W-75. */
  @Test
  void headTellsProgramsTheirAddressesOfThePage() throws IOException {
    sample();
    String id = git.git("rev-parse", "main");
    String api =
        "type=\"application/json\" title=\"JSON\" href=\"" + BASE + "api/v1/repositories/" + TOOL;
    String canonical = "rel=\"canonical\" href=\"https://example.org" + BASE + TOOL;
    assertThat(page("/tree/main?x=y"))
        .contains(canonical + "/tree/HEAD\"", api + "/tree/HEAD\"")
        .contains("title=\"Commits\" href=\"" + BASE + TOOL + "/feed/commits.atom\"")
        .doesNotContain("noindex");
    assertThat(page("/tree/main/src/start.c?lines=1-2"))
        .contains(canonical + "/tree/HEAD/src/start.c\"", api + "/blob/main/src/start.c\"");
    assertThat(page("/tree/feature/x/src"))
        .contains(canonical + "/tree/feature/x/src\"", api + "/tree/feature/x/src\"", "noindex");
    assertThat(page("/commits/main/src"))
        .contains(canonical + "/commits/main/src\"", api + "/commits?rev=main&amp;path=src\"");
    assertThat(page("/commit/" + id + "?context=10"))
        .contains(canonical + "/commit/" + id + "\"", api + "/commits/" + id + "\"")
        .contains("title=\"Patch\"", "property=\"og:title\" content=\"change src/start.c\"");
    assertThat(page("/compare/v1...main")).contains(api + "/compare/v1...main\"");
    assertThat(page("/compare/v1..main")).contains(api + "\"");
    assertThat(page("/branches")).contains(api + "/refs\"", "noindex");
    assertThat(page("/tree/main"))
        .contains("<a rel=\"nofollow\" href=\"" + BASE + TOOL + "/commit/" + id + "\"")
        .contains("<a href=\"" + BASE + TOOL + "/tree/main/src\"");
    assertThat(page("/blame/main/README.md")).contains(api + "/blame/main/README.md\"");
  }

  @Test
  void markdownIsRenderedWithItsSourceBeside() throws IOException {
    git.commit("docs/guide.md", "# Guide\n\n[a](../src/a.c#L1) ![b](b.png) [c](../../c)\n");
    git.commit("src/a.c", "int x;\n");
    publish();
    String rendered = page("/tree/main/docs/guide.md");
    assertThat(rendered)
        .contains("<article class=\"md\"><h2 id=\"user-content-guide\">Guide</h2>")
        .contains("<a href=\"" + BASE + TOOL + "/tree/main/src/a.c#L1\">a</a>")
        .contains("<img src=\"" + BASE + TOOL + "/raw/main/docs/b.png\" alt=\"b\"> c</p>")
        .contains("docs/guide.md?view=source\">Source</a>")
        .doesNotContain("id=\"L1\"");
    assertThat(page("/tree/main/docs/guide.md?view=source"))
        .contains("id=\"L1\"", ">Rendered</a>", "content=\"noindex\"")
        .doesNotContain("user-content-");
    assertThat(page("/tree/main/docs/guide.md?lines=1"))
        .contains("class=\"line marked\" id=\"L1\"");
    assertThat(page("/tree/main/docs/guide.md?view=other")).isEqualTo(rendered);
  }

  @Test
  void markdownBeyondABoundIsShownAsItIsWritten() throws IOException {
    git.commit("README.md", "> ".repeat(70) + "deep\n");
    publish();
    for (String rest : new String[] {"/tree/main", "/tree/main/README.md"}) {
      assertThat(page(rest))
          .contains("because its parts are more than 64 levels deep.", "&gt; &gt; deep")
          .doesNotContain("<blockquote>");
    }
  }

  @Test
  void codeBeyondTheBoundHasNoColours() throws IOException {
    git.commit("a.c", ("int x;" + " ".repeat(60) + "\n").repeat(8_000));
    publish();
    assertThat(page("/tree/main/a.c"))
        .contains("no colours because it is longer than 512 KiB")
        .doesNotContain("class=\"t\"");
  }

  @Test
  void readmeIsFoundElsewhereAndThroughLinks() throws IOException {
    git.commit("docs/README.md", "# From docs\n\n[a](a.md)\n");
    publish();
    assertThat(page("/tree/main"))
        .contains("From docs", ">docs/README.md</bdi>", TOOL + "/tree/main/docs/a.md\"");
    git.commit(".github/README", "from github");
    publish();
    assertThat(page("/tree/main")).contains("from github").doesNotContain("From docs");
    symlink("README.md", "docs/../docs/README.md");
    assertThat(page("/tree/main"))
        .contains("From docs", TOOL + "/tree/main/docs/a.md\"")
        .doesNotContain("from github");
    assertThat(page("/tree/main/docs")).contains("From docs");
    symlink("README.md", "README.md");
    assertThat(page("/tree/main")).contains("from github");
    symlink("README.md", "../../etc/passwd");
    assertThat(page("/tree/main")).contains("from github");
    symlink("README.md", "/etc/passwd");
    assertThat(page("/tree/main")).contains("from github");
    assertThat(page("/tree/main/.github")).contains("from github");
  }

  private void symlink(String name, String target) throws IOException {
    byte[] content = target.getBytes(StandardCharsets.UTF_8);
    String blob = git.run(content, "hash-object", "-w", "--stdin").text().strip();
    git.git("update-index", "--add", "--cacheinfo", "120000," + blob + "," + name);
    git.git("commit", "-q", "-m", "link " + name);
    publish();
  }

  @Test
  void commitShowsItsMessageAndWhatItChanged() throws IOException {
    sample();
    String id = git.git("rev-parse", "main");
    String html = page("/commit/" + id);
    assertThat(html)
        .contains("change src/start.c", "src/main.c → src/start.c")
        .contains("<del>-\t<span class=\"k\">return </span><mark>0</mark>;\n</del>")
        .contains("<ins>+\t<span class=\"k\">return </span><mark>1</mark>;\n</ins>")
        .contains("<span> <span class=\"c\">/* more */</span>\n</span>")
        .contains("Author, as claimed", git.git("rev-parse", "main^{tree}"));
    assertThat(answer("/commit/" + id.substring(0, 8))).isInstanceOf(SiteAnswer.Moved.class);
    assertThat(answer("/commit/" + "1".repeat(40))).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void logGoesOnFromPageToPageAlsoWhenTheBranchMoves() throws IOException {
    for (int i = 0; i < 60; i++) {
      git.commit("a.txt", "x" + i);
    }
    publish();
    String first = page("/commits/main");
    Matcher next = Pattern.compile("href=\"[^\"]*(\\?from=[^\"]+)\">Older").matcher(first);
    assertThat(next.find()).isTrue();
    git.commit("b.txt", "newer");
    publish();
    String second = page("/commits/main" + next.group(1).replace("&amp;", "&"));
    assertThat(second.split("class=\"by\"", -1)).hasSize(11);
    assertThat(second).contains(git.git("rev-parse", "--short=10", "main~60"));
  }

  @Test
  void blameNamesACommitForEveryLine() throws IOException {
    sample();
    assertThat(page("/blame/main/src/start.c"))
        .contains(git.git("rev-parse", "--short=10", "main"))
        .contains("<span class=\"c\">/* more */</span>")
        .doesNotContain("not traced");
    assertThat(answer("/blame/main/src")).isEqualTo(new SiteAnswer.NotFound());
  }

  /** W-20: what is named by a commit has one address. */
  @Test
  void shortIdOfACommitLeadsToTheWholeOne() throws IOException {
    sample();
    String whole = git.git("rev-parse", "main~1");
    String part = whole.substring(0, 9);
    for (String rest :
        new String[] {
          "/tree/%s", "/tree/%s/src?lines=1-2", "/blame/%s/latin1", "/commits/%s/src?follow=1"
        }) {
      Addresses.Reading there =
          Addresses.read(TOOL + rest.formatted(whole).split("\\?", -1)[0], query(rest));
      assertThat(answer(rest.formatted(part)))
          .as(rest)
          .isEqualTo(new SiteAnswer.Moved(((Addresses.Reading.At) there).address()));
    }
    assertThat(page("/tree/" + whole)).contains("latin1");
  }

  private static String query(String rest) {
    return rest.contains("?") ? rest.substring(rest.indexOf('?') + 1) : "";
  }

  /** W-6: to come back later would not help, so it is no 503. */
  @Test
  void fileThatIsTooLongForBlameSaysSo() throws IOException {
    git.commit("long", "x\n".repeat(DiffLimits.DEFAULT.fileLines() + 1));
    git.commit("large", "x".repeat(DiffLimits.DEFAULT.fileBytes() + 1));
    publish();
    for (String name : new String[] {"long", "large"}) {
      assertThat(page("/blame/main/" + name))
          .contains("the limits are 10000 lines and 1 MiB. Clone the repository and use git blame.")
          .contains(">History</a>");
    }
  }

  @Test
  void fileThatIsNotShownSaysHowToGetIt() throws IOException {
    git.commit("large", "x\n".repeat(PageBudgets.FILE_BYTES / 2 + 1));
    git.commit("long", "\n".repeat(PageBudgets.FILE_LINES + 1));
    git.commit("dot.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0});
    git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    git.git("commit", "-q", "-m", "module");
    publish();
    String raw = "<a rel=\"nofollow\" href=\"" + BASE + TOOL + "/raw/main/";
    for (String name : new String[] {"large", "long"}) {
      assertThat(page("/tree/main/" + name))
          .contains("too large to show. " + raw + name + "\">Get it as it is</a>")
          .contains(">History</a>")
          .doesNotContain(">Blame</a>");
    }
    assertThat(page("/tree/main/dot.png"))
        .contains("<img src=\"" + BASE + TOOL + "/raw/main/dot.png\" alt=\"dot.png\">");
    assertThat(page("/tree/main/module"))
        .contains("A submodule: commit <code>" + "1".repeat(40))
        .doesNotContain(raw);
  }

  /** A clock that takes 10 ms for each look ends the search of a log after 30 commits. */
  @Test
  void logThatWasCutSaysHowToGoOn() throws IOException {
    for (int i = 0; i < 40; i++) {
      git.commit(i == 0 ? "old.txt" : "a.txt", "x" + i);
    }
    publish();
    AtomicLong nanos = new AtomicLong();
    site =
        new CodeSite(
            fixture.stores,
            new CodeCache(0),
            SiteFixture.FRAME,
            fixture::offeredBy,
            () -> nanos.addAndGet(10_000_000));
    String first = page("/commits/main/old.txt");
    Matcher next =
        Pattern.compile(
                "after (\\d+) commits. <a rel=\"nofollow\" href=\"[^\"]*(\\?from=[^\"]+)\">Go on"
                    + " from there")
            .matcher(first);
    assertThat(next.find()).as(first).isTrue();
    assertThat(first).contains("was found so far");
    assertThat(Integer.parseInt(next.group(1))).isBetween(20, 39);
    site =
        new CodeSite(
            fixture.stores,
            new CodeCache(0),
            SiteFixture.FRAME,
            fixture::offeredBy,
            System::nanoTime);
    assertThat(page("/commits/main/old.txt" + next.group(2).replace("&amp;", "&")))
        .contains(git.git("rev-parse", "--short=10", "main~39"))
        .doesNotContain("Go on");
  }

  /** W-37: a page at a time, each within the time of a directory. */
  @Test
  void directoryOfManyEntriesHasPages() throws IOException {
    int total = 100_000;
    StringBuilder index = new StringBuilder();
    git.commit("README", "x");
    String blob = git.git("rev-parse", "main:README");
    for (int i = 0; i < total; i++) {
      index.append("100644 %s\td/f%06d\n".formatted(blob, i));
    }
    git.run(index.toString().getBytes(StandardCharsets.UTF_8), "update-index", "--index-info");
    git.git("commit", "-q", "-m", "many");
    publish();
    for (int first : new int[] {0, PageBudgets.TREE_ENTRIES, total - PageBudgets.TREE_ENTRIES}) {
      String html = page("/tree/main/d" + (first == 0 ? "" : "?after=f%06d".formatted(first - 1)));
      int last = first + PageBudgets.TREE_ENTRIES - 1;
      assertThat(html)
          .contains(">f%06d</bdi>".formatted(first), ">f%06d</bdi>".formatted(last))
          .doesNotContain(">f%06d</bdi>".formatted(last + 1))
          .contains("This directory has 100000 entries.");
      assertThat(html.contains(">Next page</a>")).isEqualTo(last + 1 < total);
    }
  }

  @Test
  void nothingIsThereForOtherNames() throws IOException {
    sample();
    for (String rest :
        new String[] {"/tree/none", "/tree/main/none", "/commits/none", "/tree/main/README.md/x"}) {
      assertThat(answer(rest)).as(rest).isEqualTo(new SiteAnswer.NotFound());
    }
    fixture.refs = Refs.NONE;
    assertThat(answer("/tree/HEAD")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void headThatNamesNoBranchShowsOneThatIsThere() throws IOException {
    sample();
    fixture.refs = fixture.refs.withHead(Optional.of(new RefName("refs/heads/gone")));
    assertThat(page("/tree/HEAD")).contains("README.md");
  }

  @Test
  void tagOfATreeOrAFileSaysWhatItIs() throws IOException {
    git.commit("README.md", "# Tool\n");
    git.git("tag", "-a", "-m", "a tree", "of-tree", "main^{tree}");
    git.git("tag", "of-file", "main:README.md");
    publish();
    for (String view : new String[] {"/tree/", "/commits/"}) {
      assertThat(page(view + "of-tree")).contains("This tag leads to a directory, not a commit");
      assertThat(page(view + "of-file"))
          .contains("This tag leads to a file, not a commit")
          .contains("title=\"JSON\" href=\"" + BASE + "api/v1/repositories/" + TOOL + "\"");
    }
    assertThat(answer("/tree/of-tree/README.md")).isEqualTo(new SiteAnswer.NotFound());
  }

  /** Follows every link of every page. */
  @Test
  void everyLinkOfAPageLeadsToAPage() throws IOException {
    sample();
    SortedSet<String> seen = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(Collections.singleton("/tree/HEAD"));
    while (!next.isEmpty()) {
      String rest = next.remove();
      boolean isTalk = rest.equals("/issues") || rest.equals("/prs");
      if (!seen.add(rest) || rest.isEmpty() || isTalk) {
        continue;
      }
      if (rest.startsWith("/raw/") || rest.startsWith("/archive/")) {
        assertThat(fixture.service(0).reply(SiteFixture.request(rest)).status()).isEqualTo(200);
        continue;
      }
      SiteAnswer answer = answer(rest);
      if (answer instanceof SiteAnswer.Document) {
        continue;
      }
      assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Page.class);
      Matcher links = OWN_LINK.matcher(((SiteAnswer.Page) answer).html());
      while (links.find()) {
        String target = links.group(1).replace("&amp;", "&").replace("&#39;", "'");
        if (target.startsWith(TOOL)) {
          next.add(target.substring(TOOL.length()));
        }
      }
    }
    assertThat(seen)
        .hasSizeGreaterThan(60)
        .contains("/branches", "/tags", "/tag/v1", "/search?rev=main", "/tree/main/src")
        .anyMatch(rest -> rest.startsWith("/compare/"))
        .anyMatch(rest -> rest.endsWith(".patch"))
        .anyMatch(rest -> rest.startsWith("/blame/"));
  }
}
